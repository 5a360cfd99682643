// An instance of one's own: its text, its picture, in which clues are changed by clicking, and what the
// puzzle's program says of it. The program says all of it; nothing here knows a puzzle.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const get = (id) => document.getElementById(id);
  const text = get("instance");
  const { slug } = get("editor").dataset;
  const NO_CLUE = ".";
  const draft = `draft ${slug}`;

  // What the program says. Aborted, it ends.
  let running = new AbortController();
  let pending = 0;
  const count = (change) => {
    pending += change;
    get("stop").disabled = pending === 0;
  };
  const told = (command, more = {}, heard = () => {}) => {
    count(1);
    const asked = { seconds: Number(get("seconds").value), instance: text.value, ...more };
    return ask(slug, command, asked, { signal: running.signal, heard }).finally(() => count(-1));
  };

  // The text, with the numbers of its lines; each edit can be taken back.
  let last;
  const changes = Object.assign(new Changes(), {
    pack: () => text.value,
    unpack: (before) => (text.value = before),
    changed() {
      last = text.value;
      look();
    },
  });
  const changed = () => changes.note(last);
  const number = (fault) => {
    const lines = text.value.split("\n").map((_, place) =>
      make("span", { className: place + 1 === fault ? "fault" : "", textContent: `${place + 1}\n` }));
    get("lines").replaceChildren(...lines);
    get("lines").scrollTop = text.scrollTop;
  };
  const replace = (start, end, word) => {
    text.setRangeText(word, start, end);
    changed();
  };
  text.addEventListener("input", changed);
  text.addEventListener("scroll", () => (get("lines").scrollTop = text.scrollTop));
  get("undo").addEventListener("click", () => changes.undo());
  get("redo").addEventListener("click", () => changes.redo());
  get("editor").addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && "zy".includes(event.key.toLowerCase());
    if (!isUndo || event.target === get("board")) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "z") changes.undo();
    else changes.redo();
  }, true);

  // The texts and lists of tokens in the instance: by key, rows of tokens with their places.
  const grids = () => {
    const found = new Map();
    const token = /^\[(\[?)([^[\]]+)\]|^([\w."'-]+)[ \t]*=[ \t]*(?:\[([\s\d,._"-]*)\]|("""|'''|"|')((?:(?!\5)[^])*)\5)/gm;
    let table = "";
    const many = {};
    for (const match of text.value.matchAll(token)) {
      const [all, isOneOfMany, name, key, list, quote = "]", content = list] = match;
      if (name) {
        many[name] = (many[name] ?? -1) + 1;
        table = isOneOfMany ? `${name.trim()}[${many[name]}].` : `${name.trim()}.`;
        continue;
      }
      const start = match.index + all.length - quote.length - content.length;
      const rows = [...content.matchAll(list === undefined ? /[^\n]*/g : /[^]+/g)].map(({ 0: line, index }) =>
        [...line.matchAll(list === undefined ? /\S+/g : /[^\s,"]+/g)].map((word) => ({ word: word[0], start: start + index + word.index, isQuoted: list === undefined || line[word.index - 1] === '"' })));
      const full = rows.filter((row) => row.length);
      if (full.length && full.every((row) => row.length === full[0].length) && full.flat().length > 1) found.set(table + key, full);
    }
    return found;
  };

  // Where the picture shows the tokens of a key: in its cells, or beside them, where a side has room for as
  // many and shows most of them, or has the key's name.
  const SIDES = { top: [0, -1], bottom: [0, "rows"], left: [-1, 0], right: ["columns", 0] };
  const where = (key, rows, texts) => {
    const { rows: down, columns: across } = drawn;
    if (rows.length === down && rows[0].length === across) return { name: "cells", at: [0, 0], rows: down, columns: across };
    const sides = rows.length > 1 ? [] : Object.entries(SIDES).map(([name, at]) => {
      const isAcross = at[0] === 0;
      const size = isAcross ? across : down;
      const stands = ({ x, y }, line) => Math.floor(isAcross ? x : y) === line && { top: y < 0.2, bottom: y > down, left: x < 0, right: x > across }[name];
      const shown = rows[0].filter(({ word }, line) => texts.some((one) => stands(one, line) && one.words.includes(word)));
      const score = size === rows[0].length ? shown.length + Number(key.endsWith(name)) / 2 : 0;
      return { name, score, at: at.map((place) => drawn[place] ?? place), rows: isAcross ? 1 : size, columns: isAcross ? size : 1 };
    });
    return sides.filter(({ score }) => score).sort((one, other) => other.score - one.score)[0];
  };

  // The picture, with cells over it, or below it, for the tokens of the chosen key, and more cells over it for
  // those of other keys.
  let [view, drawn] = [];
  const show = () => {
    const all = grids();
    const key = get("key");
    const { view_box: box, extent, body } = drawn.picture;
    const unit = box.split(" ")[2] / extent[2];
    const texts = [...pictured(drawn.picture, "").querySelectorAll("text")].map((one) =>
      ({ x: one.getAttribute("x") / unit, y: one.getAttribute("y") / unit, words: one.textContent.split(" ") }));
    const names = [...all.keys()];
    const places = new Map(names.map((name) => [name, where(name, all.get(name), texts)]));
    if ([...key.options].map(({ value }) => value).join() !== names.join()) {
      const clued = (name) => (places.get(name)?.name === "cells" ? 1e6 : 0) + all.get(name).flat().filter(({ word }) => word === NO_CLUE).length;
      const best = names.filter((name) => places.get(name)).sort((one, other) => clued(other) - clued(one))[0];
      const before = names.includes(key.value) ? key.value : best ?? names[0];
      key.replaceChildren(...names.map((name) => new Option(name, name)));
      key.value = before ?? "";
    }
    key.parentElement.hidden = names.length === 0;
    // Keys of the table of the chosen one come before others that stand at the same places.
    const table = (name) => name.slice(0, name.lastIndexOf(".") + 1);
    const kin = names.filter((name) => table(name) === table(key.value));
    const taken = new Set();
    const parts = [...new Set([key.value, ...kin, ...names])].filter((name, place) => {
      const side = places.get(name)?.name;
      return all.has(name) && (side ? !taken.has(side) && taken.add(side) : place === 0);
    }).map((name) => {
      const { at = null, rows = all.get(name).length, columns = all.get(name)[0].length } = places.get(name) ?? {};
      return { name, at, rows, columns, heading: "", kind: "own", words: [], names: [], given: [], clues: [], least: 0, most: 0, expected: "a clue" };
    });
    const values = parts.map(({ name }) => all.get(name).flat().map(({ word }) => (word === NO_CLUE ? "" : word)));
    const [left, top, right, bottom] = parts.filter(({ at }) => at).reduce(([l, t, r, b], { at: [x, y], rows, columns }) =>
      [Math.min(l, x), Math.min(t, y), Math.max(r, x + columns), Math.max(b, y + rows)], [extent[0], extent[1], extent[0] + extent[2], extent[1] + extent[3]]);
    const room = [left, top, right - left, bottom - top];
    const shape = JSON.stringify([parts, room]);
    if (view?.shape === shape) {
      view.sheet.querySelector("svg").innerHTML = body;
      view.board.values = values;
      view.draw();
      return;
    }
    const fill = { extent: room, view_box: room.map((length) => length * unit).join(" "), picture: body, parts, limits: [], rules: [] };
    const board = new Board(fill);
    board.values = values;
    const hadFocus = get("picture").contains(document.activeElement);
    const at = view?.at;
    get("picture").replaceChildren();
    view = Object.assign(new BoardView(get("picture"), board), { shape });
    if (parts.length) view.select(Math.min(at ?? 0, board.cells.length - 1), hadFocus);
    board.changed = () => {
      view.draw();
      const now = grids();
      const edits = parts.flatMap(({ name }, number) => {
        const tokens = now.get(name)?.flat();
        // A text with a fault may have other tokens than the picture.
        if (tokens?.length !== board.values[number].length) return [];
        return tokens.map((token, place) => ({ ...token, clue: board.values[number][place].replace(/\s/g, "") || NO_CLUE }));
      });
      // From the last to the first, so that places stay.
      edits.filter(({ word, clue }) => clue !== word).sort((one, other) => other.start - one.start).forEach(({ word, start, isQuoted, clue }) => {
        const end = start + word.length;
        let from = start;
        // A longer clue takes the room before it, so that columns stay columns.
        while (end - from < clue.length && text.value.slice(from - 2, from) === "  ") from -= 1;
        text.setRangeText(isQuoted || !Number.isNaN(Number(clue)) ? clue.padStart(end - from) : `"${clue}"`, from, end);
      });
      changed();
    };
  };
  get("key").addEventListener("change", show);

  // Each edit: the picture, the verdict, and what follows from it. The next one ends what still runs.
  const say = (words, className = "") => Object.assign(get("verdict"), { textContent: words, className: `verdict ${className}` });
  const stop = () => {
    running.abort();
    running = new AbortController();
  };
  const look = () => {
    stop();
    number();
    kept.write(draft, text.value);
    get("undo").disabled = !changes.canUndo;
    get("redo").disabled = !changes.canRedo;
    for (const id of ["grade", "told", "clash"]) get(id).replaceChildren();
    for (const id of ["fault", "boards", "steps"]) get(id).hidden = true;
    say("reading …", "found");
    read().catch(fail);
  };
  const fail = (error) => {
    if (isOver(error)) return;
    say("");
    number(error.line);
    Object.assign(get("fault"), { textContent: error.message, hidden: false });
  };
  // An address in place of a text becomes one.
  const read = async () => {
    if (!/^\s*(https?:\/\/|pzprv3)/.test(text.value)) return judge();
    const { instance } = await told("instance");
    return replace(0, text.value.length, instance);
  };
  const judge = async () => {
    drawn = await told("draw");
    show();
    get("rules").replaceChildren(...drawn.rules.map((rule) => make("li", { textContent: rule })));
    get("question").textContent = drawn.question ?? "";
    say("solving …", "found");
    const solved = await told("solve");
    const isSound = solved.status === "solved";
    say(solved.verdict, isSound ? "" : solved.status === "unproved" ? "found" : "falls-short");
    showBoards(get("boards"), solved);
    if (solved.status === "unsolvable") clash(await told("clash"));
    if (!isSound) return;
    get("grade").textContent = "grading …";
    const graded = await told("grade").catch((error) => (isOver(error) ? undefined : {}));
    if (!graded) return;
    const { difficulty, stopped } = graded;
    get("grade").textContent = difficulty?.grade && difficulty.steps ? `Difficulty: ${difficulty.grade}, ${difficulty.steps} steps` : stopped ? "Difficulty: the time was up" : "";
  };

  // Where the line of a key begins, in its table: of several of one name, that with the number.
  const lineOf = (key) => {
    const [, table, number = 0, name] = key.match(/^(?:(.+?)(?:\[(\d+)\])?\.)?([^.]+)$/);
    const heads = [...text.value.matchAll(/^\[+([^[\]]+)\]/gm)].filter((head) => head[1].trim() === table);
    const from = heads[number]?.index ?? 0;
    return from + text.value.slice(from).search(new RegExp(`^\\s*${name}\\b`, "m"));
  };

  // A smallest set of clues that clash: each leads to its place in the text.
  const clash = ({ clues, minimal, unsolvable }) => {
    if (!unsolvable) return;
    const textContent = !clues.length ? "No clue is to blame: the rest of the instance allows no board."
      : clues.length === 1 ? "This clue clashes with the rules:"
      : `These ${clues.length} clues clash${minimal ? "; without any one of them there is a solution" : ", perhaps fewer do"}:`;
    const all = grids();
    const buttons = clues.map(({ key, line, place, clue }) => {
      const token = all.get(key)?.[line ?? 0]?.[place];
      const where = line === null ? (place === null ? "" : `[${place}]`) : ` r${line + 1}c${place + 1}`;
      const button = make("button", { type: "button", textContent: `${key}${where}: ${clue}` });
      button.addEventListener("click", () => {
        text.focus();
        const start = token?.start ?? text.value.indexOf(clue, lineOf(key));
        if (start >= 0) text.setSelectionRange(start, start + clue.length);
      });
      return button;
    });
    get("clash").replaceChildren(make("p", { textContent }), ...buttons);
    // Their places are marked, where a text has them.
    const isShown = ({ key }) => view.board.parts.some(({ name }) => name === key);
    const first = clues.find(({ key }) => all.has(key));
    if (first && !clues.some(isShown)) get("key").value = first.key;
    show();
    view.flag({ clashes: clues.filter(isShown).map(({ key, line, place }) => view.board.parts.find(({ name }) => name === key).first + (line ?? 0) * all.get(key)[0].length + place) });
  };

  const tell = (words) => (get("told").textContent = words);
  const run = (button, work) => {
    tell("");
    return busy(button, work, tell);
  };
  const press = (id, work) => get(id).addEventListener("click", () => run(get(id), work));
  get("stop").addEventListener("click", () => {
    stop();
    get("grade").textContent = "";
    if (get("verdict").textContent.endsWith("…")) say("stopped", "found");
  });
  press("hint", async () => {
    tell((await told("hint", { level: get("level").value, board: get("board").value })).text);
  });
  press("explain", async () => showSteps(get("steps"), await told("explain")));
  // The page to fill it in, and what leads there from elsewhere: by its address at a public editor, which
  // is shortest, if it has one.
  const fragment = async () => {
    const { address } = await told("address").catch((error) => {
      if (isOver(error)) throw error;
      return {};
    });
    return address ? `u=${address.replace("https://puzz.link/p?", "")}` : `s=${await packed(`${slug}\n${text.value}`)}`;
  };
  const copy = async (address, what) => {
    await navigator.clipboard.writeText(address);
    tell(`${what} was copied.`);
  };
  press("fill", async () => (location.href = `fill.html#${await fragment()}`));
  press("copy", async () => {
    const { gallery } = document.body.dataset;
    const base = gallery ? `${gallery.replace(/\/$/, "")}/` : location.href;
    await copy(new URL(`fill.html#${await fragment()}`, base).href, "The link");
  });
  press("address", async () => copy((await told("address")).address, "The address"));
  get("make").addEventListener("submit", (event) => {
    event.preventDefault();
    run(event.submitter, async () => {
      const { instance } = await told("make", Object.fromEntries(new FormData(get("make"))), tell);
      tell("");
      replace(0, text.value.length, instance);
    });
  });

  const save = (content, ending) => {
    const link = make("a", { href: URL.createObjectURL(new Blob([content])), download: `${slug}.${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };
  const files = {
    toml: () => save(text.value, "toml"),
    svg: async () => save((await told("svg")).svg, "svg"),
    certificate: async () => {
      const { opb, pbp, verdict } = await told("certificate");
      save(opb, "opb");
      save(pbp, "pbp");
      tell(`\`veripb ${slug}.opb ${slug}.pbp\` must say \`${verdict}\`.`);
    },
  };
  for (const button of document.querySelectorAll("[data-file]")) {
    button.addEventListener("click", () => run(button, async () => files[button.dataset.file]()));
  }

  const begin = get("begin");
  begin?.addEventListener("change", () => {
    replace(0, text.value.length, begin.selectedOptions[0].dataset.text);
    begin.value = "";
  });

  text.value = kept.read(draft) || text.value;
  last = text.value;
  look();
});
