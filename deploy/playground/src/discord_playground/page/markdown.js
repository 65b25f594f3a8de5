/*
 * A parser for Discord's markdown. It returns a tree: a node is a string or `{type, …, children}`.
 *
 * Discord's markdown is not CommonMark. The earliest match from the left wins, a closing mark may be inside a word,
 * headings and lists need no blank lines around them, and marks without a closing one are plain text.
 */

// More than people use, and few enough not to exhaust the stack.
const MAX_DEPTH = 24;

const HEADING = / *(#{1,3}) +([^\n]+?)(?: +#+)? *(?:\n|$)/y;
const SUBTEXT = /-# +([^\n]+)(?:\n|$)/y;
const QUOTE_REST = / *>>> +([^]*)/y;
const QUOTE = / *> +[^\n]*(?:\n *> +[^\n]*)*\n?/y;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;
const CODE_BLOCK = /```(?:([\w+\-.#]+)\n)?\n*([^\n][^]*?)\n*```\n?/y;
const CODE = /(`+)([^]*?[^`])\1(?!`)/y;
const ESCAPE = /\\([^0-9A-Za-z\s])/y;
const SHRUG = /¯\\_\(ツ\)_\/¯/y;
const LINK = /\[((?:\\.|[^[\]\\\n])+)\]\(\s*(?:<([^<>\s]+)>|((?:\([^()\s]*\)|[^()\s<>])+))(?:\s+"([^"\n]*)")?\s*\)/y;
const ANGLE_LINK = /<([A-Za-z]+:\/\/[^\s<>]+)>/y;
const BARE_URL = /https?:\/\/[^\s<]+[^<.,:;"'\]\s|*_~`]/y;
const USER = /<@!?(\d{1,20})>/y;
const ROLE = /<@&(\d{1,20})>/y;
const CHANNEL = /<#(\d{1,20})>/y;
const COMMAND = /<\/([^\n:<>]{1,98}):(\d{1,20})>/y;
const EMOJI = /<a?:(\w{2,32}):(\d{1,20})>/y;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFsSR]))?>/y;
const GUIDE_LINK = /<id:(customize|browse|guide|linked-roles)>/y;
const EVERYONE = /@(everyone|here)(?!\w)/y;

