// A board from a link: the address of this page holds the puzzle, as `link.rs` writes it, or names it,
// where the puzzles' programs run in the page.
"use strict";

// More cells than any puzzle has, for links that somebody made to fill the memory.
const MOST_CELLS = 20_000;

// Each 17 digits are seven bytes, those at the end fewer.
const bytesOfDigits = (digits) =>
  Uint8Array.from(
    digits.match(/.{1,17}/g).flatMap((chunk) => {
      const length = Math.floor((chunk.length * Math.log2(10)) / 8);
      return Array.from({ length }, (_, place) => Number((BigInt(chunk) >> BigInt(8 * (length - 1 - place))) & BigInt(255)));
    }),
  );

// The name by which a puzzle's program is found, and what it is asked, of a fragment that names the
// instance: by its code in a book, an address, or its text; undefined of others.
const givenBy = async (fragment) => {
  const [, kind, code] = fragment.match(/^#([cus])=([^&]+)(?:&|$)/) ?? [];
  if (!kind) return undefined;
  if (!hasPrograms()) throw new Error("Links of this kind need the puzzles' programs, and this gallery was made without them.");
  if (kind === "c") return [code.split(":")[0], { code }];
  if (kind === "u") {
    const address = decodeURIComponent(code);
    const full = /^[\w-]+\//.test(address) ? `https://puzz.link/p?${address}` : address;
    return [full, {}];
  }
  const text = await unpacked(bytesOf(code)).catch(() => {
    throw new Error(DAMAGED);
  });
  const [slug, ...lines] = text.split("\n");
  return [slug, { instance: lines.join("\n") }];
};
// The time to solve an instance, without which a right board is recognised by the program alone.
const SECONDS = 20;
const contentOf = async ([name, asked]) =>
  ask(name, "link", { ...asked, seconds: SECONDS }).catch(() => ask(name, "fill", { ...asked, seconds: SECONDS }));

const DAMAGED = "The link is damaged: a part of it is missing or was changed. Copy the whole address again.";

// The puzzle of a fragment; an error says in words for people what is wrong.
const puzzleOf = async (fragment) => {
  const given = await givenBy(fragment);
  if (given) return contentOf(given);
  const [, kind, code] = fragment.match(/^#([pq])=([\w-]+)(?:&|$)/) ?? [];
  if (!kind) throw new Error(fragment.length > 1 ? "The address of this page is no link to a puzzle, or its end is missing." : "A link to this page holds a puzzle; this address has none.");
  if (typeof DecompressionStream === "undefined") throw new Error("This browser is too old for links to puzzles: it cannot decompress them.");
  try {
    const content = JSON.parse(await unpacked(kind === "p" ? bytesOf(code) : bytesOfDigits(code)));
    const cells = content.fill.parts.map(({ rows = content.fill.each?.rows ?? 0, columns = content.fill.each?.columns ?? 0 }) => rows * columns);
    if (!cells.length || !(cells.reduce((sum, one) => sum + one) <= MOST_CELLS)) throw new RangeError("too large");
    return content;
  } catch {
    throw new Error(DAMAGED);
  }
};

document.addEventListener("DOMContentLoaded", async () => {
  const get = (id) => document.getElementById(id);
  const figure = get("board");
  addEventListener("hashchange", ({ oldURL }) => oldURL.split("&")[0] !== location.href.split("&")[0] && location.reload());
  let content;
  try {
    content = await puzzleOf(location.hash);
    const { title, rules = [], question = "", fill } = content;
    // A picture is shown as an image, which runs nothing.
    const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${fill.view_box}"><style>${get("picture-style").textContent}</style>${fill.picture}</svg>`;
    if (fill.picture) fill.image = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    fill.picture = "";
    document.title = title;
    get("title").textContent = title;
    get("rules").append(...rules.map((textContent) => make("li", { textContent })));
    get("question").textContent = question;
    // A gallery has the pictures of some examples.
    const example = get("example");
    if (example?.dataset.of.split(" ").includes(fill.puzzle)) {
      example.hidden = false;
      const pictures = [["", "A small example"], ["-solved", "The small example, solved"]];
      example.prepend(...pictures.map(([part, alt]) => {
        const src = `pictures/${fill.puzzle}-example${part}.svg`;
        return Object.assign(new Image(), { src, alt });
      }));
    }
    figure.dataset.title = title;
    const program = hasPrograms() && ((command, more, options) => ask(fill.puzzle, command, { instance: content.instance ?? "", code: content.code ?? "", seconds: 60, ...more }, options));
    const { say } = tryIt(figure, content, program);
    if (program) offer(program, content, say);
  } catch (error) {
    get("trouble").textContent = content ? "The link is damaged: it holds no puzzle that can be shown." : error.message;
    get("trouble").hidden = false;
    get("puzzle").hidden = true;
  }
});

// What the program can do besides: steps, and the way to the editor.
const offer = (program, { instance, fill }, say) => {
  const get = (id) => document.getElementById(id);
  get("explain").onclick = ({ target }) => busy(target, async () => showSteps(get("steps"), await program("explain")), say);
  get("edit").hidden = !instance;
  get("edit").href = `${fill.puzzle}-edit.html`;
  get("edit").onclick = () => kept.write(`draft ${fill.puzzle}`, instance);
};
