// A bot in discord.js. It answers with what it was told, so that a test can read it.

import { createRequire } from "node:module";

const require = createRequire(`${process.env.DISCORDJS}/`);
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

const heard = [];
let resumed = 0;
client.on(Events.MessageCreate, (message) => message.author.bot || heard.push(message.id));
client.on(Events.ShardResume, () => (resumed += 1));
// What goes wrong in a listener ends the program, and with it the test.
client.on(Events.Error, (error) => {
  console.error(error);
  process.exit(1);
});

const described = (builder, name) => builder.setName(name).setDescription("…");
const option = (name) => (builder) => described(builder, name);
const commands = [
  described(new SlashCommandBuilder(), "wood")
    .setNameLocalizations({ de: "wald" })
    .addSubcommand((sub) =>
      described(sub, "gather")
        .addStringOption(option("words")).addIntegerOption(option("count")).addNumberOption(option("weight"))
        .addBooleanOption(option("ripe")).addUserOption(option("animal")).addChannelOption(option("place"))
        .addRoleOption(option("role")).addMentionableOption(option("whom")).addAttachmentOption(option("basket")),
    )
    .addSubcommandGroup((group) =>
      described(group, "tree").addSubcommand((sub) =>
        described(sub, "pick").addStringOption((text) => described(text, "fruit").setAutocomplete(true)),
      ),
    ),
  ...["defer", "whisper", "toys", "layout", "trail", "upload", "refused", "report"].map((name) =>
    described(new SlashCommandBuilder(), name),
  ),
  new ContextMenuCommandBuilder().setName("Wave").setType(ApplicationCommandType.User),
  new ContextMenuCommandBuilder().setName("Sniff").setType(ApplicationCommandType.Message),
];

const row = (...items) => new ActionRowBuilder().addComponents(...items);
const file = (text, name) => new AttachmentBuilder(Buffer.from(text), { name });

const answers = {
  async wood(asked) {
    if (asked.options.getSubcommand() === "pick") return asked.reply(asked.options.getString("fruit"));
    const basket = asked.options.getAttachment("basket");
    const told = {
      words: asked.options.getString("words"),
      count: asked.options.getInteger("count"),
      weight: asked.options.getNumber("weight"),
      ripe: asked.options.getBoolean("ripe"),
      animal: asked.options.getUser("animal")?.username,
      member: asked.options.getMember("animal")?.id,
      place: asked.options.getChannel("place")?.name,
      role: asked.options.getRole("role")?.name,
      whom: asked.options.getMentionable("whom")?.user?.username,
      basket: basket && (await (await fetch(basket.url)).text()),
      locale: asked.locale,
      server: asked.guildLocale,
    };
    return asked.reply({ content: JSON.stringify(told), flags: MessageFlags.Ephemeral });
  },
  async defer(asked) {
    const { resource } = await asked.deferReply({ withResponse: true });
    const first = await asked.editReply(`First of ${resource.message.id}`);
    const more = await asked.followUp({ content: "Second", flags: MessageFlags.Ephemeral });
    const gone = await asked.followUp("Third");
    await asked.editReply({ content: "Second, edited", message: more });
    await asked.deleteReply(gone);
    await asked.editReply(`First, edited: ${first.id === resource.message.id}`);
  },
  async whisper(asked) {
    await asked.user.send("Psst");
    await asked.reply({ content: "Whispered.", flags: MessageFlags.Ephemeral });
  },
  async toys(asked) {
    await asked.reply({
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
  async layout(asked) {
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
    await asked.reply({
      flags: MessageFlags.IsComponentsV2,
      components: [new TextDisplayBuilder({ content: "# Head" }), container],
      files: [file("png", "a.png"), file("text", "b.txt")],
    });
  },
  async trail(asked) {
    const thread = await asked.channel.threads.create({ name: "brook" });
    await thread.send("This way");
    await asked.reply({ content: thread.id, flags: MessageFlags.Ephemeral });
  },
  async upload(asked) {
    await asked.reply({ content: "Sent", files: [file("seeds", "seeds.txt")] });
    const sent = await asked.fetchReply();
    const read = await (await fetch(sent.attachments.first().url)).text();
    const kept = await asked.editReply("Kept");
    const dropped = await asked.editReply({ attachments: [] });
    await asked.editReply(`${read} ${kept.attachments.size} ${dropped.attachments.size}`);
  },
  async refused(asked) {
    const codes = [];
    for (const attempt of [
      () => asked.channel.messages.fetch("1"),
      () => asked.channel.send("x".repeat(2001)),
      () => client.channels.fetch("1"),
    ]) {
      await attempt().catch((error) => codes.push(error instanceof DiscordAPIError ? error.code : String(error)));
    }
    await asked.reply({ content: JSON.stringify(codes), flags: MessageFlags.Ephemeral });
  },
  async report(asked) {
    await asked.reply({ content: JSON.stringify({ heard, resumed }), flags: MessageFlags.Ephemeral });
  },
  Wave: (asked) => asked.reply(`Waved at ${asked.targetUser.username}, ${asked.targetMember.id}`),
  Sniff: (asked) => asked.reply(`It says ${asked.targetMessage.content}`),
};

const chosen = (asked) =>
  (asked.users?.map((user) => user.username) ?? [])
    .concat(asked.roles?.map((role) => role.name) ?? [])
    .concat(asked.channels?.map((channel) => channel.name) ?? []);

async function clicked(asked) {
  if (asked.customId === "update") return asked.update({ content: "Chosen" });
  if (asked.customId === "gone") return asked.deferUpdate().then(() => asked.deleteReply());
  if (asked.customId === "form") {
    const words = new TextInputBuilder({ customId: "words", style: TextInputStyle.Paragraph });
    const whom = new UserSelectMenuBuilder({ customId: "whom" });
    return asked.showModal(
      new ModalBuilder({ customId: "letter", title: "A letter" }).addLabelComponents(
        new LabelBuilder().setLabel("Words").setTextInputComponent(words),
        new LabelBuilder().setLabel("To").setUserSelectMenuComponent(whom),
      ),
    );
  }
  const names = asked.isStringSelectMenu() ? asked.values : chosen(asked);
  return asked.reply({ content: names.join(", "), flags: MessageFlags.Ephemeral });
}

client.on(Events.InteractionCreate, async (asked) => {
  if (asked.isAutocomplete()) {
    await asked.respond([{ name: `${asked.options.getFocused()}rn`, value: "acorn" }]);
  } else if (asked.isModalSubmit()) {
    const whom = asked.fields.getSelectedUsers("whom").map((user) => user.username);
    await asked.reply(`${asked.fields.getTextInputValue("words")} to ${whom}, from ${asked.message.content}`);
  } else if (asked.isMessageComponent()) {
    await clicked(asked);
  } else {
    await answers[asked.commandName](asked);
  }
});
process.on("SIGTERM", () => client.destroy().then(() => process.exit(0)));

client.once(Events.ClientReady, () => client.application.commands.set(commands));
await client.login(DISCORD_TOKEN);
