// Help for new visitors: the introduction of a channel, the guide to connecting a bot, and a hint about commands.
import { h } from "./dom.js";
import { createChannelIcon, createIcon } from "./icon.js";
import { saveValue, loadValue } from "./local-storage.js";
import { DM_CHANNEL, GROUP_CHANNEL, isThread } from "./store.js";
/** @import { Composer } from "./composer.js" */
/** @import { Store } from "./store.js" */

/**
 * Create the introduction above a channel's first message.
 * @param {Store} store
 */
export function createChannelIntro(store, channel) {
  const name = store.getChannelName(channel);
  const texts =
    channel.type === DM_CHANNEL
      ? [name, `This is the beginning of your conversation with ${name}.`]
      : isThread(channel)
        ? [name, "This is the beginning of this thread."]
        : channel.type === GROUP_CHANNEL
          ? [name, `This is the beginning of the group ${name}.`]
          : [`Welcome to #${name}!`, `This is the beginning of the #${name} channel.`];
  return h("div.channel-intro", {}, h("span.channel-picture", { "aria-hidden": "true" }, createChannelIcon(channel)), h("h3", {}, texts[0]), h("p", {}, texts[1]));
}

const stripVersion = (api) => api.replace(/\/v\d+\/?$/, "");

const CODE_EXAMPLES = {
  "discord.py": ({ api, gateway, cdn }, token) => `import discord
import yarl

discord.http.Route.BASE = "${stripVersion(api)}/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("${gateway}")
discord.asset.Asset.BASE = "${cdn}"

client = discord.Client(intents=discord.Intents.default())
client.run("${token}")`,
  hikari: ({ api }, token) => `import hikari

bot = hikari.GatewayBot("${token}", rest_url="${stripVersion(api)}/v10")
bot.app()`,
  "discord.js": ({ api, cdn }, token) => `import { Client, GatewayIntentBits } from "discord.js";

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: "${stripVersion(api)}", cdn: "${cdn}" },
});
client.login("${token}");`,
};

/** Create the guide that shows how to connect a bot with each library. */
export function createConnectGuide(setup) {
  if (!setup?.bots?.length) return h("div.connect-guide", {}, h("p", {}, "The playground has no bot. Start it with --bot NAME."));
  let [bot] = setup.bots;
  let library = Object.keys(CODE_EXAMPLES)[0];
  const code = h("code", {});
  const tabs = Object.keys(CODE_EXAMPLES).map((name) => h("button", { type: "button", role: "tab", onclick: () => showExample(name), onkeydown: (event) => handleTabKey(event) }, name));
  const copyButton = h("button.button.secondary", { type: "button", onclick: () => copyExample() }, createIcon("copy"), h("span", {}, "Copy"));
  const panel = h("div.panel", { role: "tabpanel" }, h("pre", { tabindex: "0", "aria-label": "Code" }, code), copyButton);
  const showExample = (name) => {
    library = name;
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab.textContent === name));
      tab.tabIndex = tab.textContent === name ? 0 : -1;
    }
    code.textContent = CODE_EXAMPLES[name](setup, bot.token);
  };
  const handleTabKey = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(event.currentTarget) + step + tabs.length) % tabs.length];
    showExample(next.textContent);
    next.focus();
  };
  const copyExample = async () => {
    await navigator.clipboard?.writeText(code.textContent);
    copyButton.lastChild.textContent = "Copied";
    setTimeout(() => (copyButton.lastChild.textContent = "Copy"), 1500);
  };
  const botPicker = setup.bots.length > 1 && h("label.bot-picker", {}, "Bot ", h("select", { onchange: (event) => ((bot = setup.bots[event.target.selectedIndex]), showExample(library)) }, setup.bots.map(({ name }) => h("option", {}, name))));
  showExample(library);
  return h(
    "div.connect-guide",
    {},
    h("h3", {}, createIcon("plug"), "Connect a bot"),
    h("p", {}, "Any Discord bot runs here unchanged. It only needs the addresses of the playground."),
    botPicker,
    h("div.tabs", { role: "tablist", "aria-label": "Library" }, tabs),
    panel,
    h("p.quiet", {}, "Its commands appear here when it has registered them. Type / below to use one."),
  );
}

/**
 * Show or hide the hint of the first visit. It never returns after it was followed or closed.
 * @param {Composer} composer
 */
export function updateHint(composer, hasCommands) {
  const { hintBar, text } = composer;
  hintBar.hidden = !hasCommands || loadValue("hinted") === "yes";
  if (hintBar.hidden || hintBar.childNodes.length) return;
  const dismiss = () => {
    saveValue("hinted", "yes");
    hintBar.hidden = true;
  };
  hintBar.append(h("span", {}, "Type ", h("kbd", {}, "/"), " to begin"), h("button.icon-button", { type: "button", "aria-label": "Close hint", onclick: dismiss }, createIcon("close")));
  text.addEventListener("input", () => text.value.startsWith("/") && dismiss());
}
