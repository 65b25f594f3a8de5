// A bot that uses discord.js. It responds with the data it received, so that tests can check it.

import { createRequire } from "node:module";

const require = createRequire(`${process.env.NPM_FOLDER}/`);
const {
  ActionRowBuilder, ActivityType, ApplicationCommandType, AttachmentBuilder, ButtonBuilder, ButtonStyle,
  ChannelSelectMenuBuilder, Client, ContainerBuilder, ContextMenuCommandBuilder, DiscordAPIError, Events, FileBuilder,
  GatewayIntentBits, LabelBuilder, MediaGalleryBuilder, MentionableSelectMenuBuilder, MessageFlags, ModalBuilder,
  RoleSelectMenuBuilder, SectionBuilder, SeparatorBuilder, SlashCommandBuilder, StringSelectMenuBuilder,
  TextDisplayBuilder, TextInputBuilder, TextInputStyle, ThumbnailBuilder, UserSelectMenuBuilder,
} = require("discord.js");

const { DISCORD_TOKEN, DISCORD_API, DISCORD_CDN } = process.env;
const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  rest: { api: DISCORD_API.replace(/\/v\d+$/, ""), cdn: DISCORD_CDN },
  presence: { status: "idle", activities: [{ name: "the brook", type: ActivityType.Listening }] },
});

const receivedIds = [];
let resumed = 0;
client.on(Events.MessageCreate, (message) => message.author.bot || receivedIds.push(message.id));
client.on(Events.ShardResume, () => (resumed += 1));
// An error in a listener ends the program, which fails the test.
client.on(Events.Error, (error) => {
  console.error(error);
  process.exit(1);
});

const describe = (builder, name) => builder.setName(name).setDescription("…");
const option = (name) => (builder) => describe(builder, name);
const commands = [
  describe(new SlashCommandBuilder(), "wood")
    .setNameLocalizations({ de: "wald" })
    .addSubcommand((sub) =>
      describe(sub, "gather")
        .addStringOption(option("words")).addIntegerOption(option("count")).addNumberOption(option("weight"))
        .addBooleanOption(option("ripe")).addUserOption(option("animal")).addChannelOption(option("place"))
        .addRoleOption(option("role")).addMentionableOption(option("whom")).addAttachmentOption(option("basket")),
    )
    .addSubcommandGroup((group) =>
      describe(group, "tree").addSubcommand((sub) =>
        describe(sub, "pick").addStringOption((text) => describe(text, "fruit").setAutocomplete(true)),
      ),
    ),
  ...["defer", "whisper", "toys", "layout", "trail", "upload", "refused", "report"].map((name) =>
    describe(new SlashCommandBuilder(), name),
  ),
  new ContextMenuCommandBuilder().setName("Wave").setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName("Sniff").setType(ApplicationCommandType.Message),
];

const row = (...items) => new ActionRowBuilder().addComponents(...items);
const file = (text, name) => new AttachmentBuilder(Buffer.from(text), { name });

