// A board to be filled in: what the reader has written, and a view of it over the puzzle's picture.
// How a board is filled in is told by the puzzle's program, which prints it as JSON (`SLUG fill`, the
// type `Fill` of the crate `protocol`); nothing here knows a puzzle. Two classes, loaded as a script:
//
//   const board = new Board(fill);
//     board.values            words by part: of the cells of a grid ("" where open, EMPTY where known to
//                             be empty), the places of a walk's steps, or the one text of a list or line
//     board.put(ids, word)    a word into cells; cells of all parts are numbered in one row, from 0
//     board.step(id)          goes on a walk, or takes its last step back
//     board.line(id, direction, count, isCrossed)   draws so many lines to a neighbour, in place of those that
//                             are there, or a cross: there is no line
//     board.write(part, words)   the one text of a list or line, or the steps of a walk
//     board.mark(layer, ids, text), board.edge(id, id), board.paint(id, colour)   the reader's own notes:
//                             layers "centre", "corner" and "colour", and borders between two cells
//     board.undo(), board.redo(), board.clear()
//     board.cancel(key)       takes the last change back for good if it has this key
//     board.rewind(isSound)   takes changes back until the board is sound, as a promise of their number
//     board.text()            what the puzzle's program reads, with . for open cells
//     board.canonical(values) a text that is the same for all boards that mean the same
//     board.differing(values) ids and parts in which the board says something else: { ids, parts }
//     board.missing(values)   how many values are not there yet
//     board.pack(), board.unpack(text)   all of it as a short text, for links and to keep; board.load(text)
//                             is a change that can be taken back
//     board.changed           is called after each change: the view sets it to draw the board again
//
//   const view = new BoardView(element, board);   over the picture in `fill`, or over the file `fill.image`
//     view.at                 the chosen cell; view.selected: all chosen ones
//     view.select(id, isFocused), view.flag({ name: ids })   a class for these cells and no others
//     view.veil(places)       turns clues grey that stand at these columns and rows of the picture
//     view.draw()
"use strict";

// What the reader knows to be empty; a cell without anything in it is not filled in yet.
const EMPTY = "×";
// Keys that lead to another cell, with rows down and columns to the right.
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1], End: [0, 1] };
// Words that have a key of their own.
const MOST_KEYS = 30;
// What a part is where nothing else is said.
const PART = { name: "", heading: "", rows: 0, columns: 0, words: [], least: 0, most: 0, drawn: [], given: [], clues: [], names: [], separator: "", expected: "", directions: [], lines: [], middles: [], shapes: [], signs: "", hues: [] };
const SQUARE = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]];
// Stands in front of the directions, as bits, of lines that make no word of the puzzle yet.
const UNFINISHED = "~";
// The colours of what is inside of a loop, and outside: blue and orange, which everybody tells apart.
const TINTS = { Inside: "5", Outside: "1" };

// Most states that are kept on either side of the present one.
const MOST_STATES = 30;
// How long a finger rests for what the right button does, in milliseconds.
const LONG_PRESS = 500;

// Most digits of a number whose equals are looked for, as in `linked.rs`.
const MOST_DIGITS = 36;

// The fraction in lowest terms that a text says, such as 22/40, 0.55 or .5500; undefined if it says none.
const ratio = (text) => {
  const [, sign, whole, digits = "", below = "1"] = text.match(/^([-+]?)(\d*)(?:\.(\d*)|\/(\d+))?$/) ?? [];
  if ((!whole && !digits) || [whole + digits, below].some((part) => part.length > MOST_DIGITS) || !BigInt(below)) return undefined;
  const [above, under] = [BigInt(whole + digits), BigInt(below) * 10n ** BigInt(digits.length)];
  const divisor = (one, other) => (other ? divisor(other, one % other) : one);
  const common = divisor(above, under);
  return `${sign === "-" && above ? "-" : ""}${above / common}/${under / common}`;
};
// The numbers of a line, each as a fraction; undefined for other lines. Thousands may be set apart; what
// stands before an equals sign is the same number in another way.
const ratios = (line) => {
  const text = line.split("=").pop().trim().replace(/[_']/g, "").replaceAll("\u2212", "-").replace(/\s*\/\s*/g, "/");
  const joined = text.replace(/(?<![\d.,])([1-9]\d{0,2})((?:,\d{3})+)(?![\d,])/g, (_, first, rest) => first + rest.replaceAll(",", ""));
  const plain = /^[-+]?[1-9]\d{0,2}( \d{3})+(\.\d*)?$/.test(joined) ? joined.replaceAll(" ", "") : joined;
  const numbers = plain.split(/[\s,]+/).map(ratio);
  return numbers.every(Boolean) ? numbers.join(" ") : undefined;
};

// Bytes as letters of an address, and texts compressed for one, as `link.rs` writes them.
const lettersOf = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/[+/=]/g, (one) => ({ "+": "-", "/": "_" })[one] ?? "");
const bytesOf = (letters) => Uint8Array.from(atob(letters.replace(/[-_]/g, (one) => ({ "-": "+", _: "/" })[one])), (letter) => letter.charCodeAt());
const packed = async (text) => {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate"));
  return lettersOf(new Uint8Array(await new Response(stream).arrayBuffer()));
};
// More than any puzzle needs, for links that somebody made to fill the memory.
const MOST_BYTES = 4e6;
const unpacked = async (bytes) => {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) throw new RangeError("too large");
    text += decoder.decode(part.value, { stream: true });
  }
  return text;
};

// Changes that can be taken back, of what `pack()` returns as a text and `unpack(text)` brings back;
// `changed()` is called after each.
class Changes {
  #past = [];
  #future = [];
  #last;

