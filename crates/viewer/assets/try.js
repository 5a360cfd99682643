// The reader fills in the board of a page. The solution is in the page as a code that nobody reads by
// accident; what differs from it, what stands in a cell, and what follows next, is said when asked.
"use strict";

// Called by the script with the limits and the steps, which is loaded with help.js when it is asked for.
let giveHelp;

(() => {
  const figure = document.getElementById("try");
  const { fill, code, is_only: isOnly, conflicts: hasConflicts, hints: hasHints } = JSON.parse(figure.querySelector("script").textContent);
  const board = new Board(fill);
  const name = `fill ${fill.puzzle}`;
  const turned = (sign, place) => String.fromCharCode(((((sign.charCodeAt() - 73 * place - 73) % 95) + 95) % 95) + 32);
  const solution = code && board.read([...code].map((sign, place) => (/[ -~]/.test(sign) ? turned(sign, place) : sign)).join(""));
  const [right, wrong] = isOnly
    ? ["it is the only solution", "from the only solution"]
    : ["it is the board that was found here", "from the board that was found here; others may be as good"];

  // What is kept in the browser, unless it belongs to another instance of the puzzle.
  let [revealed, told, seconds, isSolved, isStrict] = [new Set(), new Set(), 0, false, false];
  const restore = () => {
    try {
      const found = JSON.parse(kept.read(name));
      if (found?.code !== code || !board.unpack(found.board)) return;
      [revealed, told] = [new Set(found.revealed), new Set(found.told)];
      [seconds, isSolved, isStrict] = [Number(found.seconds) || 0, found.isSolved === true, found.isStrict === true];
    } catch {
      // Somebody else has written there.
    }
  };
  const keep = () =>
    kept.write(name, JSON.stringify({ code, board: board.pack(), revealed: [...revealed], told: [...told], seconds, isSolved, isStrict }));

  // A position in the address of the page.
  const encoded = () => btoa(String.fromCharCode(...new TextEncoder().encode(board.pack()))).replace(/[+/=]/g, (one) => ({ "+": "-", "/": "_" })[one] ?? "");
  const shared = () => {
    const found = location.hash.match(/^#fill=([\w-]+)$/)?.[1];
    if (!found) return;
    try {
      const letters = atob(found.replace(/[-_]/g, (one) => ({ "-": "+", _: "/" })[one]));
      board.load(new TextDecoder().decode(Uint8Array.from(letters, (letter) => letter.charCodeAt(0))));
    } catch {
      // It is cut off, or no position.
    }
  };

  restore();
  const said = make("div", { className: "said", role: "status" });
  const clashes = make("p", { className: "clashes", role: "status" });
  const clock = make("time", { id: "clock" });
  const tools = make("div", { className: "tools" });
  const view = new BoardView(figure, board);
  const [grid, other] = figure.querySelectorAll(".cells");
  if (grid && !other) grid.ariaLabel = `The cells of ${figure.dataset.title}, to be filled in`;

  // The clock runs from the first entry to the solution, while the page is in sight.
  let ticking;
  const time = () => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  const tick = () => {
    if (document.hidden) return;
    seconds += 1;
    clock.textContent = time();
    if (seconds % 10 === 0) keep();
  };
  const run = () => {
    if (!isSolved && !board.isBlank()) ticking ??= setInterval(tick, 1000);
    else ticking = void clearInterval(ticking);
    clock.textContent = time();
  };

  const say = (...lines) => said.replaceChildren(...lines.map((line) => make("p", { textContent: line })));
  const things = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

  // What waits for help while it is loaded, which is done once.
  let waiting = [];
  let help;
  const withHelp = (act) => {
    if (help) return act(help);
    if (waiting.push(act) > 1) return undefined;
    giveHelp = (given) => {
      help = given;
      Object.assign(fill, given);
      for (const act of waiting) act(given);
    };
    for (const src of ["help.js", `help/${fill.puzzle}.js`]) {
      const onerror = () => {
        waiting = [];
        say(`The file ${src} is not there.`);
      };
      document.head.append(make("script", { src, async: false, onerror }));
    }
    return undefined;
  };

  const drawClashes = (flags) => {
    const found = isStrict && help ? conflicts(board) : [];
    view.flag({ ...flags, clashes: found.flatMap(({ ids }) => ids) });
    clashes.textContent = found.length ? listed([...new Set(found.map(({ rule }) => rule.replace(/\.$/, "")))], 3) : "";
  };
  const finish = () => {
    const { ids, parts } = board.differing(solution);
    const isDone = !ids.length && !parts.length && !board.missing(solution);
    if (isDone && !isSolved) {
      const help = revealed.size ? `, ${things(revealed.size, "value")} revealed` : "";
      say(`Solved in ${time()}${help}: ${right}.`);
    }
    isSolved ||= isDone;
  };
  let level = 0;
  board.changed = () => {
    level = 0;
    say();
    drawClashes({ differs: [], hinted: [], revealed });
    if (solution) finish();
    run();
    keep();
    drawButtons();
  };

  const hint = ({ steps }) => {
    const { ids, parts } = board.differing(solution);
    if (isOnly && (ids.length || parts.length)) return say("There is a mistake on the board; Check tells where.");
    level = Math.min(level + 1, 3);
    const { lines, cells } = tellNext(board, steps, told, level);
    view.flag({ hinted: cells });
    return say(...lines);
  };

  const showNext = () => {
    const id = reveal(board, solution, view.at, revealed);
    if (id === undefined) return say("There is nothing left to reveal.");
    if (id >= 0) view.select(id);
    if (!isSolved) say(id >= 0 ? view.cells[id].ariaLabel : "Revealed.");
    return undefined;
  };

  const actions = {
    Undo: () => board.undo(),
    Redo: () => board.redo(),
    Check() {
      const { ids, parts } = board.differing(solution);
      view.flag({ differs: ids });
      const left = board.missing(solution);
      const number = ids.length + parts.length;
      const what = parts.length ? "answer" : "cell";
      if (number) say(`${things(number, what)} ${number === 1 ? "differs" : "differ"} ${wrong}.`);
      else if (left) say(`Nothing differs ${wrong}; ${left} to go.`);
      else say(`Solved: ${right}.`);
    },
    Hint: () => withHelp(hint),
    Reveal: () => withHelp(showNext),
    "Start again"() {
      revealed = new Set();
      [told, seconds, isSolved] = [new Set(), 0, false];
      board.clear();
      say("The board is empty again; Undo brings it back.");
    },
    async Share() {
      history.replaceState(null, "", `#fill=${encoded()}`);
      try {
        await navigator.clipboard.writeText(location.href);
        say("A link to this position was copied.");
      } catch {
        say("The address of this page is now a link to this position.");
      }
    },
  };
  const buttons = {};
  const group = make("div", { className: "buttons", role: "group", ariaLabel: "Help" });
  const isOffered = { Check: solution, Reveal: solution, Hint: solution && hasHints };
  for (const [label, onclick] of Object.entries(actions)) {
    if (label in isOffered && !isOffered[label]) continue;
    buttons[label] = make("button", { type: "button", textContent: label, onclick });
    group.append(buttons[label]);
  }
  const drawButtons = () => {
    buttons.Undo.disabled = !board.canUndo;
    buttons.Redo.disabled = !board.canRedo;
  };
  if (hasConflicts) {
    const onchange = () => {
      isStrict = strict.checked;
      keep();
      withHelp(() => drawClashes());
    };
    const strict = make("input", { type: "checkbox", checked: isStrict, onchange });
    const label = make("label", {});
    label.append(strict, "Show conflicts");
    group.append(label);
  }
  const clocked = make("span", { className: "clock" });
  clocked.append(make("span", { className: "unseen", textContent: "Time " }), clock);
  group.append(clocked);
  tools.append(group, said, clashes);
  figure.append(tools, make("figcaption", { textContent: grid ? "The puzzle: try it. Choose a cell and type, or use the keys" : "The puzzle: try it" }));

  addEventListener("pagehide", () => ticking && keep());
  addEventListener("hashchange", shared);
  board.changed();
  shared();
  if (isStrict) withHelp(() => drawClashes());
})();
