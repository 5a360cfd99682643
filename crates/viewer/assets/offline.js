// Keeps what was loaded, for the time without a connection. What changes is asked for anew where there
// is one; programs have another name when they change.
"use strict";

// Lines that are written with the site: its version, what every page may need, and the programs.
const VERSION = "";
const CORE = [];
const PARTS = {};

// Each version of each site of a server has a store of its own.
const SITE = `puzzles ${registration.scope} `;
const CACHE = SITE + VERSION;
const others = async () => (await caches.keys()).filter((name) => name.startsWith(SITE) && name !== CACHE);

// The browser's own store may have an older version.
const fresh = (url) => new Request(url, { cache: "no-cache" });

// What was kept of another version is asked for anew, but for programs.
const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(CORE.map(fresh));
  for (const path of Object.keys(PARTS)) {
    const kept = await caches.match(path);
    // A puzzle that is being opened comes first.
    if (kept) await cache.put(path, kept);
    else await cache.add(new Request(path, { priority: "low" }));
  }
  const seen = await Promise.all((await others()).map(async (name) => (await caches.open(name)).keys()));
  const renew = async ({ url }) => isProgram(url) || (await cache.match(url)) || cache.add(fresh(url));
  await Promise.allSettled(seen.flat().map(renew));
};
const forget = async () => {
  await Promise.all((await others()).map((name) => caches.delete(name)));
  await clients.claim();
};
addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(install());
});
addEventListener("activate", (event) => event.waitUntil(forget()));

// The first page tells what it has loaded.
const add = async (urls) => {
  const cache = await caches.open(CACHE);
  const isOurs = (url) => url.startsWith(registration.scope);
  await Promise.allSettled(urls.filter(isOurs).map(async (url) => (await cache.match(url)) || cache.add(url)));
};
addEventListener("message", (event) => event.waitUntil(add(event.data)));

const isProgram = (url) => /\/programs-[0-9a-f]+\.js$/.test(new URL(url).pathname);

const answer = async (request) => {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept && isProgram(request.url)) return kept;
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
};
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});
