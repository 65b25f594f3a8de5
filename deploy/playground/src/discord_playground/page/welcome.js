// What a stranger reads first: the beginning of a channel, how a bot comes here, one hint.
import { h } from "./element.js";
import { channelIcon, icon } from "./icon.js";
import { keep, kept } from "./shelf.js";
import { DM, GROUP, isThread } from "./store.js";

/** What stands above a channel's first message. */
export function beginning(store, channel) {
  const name = store.name(channel);
  const words =
    channel.type === DM
      ? [name, `This is the beginning of your conversation with ${name}.`]
      : isThread(channel)
        ? [name, "This is the beginning of this thread."]
        : channel.type === GROUP
          ? [name, `This is the beginning of the group ${name}.`]
          : [`Welcome to #${name}!`, `This is the beginning of the #${name} channel.`];
  return h("div.beginning", {}, h("span.disc", { "aria-hidden": "true" }, channelIcon(channel)), h("h3", {}, words[0]), h("p", {}, words[1]));
}

const versionless = (api) => api.replace(/\/v\d+\/?$/, "");

const SNIPPETS = {
  "discord.py": ({ api, gateway, cdn }, token) => `import discord
import yarl

discord.http.Route.BASE = "${versionless(api)}/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL("${gateway}")
discord.asset.Asset.BASE = "${cdn}"

client = discord.Client(intents=discord.Intents.default())
client.run("${token}")`,
  hikari: ({ api }, token) => `import hikari

bot = hikari.GatewayBot("${token}", rest_url="${versionless(api)}/v10")
bot.app()`,
  "discord.js": ({ api, cdn }, token) => `import { Client, GatewayIntentBits } from "discord.js";

const client = new Client({
  intents: [GatewayIntentBits.Guilds],
  rest: { api: "${versionless(api)}", cdn: "${cdn}" },
});
client.login("${token}");`,
};

/** How a bot comes here, in the words of each library. */
export function connecting(setup) {
  if (!setup?.bots?.length) return h("div.connecting", {}, h("p", {}, "The playground has no bot yet; start it with --bot NAME."));
  let [bot] = setup.bots;
  let library = Object.keys(SNIPPETS)[0];
  const code = h("code", {});
  const tabs = Object.keys(SNIPPETS).map((name) => h("button", { type: "button", role: "tab", onclick: () => choose(name), onkeydown: (event) => steer(event) }, name));
  const copy = h("button.button.secondary", { type: "button", onclick: () => copied() }, icon("copy"), h("span", {}, "Copy"));
  const panel = h("div.panel", { role: "tabpanel" }, h("pre", { tabindex: "0", "aria-label": "Code" }, code), copy);
  const choose = (name) => {
    library = name;
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab.textContent === name));
      tab.tabIndex = tab.textContent === name ? 0 : -1;
    }
    code.textContent = SNIPPETS[name](setup, bot.token);
  };
  const steer = (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(event.currentTarget) + step + tabs.length) % tabs.length];
    choose(next.textContent);
    next.focus();
  };
  const copied = async () => {
    await navigator.clipboard?.writeText(code.textContent);
    copy.lastChild.textContent = "Copied";
    setTimeout(() => (copy.lastChild.textContent = "Copy"), 1500);
  };
  const which = setup.bots.length > 1 && h("label.which", {}, "Bot ", h("select", { onchange: (event) => ((bot = setup.bots[event.target.selectedIndex]), choose(library)) }, setup.bots.map(({ name }) => h("option", {}, name))));
  choose(library);
  return h(
    "div.connecting",
    {},
    h("h3", {}, icon("plug"), "Connect a bot"),
    h("p", {}, "Any Discord bot runs here unchanged; it only has to be told where this Discord is."),
    which,
    h("div.tabs", { role: "tablist", "aria-label": "Library" }, tabs),
    panel,
    h("p.quiet", {}, "Its commands appear here as soon as it has registered them. Then type / below."),
  );
}

/** The first visit's one hint, gone for good once it was followed or closed. */
export function hint(compose, useful) {
  const { hint: place, text } = compose;
  place.hidden = !useful || kept("hinted") === "yes";
  if (place.hidden || place.childNodes.length) return;
  const done = () => {
    keep("hinted", "yes");
    place.hidden = true;
  };
  place.append(h("span", {}, "Type ", h("kbd", {}, "/"), " to begin"), h("button.icon-button", { type: "button", "aria-label": "Close the hint", onclick: done }, icon("close")));
  text.addEventListener("input", () => text.value.startsWith("/") && done());
}
