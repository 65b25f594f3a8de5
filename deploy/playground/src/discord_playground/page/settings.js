// The settings popup of a pane.
import { createId, h } from "./dom.js";
import { LOCALES } from "./locales.js";
import { openPopup } from "./popup.js";
import { saveValue, loadValue } from "./local-storage.js";
/** @import { Pane } from "./pane.js" */

/** @param {Pane} pane */
export function openSettings(pane, anchor) {
  const { me } = pane.store;
  const inputIds = { dms: createId("setting"), language: createId("setting") };
  const errorElement = h("div.problem", { role: "alert" });
  const changeSetting = async (body) => {
    errorElement.textContent = "";
    try {
      await pane.performAction(body);
    } catch (error) {
      errorElement.textContent = error.message;
    }
  };
  const dmSwitch = h("input.switch", { type: "checkbox", role: "switch", id: inputIds.dms, checked: me.dms, onchange: () => changeSetting({ do: "set_dms_open", open: dmSwitch.checked }) });
  const languageSelect = h(
    "select",
    { id: inputIds.language, onchange: () => changeSetting({ do: "set_locale", locale: languageSelect.value }) },
    Object.entries(LOCALES).map(([code, name]) => h("option", { value: code, selected: code === me.locale }, `${name} (${code})`)),
  );
  const themeChoices = [
    ["dark", "Dark"],
    ["light", "Light"],
  ].map(([theme, name]) =>
    h("label.choice", {}, h("input", { type: "radio", name: inputIds.dms + "-theme", value: theme, checked: pane.theme === theme, onchange: () => pane.setTheme(theme) }), h("span", {}, name)),
  );
  const element = h(
    "div.settings",
    { role: "dialog", "aria-label": `Settings of ${pane.store.getPerson(me.id)?.name ?? me.username}` },
    h("label.setting", { for: inputIds.dms }, h("span", {}, "Direct messages", h("small", {}, "If off, bots get error 50007")), dmSwitch),
    h("label.setting.stacked", { for: inputIds.language }, h("span", {}, "Language"), languageSelect),
    h("fieldset.setting.stacked", {}, h("legend", {}, "Theme of this side"), h("div.choices", {}, themeChoices)),
    errorElement,
  );
  const openedPopup = openPopup(anchor, element, {
    align: "end",
    onclose: (reason) => {
      anchor.setAttribute("aria-expanded", "false");
      if (reason !== "outside") anchor.focus();
    },
  });
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    openedPopup.close();
  });
  element.addEventListener("focusout", (event) => event.relatedTarget && !element.contains(event.relatedTarget) && openedPopup.close("outside"));
  anchor.setAttribute("aria-expanded", "true");
  dmSwitch.focus();
}

export const loadTheme = (side) => loadValue(`${side}.theme`) ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
export const saveTheme = (side, theme) => saveValue(`${side}.theme`, theme);
