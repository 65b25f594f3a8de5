// Writes Discord's HTTP API as JSON Schema, in one file for the playground: `node build_schemas.mjs TARGET.json FOLDER`.
// The npm packages are installed into FOLDER.
//
// Discord publishes its API as OpenAPI. The npm package `discord-api-spec` (MIT license) contains all of its schemas as
// zod, and the bodies of each route as TypeScript. The file is built, and therefore not in the repository.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SCRIPT_FOLDER = dirname(fileURLToPath(import.meta.url));
const PACKAGES = JSON.parse(readFileSync(join(SCRIPT_FOLDER, "package.json"), "utf8")).dependencies;

const METHODS = new Set(["get", "put", "post", "patch", "delete"]);
const PRIMITIVES = {
  string: { type: "string" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  null: { type: "null" },
  unknown: {},
  undefined: null,
  never: null,
};
const toUrn = (schemaName) => `urn:discord:${schemaName}`;

function installPackages(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(SCRIPT_FOLDER, name), join(folder, name));
  const quietOptions = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  // Unlike `npm install`, this installs exactly the packages in the lock file, and checks their hashes.
  const { status, stderr } = spawnSync("npm", ["ci", "--omit=dev", ...quietOptions], { cwd: folder, encoding: "utf8" });
  if (status === 0) return;
  const [reason = "npm does not start"] = (stderr ?? "").split("\n").filter((line) => line.trim());
  throw new Error(`npm could not install ${Object.keys(PACKAGES).join(" and ")} (${reason.trim()})`);
}

async function loadSchemas(packagesFolder) {
  const { z } = await import(pathToFileURL(join(packagesFolder, "zod/index.js")));
  const spec = await import(pathToFileURL(join(packagesFolder, "discord-api-spec/build/discord-api-spec.zod.js")));
  const registry = z.registry();
  for (const [name, schema] of Object.entries(spec))
    if (name.endsWith("Schema")) registry.add(schema, { id: name.slice(0, -"Schema".length) });
  const options = { target: "draft-2020-12", io: "input", unrepresentable: "any", uri: toUrn };
  return z.toJSONSchema(registry, options).schemas;
}

/**
 * Create a parser for the part of TypeScript that `interface Paths` uses: object types, unions, arrays, names and literals.
 *
 * `parseType()` returns a JSON Schema. `parseMembers(onMember)` calls `onMember` for each member of an object type, which
 * must parse the member's type. Unknown syntax is an error, because a route would be missing otherwise.
 */
