// The front page: which cards are shown, and in which order. The address says so, too: it can be
// passed on.
"use strict";

(() => {
  const list = document.getElementById("cards");
  const cards = [...list.children];
  const words = document.getElementById("words");
  const order = document.getElementById("order");
  const filters = [...document.querySelectorAll("[data-filter]")];

  const title = (card) => card.dataset.title;
  const byTitle = (one, other) => title(one).localeCompare(title(other), "en", { numeric: true });
  // What has no month, no nodes or no time comes last, whatever the order.
  const by = (key, compare) => (one, other) => {
    const [mine, theirs] = [one.dataset[key], other.dataset[key]];
    if (mine === undefined || theirs === undefined) {
      return (mine === undefined) - (theirs === undefined) || byTitle(one, other);
    }
    return compare(mine, theirs) || byTitle(one, other);
  };
  const asText = (mine, theirs) => (mine < theirs ? -1 : Number(mine > theirs));
  const asNumbers = (mine, theirs) => Number(mine) - Number(theirs);
  const orders = {
    newest: by("published", (mine, theirs) => asText(theirs, mine)),
    oldest: by("published", asText),
    title: byTitle,
    nodes: by("nodes", asNumbers),
    time: by("seconds", asNumbers),
    grade: by("grade", asNumbers),
  };

  const slugs = cards.map(({ dataset }) => dataset.words.split(" ")[0]);
  // What was begun and solved here: the puzzle's page keeps it.
  const time = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  for (const [place, card] of cards.entries()) {
    let found;
    try {
      found = JSON.parse(kept.read(`fill ${slugs[place]}`));
    } catch {
      // Somebody else has written there.
    }
    if (!found?.seconds && !found?.isSolved) continue;
    const text = found.isSolved ? `Solved here in ${time(found.seconds)}` : `Begun here, ${time(found.seconds)}`;
    card.dataset.progress = found.isSolved ? "solved" : "begun";
    card.querySelector(".caption").append(make("p", { className: "progress", textContent: text }));
  }

  // All that is kept, as a file.
  const names = () => Object.keys(localStorage).filter((name) => KEPT.some((word) => name.startsWith(word)));
  document.getElementById("save").onclick = () => {
    const all = Object.fromEntries(names().map((name) => [name, kept.read(name)]));
    const href = URL.createObjectURL(new Blob([JSON.stringify(all)], { type: "application/json" }));
    make("a", { href, download: "puzzles.json" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };
  const file = document.getElementById("load");
  file.onchange = async () => {
    try {
      const all = Object.entries(JSON.parse(await file.files[0].text()));
      const isOurs = ([name, text]) => typeof text === "string" && KEPT.some((word) => name.startsWith(word));
      for (const [name, text] of all.filter(isOurs)) kept.write(name, text);
      location.reload();
    } catch {
      document.getElementById("loaded").textContent = "This is no file that was saved here.";
    }
  };

  // What matters of a name that somebody types, as on the command line: letters and digits.
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const called = cards.map(({ dataset }, place) => [dataset.title, slugs[place]].map(plain));
  const texts = cards.map(({ dataset }) => {
    const { title, words, source, kind, difficulty, verdict, certificate } = dataset;
    return [title, words, source, kind, difficulty, verdict, certificate].join(" ").toLowerCase();
  });
  // Which cards are meant: those with what was typed in their names, or else those with all of its words
  // anywhere.
  const meant = (typed) => {
    const name = plain(typed);
    const isCalled = called.map((both) => both.some((one) => one.includes(name)));
    if (isCalled.includes(true)) return isCalled;
    const wanted = typed.toLowerCase().split(/[^\p{L}\p{N}-]+/u).filter(Boolean);
    return texts.map((text) => wanted.every((word) => text.includes(word)));
  };
  // The code of an instance in a book, such as hooks-5:6:7003, means its puzzle; commands make it again.
  const ofBook = document.getElementById("of-book");
  const own = document.getElementById("own");
  const decoded = (typed) => {
    const [code, slug] = typed.trim().toLowerCase().match(/^([\w-]+):\d+:\d+$/) ?? [];
    const isCode = slugs.includes(slug);
    ofBook.hidden = !isCode || own !== null;
    // An address of a public editor, or the code, where the puzzles' programs can read it.
    const isAddress = own && /https?:\/\/|^pzprv3/.test(typed);
    if (own) own.hidden = !isCode && !isAddress;
    if (isAddress) own.firstElementChild.href = `fill.html#u=${encodeURIComponent(typed.trim())}`;
    else if (own && isCode) own.firstElementChild.href = `fill.html#c=${code}`;
    if (isAddress) return slugs.map(() => false);
    if (!isCode) return null;
    for (const part of ofBook.querySelectorAll("[data-part]")) {
      part.textContent = part.dataset.part === "slug" ? slug : code;
    }
    return slugs.map((one) => one === slug);
  };
  const search = () => {
    const isMeant = decoded(words.value) ?? meant(words.value);
    const passes = (card, filter) => !filter.value || card.dataset[filter.id] === filter.value;
    for (const [place, card] of cards.entries()) {
      card.hidden = !isMeant[place] || !filters.every((filter) => passes(card, filter));
    }
    const shown = cards.filter((card) => !card.hidden).length;
    const all = cards.length;
    document.getElementById("shown").textContent = shown < all ? `${shown} of ${all}` : `${all} in all`;
    document.getElementById("nothing").hidden = shown > 0 || all === 0 || own?.hidden === false;
  };
  const sort = () => list.append(...cards.toSorted(orders[order.value]));

  // The fields in the address: those that are not as they are at first.
  const fields = [words, ...filters, order];
  const first = (field) => (field === order ? "newest" : "");
  const write = () => {
    const changed = fields.filter((field) => field.value !== first(field));
    const address = new URLSearchParams(changed.map((field) => [field.id, field.value]));
    history.replaceState(null, "", changed.length ? `#${address}` : location.pathname);
  };
  const read = () => {
    const address = new URLSearchParams(location.hash.slice(1));
    if (!fields.some((field) => address.has(field.id))) return;
    for (const field of fields) {
      const value = address.get(field.id) ?? first(field);
      const isThere = !field.options || [...field.options].some((option) => option.value === value);
      field.value = isThere ? value : first(field);
    }
  };
  const update = () => {
    search();
    sort();
  };

  for (const field of fields) {
    field.addEventListener(field === words ? "input" : "change", () => {
      update();
      write();
    });
  }
  addEventListener("hashchange", () => {
    read();
    update();
  });
  addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, select, textarea");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    words.focus();
    words.select();
  });
  const finder = document.getElementById("finder");
  finder.addEventListener("submit", (event) => {
    event.preventDefault();
    if (own && !own.hidden) own.firstElementChild.click();
  });
  finder.hidden = false;
  // A browser that comes back to the page has filled in the fields again.
  read();
  update();
})();
