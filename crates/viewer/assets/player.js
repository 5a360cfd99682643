// The player of a search. The pictures come ready from the film: lines of SVG, and for each frame the
// changes that make its list of lines from the list before.
"use strict";

// Called by the film's own script.
const playSearch = (film) => {
  const player = document.getElementById("player");
  const element = (id) => document.getElementById(id);
  const button = (action) => player.querySelector(`[data-action="${action}"]`);
  const [stage, slider, speed] = [player.querySelector(".stage"), element("place"), element("speed")];
  const names = { unsolved: "unsolved", try: "try", "dead-end": "dead end", solution: "solution" };
  const events = Object.keys(names);

  const expand = (line) => line.replace(/[\uE000-\uE0FF]/g, (short) => film.common[short.charCodeAt(0) - 0xe000]);
  const svgLines = film.lines.map(expand);
  const unwind = (frames) => {
    let lines = [];
    return frames.map(([step, nodes, depth, event, why, splices, changed]) => {
      lines = lines.slice();
      for (const [at, gone, come] of splices) lines.splice(at, gone, ...come);
      return { step, nodes, depth, event: events[event], why, lines, changed };
    });
  };
  const frames = unwind(film.frames);
  const last = frames.length - 1;
  let place = 0;
  let playing = false;

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
    const { step, nodes, depth, event, why, lines } = frames[place];
    stage.innerHTML = lines.map((line) => svgLines[line]).join("\n") + marks(frames[place]);
    slider.value = place;
    element("here").href = `#step=${step}`;
    element("event").textContent = names[event];
    element("event").className = `event ${event}`;
    element("why").textContent = film.reasons[why] ?? "";
    element("step").textContent = step;
    element("nodes").textContent = nodes;
    element("depth").textContent = depth;
    announce();
    slider.setAttribute("aria-valuetext", `step ${step} of ${film.steps}, depth ${depth}, ${names[event]}`);
    button("first").disabled = button("back").disabled = place === 0;
    button("last").disabled = button("forward").disabled = place === last;
    button("dead-end").disabled = next("dead-end") === undefined;
    button("solution").disabled = next("solution") === undefined;
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
    element("status").setAttribute("aria-live", isHeard ? "polite" : "off");
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
    "dead-end": () => go(next("dead-end")),
    solution: () => go(next("solution")),
  };
  const keys = {
    " ": "play",
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    d: "dead-end",
    s: "solution",
  };

  player.addEventListener("click", ({ target }) => {
    const action = target.closest("[data-action]")?.dataset.action;
    if (action) actions[action]();
    else if (stage.contains(target)) slider.focus();
  });
  player.addEventListener("keydown", (event) => {
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isForOthers = event.ctrlKey || event.altKey || event.metaKey || event.target === speed;
    // Space on a button presses it.
    const presses = event.key === " " && event.target.closest("button");
    if (!action || isForOthers || presses) return;
    event.preventDefault();
    actions[action]();
  });
  slider.addEventListener("input", () => go(Number(slider.value)));

  // The whole search in about half a minute; slowly for those who want less motion.
  const speeds = [...speed.options].map((option) => Number(option.value));
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  speed.value = calm ? 2 : (speeds.find((steps) => steps >= frames.length / 30) ?? speeds.at(-1));
  stage.setAttribute("viewBox", film.view_box);
  show(0);
  player.querySelector(".console").hidden = false;

  // The address may name a step: it is shown, or the last one before it that is.
  const follow = () => {
    const step = /^#step=(\d+)$/.exec(location.hash)?.[1];
    if (step === undefined) return;
    go(frames.findLastIndex((frame) => frame.step <= Number(step)));
    player.scrollIntoView();
  };
  addEventListener("hashchange", follow);
  follow();
};