  // Notes what has changed since a state. Changes that follow each other with the same key, such as the
  // digits of a number, are one.
  note(before, key) {
    if (this.pack() === before) return;
    if (key === undefined || key !== this.#last) this.#past.push(before);
    this.#last = key;
    this.#future = [];
    this.changed();
  }
  #travel(from, to) {
    if (!from.length) return;
    this.#last = undefined;
    to.push(this.pack());
    this.unpack(from.pop());
    this.changed();
  }
  undo() {
    this.#travel(this.#past, this.#future);
  }
  redo() {
    this.#travel(this.#future, this.#past);
  }
  cancel(key) {
    if (key === this.#last) this.#travel(this.#past, []);
  }
  get canUndo() {
    return this.#past.length > 0;
  }
  get canRedo() {
    return this.#future.length > 0;
  }
  // The last states before and after this one, to be kept.
  get history() {
    return [this.#past, this.#future].map((states) => states.slice(-MOST_STATES));
  }
  set history([past, future]) {
    [this.#past, this.#future] = [[...past], [...future]];
  }
}

class Board extends Changes {
  // Whether what is written clears notes: `fill.limits` says where.
  isTidy = false;

  constructor(fill) {
    super();
    this.fill = fill;
    this.changed = () => {};
    this.parts = fill.parts;
    // The part of each cell.
    this.cells = [];
    this.parts.forEach((part, number) => {
      Object.assign(part, { ...PART, ...fill.each, ...part, number, first: this.cells.length });
      part.size = part.rows * part.columns;
      // Where cells are in the picture, and their shapes; squares in rows and columns unless told.
      const [left, top] = part.at ?? [0, 0];
      part.isTiled = part.middles.length > 0;
      if (!part.isTiled) {
        part.middles = Array.from({ length: part.size }, (_, place) => [left + (place % part.columns) + 0.5, top + Math.floor(place / part.columns) + 0.5, 0]);
        part.shapes = [SQUARE];
      }
      for (let place = 0; place < part.size; place += 1) this.cells.push(part);
    });
    this.given = new Map(this.parts.flatMap((part) => part.given.map(([place, word]) => [part.first + place, word])));
    this.#forget();
  }

  #forget() {
    this.values = this.parts.map((part) => {
      if (part.kind === "walk") return [];
      if (!part.rows) return [""];
      return Array.from({ length: part.size }, (_, place) => this.given.get(part.first + place) ?? "");
    });
    this.notes = { centre: {}, corner: {}, colour: {}, edges: {}, crosses: {}, struck: {} };
  }

  #edit(change, key) {
    const before = this.pack();
    change();
    this.note(before, key);
  }
  async rewind(isSound) {
    let count = 0;
    for (; this.canUndo && !(await isSound()); count += 1) this.undo();
    return count;
  }

  word(id) {
    const part = this.cells[id];
    return this.values[part.number][id - part.first] ?? "";
  }
  path(part) {
    return this.values[part.number].map(Number);
  }
  isFree(id) {
    return !this.given.has(id) && this.cells[id].kind !== "walk";
  }
  isBlank() {
    return this.values.flat().filter(String).length === this.given.size;
  }

  put(ids, word, key) {
    this.#edit(() => {
      for (const id of ids.filter((id) => this.isFree(id))) {
        const part = this.cells[id];
        this.values[part.number][id - part.first] = word;
        if (this.isTidy && word) this.#tidy(id, word);
      }
    }, key);
  }
  // Takes a word out of the notes of cells that must differ from this one.
  #tidy(id, word) {
    for (const { cells, value, least, most } of this.fill.limits ?? []) {
      if (!cells.includes(id) || [value, least, most].some((bound) => bound !== undefined)) continue;
      for (const notes of [this.notes.centre, this.notes.corner]) {
        for (const other of cells.filter((other) => notes[other])) {
          notes[other] = notes[other].split(" ").filter((mark) => mark !== word).join(" ");
          if (!notes[other]) delete notes[other];
        }
      }
    }
  }
  step(id, key) {
    const part = this.cells[id];
    const steps = this.values[part.number];
    const place = String(id - part.first);
    this.#edit(() => void (steps.at(-1) === place ? steps.pop() : steps.push(place)), key);
  }
  // The directions of the lines in a cell, and in a word, as bits.
  lines(id) {
    return this.bits(this.cells[id], this.word(id));
  }
  bits(part, word) {
    return isUnfinished(word) ? Number(word.slice(1)) : part.lines[part.words.indexOf(word)] ?? 0;
  }
  // The cell next to another one.
  next(id, [, down, right]) {
    const { first, rows, columns, middles } = this.cells[id];
    const [row, column] = [Math.floor((id - first) / columns) + down, ((id - first) % columns) + right];
    const place = row * columns + column;
    return rows > row && row >= 0 && columns > column && column >= 0 && middles[place] ? first + place : undefined;
  }
  // The bits of one line, of two lines and so on with a step.
  #ways(part, down, right) {
    return part.directions.flatMap((other, bit) => (other[1] === down && other[2] === right ? [1 << bit] : []));
  }
  // How many lines follow those that are there: after the most, none.
  more(id, [, down, right]) {
    const ways = this.#ways(this.cells[id], down, right);
    return (ways.findIndex((bit) => this.lines(id) & bit) + 2) % (ways.length + 1);
  }
  // The name of what is between two cells.
  #between(one, other) {
    return [one, other].sort((a, b) => a - b).join();
  }
  // Whether it is noted that there is no line.
  isCrossed(id, direction) {
    const other = this.next(id, this.cells[id].directions[direction]);
    return other !== undefined && this.#between(id, other) in this.notes.crosses;
  }
  line(id, direction, count, isCrossed, key) {
    const part = this.cells[id];
    const [, down, right] = part.directions[direction];
    const other = this.next(id, part.directions[direction]);
    if (other === undefined || ![id, other].every((end) => this.isFree(end))) return;
    this.#edit(() => {
      const { crosses } = this.notes;
      if (isCrossed) crosses[this.#between(id, other)] = 1;
      else delete crosses[this.#between(id, other)];
      for (const [end, ways] of [[id, this.#ways(part, down, right)], [other, this.#ways(part, -down, -right)]]) {
        const bits = ways.reduce((bits, way) => bits & ~way, this.lines(end)) | (count && ways[count - 1]);
        const word = bits && (part.words[part.lines.indexOf(bits)] ?? UNFINISHED + bits);
        this.values[part.number][end - part.first] = word || "";
      }
    }, key);
  }
  write(part, words, key) {
    this.#edit(() => (this.values[part] = words), key);
  }
  mark(layer, chosen, text) {
    const notes = this.notes[layer];
    const ids = layer === "colour" ? chosen : chosen.filter((id) => !this.given.has(id));
    const has = (id) => (layer === "colour" ? notes[id] === text : notes[id]?.split(" ").includes(text));
    const isEverywhere = ids.every(has);
    this.#edit(() => {
      for (const id of ids) {
        const others = layer === "colour" ? [] : (notes[id]?.split(" ") ?? []).filter((one) => one !== text);
        const marks = isEverywhere || !text ? others : [...others, text];
        if (text && marks.length) notes[id] = marks.sort((one, other) => one - other || one.localeCompare(other)).join(" ");
        else delete notes[id];
      }
    });
  }
  paint(id, colour, key) {
    const { colour: colours } = this.notes;
    this.#edit(() => (colour ? (colours[id] = colour) : delete colours[id]), key);
  }
  edge(one, other, key) {
    const { edges } = this.notes;
    const name = this.#between(one, other);
    this.#edit(() => (edges[name] ? delete edges[name] : (edges[name] = 1)), key);
  }
  strike(clue) {
    const { struck } = this.notes;
    this.#edit(() => (struck[clue] ? delete struck[clue] : (struck[clue] = 1)));
  }
  clear() {
    this.#edit(() => this.#forget());
  }
  load(text) {
    this.#edit(() => this.unpack(text));
  }

  // No word of a cell holds a space.
  pack() {
    return JSON.stringify([this.values.map((words) => words.join(" ")), this.notes]);
  }
  // Whether the text was one of this board's; if not, nothing changes.
  unpack(text) {
    try {
      const [values, notes] = JSON.parse(text);
      const words = values.map((value, part) => (this.parts[part].rows ? value.split(" ") : [value]));
      const fits = (part, place) => !part.rows || part.kind === "walk" || words[place].length === part.size;
      if (words.length !== this.parts.length || !this.parts.every(fits)) return false;
      const isStep = (part) => (step) => step !== "" && Number(step) < part.size;
      this.values = this.parts.map((part, place) => {
        if (part.kind === "walk") return words[place].filter(isStep(part));
        return words[place].map((word, cell) => (part.rows && this.given.get(part.first + cell)) || word);
      });
      for (const layer of Object.keys(this.notes)) this.notes[layer] = { ...notes[layer] };
      return true;
    } catch {
      return false;
    }
  }

  text() {
    return this.parts.map((part, number) => {
      const words = this.values[number].map((word) => (word === "" || word === EMPTY || isUnfinished(word) ? "." : word));
      const isNamed = (_, place) => words[place] !== "." && !this.given.has(part.first + place);
      const rows = Array.from({ length: part.rows }, (_, row) => words.slice(row * part.columns, (row + 1) * part.columns).join(" "));
      if (part.kind === "walk") return part.heading + words.map((place) => this.name(part, Number(place))).join(" ");
      if (part.kind === "named") return part.heading + part.names.map((name, place) => `${name}=${words[place]}`).filter(isNamed).join(" ");
      return part.heading + (part.rows ? rows.join("\n") : this.values[number][0]);
    }).join("");
  }
  // Open cells are empty, pieces are named in the order in which they appear: `linked.rs` does the same.
  canonical(values = this.values) {
    return this.parts.map((part, number) => {
      if (part.kind === "walk") return values[number].join(" ");
      if (!part.rows) return this.#plain(part, values[number][0]);
      const words = values[number].map((word) => (["", EMPTY, "-"].includes(word) ? "." : word));
      const pieces = [...new Set(words.filter((word) => word !== "."))];
      return words.map((word) => (part.free && word !== "." ? pieces.indexOf(word) : word)).join(" ");
    }).join("\n");
  }

  // The place of a name: r1c1, or a1 where rows are counted from below.
  place(part, name) {
    const found = part.chess ? name.match(/^([a-z])(\d+)$/) : name.match(/^r(\d+)c(\d+)$/);
    if (!found) return -1;
    const [row, column] = part.chess ? [part.rows - found[2], found[1].charCodeAt(0) - 97] : [found[1] - 1, found[2] - 1];
    return row * part.columns + column;
  }
  name(part, place) {
    const [row, column] = [Math.floor(place / part.columns), place % part.columns];
    return part.chess ? String.fromCharCode(97 + column) + (part.rows - row) : `r${row + 1}c${column + 1}`;
  }
  // What a word says, as explanations say it.
  said(part, word) {
    if (isUnfinished(word)) return `line to ${part.directions.filter((_, bit) => (this.bits(part, word) >> bit) & 1).map(([name]) => name).join(" and ")}`;
    const drawn = part.drawn.find((one) => one.word === word);
    if (drawn) return drawn.said ?? word;
    if (word === "-") return part.kind === "shading" ? "unshaded" : word;
    return { "#": "shaded", [EMPTY]: "empty" }[word] ?? word;
  }
  differing(values) {
    const found = { ids: [], parts: [] };
    this.parts.forEach((part, number) => {
      const [words, right] = [this.values[number], values[number]];
      // Names that only tell pieces apart: each stands for the first one that it meets.
      const alias = new Map();
      const meant = (word, place) => {
        if (part.free && !alias.has(word)) alias.set(word, right[place]);
        return part.free ? alias.get(word) : word;
      };
      if (part.kind === "walk") {
        const wrong = words.findIndex((step, place) => step !== right[place]);
        if (wrong >= 0) found.ids.push(...words.slice(wrong).map((place) => part.first + Number(place)));
      } else if (part.rows) {
        const fits = (word, place) => isUnfinished(word) && !(this.bits(part, word) & ~this.bits(part, right[place]));
        const isWrong = (word, place) => word !== "" && !fits(word, place) && meant(word, place) !== right[place];
        words.forEach((word, place) => isWrong(word, place) && found.ids.push(part.first + place));
      } else if (words[0].trim() !== "" && this.#plain(part, words[0]) !== this.#plain(part, right[0])) {
        found.parts.push(number);
      }
    });
    return found;
  }
  // The text of a list without what makes no difference: the order of a set, the case and the white
  // space of a line, and the way in which it writes numbers.
  #plain(part, text) {
    if (part.kind === "line") return ratios(text) ?? text.toLowerCase().replace(/[\s,_']+/g, "");
    const separator = part.separator.trim();
    const words = (line) => line.split(/\s+/).flatMap((word) => (separator ? word.split(separator) : [word])).filter(String);
    const lines = part.per_line ? text.split("\n").map((line) => words(line).join(" ")).filter(String) : words(text);
    return (part.is_set || part.per_line ? lines.sort() : lines).filter((line) => line !== ".").join("\n");
  }
  missing(values) {
    const isOpen = (number) => (right, place) => right !== EMPTY && /^\s*(~|$)/.test(this.values[number][place] ?? "");
    return values.flatMap((words, number) => words.filter(isOpen(number))).length;
  }
}

