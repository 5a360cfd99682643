// What the reader has chosen, and the pages remember: the colours, and whether answers are shown.
// Loaded before the page is drawn, so that it never flashes in the other colours.
"use strict";

// What is kept in the browser. One that keeps nothing for pages from the file system has nothing, and
// then what was chosen lasts for one page.
const kept = {
  read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // See above.
    }
  },
};

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

// A field with what it stands for.
function labelled(field, text) {
  const label = make("label", {});
  label.append(field, text);
  return label;
}

// All that is kept under names that begin with these words.
const KEPT = ["fill ", "draft "];

(() => {
  const root = document.documentElement;

  // Within another page there is only the puzzle.
  if (self !== top) root.dataset.framed = "";

  // From a server, the site can be installed, and what was seen once is there without a connection, too.
  if (location.protocol.startsWith("http")) {
    document.head.append(make("link", { rel: "manifest", href: "site.webmanifest" }));
    // What this page needs comes first. The first page was loaded before anything was kept.
    addEventListener("load", async () => {
      const { serviceWorker } = navigator;
      await serviceWorker?.register("offline.js").catch(() => {});
      if (!serviceWorker || serviceWorker.controller) return;
      const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
      (await serviceWorker.ready).active.postMessage([location.href, ...loaded]);
    });
  }

  // Light or dark: as the system has it, until the reader chooses.
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const choose = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  };
  const current = () => root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light");
  choose(kept.read("theme"));

  const prepareTheme = () => {
    const button = document.getElementById("theme");
    const other = () => (current() === "dark" ? "light" : "dark");
    const label = () => {
      button.querySelector("span").textContent = other() === "dark" ? "Dark" : "Light";
      button.ariaLabel = `Switch to ${other()} colours`;
    };
    button.onclick = () => {
      choose(other());
      kept.write("theme", current());
      label();
    };
    systemIsDark.addEventListener("change", label);
    label();
    button.hidden = false;
  };

  // Answers and solved boards: each is out of the page until it is opened, or all are.
  const areShown = () => root.dataset.answers === "shown";
  if (kept.read("answers") === "shown") root.dataset.answers = "shown";

  const prepareAnswers = () => {
    const button = document.getElementById("answers");
    const spoilers = [...document.querySelectorAll(".spoiler:not(.solutions)")];
    const fill = (spoiler) => {
      const content = spoiler.querySelector(":scope > template");
      if (spoiler.open && content) content.replaceWith(content.content);
    };
    const apply = () => {
      button.textContent = areShown() ? "Hide answers" : "Show answers";
      for (const spoiler of spoilers) {
        spoiler.open = areShown();
        fill(spoiler);
      }
    };
    for (const spoiler of spoilers) {
      spoiler.ontoggle = () => fill(spoiler);
      spoiler.hidden = false;
    }
    button.onclick = () => {
      root.dataset.answers = areShown() ? "hidden" : "shown";
      kept.write("answers", root.dataset.answers);
      apply();
    };
    apply();
    button.hidden = !spoilers.length;
  };

  document.addEventListener("DOMContentLoaded", () => {
    prepareTheme();
    prepareAnswers();
  });
})();

// What a text in base64 holds, compressed by gzip, as a response.
const unzipped = (text) => {
  // A loop is ten times as fast as `Uint8Array.from`; newer browsers have what is faster still.
  const decoded = () => {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let place = 0; place < letters.length; place += 1) bytes[place] = letters.charCodeAt(place);
    return bytes;
  };
  const stream = new Blob([Uint8Array.fromBase64?.(text) ?? decoded()]).stream();
  return new Response(stream.pipeThrough(new DecompressionStream("gzip")));
};

// Lists all that a step of an explanation uses, in a part that folds out.
const listUses = (fold, lines) => {
  const items = lines.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
  fold.querySelector("ul").replaceChildren(...items);
  fold.hidden = lines.length === 0;
};
