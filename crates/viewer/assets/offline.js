// Keeps what was loaded, for the time without a connection. What changes is asked for anew where there
// is one; programs have another name when they change.
"use strict";

const CACHE = "puzzles";

// What every page may need; the line is written with the site.
const CORE = [];

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(CORE)));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

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
