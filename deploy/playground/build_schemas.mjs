// Write Discord's HTTP API as JSON Schema, in one file for the playground: `node build_schemas.mjs TARGET.json FOLDER`.
// The npm packages are installed into FOLDER.
//
// Discord publishes its API as OpenAPI. The npm package `discord-api-spec` (MIT license) has all schemas of it as zod,
// and the bodies of each route as TypeScript. The file is built, not stored in the repository.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));
const PACKAGES = JSON.parse(readFileSync(join(HERE, "package.json"), "utf8")).dependencies;

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
const urn = (name) => `urn:discord:${name}`;

function install(folder) {
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(HERE, name), join(folder, name));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  // Unlike `npm install`, this installs exactly the packages in the lock file, and checks their hashes.
  const { status, stderr } = spawnSync("npm", ["ci", "--omit=dev", ...quiet], { cwd: folder, encoding: "utf8" });
  if (status === 0) return;
  const [why = "it does not start"] = (stderr ?? "").split("\n").filter((line) => line.trim());
  throw new Error(`npm could not install ${Object.keys(PACKAGES).join(" and ")} (${why.trim()})`);
}

async function schemas(packages) {
  const { z } = await import(pathToFileURL(join(packages, "zod/index.js")));
  const spec = await import(pathToFileURL(join(packages, "discord-api-spec/build/discord-api-spec.zod.js")));
  const registry = z.registry();
  for (const [name, schema] of Object.entries(spec))
    if (name.endsWith("Schema")) registry.add(schema, { id: name.slice(0, -"Schema".length) });
  const options = { target: "draft-2020-12", io: "input", unrepresentable: "any", uri: urn };
  return z.toJSONSchema(registry, options).schemas;
}

// A reader for the part of TypeScript that `interface Paths` is written in: object types, unions, arrays, names and
// literals. What it does not know it refuses, so that no route is lost in silence.
function reader(text) {
  const words = text.replace(/\/\*[\s\S]*?\*\//g, " ").match(/"(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|-?\d+(?:\.\d+)?|\S/g);
  let at = 0;
  const next = () => words[at++];
  const skip = (word) => words[at] === word && ++at > 0;
  const expect = (word) => {
    if (!skip(word)) throw new Error(`expected ${word} and found ${words.slice(at, at + 8).join(" ")}`);
  };

  function members(each) {
    expect("{");
    while (!skip("}")) {
      const indexed = skip("[");
      let name = next();
      if (indexed) {
        expect(":");
        next();
        expect("]");
      } else if (name.startsWith('"')) name = JSON.parse(name);
      const optional = skip("?");
      expect(":");
      each(name, { indexed, optional });
      if (!skip(";")) skip(",");
    }
  }

  function union() {
    skip("|");
    const kinds = [intersection()];
    while (skip("|")) kinds.push(intersection());
    return kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  }

  function intersection() {
    const parts = [array()];
    while (skip("&")) parts.push(array());
    return parts.length === 1 ? parts[0] : { allOf: parts };
  }

  function array() {
    let type = single();
    while (words[at] === "[" && words[at + 1] === "]") {
      at += 2;
      type = { type: "array", items: type };
    }
    return type;
  }

  function single() {
    if (words[at] === "{") return object();
    if (skip("(")) {
      const inner = union();
      expect(")");
      return inner;
    }
    if (skip("[")) {
      const items = [];
      while (!skip("]")) {
        items.push(union());
        skip(",");
      }
      return { type: "array", prefixItems: items };
    }
    const word = next();
    if (word.startsWith('"')) return { const: JSON.parse(word) };
    if (/^-?\d/.test(word)) return { const: Number(word) };
    if (word === "true" || word === "false") return { const: word === "true" };
    if (word in PRIMITIVES) return PRIMITIVES[word];
    if (/^[A-Z]\w*$/.test(word)) return { $ref: urn(word) };
    throw new Error(`cannot read the type at ${[word, ...words.slice(at, at + 8)].join(" ")}`);
  }

  function object() {
    const schema = { type: "object", properties: {}, required: [] };
    members((name, { indexed, optional }) => {
      const type = union();
      if (indexed) schema.additionalProperties = type;
      else {
        schema.properties[name] = type;
        if (!optional) schema.required.push(name);
      }
    });
    return schema;
  }

  return { members, union };
}

function routes(typescript) {
  const start = typescript.indexOf("export interface Paths {");
  if (start < 0) throw new Error("discord-api-spec no longer says which route takes what");
  const { members, union } = reader(typescript.slice(typescript.indexOf("{", start)));
  const found = {};
  members((template) =>
    members((method) => {
      if (!METHODS.has(method)) throw new Error(`unknown method ${method} of ${template}`);
      const route = { request: null, responses: {} };
      members((part) => {
        if (part === "requestBody") route.request = union();
        else if (part === "responses")
          members((status) => {
            // What is `unknown` with 204 is no body at all.
            route.responses[status] = status === "204" ? (union(), null) : union();
          });
        else union();
      });
      found[`${method.toUpperCase()} ${template}`] = route;
    }),
  );
  return found;
}

function references(value, found = new Set()) {
  if (Array.isArray(value)) value.forEach((item) => references(item, found));
  else if (value && typeof value === "object")
    for (const [name, item] of Object.entries(value))
      if (name === "$ref") found.add(item);
      else references(item, found);
  return found;
}

async function main(target, folder) {
  install(folder);
  const packages = join(folder, "node_modules");
  const made = {
    packages: PACKAGES,
    license: readFileSync(join(packages, "discord-api-spec/LICENSE"), "utf8"),
    schemas: await schemas(packages),
    routes: routes(readFileSync(join(packages, "discord-api-spec/build/discord-api-spec.ts"), "utf8")),
  };
  const lost = [...references(made)].filter((name) => !(name.slice(urn("").length) in made.schemas));
  if (lost.length) throw new Error(`no schema for ${lost.join(", ")}`);
  // Whole or not at all: another process may be reading.
  const partial = `${resolve(target)}.${process.pid}`;
  writeFileSync(partial, JSON.stringify(made));
  renameSync(partial, resolve(target));
}

if (process.argv.length !== 4) {
  console.error("usage: node build_schemas.mjs TARGET.json FOLDER");
  process.exit(2);
}
main(process.argv[2], resolve(process.argv[3])).catch((error) => {
  console.error(`Discord's schemas could not be built: ${error.message}.`);
  process.exit(1);
});
