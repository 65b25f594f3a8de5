/*
 * Discord's markdown as a tree: a node is a string or `{type, …, children}`. Nothing here knows of the page.
 *
 * Discord's is not CommonMark: the earliest match from the left wins, a closing mark need not be a word's end,
 * headings and lists know no blank lines, and what does not close stays as it was typed.
 */

// Deeper than people nest, shallower than what would exhaust the stack.
const DEPTH = 24;

const HEADING = / *(#{1,3}) +([^\n]+?)(?: +#+)? *(?:\n|$)/y;
const SUBTEXT = /-# +([^\n]+)(?:\n|$)/y;
const QUOTE_REST = / *>>> +([^]*)/y;
const QUOTE = / *> +[^\n]*(?:\n *> +[^\n]*)*\n?/y;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const FENCE = /```(?:([\w+\-.#]+)\n)?\n*([^\n][^]*?)\n*```\n?/y;
const CODE = /(`+)([^]*?[^`])\1(?!`)/y;
const ESCAPE = /\\([^0-9A-Za-z\s])/y;
const SHRUG = /¯\\_\(ツ\)_\/¯/y;
const LINK = /\[((?:\\.|[^[\]\\\n])+)\]\(\s*(?:<([^<>\s]+)>|((?:\([^()\s]*\)|[^()\s<>])+))(?:\s+"([^"\n]*)")?\s*\)/y;
const ANGLED = /<([A-Za-z]+:\/\/[^\s<>]+)>/y;
const BARE = /https?:\/\/[^\s<]+[^<.,:;"'\]\s|*_~`]/y;
const USER = /<@!?(\d{1,20})>/y;
const ROLE = /<@&(\d{1,20})>/y;
const CHANNEL = /<#(\d{1,20})>/y;
const COMMAND = /<\/([^\n:<>]{1,98}):(\d{1,20})>/y;
const EMOJI = /<a?:(\w{2,32}):(\d{1,20})>/y;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y;
const GUIDE = /<id:(customize|browse|guide|linked-roles)>/y;
const EVERYBODY = /@(everyone|here)(?!\w)/y;

