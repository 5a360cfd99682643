// The reader fills in a board: that of the page, whose solution stands there as a code that nobody
// reads by accident, or that of a link (`fill.js`), of whose solution there is only a hash.
"use strict";

// Called by the script with the limits and the steps, which is loaded with help.js when it is asked for.
let giveHelp;

// FNV-1a in 64 bits over lines of text, as in `linked.rs`.
const hashed = (...lines) => {
  const prime = BigInt("0x100000001b3");
  const step = (hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return new TextEncoder().encode(lines.join("\n")).reduce(step, BigInt("0xcbf29ce484222325"));
};

// Most moves that are kept. A move is a part of the packed board and what takes its place: where it
// begins, the letters behind it, and the text; the seconds on the clock stand before.
const MOST_MOVES = 5000;
const moveBetween = (before, after) => {
  const least = Math.min(before.length, after.length);
  let [start, end] = [0, 0];
  while (start < least && before[start] === after[start]) start += 1;
  while (end < least - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [start, end, after.slice(start, after.length - end)];
};
const moved = (before, [, start, end, text]) => before.slice(0, start) + text + before.slice(before.length - end);
// How long each move is shown, in milliseconds.
const MOVE = 300;

// Copies an address. Returns whether the browser allowed it.
const copied = async (address) =>
  navigator.clipboard?.writeText(address).then(() => true, () => false) ?? false;

// The least width of a cell in pixels.
const LEAST_CELL = 28;

const SHORTCUTS = [
  ["Arrow keys, Home, End", "go to another cell"],
  ["Shift or Ctrl with them, or with a click", "choose several cells"],
  ["Digits, letters", "write into the chosen cells"],
  ["Space, Enter", "the next of a few values, or a step of a walk"],
  ["Backspace, Delete", "erase"],
  ["X or .", "known to be empty"],
  ["Shift or Ctrl with a digit", "a small digit in the corner, or in the centre"],
  ["Alt with an arrow key", "a line, or a border between two cells"],
  ["A click near a side", "a line across it, then a cross, then nothing"],
  ["A right click there, a long press", "a cross: there is no line"],
  ["Ctrl+Z, Ctrl+Y", "undo, redo"],
  ["?", "this list"],
];

// `content`: { fill, solution, answer, check, instance, code, is_only, conflicts, hints }. `program`, if there
// is one, asks the puzzle's program: program(command, more) returns what it says, as a promise.
function tryIt(figure, content, program) {
  const { fill, check, is_only: isOnly, conflicts: hasConflicts = fill.limits?.length > 0, hints: hasHints } = content;
  const board = new Board(fill);
  const seed = content.code ?? content.instance;
  const identity = content.solution ?? seed;
  const name = seed ? `fill ${fill.puzzle} ${hashed(seed).toString(36)}` : `fill ${fill.puzzle}`;
  const turned = (sign, place) => String.fromCharCode(((((sign.charCodeAt() - 73 * place - 73) % 95) + 95) % 95) + 32);
  const decoded = (code) => code && [...code].map((sign, place) => (/[ -~]/.test(sign) ? turned(sign, place) : sign)).join("");
  const solution = content.solution && JSON.parse(decoded(content.solution));
  const isRight = () => (solution ? board.canonical() === board.canonical(solution) : check !== undefined && BigInt(`0x${check}`) === hashed(seed, board.canonical()));
  // Of a link the answer is encrypted with the board.
  const answer = () => {
    if (solution || !content.answer) return decoded(content.answer);
    const key = (number) => hashed(number, seed, board.canonical()).toString(16).padStart(16, "0");
    const opened = bytesOf(content.answer).map((byte, place) => byte ^ parseInt(key(place >> 3).slice(2 * (place % 8), 2 * (place % 8) + 2), 16));
    return new TextDecoder().decode(opened);
  };
  const [right, wrong] = isOnly
    ? ["it is the only solution", "from the only solution"]
    : ["it is the board that was found here", "from the board that was found here; others may be as good"];

  // What is kept in the browser, unless it belongs to another instance of the puzzle.
  let [revealed, told, seconds, isSolved, isStrict, saved, moves] = [new Set(), new Set(), 0, false, false, [], []];
  const blank = board.pack();
  let latest = blank;
  const restore = () => {
    try {
      const found = JSON.parse(kept.read(name));
      if (found?.identity !== identity || !board.unpack(found.board)) return;
      [revealed, told, saved] = [new Set(found.revealed), new Set(found.told), found.saved ?? []];
      latest = (found.moves ?? []).reduce(moved, blank);
      moves = found.moves ?? [];
      if (found.history) board.history = found.history;
      [seconds, isSolved, isStrict, board.isTidy] = [Number(found.seconds) || 0, found.isSolved === true, found.isStrict === true, found.isTidy === true];
    } catch {
      // Somebody else has written there.
    }
  };
  const keep = () =>
    kept.write(name, JSON.stringify({ identity, board: board.pack(), history: board.history, revealed: [...revealed], told: [...told], saved, moves, seconds, isSolved, isStrict, isTidy: board.isTidy }));

  // A position or a replay in the address of the page, after the puzzle of a link.
  const puzzle = () => location.hash.slice(1).split("&")[0].replace(/^(fill|replay)=.*/, "");
  const withPuzzle = (code) => `#${[puzzle(), code].filter(String).join("&")}`;
  const shared = async () => {
    const [, kind, code] = location.hash.match(/[#&](fill|replay)=([\w-]+)$/) ?? [];
    try {
      if (kind === "fill") board.load(new TextDecoder().decode(bytesOf(code)));
      if (kind === "replay") replay(JSON.parse(await unpacked(bytesOf(code))).slice(0, MOST_MOVES));
    } catch {
      // It is cut off, or neither.
    }
  };

  restore();
  const record = () => {
    const now = board.pack();
    if (now === latest || moves.length >= MOST_MOVES) return;
    moves.push([seconds, ...moveBetween(latest, now)]);
    latest = now;
  };
  const said = make("div", { className: "said", role: "status" });
  const clashes = make("p", { className: "clashes", role: "status" });
  const clock = make("time", { id: "clock" });
  const tools = make("div", { className: "tools" });
  const view = new BoardView(figure, board);
  const [grid, other] = figure.querySelectorAll(".cells");
  if (grid && !other) grid.ariaLabel = `The cells of ${figure.dataset.title}, to be filled in`;

  // The clock runs from the first entry to the solution, while the page is in sight, and can be stopped.
  let [ticking, isPaused] = [undefined, false];
  const time = (of = seconds) => `${Math.floor(of / 60)}:${String(of % 60).padStart(2, "0")}`;
  const tick = () => {
    if (document.hidden) return;
    seconds += 1;
    clock.textContent = time();
    if (seconds % 10 === 0) keep();
  };
  const run = () => {
    if (!isSolved && !isPaused && !board.isBlank()) ticking ??= setInterval(tick, 1000);
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
    const scripts = [`help/${fill.puzzle}.js`];
    if (typeof conflicts === "undefined") scripts.unshift("help.js");
    for (const src of scripts) {
      const onerror = () => {
        waiting = [];
        say(`The file ${src} is not there.`);
      };
      document.head.append(make("script", { src, async: false, onerror }));
    }
    return undefined;
  };
  const withLimits = (act) => (fill.limits ? act() : withHelp(act));

  const showClashes = (ids, rules, flags) => {
    view.flag({ ...flags, clashes: ids });
    clashes.textContent = rules.length ? listed(rules, 3) : "";
  };
  // The program knows of every rule whether it is broken, and which clues are kept; each change of the
  // board ends its work on the one before.
  let judging = new AbortController();
  const judge = async (isClear) => {
    judging.abort();
    judging = new AbortController();
    const { signal } = judging;
    const told = (command) => program(command, { board: board.text(), seconds: 3 }, { signal }).catch(() => ({}));
    const { kept: clues = [] } = board.isBlank() ? {} : await told("kept");
    if (!signal.aborted) view.veil(clues);
    if (signal.aborted || !isStrict || !isClear || board.isBlank()) return;
    const { rule, broken, cells = [] } = await told("check");
    if (!signal.aborted && isStrict) showClashes(placesOf(cells), broken ? [rule ?? broken] : []);
  };
  const placesOf = (names) => (board.parts.length === 1 ? names.map((one) => board.place(board.parts[0], one)) : []);
  const drawClashes = (flags) => {
    const found = isStrict && fill.limits ? conflicts(board) : [];
    showClashes(found.flatMap(({ ids }) => ids), [...new Set(found.map(({ rule }) => rule.replace(/\.$/, "")))], flags);
    // Nobody waits for a program for the sake of grey clues.
    if (program && (isStrict || isLoaded(fill.puzzle))) judge(!found.length);
  };
  const solved = () => (answer() ? [`Solved: ${right}.`, `The answer is ${answer()}.`] : [`Solved: ${right}.`]);
  const finish = () => {
    const isDone = isRight();
    if (isDone && !isSolved) {
      const help = revealed.size ? `, ${things(revealed.size, "value")} revealed` : "";
      say(`Solved in ${time()}${help}: ${right}.`, ...solved().slice(1));
    } else if (isDone) say(...solved());
    isSolved ||= isDone;
  };
  let level = 0;
  board.changed = () => {
    level = 0;
    record();
    say();
    drawClashes({ differs: [], hinted: [], revealed });
    finish();
    run();
    keep();
    drawButtons();
  };

  const differing = () => (solution ? board.differing(solution) : { ids: [], parts: [] });
  const hint = (help) => {
    const { ids, parts } = differing();
    if (isOnly && (ids.length || parts.length)) return say("There is a mistake on the board; Check shows where.");
    level = Math.min(level + 1, 3);
    const { lines, cells } = tellNext(board, help, told, level);
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

  // What the program says of the board as it is now: later answers to earlier boards are not shown.
  const ask = async (command, more, show) => {
    const position = board.pack();
    say("…");
    const answered = await program(command, { board: board.text(), ...more }).catch(({ message }) => ({ error: message }));
    if (board.pack() === position) answered.error ? say(answered.error) : show(answered);
  };
  const judged = ({ broken, completable }) =>
    broken ? `A rule is broken: ${broken}.` : completable === false ? "There is a mistake: this board cannot be completed." : completable ? "No mistake so far." : "It took too long to find out.";

  // Whether nothing is wrong yet, as far as this can be known here.
  const isSound = async () => {
    if (solution) return !Object.values(differing()).flat().length;
    if (program) return (await program("check", { board: board.text() })).completable !== false;
    return !conflicts(board).length;
  };

  const actions = {
    Undo: () => board.undo(),
    Redo: () => board.redo(),
    Check() {
      if (isRight()) return say(...solved());
      if (!solution && program && board.isBlank()) return say("Nothing is filled in yet.");
      if (!solution && program) return ask("check", {}, (verdict) => say(judged(verdict)));
      if (!solution) {
        const found = fill.limits ? conflicts(board) : [];
        view.flag({ clashes: found.flatMap(({ ids }) => ids) });
        if (found.length) return say(...new Set(found.map(({ rule }) => `A rule is broken: ${rule}`)));
        return say(fill.limits ? "No rule is seen to be broken, but this is not the solution yet." : "This is not the solution yet.");
      }
      const { ids, parts } = differing();
      view.flag({ differs: ids });
      const number = ids.length + parts.length;
      const what = parts.length ? "answer" : "cell";
      if (number) return say(`${things(number, what)} ${number === 1 ? "differs" : "differ"} ${wrong}.`);
      return say(`Nothing differs ${wrong}; ${board.missing(solution)} to go.`);
    },
    Hint() {
      if (isRight()) return say(...solved());
      if (!program) return withHelp(hint);
      const levels = ["place", "rule", "fact"];
      const next = Math.min(level + 1, 3);
      return ask("hint", { level: levels[next - 1], ...(board.isBlank() && { board: "" }) }, ({ text }) => {
        level = next;
        view.flag({ hinted: placesOf(text.match(/\br\d+c\d+\b/g) ?? []) });
        say(...text.trim().split(/\n(?=\d+\. )/));
      });
    },
    Reveal: () => withHelp(showNext),
    async "Last right position"() {
      if (!confirm("Take back everything since the last position without a mistake?")) return;
      const count = await board.rewind(isSound).catch(({ message }) => say(message));
      if (count !== undefined) say(count ? `${things(count, "change")} taken back; Redo brings them again.` : "No mistake is known on the board.");
    },
    "Save position"() {
      saved.push({ time: time(), board: board.pack() });
      keep();
      drawButtons();
      say(`Saved; "Saved positions" leads back here.`);
    },
    "Start again"() {
      revealed = new Set();
      [told, seconds, isSolved, moves, latest] = [new Set(), 0, false, [], blank];
      board.clear();
      say("The board is empty again; Undo brings it back.");
    },
    async Share() {
      history.replaceState(null, "", withPuzzle(`fill=${lettersOf(new TextEncoder().encode(board.pack()))}`));
      const isCopied = await copied(location.href);
      say(isCopied ? "A link to this position was copied." : "The address of this page is now a link to this position.");
    },
    Replay: () => replay(moves),
    "Other solutions": () =>
      ask("solve", {}, (found) => {
        say(found.verdict);
        showBoards(boards, found);
      }),
    "Zoom out": () => zoom(1 / 1.25),
    "Zoom in": () => zoom(1.25),
    Shortcuts() {
      const dialog = make("dialog", { className: "shortcuts", ariaLabel: "Shortcuts", onclose: () => dialog.remove() });
      const list = make("dl", {});
      list.append(...SHORTCUTS.flatMap(([keys, does]) => [make("dt", { textContent: keys }), make("dd", { textContent: does })]));
      dialog.append(list, make("button", { type: "button", textContent: "Close", onclick: () => dialog.close() }));
      figure.append(dialog);
      dialog.showModal();
    },
  };
  // Plays moves from an empty board; the reader's own board comes back at the end.
  const replay = (moves) => {
    if (figure.classList.contains("replaying")) return;
    const before = [board.pack(), isPaused];
    const others = figure.querySelector(".parts");
    const slider = make("input", { type: "range", min: 0, max: moves.length, value: 0, ariaLabel: "Move" });
    const place = make("span", { role: "status" });
    const button = (textContent, onclick) => make("button", { type: "button", textContent, onclick });
    let playing;
    const turn = () => {
      const at = Number(slider.value);
      board.unpack(moves.slice(0, at).reduce(moved, blank));
      view.draw();
      place.textContent = at ? `${at} of ${moves.length}, at ${time(moves[at - 1][0])}` : `${moves.length} moves`;
    };
    const stop = () => {
      playing = void clearInterval(playing);
      toggle.textContent = "Play";
    };
    const step = () => {
      slider.value = Number(slider.value) + 1;
      turn();
      if (Number(slider.value) === moves.length) stop();
    };
    const toggle = button("Play", () => {
      if (playing) return stop();
      if (Number(slider.value) === moves.length) slider.value = 0;
      toggle.textContent = "Stop";
      playing = setInterval(step, MOVE);
      return undefined;
    });
    const link = button("Copy link", async () => {
      const address = new URL(withPuzzle(`replay=${await packed(JSON.stringify(moves))}`), location.href).href;
      place.textContent = (await copied(address)) ? "A link to this replay was copied." : "It cannot be copied here.";
    });
    const close = button("Close", () => {
      stop();
      panel.remove();
      figure.classList.remove("replaying");
      [isPaused, view.box.inert, others.inert] = [before[1], before[1], false];
      board.unpack(before[0]);
      drawClashes({ revealed });
      run();
      view.cells[view.at]?.focus();
    });
    const panel = make("div", { className: "buttons replay", role: "group", ariaLabel: "Replay" });
    panel.append(toggle, slider, place, link, close);
    slider.oninput = () => {
      stop();
      turn();
    };
    figure.classList.add("replaying");
    judging.abort();
    view.veil([]);
    view.flag({ differs: [], hinted: [], revealed: [], clashes: [] });
    isPaused = view.box.inert = others.inert = true;
    view.box.after(panel);
    run();
    turn();
    toggle.focus();
  };
  const signs = { "Zoom out": "−", "Zoom in": "+", Shortcuts: "?" };
  const [, , width = 1, height = 1] = fill.extent ?? [];
  figure.style.setProperty("--shape", width / height);
  // Cells stay large enough for fingers; the board scrolls in its box then.
  const least = fill.parts.some(({ at }) => at) ? LEAST_CELL * width : 0;
  figure.style.setProperty("--least", `${Math.max(parseFloat(figure.style.getPropertyValue("--least")) || 0, least)}px`);
  let scale = 1;
  const zoom = (factor) => {
    scale = Math.min(Math.max(scale * factor, 0.5), 5);
    view.sheet.style.setProperty("--zoom", scale);
  };
  const buttons = {};
  const group = make("div", { className: "buttons", role: "group", ariaLabel: "Help" });
  const isOffered = {
    Check: solution || check || program || hasConflicts,
    Reveal: solution,
    Hint: program ? hasHints || !solution : hasHints && (solution || check),
    "Last right position": solution || program || hasConflicts,
    "Other solutions": program && !(isOnly && (solution || check)),
  };
  for (const [label, onclick] of Object.entries(actions)) {
    if (label in isOffered && !isOffered[label]) continue;
    buttons[label] = make("button", { type: "button", textContent: signs[label] ?? label, ariaLabel: label, onclick });
    group.append(buttons[label]);
  }
  const positions = make("select", { ariaLabel: "Saved positions", onchange: () => positions.value && board.load(saved[positions.value].board) });
  buttons["Save position"].after(positions);
  const drawButtons = () => {
    buttons.Undo.disabled = !board.canUndo;
    buttons.Redo.disabled = !board.canRedo;
    buttons.Replay.hidden = !moves.length;
    positions.hidden = !saved.length;
    positions.replaceChildren(new Option("Saved positions", ""), ...saved.map((one, place) => new Option(`${place + 1}: at ${one.time}`, place)));
  };
  const choice = (text, checked, set) => {
    const onchange = () => {
      set(box.checked);
      if (hasConflicts) withLimits(() => drawClashes());
      else drawClashes();
      keep();
    };
    const box = make("input", { type: "checkbox", checked, onchange });
    group.append(labelled(box, text));
  };
  const isJudged = program && (hasHints || !solution);
  if (hasConflicts || isJudged) choice("Show conflicts", isStrict, (isOn) => (isStrict = isOn));
  if (hasConflicts) {
    choice("Clear candidates", board.isTidy, (isOn) => (board.isTidy = isOn));
  }
  const pause = make("button", { type: "button", className: "clock", title: "Stop the clock, and hide the board" });
  pause.onclick = () => {
    isPaused = figure.classList.toggle("paused");
    pause.ariaPressed = String(isPaused);
    view.box.inert = isPaused;
    run();
  };
  pause.append(make("span", { className: "unseen", textContent: "Pause: " }), clock);
  group.append(pause);

  addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.matches("input, textarea")) buttons.Shortcuts.click();
  });

  // A click on a button leaves the keys with the board.
  group.addEventListener("mousedown", (event) => event.target.closest("button") && event.preventDefault());
  const boards = make("details", { className: "spoiler solutions", hidden: true });
  boards.append(make("summary", { textContent: "Solutions" }), make("div", {}));
  tools.append(group, said, clashes, boards);
  figure.append(tools, make("figcaption", { textContent: grid ? "The puzzle: try it. Choose a cell and type, or use the keys" : "The puzzle: try it" }));

  addEventListener("pagehide", () => ticking && keep());
  addEventListener("hashchange", shared);
  board.changed();
  shared();
  if ((isStrict || board.isTidy) && hasConflicts) withLimits(() => drawClashes());
  return { board, view, say };
}

for (const script of document.querySelectorAll("#try > script")) {
  const content = JSON.parse(script.textContent);
  const program = hasPrograms() && ((command, more, options) => ask(content.fill.puzzle, command, { seconds: 60, ...more }, options));
  tryIt(script.parentElement, content, program);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.onclick = async () => {
    button.textContent = (await copied(button.previousElementSibling.href)) ? "Copied" : "It cannot be copied here";
  };
}
