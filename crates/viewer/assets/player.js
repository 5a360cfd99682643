// The players of the search and of the explanation. The pictures come ready from the film: lines of SVG,
// and for each frame the changes that make its list of lines from the list before.
"use strict";

// The players of the page, each with what it does with a key.
const players = [];

// Slider, buttons and texts of a player, with a curve of how deep it is at each frame.
const controls = ({ kind, steps }, frames, explains) => {
  const depthName = explains ? "rules at once" : "depth";
  const deepest = Math.max(...frames.map(({ depth }) => depth));
  const curve = frames.map(({ depth }) => `V${deepest - depth}h1`).join("");
  const ticks = Object.entries({ "dead-end": "dead end", solution: "solution", hard: "hard" })
    .map(([event, name]) => [event, name, frames.flatMap((frame, place) => (frame.event === event ? [`M${place}.5 0v1`] : [])).join("")])
    .filter(([, , path]) => path);
  const icon = (path) => `<svg viewBox="0 0 24 24" aria-hidden="true">${path}</svg>`;
  const button = (action, label, path, word = "") =>
    `<button type="button" data-action="${action}" aria-label="${label}" title="${label}">${icon(`<path d="${path}"/>`)}${word}</button>`;
  const jump = (action, word) => button(action, word, "M5 12h14M13 6l6 6-6 6", word);
  const data = (name, tag = "b") => `<${tag} data-part="${name}"></${tag}>`;
  const drawing = (name, height, paths) =>
    `<svg class="${name}" viewBox="0 0 ${frames.length} ${height}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg>`;
  const key = (names, meaning) => `${names.split(" ").map((name) => `<kbd>${name}</kbd>`).join(" ")} ${meaning}`;
  return `<div class="box"><svg class="stage" role="img" aria-label="The board at this step"></svg>${explains ? '<p class="legend meanings" data-part="legend"></p>' : ""}</div>
<div class="desk">
<p class="status" data-part="status">${explains ? "" : '<span class="event" data-part="event"></span>'}
<span>step ${data("step")} of ${steps}</span> ${explains ? "" : `<span>nodes ${data("nodes")}</span>`}
<span>${depthName} ${data("depth")}</span> <span class="why" data-part="why"></span></p>
${explains ? '<details class="uses" data-part="uses" hidden><summary>What it uses</summary><ul></ul></details>' : ""}
<div class="timeline">
${drawing("profile", deepest + 1, `<path class="depth" d="M0 ${deepest + 1}${curve}V${deepest + 1}z"/>`)}
${drawing("ticks", 1, ticks.map(([event, , path]) => `<path class="${event}" d="${path}"/>`).join(""))}
<input type="range" min="0" max="${frames.length - 1}" value="0" aria-label="Step of the ${kind}">
<p class="legend" aria-hidden="true"><span class="depth">${depthName}</span>${ticks.map(([event, name]) => `<span class="${event}">${name}</span>`).join("")}</p>
</div>
<div class="buttons" role="group" aria-label="Player">
${button("first", "The unsolved board", "M6 5v14M19 5l-9 7 9 7z")}
${button("back", "One step back", "M15 5l-9 7 9 7zM18 5v14")}
<button type="button" class="main" data-action="play" aria-label="Play" title="Play">${icon('<path class="to-play" d="M8 4.5l11 7.5-11 7.5z"/><path class="to-pause" d="M8 5v14M16 5v14"/>')}</button>
${button("forward", "One step forward", "M9 5l9 7-9 7zM6 5v14")}
${button("last", "Last step", "M18 5v14M5 5l9 7-9 7z")}
</div>
<div class="buttons words" role="group" aria-label="Jumps and speed">
${explains ? jump("hard", "Next hard step") : jump("dead-end", "Next dead end") + jump("solution", "Next solution")}
<label>Speed <select data-part="speed">${[1, 2, 5, 10, 25, 50, 100].map((speed) => `<option value="${speed}">${speed} per second</option>`).join("")}</select></label>
<a data-part="here" href="#">Link to this step</a>
</div>
<p class="keys">Keys: ${key("Space", "play or pause")}, ${key("← →", "step")}, ${key("Home End", "the unsolved board and the last step")},
${explains ? key("H", "next hard step") : `${key("D", "next dead end")}, ${key("S", "next solution")}`}</p>
</div>`;
};