const STRONG = /\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y;
const UNDERLINE = /__((?:\\[^]|[^\\])+?)__(?!_)/y;
const STRIKE = /~~((?:\\[^]|[^\\])+?)~~(?!~)/y;
const SPOILER = /\|\|((?:\\[^]|[^\\])+?)\|\|/y;
const STAR_EMPHASIS = /\*(?=\S)((?:\*\*|\\[^]|\s+(?:[^*\s\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y;
const UNDERSCORE_EMPHASIS = /_((?:__|\\[^]|[^\\_])+?)_(?!\w)/y;

// Text up to the next character that an inline rule can start with.
const PLAIN_TEXT = /[^\\`*_~|<[@\nh¯]+/y;

const wrapIn = (type) => ([, content], parseInner) => ({ type, children: parseInner(content) });

const INLINE_RULES = {
  "\\": [[ESCAPE, ([, sign]) => sign]],
  "¯": [[SHRUG, ([all]) => all]],
  "`": [
    [CODE_BLOCK, ([, language, code]) => ({ type: "block", language, code: code.replace(/\u001b\[[\d;]*m/g, "") })],
    [CODE, ([, , code]) => ({ type: "code", code: code.replace(/^ (?=`)|(?<=`) $/g, "") })],
  ],
  "[": [[LINK, ([all, label, angled, plain, title], deeper) => createLink(angled ?? plain, deeper(label), title) ?? all]],
  "<": [
    [ANGLE_LINK, ([all, address]) => createLink(address, [address]) ?? all],
    [USER, ([, id]) => ({ type: "user", id })],
    [ROLE, ([, id]) => ({ type: "role", id })],
    [CHANNEL, ([, id]) => ({ type: "channel", id })],
    [COMMAND, ([, name, id]) => ({ type: "command", name, id })],
    [EMOJI, ([all, name, id]) => ({ type: "emoji", name, id, animated: all[1] === "a" })],
    [TIME, ([all, seconds, style]) => ({ type: "time", seconds: Number(seconds), style: style ?? "f", source: all })],
    [GUIDE_LINK, ([, page]) => ({ type: "guide", page })],
  ],
  h: [[BARE_URL, ([address]) => createLink(trimUnbalanced(address), [trimUnbalanced(address)]) ?? address]],
  "@": [[EVERYONE, ([all]) => ({ type: "everybody", name: all })]],
  "*": [
    [STRONG, wrapIn("strong")],
    [STAR_EMPHASIS, wrapIn("em")],
  ],
  _: [
    [UNDERLINE, wrapIn("underline")],
    [UNDERSCORE_EMPHASIS, wrapIn("em")],
  ],
  "~": [[STRIKE, wrapIn("strike")]],
  "|": [[SPOILER, wrapIn("spoiler")]],
};

function createLink(address, children, title) {
  try {
    const { protocol, href } = new URL(address);
    return ["http:", "https:", "discord:"].includes(protocol) ? { type: "link", href, title, children } : null;
  } catch {
    return null;
  }
}

/** Cut a URL before a closing parenthesis that has no opening one in the URL. */
function trimUnbalanced(address) {
  let depth = 0;
  for (let index = 0; index < address.length; index++) {
    if (address[index] === "(") depth++;
    else if (address[index] === ")" && --depth < 0) return address.slice(0, index);
  }
  return address;
}

function matchAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/**
 * Parse text into a list of nodes.
 *
 * `blocks` allows headings, quotes and lists, which titles and field names cannot have. `quoted` forbids quotes, which
 * cannot be nested. `links` allows links.
 */
export function parseMarkdown(text, { blocks = true, quoted = false, links = true, depth = 0 } = {}) {
  const nodes = [];
  const addText = (string) => {
    if (typeof nodes.at(-1) === "string") nodes[nodes.length - 1] += string;
    else nodes.push(string);
  };
  const parseInner = (content) => (depth >= MAX_DEPTH ? [content] : parseMarkdown(content, { blocks: false, quoted, links, depth: depth + 1 }));
  let index = 0;
  while (index < text.length) {
    if (blocks && depth < MAX_DEPTH && (index === 0 || text[index - 1] === "\n")) {
      const block = parseBlock(text, index, { quoted, links, depth: depth + 1 });
      if (block) {
        nodes.push(block.node);
        index = block.end;
        continue;
      }
    }
    const match = parseInline(text, index, links, parseInner);
    if (match) {
      if (typeof match.node === "string") addText(match.node);
      else nodes.push(match.node);
      index = match.end;
      continue;
    }
    const plainText = matchAt(PLAIN_TEXT, text, index)?.[0] ?? text[index];
    addText(plainText);
    index += plainText.length;
  }
  return nodes;
}

function parseInline(text, index, links, parseInner) {
  for (const [pattern, createNode] of INLINE_RULES[text[index]] ?? []) {
    if (!links && (pattern === LINK || pattern === ANGLE_LINK || pattern === BARE_URL)) continue;
    const match = matchAt(pattern, text, index);
    if (!match) continue;
    // A bare URL may be shorter than the match of its pattern.
    const node = createNode(match, pattern === LINK ? (content) => parseInner(content).map(removeLink) : parseInner);
    const length = pattern === BARE_URL && node.type === "link" ? node.children[0].length : match[0].length;
    return { node, end: index + length };
  }
  return null;
}

/** Replace a link inside the label of another link with its text. */
const removeLink = (node) => (node.type === "link" ? node.children.join("") : node);

function parseBlock(text, index, options) {
  const heading = matchAt(HEADING, text, index);
  if (heading) {
    const [all, marks, content] = heading;
    return { node: { type: "heading", level: marks.length, children: parseMarkdown(content, { ...options, blocks: false }) }, end: index + all.length };
  }
  const subtext = matchAt(SUBTEXT, text, index);
  if (subtext) return { node: { type: "subtext", children: parseMarkdown(subtext[1], { ...options, blocks: false }) }, end: index + subtext[0].length };
  if (!options.quoted) {
    const rest = matchAt(QUOTE_REST, text, index);
    if (rest) return { node: createQuote(rest[1], options), end: text.length };
    const quoted = matchAt(QUOTE, text, index);
    if (quoted) return { node: createQuote(quoted[0].replace(/^ *> ?/gm, "").replace(/\n$/, ""), options), end: index + quoted[0].length };
  }
  return parseList(text, index, options);
}

const createQuote = (content, options) => ({ type: "quote", children: parseMarkdown(content, { ...options, quoted: true }) });

function parseList(text, index, options) {
  const items = [];
  let end = index;
  while (end < text.length) {
    const lineEnd = text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end);
    const line = text.slice(end, lineEnd);
    const match = LIST_ITEM.exec(line);
    // Without indentation, a change between bullets and numbers starts another list.
    if (match && items.length && match[1].length <= items[0].indent && /\d/.test(match[2]) !== /\d/.test(items[0].mark)) break;
    if (match) items.push({ indent: match[1].length, mark: match[2], lines: [match[3]] });
    // An indented line belongs to the item above.
    else if (items.length && /^ {2,}\S/.test(line)) items.at(-1).lines.push(line.trim());
    else break;
    end = Math.min(lineEnd + 1, text.length);
  }
  return items.length ? { node: createList(items, options), end } : null;
}

function createList(items, options) {
  const [{ indent, mark }] = items;
  const ordered = /\d/.test(mark);
  const node = { type: "list", ordered, start: ordered ? Number.parseInt(mark, 10) : undefined, children: [] };
  let rest = items;
  while (rest.length) {
    const [first, ...others] = rest;
    const next = others.findIndex((item) => item.indent <= indent);
    const nested = next < 0 ? others : others.slice(0, next);
    const children = parseMarkdown(first.lines.join("\n"), { ...options, blocks: false });
    if (nested.length && options.depth < MAX_DEPTH) children.push(createList(nested, { ...options, depth: options.depth + 1 }));
    node.children.push({ type: "item", children });
    rest = next < 0 ? [] : others.slice(next);
  }
  return node;
}
