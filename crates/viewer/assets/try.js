// The unsolved board, to be filled in: a grid of cells over its picture. The solution is in the page as
// a code that nobody reads by accident; what differs from it, and what stands in a cell, is said when
// the reader asks.
"use strict";

(() => {
  const board = document.getElementById("try");
  const { slug, rows, columns, given, clues, code, blanks, zero, long } = JSON.parse(board.dataset.try);
  const part = (selector) => board.querySelector(selector);
  const [grid, pad, said, clock] = [".cells", ".pad", ".said", "#clock"].map(part);
  const count = rows * columns;
  // What the reader knows to be empty; a cell without anything in it is not filled in yet.
  const EMPTY = "×";

  const solution = Array.from({ length: count }, (_, place) => {
    const shifted = parseInt(code.slice(2 * place, 2 * place + 2), 16);
    const number = (((shifted - 73 * place - 41) % 256) + 256) % 256;
    return number ? String(number - 1) : "";
  });
  const fixed = new Map(given);
  const differs = (place) => {
    const value = values[place];
    return value !== "" && (value === EMPTY ? "" : value) !== solution[place];
  };
  const isMissing = (place) => solution[place] !== "" && values[place] === "";

  // What is kept in the browser, unless it belongs to another instance of the puzzle.
  const name = `try ${slug}`;
  let [values, revealed, seconds, isSolved] = [[], new Set(), 0, false];
  const forget = () => {
    values = Array.from({ length: count }, (_, place) => fixed.get(place) ?? "");
    [revealed, seconds, isSolved] = [new Set(), 0, false];
  };
  const restore = (text) => {
    try {
      const found = JSON.parse(text);
      if (found?.code !== code || found.values?.length !== count) return;
      values = found.values.map((value, place) => fixed.get(place) ?? String(value));
      revealed = new Set(found.revealed);
      seconds = Number(found.seconds) || 0;
      isSolved = found.isSolved === true;
    } catch {
      // Somebody else has written there.
    }
  };
  const stored = () => JSON.stringify({ code, values, revealed: [...revealed], seconds, isSolved });
  const keep = () => kept.write(name, stored());

  // The clock runs from the first number to the solution, while the page is in sight.
  let ticking;
  const time = () => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const tick = () => {
    if (document.hidden) return;
    seconds += 1;
    clock.textContent = time();
    if (seconds % 10 === 0) keep();
  };
  const run = () => {
    const isRunning = !isSolved && values.some((value, place) => value !== "" && !fixed.has(place));
    if (isRunning) ticking ??= setInterval(tick, 1000);
    else ticking = void clearInterval(ticking);
    clock.textContent = time();
  };

  // The cells: one of them can be reached with the tabulator, from there the arrows lead to the others.
  const cells = solution.map((_, place) => {
    const cell = document.createElement("div");
    cell.setAttribute("role", "gridcell");
    cell.dataset.place = place;
    if (fixed.has(place)) cell.setAttribute("aria-readonly", "true");
    return cell;
  });
  for (const [place, clue] of clues) cells[place].dataset.clue = clue;
  for (let row = 0; row < rows; row += 1) {
    const line = document.createElement("div");
    line.setAttribute("role", "row");
    line.append(...cells.slice(row * columns, (row + 1) * columns));
    grid.append(line);
  }
  grid.style.setProperty("--columns", columns);
  grid.style.setProperty("--rows", rows);
  let at = 0;
  // Whether a second digit may follow the one in the cell.
  let isOpen = false;
  let marked = new Set();

  const draw = (place) => {
    const cell = cells[place];
    const value = values[place];
    const what = value === "" ? "not filled in" : value === EMPTY ? "known to be empty" : value;
    const clue = cell.dataset.clue ? `, clue ${cell.dataset.clue}` : "";
    const how = fixed.has(place) ? ", given" : revealed.has(place) ? ", revealed" : "";
    const wrong = marked.has(place);
    cell.textContent = fixed.has(place) ? "" : value;
    cell.className = [value === EMPTY && "empty", revealed.has(place) && "revealed", wrong && "differs"]
      .filter(Boolean)
      .join(" ");
    cell.setAttribute("aria-label", `row ${Math.floor(place / columns) + 1}, column ${(place % columns) + 1}: ${what}${clue}${how}${wrong ? ", differs" : ""}`);
    cell.setAttribute("aria-selected", place === at);
    cell.tabIndex = place === at ? 0 : -1;
  };
  const drawAll = () => cells.forEach((_, place) => draw(place));
  const select = (place, isFocused) => {
    const before = at;
    [at, isOpen] = [place, isOpen && place === at];
    draw(before);
    draw(at);
    if (isFocused) cells[at].focus();
  };

  const say = (text) => {
    said.textContent = text;
  };
  const things = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;
  const finish = () => {
    const isDone = !cells.some((_, place) => differs(place) || isMissing(place));
    if (isDone && !isSolved) {
      const help = revealed.size ? `, ${things(revealed.size, "cell")} revealed` : "";
      say(`Solved in ${time()}${help}: it is the only solution.`);
    }
    isSolved ||= isDone;
  };
  const changed = () => {
    finish();
    run();
    keep();
  };
  const put = (place, value) => {
    if (fixed.has(place) || revealed.has(place)) return;
    forgotten = undefined;
    values[place] = value;
    marked.delete(place);
    say("");
    draw(place);
    changed();
  };
  const type = (digit) => {
    const value = values[at];
    const joined = isOpen && long && value.length === 1 && value !== EMPTY && value !== "0";
    put(at, joined ? value + digit : digit);
    isOpen = !joined;
  };
  const toggle = (value) => {
    put(at, values[at] === value ? "" : value);
    isOpen = false;
  };

  // What the buttons do when asked.
  let forgotten;
  const actions = {
    check() {
      marked = new Set(cells.map((_, place) => place).filter(differs));
      drawAll();
      const left = cells.filter((_, place) => isMissing(place)).length;
      const wrong = marked.size === 1 ? "1 cell differs" : `${marked.size} cells differ`;
      if (marked.size) say(`${wrong} from the only solution.`);
      else if (left) say(`No cell differs from the only solution; ${things(left, "number")} to go.`);
      else say("Solved: it is the only solution.");
    },
    // The chosen cell, or the first one that is not as in the solution.
    reveal() {
      const isOpenCell = (place) => differs(place) || isMissing(place);
      const isKnown = values[at] !== "" && !differs(at);
      const first = cells.findIndex((_, place) => isOpenCell(place));
      const place = isKnown ? first : at;
      if (place < 0) return say("There is nothing left to reveal.");
      values[place] = solution[place] || EMPTY;
      revealed.add(place);
      marked.delete(place);
      forgotten = undefined;
      select(place, false);
      say(cells[place].getAttribute("aria-label"));
      changed();
    },
    clear() {
      const before = stored();
      if (forgotten === undefined) forget();
      else restore(forgotten);
      forgotten = forgotten === undefined ? before : undefined;
      say(forgotten === undefined ? "" : "The board is empty again; press once more to have it back.");
      marked = new Set();
      drawAll();
      run();
      keep();
    },
  };

  const key = (label, act, text = label) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    if (label !== text) button.setAttribute("aria-label", label);
    button.addEventListener("click", act);
    pad.append(button);
  };
  for (let digit = zero || long ? 0 : 1; digit <= 9; digit += 1) key(String(digit), () => type(String(digit)));
  if (blanks) key("Known to be empty", () => toggle(EMPTY), EMPTY);
  key("Erase", () => put(at, ""), "⌫");

  grid.addEventListener("click", ({ target }) => {
    const place = target.closest("[data-place]")?.dataset.place;
    if (place !== undefined) select(Number(place), true);
  });
  grid.addEventListener("focusin", ({ target }) => {
    grid.classList.add("live");
    select(Number(target.dataset.place), false);
  });
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  const go = ([down, right]) => {
    const row = Math.min(Math.max(Math.floor(at / columns) + down, 0), rows - 1);
    const column = Math.min(Math.max((at % columns) + right, 0), columns - 1);
    select(row * columns + column, true);
  };
  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const { key } = event;
    if (steps[key]) go(steps[key]);
    else if (key === "Home") go([0, -columns]);
    else if (key === "End") go([0, columns]);
    else if (/^[1-9]$/.test(key) || (key === "0" && (zero || long))) type(key);
    else if (key === "Backspace" || key === "Delete") put(at, "");
    else if (blanks && ["x", "X", ".", " "].includes(key)) toggle(EMPTY);
    else return;
    event.preventDefault();
  });
  board.addEventListener("click", ({ target }) => actions[target.closest("[data-help]")?.dataset.help]?.());
  addEventListener("pagehide", () => ticking && keep());

  forget();
  restore(kept.read(name));
  drawAll();
  run();
  for (const selector of [".sheet", ".tools", ".try-hint"]) part(selector).hidden = false;
})();