const commandHandlers = {
  async wood(interaction) {
    const { options } = interaction;
    if (options.getSubcommand() === "pick") return interaction.reply(options.getString("fruit"));
    const basket = options.getAttachment("basket");
    const values = {
      words: options.getString("words"),
      count: options.getInteger("count"),
      weight: options.getNumber("weight"),
      ripe: options.getBoolean("ripe"),
      animal: options.getUser("animal")?.username,
      member: options.getMember("animal")?.id,
      place: options.getChannel("place")?.name,
      role: options.getRole("role")?.name,
      whom: options.getMentionable("whom")?.user?.username,
      basket: basket && (await (await fetch(basket.url)).text()),
      locale: interaction.locale,
      server: interaction.guildLocale,
    };
    return interaction.reply({ content: JSON.stringify(values), flags: MessageFlags.Ephemeral });
  },
  async defer(interaction) {
    const { resource } = await interaction.deferReply({ withResponse: true });
    const first = await interaction.editReply(`First of ${resource.message.id}`);
    const second = await interaction.followUp({ content: "Second", flags: MessageFlags.Ephemeral });
    const third = await interaction.followUp("Third");
    await interaction.editReply({ content: "Second, edited", message: second });
    await interaction.deleteReply(third);
    await interaction.editReply(`First, edited: ${first.id === resource.message.id}`);
  },
  async whisper(interaction) {
    await interaction.user.send("Psst");
    await interaction.reply({ content: "Whispered.", flags: MessageFlags.Ephemeral });
  },
  async toys(interaction) {
    await interaction.reply({
      content: "Choose",
      components: [
        row(
          new ButtonBuilder({ customId: "update", label: "Update", style: ButtonStyle.Primary, emoji: "🫐" }),
          new ButtonBuilder({ customId: "form", label: "Form", style: ButtonStyle.Success }),
          new ButtonBuilder({ customId: "gone", label: "Gone", style: ButtonStyle.Danger }),
          new ButtonBuilder({ url: "https://example.com", label: "Away", style: ButtonStyle.Link }),
        ),
        row(
          new StringSelectMenuBuilder({ customId: "text", maxValues: 2 }).addOptions(
            { label: "Elder", value: "elder" }, { label: "Rasp", value: "rasp" },
          ),
        ),
        row(new UserSelectMenuBuilder({ customId: "users" })),
        row(new MentionableSelectMenuBuilder({ customId: "mentionables" })),
        row(new ChannelSelectMenuBuilder({ customId: "channels" })),
      ],
    });
  },
  async layout(interaction) {
    const beside = new SectionBuilder()
      .addTextDisplayComponents((text) => text.setContent("Beside"))
      .setThumbnailAccessory(new ThumbnailBuilder({ media: { url: "attachment://a.png" } }));
    const container = new ContainerBuilder({ accent_color: 0x123456 })
      .addTextDisplayComponents(new TextDisplayBuilder({ content: "Within" }))
      .addSectionComponents(beside)
      .addSeparatorComponents(new SeparatorBuilder())
      .addMediaGalleryComponents(new MediaGalleryBuilder().addItems({ media: { url: "attachment://a.png" } }))
      .addFileComponents(new FileBuilder().setURL("attachment://b.txt"))
      .addActionRowComponents(row(new RoleSelectMenuBuilder({ customId: "roles" })));
    await interaction.reply({
      flags: MessageFlags.IsComponentsV2,
      components: [new TextDisplayBuilder({ content: "# Head" }), container],
      files: [file("png", "a.png"), file("text", "b.txt")],
    });
  },
  async trail(interaction) {
    const thread = await interaction.channel.threads.create({ name: "brook" });
    await thread.send("This way");
    await interaction.reply({ content: thread.id, flags: MessageFlags.Ephemeral });
  },
  async upload(interaction) {
    await interaction.reply({ content: "Sent", files: [file("seeds", "seeds.txt")] });
    const sent = await interaction.fetchReply();
    const read = await (await fetch(sent.attachments.first().url)).text();
    const kept = await interaction.editReply("Kept");
    const dropped = await interaction.editReply({ attachments: [] });
    await interaction.editReply(`${read} ${kept.attachments.size} ${dropped.attachments.size}`);
  },
  async refused(interaction) {
    const codes = [];
    for (const attempt of [
      () => interaction.channel.messages.fetch("1"),
      () => interaction.channel.send("x".repeat(2001)),
      () => client.channels.fetch("1"),
    ]) {
      await attempt().catch((error) => codes.push(error instanceof DiscordAPIError ? error.code : String(error)));
    }
    await interaction.reply({ content: JSON.stringify(codes), flags: MessageFlags.Ephemeral });
  },
  async report(interaction) {
    const content = JSON.stringify({ heard: receivedIds, resumed });
    await interaction.reply({ content, flags: MessageFlags.Ephemeral });
  },
  Wave: (menu) => menu.reply(`Waved at ${menu.targetUser.username}, ${menu.targetMember.id}`),
  Sniff: (menu) => menu.reply(`It says ${menu.targetMessage.content}`),
};

const selectedNames = (interaction) =>
  (interaction.users?.map((user) => user.username) ?? [])
    .concat(interaction.roles?.map((role) => role.name) ?? [])
    .concat(interaction.channels?.map((channel) => channel.name) ?? []);

async function answerComponent(interaction) {
  if (interaction.customId === "update") return interaction.update({ content: "Chosen" });
  if (interaction.customId === "gone") return interaction.deferUpdate().then(() => interaction.deleteReply());
  if (interaction.customId === "form") {
    const words = new TextInputBuilder({ customId: "words", style: TextInputStyle.Paragraph });
    const whom = new UserSelectMenuBuilder({ customId: "whom" });
    return interaction.showModal(
      new ModalBuilder({ customId: "letter", title: "A letter" }).addLabelComponents(
        new LabelBuilder().setLabel("Words").setTextInputComponent(words),
        new LabelBuilder().setLabel("To").setUserSelectMenuComponent(whom),
      ),
    );
  }
  const names = interaction.isStringSelectMenu() ? interaction.values : selectedNames(interaction);
  return interaction.reply({ content: names.join(", "), flags: MessageFlags.Ephemeral });
}

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isAutocomplete()) {
    await interaction.respond([{ name: `${interaction.options.getFocused()}rn`, value: "acorn" }]);
  } else if (interaction.isModalSubmit()) {
    const whom = interaction.fields.getSelectedUsers("whom").map((user) => user.username);
    const words = interaction.fields.getTextInputValue("words");
    await interaction.reply(`${words} to ${whom}, from ${interaction.message.content}`);
  } else if (interaction.isMessageComponent()) {
    await answerComponent(interaction);
  } else {
    await commandHandlers[interaction.commandName](interaction);
  }
});
process.on("SIGTERM", () => client.destroy().then(() => process.exit(0)));

client.once(Events.ClientReady, () => client.application.commands.set(commands));
await client.login(DISCORD_TOKEN);
