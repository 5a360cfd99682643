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
  };

  // What matters of a name that somebody types, as on the command line: letters and digits.
  const plain = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const slugs = cards.map(({ dataset }) => dataset.words.split(" ")[0]);
  const names = cards.map(({ dataset }, place) => [dataset.title, slugs[place]].map(plain));
  const texts = cards.map(({ dataset }) => {
    const { title, words, source, kind, difficulty, verdict, certificate } = dataset;
    return [title, words, source, kind, difficulty, verdict, certificate].join(" ").toLowerCase();
  });
  // Which cards are meant: those with what was typed in their names, or else those with all of its words
  // anywhere.
  const meant = (typed) => {
    const name = plain(typed);
    const isCalled = names.map((own) => own.some((one) => one.includes(name)));
    if (isCalled.includes(true)) return isCalled;
    const wanted = typed.toLowerCase().split(/[^\p{L}\p{N}-]+/u).filter(Boolean);
    return texts.map((text) => wanted.every((word) => text.includes(word)));
  };
  // The code of an instance in a book, such as hooks-5:6:7003, means its puzzle; commands make it again.
  const ofBook = document.getElementById("of-book");
  const decoded = (typed) => {
    const [code, slug] = typed.trim().toLowerCase().match(/^([\w-]+):\d+:\d+$/) ?? [];
    ofBook.hidden = !slugs.includes(slug);
    if (ofBook.hidden) return null;
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
    document.getElementById("nothing").hidden = shown > 0 || all === 0;
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
  finder.addEventListener("submit", (event) => event.preventDefault());
  finder.hidden = false;
  // A browser that comes back to the page has filled in the fields again.
  read();
  update();
})();