const STRONG = /\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y;
const UNDERLINE = /__((?:\\[^]|[^\\])+?)__(?!_)/y;
const STRIKE = /~~((?:\\[^]|[^\\])+?)~~(?!~)/y;
const SPOILER = /\|\|((?:\\[^]|[^\\])+?)\|\|/y;
const STAR = /\*(?=\S)((?:\*\*|\\[^]|\s+(?:[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y;
const DASH = /_((?:__|\\[^]|[^\\_])+?)_(?!\w)/y;

// What an inline rule may begin with; everything up to the next of these is plain text.
const PLAIN = /[^\\`*_~|<[@\nh¯]+/y;

const around = (type) => ([, inside], deeper) => ({ type, children: deeper(inside) });

const INLINE = {
  "\\": [[ESCAPE, ([, sign]) => sign]],
  "¯": [[SHRUG, ([all]) => all]],
  "`": [
    [FENCE, ([, language, code]) => ({ type: "block", language, code: code.replace(/\u001b\[[\d;]*m/g, "") })],
    [CODE, ([, , code]) => ({ type: "code", code: code.replace(/^ (?=`)|(?<=`) $/g, "") })],
  ],
  "[": [[LINK, ([all, label, angled, plain, title], deeper) => link(angled ?? plain, deeper(label), title) ?? all]],
  "<": [
    [ANGLED, ([all, address]) => link(address, [address]) ?? all],
    [USER, ([, id]) => ({ type: "user", id })],
    [ROLE, ([, id]) => ({ type: "role", id })],
    [CHANNEL, ([, id]) => ({ type: "channel", id })],
    [COMMAND, ([, name, id]) => ({ type: "command", name, id })],
    [EMOJI, ([all, name, id]) => ({ type: "emoji", name, id, animated: all[1] === "a" })],
    [TIME, ([all, seconds, style]) => ({ type: "time", seconds: Number(seconds), style: style ?? "f", source: all })],
    [GUIDE, ([, page]) => ({ type: "guide", page })],
  ],
  h: [[BARE, ([address]) => link(balanced(address), [balanced(address)]) ?? address]],
  "@": [[EVERYBODY, ([all]) => ({ type: "everybody", name: all })]],
  "*": [
    [STRONG, around("strong")],
    [STAR, around("em")],
  ],
  _: [
    [UNDERLINE, around("underline")],
    [DASH, around("em")],
  ],
  "~": [[STRIKE, around("strike")]],
  "|": [[SPOILER, around("spoiler")]],
};

function link(address, children, title) {
  try {
    const { protocol, href } = new URL(address);
    return ["http:", "https:", "discord:"].includes(protocol) ? { type: "link", href, title, children } : null;
  } catch {
    return null;
  }
}

/** A closing bracket that was opened before the address does not belong to it. */
function balanced(address) {
  let open = 0;
  for (let at = 0; at < address.length; at++) {
    if (address[at] === "(") open++;
    else if (address[at] === ")" && --open < 0) return address.slice(0, at);
  }
  return address;
}

function match(rule, text, at) {
  rule.lastIndex = at;
  return rule.exec(text);
}

/** `blocks`: whether lines may be headings, quotes and lists here, as in a message but not in a button or a title. */
export function parse(text, { blocks = true, quoted = false, links = true, depth = 0 } = {}) {
  const nodes = [];
  const say = (string) => {
    if (typeof nodes.at(-1) === "string") nodes[nodes.length - 1] += string;
    else nodes.push(string);
  };
  const deeper = (inside) => (depth >= DEPTH ? [inside] : parse(inside, { blocks: false, quoted, links, depth: depth + 1 }));
  let at = 0;
  while (at < text.length) {
    if (blocks && depth < DEPTH && (at === 0 || text[at - 1] === "\n")) {
      const block = line(text, at, { quoted, links, depth: depth + 1 });
      if (block) {
        nodes.push(block.node);
        at = block.end;
        continue;
      }
    }
    const found = inline(text, at, links, deeper);
    if (found) {
      if (typeof found.node === "string") say(found.node);
      else nodes.push(found.node);
      at = found.end;
      continue;
    }
    const plain = match(PLAIN, text, at)?.[0] ?? text[at];
    say(plain);
    at += plain.length;
  }
  return nodes;
}

function inline(text, at, links, deeper) {
  for (const [rule, node] of INLINE[text[at]] ?? []) {
    if (!links && (rule === LINK || rule === ANGLED || rule === BARE)) continue;
    const found = match(rule, text, at);
    if (!found) continue;
    // A bare address may end before what its pattern took.
    const made = node(found, rule === LINK ? (inside) => deeper(inside).map(unlinked) : deeper);
    const length = rule === BARE && made.type === "link" ? made.children[0].length : found[0].length;
    return { node: made, end: at + length };
  }
  return null;
}

/** A link's own label links nowhere else. */
const unlinked = (node) => (node.type === "link" ? node.children.join("") : node);

function line(text, at, within) {
  const heading = match(HEADING, text, at);
  if (heading) {
    const [all, marks, inside] = heading;
    return { node: { type: "heading", level: marks.length, children: parse(inside, { ...within, blocks: false }) }, end: at + all.length };
  }
  const subtext = match(SUBTEXT, text, at);
  if (subtext) return { node: { type: "subtext", children: parse(subtext[1], { ...within, blocks: false }) }, end: at + subtext[0].length };
  if (!within.quoted) {
    const rest = match(QUOTE_REST, text, at);
    if (rest) return { node: quote(rest[1], within), end: text.length };
    const quoted = match(QUOTE, text, at);
    if (quoted) return { node: quote(quoted[0].replace(/^ *> ?/gm, "").replace(/\n$/, ""), within), end: at + quoted[0].length };
  }
  return list(text, at, within);
}

const quote = (inside, within) => ({ type: "quote", children: parse(inside, { ...within, quoted: true }) });

function list(text, at, within) {
  const items = [];
  let end = at;
  while (end < text.length) {
    const stop = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
    const row = text.slice(end, stop);
    const found = ITEM.exec(row);
    // At the margin, numbers after dots are another list.
    if (found && items.length && found[1].length <= items[0].indent && /\d/.test(found[2]) !== /\d/.test(items[0].mark)) break;
    if (found) items.push({ indent: found[1].length, mark: found[2], lines: [found[3]] });
    // An indented line goes on with its item.
    else if (items.length && /^ {2,}\S/.test(row)) items.at(-1).lines.push(row.trim());
    else break;
    end = Math.min(stop + 1, text.length);
  }
  return items.length ? { node: nested(items, within), end } : null;
}

function nested(items, within) {
  const [{ indent, mark }] = items;
  const ordered = /\d/.test(mark);
  const node = { type: "list", ordered, start: ordered ? Number.parseInt(mark, 10) : undefined, children: [] };
  let rest = items;
  while (rest.length) {
    const [first, ...others] = rest;
    const next = others.findIndex((item) => item.indent <= indent);
    const inner = next < 0 ? others : others.slice(0, next);
    const children = parse(first.lines.join("\n"), { ...within, blocks: false });
    if (inner.length && within.depth < DEPTH) children.push(nested(inner, { ...within, depth: within.depth + 1 }));
    node.children.push({ type: "item", children });
    rest = next < 0 ? [] : others.slice(next);
  }
  return node;
}