// The board in the page: the picture with cells over it, the parts that it does not show below, and keys
// for those who have none.
class BoardView {
  #mode = "word";
  #several = { checked: false };
  // The number that is being typed.
  #entry;
  #flags = {};
  #stroke;
  // The backgrounds and the lines over the picture.
  #over;
  static #views = 0;

  constructor(element, board) {
    this.board = board;
    this.at = board.cells.length ? 0 : undefined;
    this.selected = new Set(board.cells.length ? [0] : []);
    const { fill } = board;
    this.sheet = make("div", { className: "sheet" });
    if (fill.picture) {
      const picture = svg("svg", { viewBox: fill.view_box, "aria-hidden": "true" });
      picture.innerHTML = fill.picture;
      // A click on a clue at the border strikes it out, or brings it back.
      this.clues = [...picture.querySelectorAll(".mp-label-text")];
      picture.addEventListener("click", ({ target }) => {
        const clue = this.clues.indexOf(target);
        if (clue >= 0 && !element.closest(".editor")) board.strike(clue);
      });
      this.sheet.append(picture);
    } else if (fill.image) {
      this.sheet.append(make("img", { src: fill.image, alt: "The unsolved puzzle" }));
    }
    this.pad = make("div", { className: "pad", role: "group", ariaLabel: "Keys" });
    this.modes = make("div", { className: "modes", role: "radiogroup", ariaLabel: "What is written" });
    this.cells = [];
    // Where the lines of each part are drawn, over the backgrounds of its cells; those of all parts
    // over the picture in one place.
    this.lines = new Map();
    this.grounds = new Map();
    const others = make("div", { className: "parts" });
    for (const part of board.parts) {
      const isOver = (fill.picture || fill.image) && (part.at || part.isTiled);
      (isOver ? this.sheet : others).append(part.rows ? this.#grid(part, isOver) : this.#field(part));
    }
    // On a narrow screen the picture is wider than its box, which scrolls.
    this.box = make("div", { className: "box" });
    this.box.append(this.sheet);
    this.element = element;
    element.append(this.box, others, this.modes, this.pad);
    // Who has chosen what is written goes on writing.
    for (const keys of [this.modes, this.pad]) {
      keys.addEventListener("keydown", (event) => {
        const isMeant = /^([^ ]|Backspace|Delete)$/.test(event.key) && event.target.type !== "text";
        if (isMeant && this.#key(event)) event.preventDefault();
      });
    }
    addEventListener("pointerup", () => {
      const { side = -1, isClick } = this.#stroke ?? {};
      if (side >= 0) this.#toggle(side);
      else if (isClick) this.#cycle(this.at);
      if (this.#stroke) this.#reveal();
      this.#stroke = undefined;
    });
    // A finger that goes on to scroll or to zoom has written and chosen nothing.
    addEventListener("pointercancel", () => {
      if (!this.#stroke) return;
      board.cancel(this.#stroke);
      this.#stroke = undefined;
      this.select(this.at);
    });
    if (this.cells.length) this.#prepareModes();
    this.modes.hidden = !this.cells.length;
    board.changed = () => this.draw();
    this.draw();
  }

  #grid(part, isOver) {
    const { extent } = this.board.fill;
    const box = part.isTiled ? extent : [...(part.at ?? [0, 0]), part.columns, part.rows];
    const grid = make("div", {
      className: `cells ${part.kind}`,
      role: "grid",
      ariaLabel: part.name || "The board",
      ariaMultiSelectable: "true",
      onpointerdown: (event) => this.#press(event),
      onpointermove: (event) => this.#drag(event),
      oncontextmenu: (event) => !part.directions.length || event.preventDefault(),
      // False says that nobody else needs the key.
      onkeydown: (event) => !this.#key(event),
    });
    grid.classList.toggle("lined", part.lines.length > 0);
    grid.classList.toggle("tiled", part.isTiled);
    grid.classList.toggle("between", this.#isBetween(part));
    grid.style.setProperty("--columns", box[2]);
    grid.style.setProperty("--rows", box[3]);
    const layers = (element, box) => ["veils", "grounds", "lines"].map((name) => layerIn(element, box, name));
    if (isOver) this.#over ??= layers(this.sheet, extent);
    const [, grounds, lines] = isOver ? this.#over : layers(grid, box);
    this.grounds.set(part, grounds);
    this.lines.set(part, lines);
    for (let row = 0; row < part.rows; row += 1) {
      const line = make("div", { role: "row" });
      for (let column = 0; column < part.columns; column += 1) {
        const place = row * part.columns + column;
        const cell = make("div", { role: "gridcell" });
        cell.dataset.id = part.first + place;
        const isGiven = this.board.given.has(part.first + place);
        const clue = part.clues.find(([where]) => where === place)?.[1] ?? part.names[place];
        // What is given stands in the picture already.
        if (clue && !(part.isTiled && isGiven)) cell.dataset.clue = clue;
        if (isGiven) cell.ariaReadOnly = "true";
        this.cells[part.first + place] = cell;
        if (!part.middles[place]) continue;
        if (part.isTiled) {
          const [x, y, shape = 0] = part.middles[place];
          const corners = part.shapes[shape];
          // The box around the middle.
          const [right, down] = [0, 1].map((axis) => Math.max(...corners.map((corner) => Math.abs(corner[axis]))));
          lay(cell, [x - right, y - down, 2 * right, 2 * down], box);
          cell.style.clipPath = `polygon(${corners.map(([x, y]) => `${percent(right + x, 2 * right)} ${percent(down + y, 2 * down)}`)})`;
          cell.style.setProperty("--room", `${4.8 * Math.max(right, 0.4)}em`);
        }
        line.append(cell);
      }
      grid.append(line);
    }
    grid.addEventListener("focusin", ({ target }) => {
      grid.classList.add("live");
      if (target.dataset.id && !this.selected.has(Number(target.dataset.id))) this.select(Number(target.dataset.id));
    });
    if (isOver) {
      lay(grid, box, extent);
      return grid;
    }
    const framed = make("figure", { className: "part" });
    grid.classList.add("framed");
    grid.classList.toggle("long", isLong(part));
    if (part.name) framed.append(make("figcaption", { textContent: part.name }));
    framed.append(grid);
    return framed;
  }

  #field(part) {
    const { number } = part;
    const isLong = part.kind === "list" && (part.per_line || this.board.parts.length === 1);
    const oninput = () => this.board.write(number, [field.value], number);
    const field = make(isLong ? "textarea" : "input", { value: this.board.values[number][0], spellcheck: false, autocomplete: "off", oninput });
    field.dataset.part = number;
    const label = make("label", { className: "part" });
    label.append(make("span", { textContent: part.name || "Your answer" }), field, make("small", { textContent: part.expected }));
    return label;
  }

  #prepareModes() {
    BoardView.#views += 1;
    const modes = { word: "Value", corner: "Corner", centre: "Centre", colour: "Colour", edge: "Border" };
    const isLoop = (part) => part.directions.length && !part.directions.some((_, direction) => isDouble(part, direction));
    if (this.board.parts.some(isLoop)) modes.side = "In, out";
    for (const [mode, label] of Object.entries(modes)) {
      const onchange = () => {
        this.#mode = mode;
        this.#drawPad();
      };
      const input = make("input", { type: "radio", name: `mode ${BoardView.#views}`, value: mode, checked: mode === this.#mode, onchange });
      this.modes.append(labelled(input, make("span", { textContent: label })));
    }
    // Fingers choose several cells while this is on.
    const onchange = () => this.#drawPad();
    this.#several = make("input", { type: "checkbox", onchange });
    this.modes.append(labelled(this.#several, make("span", { textContent: "Several" })));
    this.#drawPad();
  }

  get part() {
    return this.board.cells[this.at];
  }
  #middle(id) {
    const { middles, first } = this.board.cells[id];
    return middles[id - first];
  }
  // Where the lines of a cell are drawn: the same for all cells that lie side by side.
  #plane(id) {
    return this.lines.get(this.board.cells[id]);
  }
  // Whether values are written, and no notes.
  get #isWord() {
    return this.#mode === "word";
  }
  // Whether strokes draw lines.
  get #isLined() {
    return this.#isWord && this.part.directions.length > 0;
  }

  // The keys that write in the chosen part and mode.
  #drawPad() {
    for (const cell of this.element.querySelectorAll(".cells")) cell.dataset.mode = this.#several.checked ? "several" : this.#mode;
    const key = (textContent, onclick, ariaLabel = textContent) => make("button", { type: "button", textContent, ariaLabel, onclick });
    const { kind, words, least, most, blanks, directions, signs } = this.part;
    const write = (word) => () => this.#type(word);
    const isShort = kind === "numbers" && least >= 0 && most <= 9;
    const digits = [...(signs || "0123456789")].slice(isShort ? least : 0, isShort ? most + 1 : undefined);
    let keys = [];
    if (this.#mode === "edge") {
      const sides = { "Border above": ["↑", "ArrowUp"], "Border below": ["↓", "ArrowDown"], "Border on the left": ["←", "ArrowLeft"], "Border on the right": ["→", "ArrowRight"] };
      keys = Object.entries(sides).map(([label, [text, side]]) => key(text, () => this.#edge(this.#towards(this.at, side)), label));
    } else if (this.#mode === "side") {
      keys = Object.entries(TINTS).map(([label, colour]) => key(label, () => this.board.paint(this.at, colour)));
    } else if (this.#mode === "colour") {
      keys = Array.from({ length: 9 }, (_, colour) => {
        const button = key("", write(String(colour)), `Colour ${colour + 1}`);
        const sample = svg("svg", { viewBox: "0 0 1 1" });
        sample.append(svg("rect", { width: 1, height: 1, fill: tint(40 * colour) }));
        button.append(sample);
        return button;
      });
    } else if (this.#isWord && kind === "walk") {
      keys = [key("Go there", () => this.board.step(this.at)), key("⌫", () => this.#back(), "Take the last step back")];
      return void this.pad.replaceChildren(...keys);
    } else {
      const known = words.length ? this.#plain(words).filter(String).slice(0, MOST_KEYS) : digits;
      if (this.#isWord) keys = directions.flatMap((direction, number) => (isDouble(this.part, number) ? [] : [key(pointing(direction[0]), () => this.#line(number), `Line to ${direction[0]}`)]));
      const isTyped = (kind === "own" && !signs) || isLong(this.part);
      if (!isTyped) keys.push(...known.map((word) => this.#wordKey(key, word, write(word))));
      if (least < 0 && this.#isWord) keys.unshift(key("−", write("-"), "Minus"));
      if (blanks && this.#isWord) keys.push(key(EMPTY, write(EMPTY), "Known to be empty"));
      if (isTyped || words.length > MOST_KEYS) keys.push(...this.#input());
    }
    this.pad.replaceChildren(...keys, key("⌫", () => this.#erase(), "Erase"));
  }

  // Where words are typed, with those to choose from.
  #input() {
    const { expected, words } = this.part;
    const oninput = () => this.#isWord && this.#put(input.value.trim(), input);
    const onchange = () => {
      if (!this.#isWord) this.#type(input.value.trim());
      input.value = "";
    };
    const input = make("input", { ariaLabel: expected, placeholder: expected, autocomplete: "off", oninput, onchange });
    const list = make("datalist", { id: "words" });
    list.append(...words.filter(String).map((word) => make("option", { value: word })));
    input.setAttribute("list", list.id);
    return [input, list];
  }

  #shown(part, word) {
    return this.board.bits(part, word) || part.drawn.some((one) => one.word === word) ? "" : word;
  }
  // A key for a word, which shows it as it is drawn.
  #wordKey(key, word, onclick) {
    const button = key(this.#shown(this.part, word), onclick, this.board.said(this.part, word));
    const drawn = this.part.drawn.find((one) => one.word === word);
    if (drawn) {
      const sample = svg("svg", { viewBox: "0 0 1 1" });
      sample.append(...icons([drawn.ground, drawn.sign], 0.5, 0.5));
      button.append(sample);
    }
    return button;
  }

  #put(word, key) {
    this.board.put([...this.selected], word, key);
  }
  #back() {
    const steps = this.board.path(this.part);
    if (steps.length) this.board.step(this.part.first + steps.at(-1));
  }
  #erase() {
    if (this.#isWord || this.#mode === "edge") this.#put("");
    else if (this.#mode === "side") this.board.paint(this.at, "");
    else this.board.mark(this.#mode, [...this.selected], "");
    this.#entry = undefined;
  }
  // Draws a line from the chosen cell, then a cross in its place, then nothing.
  #toggle(direction) {
    const { board, at } = this;
    const isCrossed = board.isCrossed(at, direction);
    const count = isCrossed ? 0 : board.more(at, this.part.directions[direction]);
    board.line(at, direction, count, !isCrossed && !count);
  }
  #cross(direction) {
    const { board, at } = this;
    board.line(at, direction, 0, !board.isCrossed(at, direction));
  }
  // The same, and goes along.
  #line(direction) {
    const { board, part, at } = this;
    const next = board.next(at, part.directions[direction]);
    this.#toggle(direction);
    if (next !== undefined) this.select(next, document.activeElement === this.cells[at]);
  }
  // The words without those that lines make, and those that are given.
  #plain(words) {
    const { lines, given } = this.part;
    return lines.length ? words.filter((word, place) => !lines[place] && !given.some(([, other]) => other === word)) : words;
  }
  #edge(next) {
    if (next !== this.at) this.board.edge(this.at, next, this.#stroke);
  }

  // A word of the pad or the keyboard: a digit may follow another one, a letter stands for the next word
  // that begins with it.
  #type(text, mode = this.#mode) {
    const ids = [...this.selected];
    if (mode !== "word") return this.board.mark(mode, ids, text);
    const { kind, words, least, most } = this.part;
    const word = this.board.word(this.at);
    if (kind === "walk") return undefined;
    if (words.length || text === EMPTY) {
      this.#entry = undefined;
      return this.#put(text !== EMPTY || word !== EMPTY ? text : "");
    }
    const joined = this.#entry && word !== EMPTY ? word + text : text;
    const fits = kind === "own" || ((Number(joined) <= most || joined === "-") && (Number(joined) >= least || least > 0) && !/^-?0\d/.test(joined));
    if (!fits || joined === text) this.#entry = {};
    return this.#put(fits ? joined : text, this.#entry);
  }
  // The next word, in a circle, among those that begin with a letter.
  #next(word, beginning = "") {
    const begins = (one) => one && one.toLowerCase().startsWith(beginning.toLowerCase());
    const words = (beginning ? this.part.words : this.#plain(this.part.words)).filter(begins);
    if (this.part.kind === "shading") words.reverse();
    if (!beginning) words.push(...(this.part.blanks ? [EMPTY] : []), "");
    return words.length ? words[(words.indexOf(word) + 1) % words.length] : undefined;
  }

  // The other cells in the plane of one for which a cost is least and not NaN, or this one.
  #best(id, costOf) {
    let [found, least] = [id, Infinity];
    this.cells.forEach((_, other) => {
      const cost = other !== id && this.#plane(other) === this.#plane(id) && this.#middle(other) ? costOf(...this.#middle(other)) : NaN;
      if (cost < least) [found, least] = [other, cost];
    });
    return found;
  }
  // Where a key leads: to the nearest cell in its direction, or to the last one.
  #towards(id, key) {
    const [[x, y], [down, right], isFar] = [this.#middle(id), STEPS[key], !key.startsWith("Arrow")];
    return this.#best(id, (left, top) => {
      const along = (left - x) * right + (top - y) * down;
      const across = Math.abs((left - x) * down + (top - y) * right);
      if (along < 0.1 || across > (isFar ? 0.3 : 1.8 * along)) return NaN;
      return isFar ? -along : along ** 2 + 2 * across ** 2;
    });
  }
  // Where a pointer is in the plane of a cell.
  #point(id, { clientX, clientY }) {
    return new DOMPoint(clientX, clientY).matrixTransform(this.#plane(id).getScreenCTM().inverse());
  }
  // The direction of the side of a cell that a pointer is near to, where lines cross sides.
  #side(id, event) {
    const [{ x, y }, [left, top]] = [this.#point(id, event), this.#middle(id)];
    return this.part.directions.findIndex(([, down, right]) => {
      const along = (x - left) * right + (y - top) * down;
      const across = Math.abs((x - left) * down - (y - top) * right);
      return along > 0.25 && along < 0.75 && across < along;
    });
  }
  // The other cell that a pointer is next to.
  #beside(id, event) {
    const { x, y } = this.#point(id, event);
    return this.#best(id, (left, top) => {
      const distance = Math.hypot(left - x, top - y);
      return distance < 1 ? distance : NaN;
    });
  }

  // Whether the key means something here.
  #key({ key, code, ctrlKey, metaKey, altKey, shiftKey }) {
    const isCommand = ctrlKey || metaKey;
    const digit = code.match(/^(?:Digit|Numpad)(\d)$/)?.[1];
    if (isCommand && key.toLowerCase() === "z") shiftKey ? this.board.redo() : this.board.undo();
    else if (isCommand && key.toLowerCase() === "y") this.board.redo();
    else if (/^(Arrow|Home$|End$)/.test(key) && altKey) {
      const direction = this.part.directions.findIndex(([, ...step]) => `${step}` === `${STEPS[key]}`);
      if (this.#isLined && direction >= 0) this.#line(direction);
      else this.#edge(this.#towards(this.at, key));
    } else if (/^(Arrow|Home$|End$)/.test(key)) {
      const next = this.#towards(this.at, key);
      if (shiftKey || isCommand) this.#extend(next);
      else this.select(next);
      this.cells[this.at].focus();
    } else if (digit && shiftKey && !isCommand && !altKey) this.#type(digit, "corner");
    else if (digit && isCommand && !altKey) this.#type(digit, "centre");
    else if (isCommand || altKey) return false;
    else if (key === "Backspace" || key === "Delete") this.part.kind === "walk" && this.#isWord ? this.#back() : this.#erase();
    else if (key === " " || key === "Enter") return this.#cycle(this.at);
    else return key.length === 1 && this.#letter(key);
    return true;
  }
  #letter(key) {
    const { kind, words, blanks, least } = this.part;
    if (this.#mode === "edge" || this.#mode === "side" || (this.#mode === "colour" && !/^[1-9]$/.test(key))) return false;
    if (this.#mode === "colour") this.#type(String(key - 1));
    else if (!this.#isWord) this.#type(key);
    else if (kind === "walk") return false;
    else if (words.length && this.#next(this.board.word(this.at), key) !== undefined) this.#put(this.#next(this.board.word(this.at), key));
    else if (blanks && /^[xX.]$/.test(key)) this.#type(EMPTY);
    else if (kind === "own" || (!words.length && (/\d/.test(key) || (key === "-" && least < 0)))) this.#type(key);
    else return false;
    return true;
  }
  // What a click or the space bar does where there are few words, or a walk.
  #cycle(id) {
    const { kind, words, blanks } = this.part;
    if (this.#mode === "side") return this.#paint(id), true;
    if (!this.#isWord || this.board.lines(id)) return false;
    if (kind === "walk") this.board.step(id, this.#stroke);
    else if (words.length) this.#put(this.#next(this.board.word(id)), this.#stroke);
    else if (blanks) this.#type(EMPTY);
    else return false;
    return true;
  }

  #press(event) {
    const cell = event.target.closest("[data-id]");
    // A second finger comes to zoom.
    if (!cell || event.button === 1 || !event.isPrimary) return;
    const id = Number(cell.dataset.id);
    if (event.button) return this.#pressRight(id, event);
    const wasAt = this.at === id && this.selected.size === 1 && document.activeElement === cell;
    // Fingers hold what they touch first; a drag is told of what it comes over all the same.
    if (cell.hasPointerCapture?.(event.pointerId)) cell.releasePointerCapture(event.pointerId);
    event.preventDefault();
    const isToggled = event.ctrlKey || event.metaKey || this.#several.checked;
    if (isToggled || event.shiftKey) this.#extend(id, isToggled);
    else this.select(id);
    this.cells[id].focus({ preventScroll: true });
    this.#stroke = { last: id, x: event.clientX, y: event.clientY };
    if (this.#several.checked) return undefined;
    if (this.#mode === "edge") return this.#edge(this.#beside(id, event));
    if (this.#mode === "side") return this.#paint(id);
    const { kind, words } = this.part;
    const isFew = words.filter(String).length <= 3;
    if (this.#isLined) {
      Object.assign(this.#stroke, { isClick: wasAt, side: this.#side(id, event) });
      // A finger that rests on a side means a cross.
      const stroke = this.#stroke;
      if (event.pointerType === "touch" && stroke.side >= 0) {
        setTimeout(() => {
          if (this.#stroke !== stroke || stroke.side < 0) return;
          this.#cross(stroke.side);
          stroke.side = -1;
        }, LONG_PRESS);
      }
    }
    // On from the end of a path; only a click takes the end back.
    const isEnd = kind === "walk" && this.board.path(this.part).at(-1) === id - this.part.first;
    if (this.#isWord && isEnd) this.#stroke.isClick = true;
    else if (this.#isWord && (kind === "walk" || kind === "shading" || (words.length && isFew && wasAt))) {
      this.#cycle(id);
      this.#stroke.word = this.board.word(id);
    }
    return undefined;
  }
  // Whether lines join the corners of the picture's cells. Each cell has the name of its upper left one
  // then; where cells are painted, the style sheet moves all to where they are.
  #isBetween(part) {
    return part.directions.length > 0 && !part.isTiled && (part.at?.[0] ?? 0) % 1 !== 0;
  }
  // Inside, outside, neither in turn; a stroke goes on with what it began with.
  #paint(id) {
    if (this.#isBetween(this.part) && this.board.next(id, ["", 1, 1]) === undefined) return;
    const colours = [...Object.values(TINTS), ""];
    const next = colours[(colours.indexOf(this.board.notes.colour[id] ?? "") + 1) % colours.length];
    if (this.#stroke) this.#stroke.tint ??= next;
    this.board.paint(id, this.#stroke?.tint ?? next, this.#stroke);
  }
  // The right button crosses out the line of a side, where there are lines.
  #pressRight(id, event) {
    if (!this.board.cells[id].directions.length || !this.#isWord) return;
    this.select(id);
    const side = this.#side(id, event);
    if (side >= 0) this.#cross(side);
  }
  // A quick finger skips pixels, but no cells.
  #drag({ isPrimary, buttons, clientX, clientY }) {
    if (!isPrimary) return;
    if (!buttons) this.#stroke = undefined;
    if (!this.#stroke) return;
    const { x, y } = this.#stroke;
    Object.assign(this.#stroke, { x: clientX, y: clientY });
    const count = Math.ceil(Math.hypot(clientX - x, clientY - y) / 8);
    for (let step = 1; step <= count; step += 1) this.#meet(x + ((clientX - x) * step) / count, y + ((clientY - y) * step) / count);
  }
  #meet(x, y) {
    const cell = document.elementFromPoint(x, y)?.closest("[data-id]");
    const id = Number(cell?.dataset.id);
    if (!cell || id === this.#stroke.last || !this.#isAkin(id)) return undefined;
    const { last, word } = this.#stroke;
    Object.assign(this.#stroke, { last: id, isClick: false, side: -1 });
    if (this.#several.checked) return this.#extend(id);
    if (this.#mode === "edge") return this.board.edge(last, id, this.#stroke);
    if (this.#mode === "side") return this.#paint(id);
    if (this.#isLined) {
      const direction = this.part.directions.findIndex((direction) => this.board.next(last, direction) === id);
      this.select(id);
      if (direction < 0) return undefined;
      this.#stroke.count ??= this.board.more(last, this.part.directions[direction]);
      return this.board.line(last, direction, this.#stroke.count, false, this.#stroke);
    }
    if (!this.#isWord || !["walk", "shading"].includes(this.part.kind)) return this.#extend(id);
    this.select(id);
    if (this.part.kind === "shading") return this.board.put([id], word, this.#stroke);
    const before = this.board.path(this.part).at(-2);
    return this.board.step(before === id - this.part.first ? last : id, this.#stroke);
  }

  // Where fingers draw they cannot scroll: a cell at the edge of its box comes to the middle.
  #reveal() {
    const [box, cell] = [this.box, this.cells[this.at]].map((element) => element.getBoundingClientRect());
    const isInside = cell.left - cell.width > box.left && cell.right + cell.width < box.right;
    if (!isInside) this.box.scrollBy({ left: (cell.left + cell.right - box.left - box.right) / 2, behavior: "smooth" });
  }

  select(id, isFocused = false) {
    if (id !== this.at) this.#entry = undefined;
    const before = this.part;
    this.selected = new Set([id]);
    this.at = id;
    if (this.part !== before) this.#drawPad();
    this.draw();
    if (isFocused) this.cells[id].focus();
  }
  // Whether a cell can be chosen together with the chosen one.
  #isAkin(id) {
    return this.#plane(id) === this.#plane(this.at) && this.board.cells[id].kind === this.part.kind;
  }
  #extend(id, isToggled = false) {
    if (!this.#isAkin(id)) return this.select(id);
    if (isToggled && this.selected.has(id) && this.selected.size > 1) this.selected.delete(id);
    else this.selected.add(id);
    this.at = this.selected.has(id) ? id : [...this.selected].at(-1);
    this.#entry = undefined;
    return this.draw();
  }

  flag(flags) {
    for (const [name, ids] of Object.entries(flags)) this.#flags[name] = new Set(ids);
    this.draw();
  }

  veil(places) {
    const [layer] = this.#over ?? [];
    // Polygons stand in no rows and columns.
    if (!layer || this.board.parts.some((part) => part.isTiled)) return;
    const clued = [];
    layer.replaceChildren();
    for (const [column, row, count] of places) {
      const isIn = ({ at, rows, columns }) => at && row >= at[1] && row < at[1] + rows && column >= at[0] && column < at[0] + columns;
      const part = this.board.parts.find((part) => part.clues.length && isIn(part));
      if (part) clued.push(part.first + (row - part.at[1]) * part.columns + column - part.at[0]);
      // Neither lines nor the numbers of rows and columns; rows have longer clues beside them, and lists
      // go outwards.
      const [left, top] = [column < 0 ? 0.3 - 0.6 * count : 0.05, row < 0 ? 0.75 - 0.6 * count : 0.05];
      if (!part) layer.append(svg("rect", { x: column + left, y: row + top, width: 0.95 - left, height: 0.95 - top }));
    }
    this.flag({ kept: clued });
  }

  draw() {
    this.clues?.forEach((clue, place) => clue.classList.toggle("struck", place in this.board.notes.struck));
    for (const id of this.cells.keys()) this.#drawCell(id);
    this.#drawLines();
    for (const field of this.element.querySelectorAll("[data-part]")) {
      const [value] = this.board.values[field.dataset.part];
      if (field.value !== value) field.value = value;
    }
  }
  #drawCell(id) {
    const { board } = this;
    const [part, cell] = [board.cells[id], this.cells[id]];
    const [word, isGiven] = [part.kind === "walk" ? "" : board.word(id), board.given.has(id)];
    const { centre, corner, colour } = board.notes;
    const flags = Object.keys(this.#flags).filter((name) => this.#flags[name].has(id));
    cell.replaceChildren();
    const add = (className, text) => text && cell.append(make("span", { className, textContent: text }));
    if (!(isGiven && this.lines.get(part) === this.#over?.[2])) add("word", this.#shown(part, word));
    if (word === "") add("centre", centre[id]?.replaceAll(" ", ""));
    if (word === "") add("corner", corner[id]);
    cell.className = flags.join(" ");
    cell.classList.toggle("empty", word === EMPTY);
    cell.style.setProperty("--letters", Math.max((word || cell.dataset.clue || "").length, 2));
    cell.ariaSelected = String(this.selected.has(id));
    const isFirst = part.first === id && [...this.lines].find(([, lines]) => lines === this.#plane(id))[0] === part;
    cell.tabIndex = id === this.at || (isFirst && this.#plane(id) !== this.#plane(this.at)) ? 0 : -1;
    const steps = part.kind === "walk" ? board.path(part).flatMap((place, step) => (place === id - part.first ? [step + 1] : [])) : [];
    const place = id - part.first;
    const crossed = part.directions.flatMap(([to], direction) => (board.isCrossed(id, direction) && !isDouble(part, direction) ? [to] : []));
    const sides = part.directions.length ? Object.keys(TINTS) : [];
    const notes = [
      steps.length && `step ${steps.join(" and ")}`,
      part.kind !== "walk" && (word === "" ? "not filled in" : word === EMPTY ? "known to be empty" : board.said(part, word)),
      cell.dataset.clue && !part.names[place] && `clue ${cell.dataset.clue}`,
      crossed.length && `no line to ${crossed.join(" and ")}`,
      isGiven && "given",
      centre[id] && `maybe ${centre[id]}`,
      corner[id] && `corner ${corner[id]}`,
      colour[id] && (sides.find((side) => TINTS[side] === colour[id])?.toLowerCase() ?? `colour ${Number(colour[id]) + 1}`),
      ...flags.filter((name) => name !== "hinted"),
    ];
    const name = part.name && part.rows === 1 ? `${part.name}, place ${place + 1}` : `row ${Math.floor(place / part.columns) + 1}, column ${(place % part.columns) + 1}`;
    cell.ariaLabel = `${part.names[place] ?? name}: ${notes.filter(Boolean).join(", ")}`;
  }
  #drawLines() {
    const { notes } = this.board;
    for (const layer of [...this.lines.values(), ...this.grounds.values()]) layer.replaceChildren();
    for (const [part, lines] of this.lines) {
      let drawn = "";
      // The backgrounds of cells, by their places; a cell has that of its own word at the top.
      const grounds = new Map();
      for (let id = part.first; id < part.first + part.size; id += 1) {
        const [colour, word] = [notes.colour[id], this.board.word(id)];
        const print = this.board.isFree(id) && part.drawn.find((one) => one.word === word);
        const hue = part.hues.find(([sign]) => word.startsWith(sign))?.[1];
        const [x, y, shape = 0] = this.#middle(id) || [];
        const polygon = (layer, attributes) => layer.append(svg("polygon", { points: part.shapes[shape].map(([right, down]) => [x + right, y + down]).join(" "), ...attributes }));
        const bits = this.board.lines(id);
        part.directions.forEach((direction, bit) => {
          const next = this.board.next(id, direction);
          if (!((bits >> bit) & 1) || next === undefined) return;
          const [right, down] = this.#middle(next).map((end, axis) => (end - [x, y][axis]) / 2);
          // Two lines run side by side.
          for (const aside of isDouble(part, bit) ? [-0.2, 0.2] : [0]) {
            const [left, top] = [x - aside * down, y + aside * right];
            drawn += `M${left} ${top}L${left + right} ${top + down}`;
          }
        });
        if (print) {
          const place = id - part.first;
          for (const other of print.reach?.[place] ?? []) if (!grounds.has(other)) grounds.set(other, print.ground);
          if (print.ground) grounds.set(place, print.ground);
          lines.append(...icons([print.sign], x, y));
        }
        if (hue !== undefined && this.board.isFree(id)) polygon(lines, { fill: tint(hue) });
        const aside = this.#isBetween(part) ? 0.5 : 0;
        if (colour) polygon(this.grounds.get(part), { fill: tint(40 * colour), transform: `translate(${aside} ${aside})` });
      }
      for (const [place, ground] of grounds) {
        const [x, y] = part.middles[place];
        this.grounds.get(part).append(...icons([ground], x, y));
      }
      if (part.kind === "walk") {
        const steps = this.board.path(part).map((place) => part.middles[place].slice(0, 2));
        if (steps.length) {
          lines.append(svg("polyline", { points: steps.join(" ") }), svg("circle", { cx: steps[0][0], cy: steps[0][1], r: 0.16 }));
          lines.append(svg("circle", { cx: steps.at(-1)[0], cy: steps.at(-1)[1], r: 0.28, class: "end" }));
        }
      }
      if (drawn) lines.append(svg("path", { d: drawn, class: "drawn" }));
    }
    for (const place of Object.keys(notes.crosses)) {
      const [one, other] = place.split(",").map(Number);
      const [x, y] = [0, 1].map((axis) => (this.#middle(one)[axis] + this.#middle(other)[axis]) / 2);
      this.#plane(one).append(svg("path", { class: "cross", d: `M${x - 0.12} ${y - 0.12}l0.24 0.24m0 -0.24l-0.24 0.24` }));
    }
    for (const edge of Object.keys(notes.edges)) {
      const [one, other] = edge.split(",").map(Number);
      const [[x, y], [right, down]] = [this.#middle(one), this.#middle(other)];
      // Half as long as the middles are apart, on each side of the line between them.
      const [across, along] = [(right - x) / 2, (down - y) / 2];
      this.#plane(one).append(svg("path", { d: `M${x + across + along} ${y + along - across}l${-2 * along} ${2 * across}` }));
    }
  }
}

function tint(hue) {
  return `hsl(${hue} 75% 55%)`;
}

// Whether a direction stands for two lines: another one before it has the same step.
function isDouble({ directions }, direction) {
  const [, down, right] = directions[direction];
  return directions.slice(0, direction).some((other) => other[1] === down && other[2] === right);
}

// An arrow in a direction.
function pointing(name) {
  return "→↘↓↙←↖↑↗"[["E", "SE", "S", "SW", "W", "NW", "N", "NE"].indexOf(name)];
}

function percent(length, whole) {
  return `${(100 * length) / whole}%`;
}

// Lays an element over a box of a larger one: left, top, width, height.
function lay(element, [left, top, width, height], whole) {
  Object.assign(element.style, {
    left: percent(left - whole[0], whole[2]),
    top: percent(top - whole[1], whole[3]),
    width: percent(width, whole[2]),
    height: percent(height, whole[3]),
  });
}

// Where something is drawn over a box of the picture.
function layerIn(element, box, name) {
  const layer = svg("svg", { viewBox: box.join(" "), preserveAspectRatio: "none", class: name, "aria-hidden": "true" });
  element.append(layer);
  return layer;
}

// Pictures of single cells, with their middle at (x, y). As images they run nothing.
function icons(pictures, x, y) {
  const image = (picture) => svg("image", { href: `data:image/svg+xml,${encodeURIComponent(picture)}`, x: x - 0.5, y: y - 0.5, width: 1, height: 1 });
  return pictures.filter(Boolean).map(image);
}

function isUnfinished(word) {
  return word.startsWith(UNFINISHED);
}

// Whether its words are too long for keys.
function isLong({ words }) {
  return words.some((word) => word.length > 8);
}

function svg(name, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  return element;
}

// Whether the puzzles' programs run in the page (`programs.js`).
const hasPrograms = () => typeof ask === "function";