// Called by the film's own script.
const playFilm = async (packed) => {
  const film = await unzipped(packed).json();
  const player = document.getElementById(film.kind);
  const explains = film.kind === "explanation";
  const part = (name) => player.querySelector(`[data-part="${name}"]`);
  const button = (action) => player.querySelector(`[data-action="${action}"]`);
  const names = { unsolved: "unsolved", try: "try", "dead-end": "dead end", solution: "solution", easy: "easy", hard: "hard" };
  const events = Object.keys(names);
  // What the address calls a step.
  const anchor = explains ? "explanation" : "step";

  const unwind = (frames) => {
    let lines = [];
    return frames.map(([step, nodes, depth, event, why, splices, changed, legend, uses]) => {
      lines = lines.slice();
      for (const [at, gone, come] of splices) lines.splice(at, gone, ...come);
      return { step, nodes, depth, event: events[event], why, lines, changed, legend, uses };
    });
  };
  const frames = unwind(film.frames);
  player.querySelector(".console").innerHTML = controls(film, frames, explains);
  const [stage, slider, speed] = [player.querySelector(".stage"), player.querySelector("input"), part("speed")];
  const jumps = ["dead-end", "solution", "hard"].filter(button);
  const last = frames.length - 1;
  let place = 0;
  let playing = false;

  // What the colours mean.
  const meanings = ({ legend }) =>
    legend.map((key) => {
      const [swatch, text] = film.keys[key];
      const entry = make("span", { innerHTML: `<svg class="swatch" viewBox="0 0 40 40" aria-hidden="true">${swatch}</svg>` });
      entry.append(text);
      return entry;
    });

  // What changed since the frame before has a line around it; a dead end that changes nothing shows what
  // was tried.
  const marks = ({ event, changed }) => {
    const isDeadEnd = event === "dead-end";
    const cells = isDeadEnd && !changed.length ? frames[place - 1].changed : changed;
    const ink = isDeadEnd ? "warning" : "accent";
    const mark = (cell) => {
      const [x, y] = [40 * (cell % film.columns) + 3.6, 40 * Math.floor(cell / film.columns) + 3.6];
      return `<rect class="mark mp-line mp-${ink}-line" x="${x}" y="${y}" width="32.8" height="32.8" stroke-width="2.8"/>`;
    };
    return cells.map(mark).join("");
  };

  const show = (wanted) => {
    place = Math.min(Math.max(wanted, 0), last);
    const { step, nodes, depth, event, why, lines, uses } = frames[place];
    stage.innerHTML = lines.map((line) => film.lines[line]).join("\n") + marks(frames[place]);
    slider.value = place;
    part("here").href = `#${anchor}=${step}`;
    part("why").textContent = why.map((sentence) => film.reasons[sentence]).join("");
    part("step").textContent = step;
    part("depth").textContent = depth;
    if (explains) {
      part("legend").replaceChildren(...meanings(frames[place]));
      listUses(part("uses"), uses.map((line) => film.reasons[line]));
    } else {
      part("event").textContent = names[event];
      part("event").className = `event ${event}`;
      part("nodes").textContent = nodes;
    }
    announce();
    const told = explains ? part("why").textContent : `depth ${depth}, ${names[event]}`;
    slider.setAttribute("aria-valuetext", `step ${step} of ${film.steps}, ${told}`);
    button("first").disabled = button("back").disabled = place === 0;
    button("last").disabled = button("forward").disabled = place === last;
    for (const event of jumps) button(event).disabled = next(event) === undefined;
  };

  // The next frame with this event, if there is one.
  const next = (event) => {
    const found = frames.findIndex((frame, number) => number > place && frame.event === event);
    return found < 0 ? undefined : found;
  };

  // A reader's software speaks of steps that are taken by button; the slider speaks for itself, and
  // nobody can listen to fifty steps a second.
  const announce = () => {
    const isHeard = !playing && document.activeElement !== slider;
    part("status").setAttribute("aria-live", isHeard ? "polite" : "off");
  };

  // Playing: the time that went by says how many frames are due.
  const play = (wanted) => {
    if (playing === wanted) return;
    playing = wanted;
    player.classList.toggle("playing", playing);
    button("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    button("play").title = playing ? "Pause" : "Play";
    announce();
    if (!playing) return;
    if (place === last) show(0);
    let before = performance.now();
    const tick = (now) => {
      if (!playing) return;
      const due = Math.floor(((now - before) / 1000) * speed.value);
      if (due > 0) {
        before += (due * 1000) / speed.value;
        show(place + due);
      }
      if (place === last) play(false);
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  };

  const go = (wanted) => {
    play(false);
    if (wanted !== undefined) show(wanted);
  };
  const actions = {
    first: () => go(0),
    back: () => go(place - 1),
    play: () => play(!playing),
    forward: () => go(place + 1),
    last: () => go(last),
  };
  for (const event of jumps) actions[event] = () => go(next(event));
  const keys = {
    " ": "play",
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    d: "dead-end",
    s: "solution",
    h: "hard",
  };

  player.addEventListener("click", ({ target }) => {
    const action = target.closest("[data-action]")?.dataset.action;
    if (action) actions[action]();
    else if (stage.contains(target)) slider.focus();
  });
  // A page has uses of its own for some keys: a player that is not in sight leaves them alone.
  const obey = (event) => {
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isForOthers = event.ctrlKey || event.altKey || event.metaKey || event.target === speed;
    // Space on a button presses it.
    const presses = event.key === " " && event.target.closest("button");
    if (!actions[action] || isForOthers || presses) return;
    const isThere = isInSight(player) || player.contains(event.target);
    if (!isThere && ["play", "first", "last"].includes(action)) return;
    event.preventDefault();
    actions[action]();
    if (!isThere) player.scrollIntoView({ block: "nearest" });
  };
  players.push({ player, obey });
  slider.addEventListener("input", () => go(Number(slider.value)));

  // The whole search in about half a minute; slowly for those who want less motion. Texts are read.
  const speeds = [...speed.options].map((option) => Number(option.value));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  speed.value = explains ? 1 : calm ? 2 : (speeds.find((steps) => steps >= frames.length / 30) ?? speeds.at(-1));
  stage.setAttribute("viewBox", film.view_box);
  // The size at which all texts can be read.
  const { width, height } = stage.viewBox.baseVal;
  stage.style = `--width: ${film.scale * width}px; --height: ${film.scale * height}px`;
  show(0);
  player.querySelector(".console").hidden = false;
  player.querySelector(".request")?.remove();

  // The address may name a step: it is shown, or the last one before it that is.
  const follow = () => {
    const [, name, step] = /^#(\w+)=(\d+)$/.exec(location.hash) ?? [];
    if (name !== anchor) return;
    go(frames.findLastIndex((frame) => frame.step <= Number(step)));
    player.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();
};

const isInSight = (player) => {
  const { top, bottom } = player.getBoundingClientRect();
  return bottom > innerHeight / 4 && top < (3 * innerHeight) / 4;
};

// A key goes to the player that has the focus; if nothing has it, to the first one in sight, or else to
// the last, which is the search.
addEventListener("keydown", (event) => {
  if (event.defaultPrevented) return;
  const focused = players.find(({ player }) => player.contains(event.target));
  const isFree = event.target === document.body;
  const inOrder = players.toSorted((one, other) => one.player.compareDocumentPosition(other.player) & 2 ? 1 : -1);
  const meant = focused ?? (isFree ? (inOrder.find(({ player }) => isInSight(player)) ?? inOrder.at(-1)) : undefined);
  meant?.obey(event);
});

// An explanation tells the solution: it is loaded when the reader asks for it, or comes by a link to one
// of its steps.
for (const request of document.querySelectorAll(".request")) {
  const button = request.querySelector("button");
  const load = () => {
    const src = button.dataset.film;
    const onerror = () => (request.querySelector("span").textContent = `There is no file ${src} beside this page.`);
    document.head.append(make("script", { src, onerror }));
  };
  button.addEventListener("click", () => {
    load();
    document.getElementById("explanation").focus();
  });
  request.hidden = false;
  if (location.hash.startsWith("#explanation=")) load();
}