function createTypeParser(text) {
  const tokens = text.replace(/\/\*[\s\S]*?\*\//g, " ").match(/"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|\S/g);
  let position = 0;
  const takeToken = () => tokens[position++];
  const skipToken = (token) => tokens[position] === token && ++position > 0;
  const expectToken = (token) => {
    if (!skipToken(token)) throw new Error(`expected ${token} instead of ${tokens.slice(position, position + 8).join(" ")}`);
  };

  function parseMembers(onMember) {
    expectToken("{");
    while (!skipToken("}")) {
      const isIndex = skipToken("[");
      let name = takeToken();
      if (isIndex) {
        expectToken(":");
        takeToken();
        expectToken("]");
      } else if (name.startsWith('"')) name = JSON.parse(name);
      const isOptional = skipToken("?");
      expectToken(":");
      onMember(name, { isIndex, isOptional });
      if (!skipToken(";")) skipToken(",");
    }
  }

  function parseType() {
    skipToken("|");
    const branches = [parseIntersection()];
    while (skipToken("|")) branches.push(parseIntersection());
    return branches.length === 1 ? branches[0] : { anyOf: branches };
  }

  function parseIntersection() {
    const parts = [parseArray()];
    while (skipToken("&")) parts.push(parseArray());
    return parts.length === 1 ? parts[0] : { allOf: parts };
  }

  function parseArray() {
    let type = parseSingleType();
    while (tokens[position] === "[" && tokens[position + 1] === "]") {
      position += 2;
      type = { type: "array", items: type };
    }
    return type;
  }

  function parseSingleType() {
    if (tokens[position] === "{") return parseObject();
    if (skipToken("(")) {
      const inner = parseType();
      expectToken(")");
      return inner;
    }
    if (skipToken("[")) {
      const items = [];
      while (!skipToken("]")) {
        items.push(parseType());
        skipToken(",");
      }
      return { type: "array", prefixItems: items };
    }
    const token = takeToken();
    if (token.startsWith('"')) return { const: JSON.parse(token) };
    if (/^-?\d/.test(token)) return { const: Number(token) };
    if (token === "true" || token === "false") return { const: token === "true" };
    if (token in PRIMITIVES) return PRIMITIVES[token];
    if (/^[A-Z]\w*$/.test(token)) return { $ref: toUrn(token) };
    throw new Error(`cannot parse the type at ${[token, ...tokens.slice(position, position + 8)].join(" ")}`);
  }

  function parseObject() {
    const schema = { type: "object", properties: {}, required: [] };
    parseMembers((name, { isIndex, isOptional }) => {
      const type = parseType();
      if (isIndex) schema.additionalProperties = type;
      else {
        schema.properties[name] = type;
        if (!isOptional) schema.required.push(name);
      }
    });
    return schema;
  }

  return { parseMembers, parseType };
}

function parseRoutes(typescript) {
  const start = typescript.indexOf("export interface Paths {");
  if (start < 0) throw new Error("discord-api-spec no longer contains the interface Paths");
  const { parseMembers, parseType } = createTypeParser(typescript.slice(typescript.indexOf("{", start)));
  const routes = {};
  parseMembers((template) =>
    parseMembers((method) => {
      if (!METHODS.has(method)) throw new Error(`unknown method ${method} of ${template}`);
      const route = { request: null, responses: {} };
      parseMembers((part) => {
        if (part === "requestBody") route.request = parseType();
        else if (part === "responses")
          parseMembers((status) => {
            // The type is `unknown` for 204, whose responses have no body.
            route.responses[status] = status === "204" ? (parseType(), null) : parseType();
          });
        else parseType();
      });
      routes[`${method.toUpperCase()} ${template}`] = route;
    }),
  );
  return routes;
}

function collectReferences(value, references = new Set()) {
  if (Array.isArray(value)) value.forEach((item) => collectReferences(item, references));
  else if (value && typeof value === "object")
    for (const [name, item] of Object.entries(value))
      if (name === "$ref") references.add(item);
      else collectReferences(item, references);
  return references;
}

async function buildSchemas(target, folder) {
  installPackages(folder);
  const packagesFolder = join(folder, "node_modules");
  const document = {
    packages: PACKAGES,
    license: readFileSync(join(packagesFolder, "discord-api-spec/LICENSE"), "utf8"),
    schemas: await loadSchemas(packagesFolder),
    routes: parseRoutes(readFileSync(join(packagesFolder, "discord-api-spec/build/discord-api-spec.ts"), "utf8")),
  };
  const missing = [...collectReferences(document)].filter((urn) => !(urn.slice(toUrn("").length) in document.schemas));
  if (missing.length) throw new Error(`no schema for ${missing.join(", ")}`);
  // The file is replaced at once, because another process may read it at the same time.
  const temporaryPath = `${resolve(target)}.${process.pid}`;
  writeFileSync(temporaryPath, JSON.stringify(document));
  renameSync(temporaryPath, resolve(target));
}

if (process.argv.length !== 4) {
  console.error("usage: node build_schemas.mjs TARGET.json FOLDER");
  process.exit(2);
}
buildSchemas(process.argv[2], resolve(process.argv[3])).catch((error) => {
  console.error(`Discord's schemas could not be built: ${error.message}.`);
  process.exit(1);
});
