// What can be set for one pane and the person in it.
import { fresh, h } from "./element.js";
import { LOCALES } from "./locales.js";
import { popup } from "./popup.js";
import { keep, kept } from "./shelf.js";

export function settings(pane, anchor) {
  const { me } = pane.store;
  const ids = { dms: fresh("setting"), language: fresh("setting") };
  const problem = h("div.problem", { role: "alert" });
  const act = async (body) => {
    problem.textContent = "";
    try {
      await pane.act(body);
    } catch (error) {
      problem.textContent = error.message;
    }
  };
  const dms = h("input.switch", { type: "checkbox", role: "switch", id: ids.dms, checked: me.dms, onchange: () => act({ do: "set_dms_open", open: dms.checked }) });
  const language = h(
    "select",
    { id: ids.language, onchange: () => act({ do: "set_locale", locale: language.value }) },
    Object.entries(LOCALES).map(([code, name]) => h("option", { value: code, selected: code === me.locale }, `${name} (${code})`)),
  );
  const themes = [
    ["dark", "Dark"],
    ["light", "Light"],
  ].map(([theme, name]) =>
    h("label.choice", {}, h("input", { type: "radio", name: ids.dms + "-theme", value: theme, checked: pane.theme === theme, onchange: () => pane.dress(theme) }), h("span", {}, name)),
  );
  const element = h(
    "div.settings",
    { role: "dialog", "aria-label": `Settings of ${pane.store.person(me.id)?.name ?? me.username}` },
    h("label.setting", { for: ids.dms }, h("span", {}, "Direct messages", h("small", {}, "Off: bots that write get 50007")), dms),
    h("label.setting.tall", { for: ids.language }, h("span", {}, "Language"), language),
    h("fieldset.setting.tall", {}, h("legend", {}, "Look of this side"), h("div.choices", {}, themes)),
    problem,
  );
  const shown = popup(anchor, element, {
    align: "end",
    onclose: (why) => {
      anchor.setAttribute("aria-expanded", "false");
      if (why !== "outside") anchor.focus();
    },
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    shown.close();
  });
  element.addEventListener("focusout", (event) => event.relatedTarget && !element.contains(event.relatedTarget) && shown.close("outside"));
  anchor.setAttribute("aria-expanded", "true");
  dms.focus();
}

export const themeOf = (side) => kept(`${side}.theme`) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
export const keepTheme = (side, theme) => keep(`${side}.theme`, theme);
