// The front page: which cards are shown, and in which order.
"use strict";

(() => {
  const list = document.getElementById("cards");
  const cards = [...list.children];
  const words = document.getElementById("words");
  const order = document.getElementById("order");

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

  const search = () => {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = (card) => `${title(card)} ${card.dataset.words}`.toLowerCase();
    for (const card of cards) {
      card.hidden = !wanted.every((word) => text(card).includes(word));
    }
    const shown = cards.filter((card) => !card.hidden).length;
    const all = cards.length;
    document.getElementById("shown").textContent = wanted.length ? `${shown} of ${all}` : `${all} in all`;
    document.getElementById("nothing").hidden = shown > 0 || all === 0;
  };
  const sort = () => list.append(...cards.toSorted(orders[order.value]));

  words.addEventListener("input", search);
  order.addEventListener("change", sort);
  const finder = document.getElementById("finder");
  finder.addEventListener("submit", (event) => event.preventDefault());
  finder.hidden = false;
  // A browser that comes back to the page has filled in the fields again.
  search();
  sort();
})();
