// The icons of the page. Each is a stroked path in a 24×24 box.
import { DM_CHANNEL, GROUP_CHANNEL, isThread } from "./store.js";

const ICON_PATHS = {
  hash: "M9 4 7 20M17 4l-2 16M4.5 9h16M3.5 15h16",
  thread: "M5 4v8a3 3 0 0 0 3 3h11m-4-4 4 4-4 4",
  at: "M16 8v5a2.5 2.5 0 0 0 5 0v-1a9 9 0 1 0-4 7.5M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 5l-5 15-4-6zM11 14l4-4",
  close: "M6 6l12 12M18 6 6 18",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  reply: "M9 7 4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  menu: "M4 7h16M4 12h16M4 17h16",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5a6.5 6.5 0 0 1 3.5 5.5",
  down: "m6 9 6 6 6-6",
  right: "m9 6 6 6-6 6",
  check: "m5 12 5 5L20 7",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  warn: "M12 4 2.5 20h19zM12 10v4M12 17h.01",
  calendar: "M5 5h14v15H5zM5 10h14M9 3v4M15 3v4",
  clock: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  wave: "M2 12h4l3-8 6 16 3-8h4",
  bell: "M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4M3 3l18 18",
  up: "m6 15 6-6 6 6",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
  image: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9h.01",
};

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

/** Create an icon. Screen readers ignore it, so a control that has only an icon needs a label. */
export function createIcon(name) {
  const svg = document.createElementNS(SVG_NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon", `icon-${name}`);
  const path = document.createElementNS(SVG_NAMESPACE, "path");
  path.setAttribute("d", ICON_PATHS[name]);
  svg.append(path);
  return svg;
}

/** Create the icon for the type of a channel. */
export const createChannelIcon = (channel) => createIcon(channel.type === DM_CHANNEL ? "at" : channel.type === GROUP_CHANNEL ? "people" : isThread(channel) ? "thread" : "hash");
