// Tells the libraries of JavaScript where the playground is, before somebody's bot asks for them: node -r launch.cjs BOT
"use strict";
const http = require("node:http");
const https = require("node:https");
const { createRequire } = require("node:module");

const api = new URL(process.env.DISCORD_API);
const from = createRequire(`${process.env.FOREIGN_MODULES}/`);

const found = (name) => {
  try {
    return from(name);
  } catch {
    return undefined;
  }
};

const rest = found("@discordjs/rest");
if (rest) Object.assign(rest.DefaultRestOptions, { api: api.href.replace(/\/v\d+$/, ""), cdn: process.env.DISCORD_CDN });

const oceanic = found(`${process.env.FOREIGN_MODULES}/oceanic.js/dist/lib/Constants.js`);
if (oceanic) Object.assign(oceanic, { BASE_URL: api.origin, API_URL: api.href });

// eris speaks HTTPS alone, to this host whatever it is told of ports.
const { request } = https;
https.request = (options, ...rest) =>
  options?.host === "discord.com" ? http.request({ ...options, protocol: "http:", agent: undefined, host: api.hostname, port: api.port }, ...rest) : request(options, ...rest);
