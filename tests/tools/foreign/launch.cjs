// Makes the JavaScript libraries use the playground before a bot loads them: node -r launch.cjs BOT
"use strict";
const http = require("node:http");
const https = require("node:https");
const { createRequire } = require("node:module");

const api = new URL(process.env.DISCORD_API);
const requireModule = createRequire(`${process.env.FOREIGN_MODULES}/`);

const findModule = (name) => {
  try {
    return requireModule(name);
  } catch {
    return undefined;
  }
};

const rest = findModule("@discordjs/rest");
if (rest) Object.assign(rest.DefaultRestOptions, { api: api.href.replace(/\/v\d+$/, ""), cdn: process.env.DISCORD_CDN });

const oceanic = findModule(`${process.env.FOREIGN_MODULES}/oceanic.js/dist/lib/Constants.js`);
if (oceanic) Object.assign(oceanic, { BASE_URL: api.origin, API_URL: api.href });

// eris supports only HTTPS, and ignores the configured port for this host.
const { request } = https;
https.request = (options, ...rest) =>
  options?.host === "discord.com" ? http.request({ ...options, protocol: "http:", agent: undefined, host: api.hostname, port: api.port }, ...rest) : request(options, ...rest);
