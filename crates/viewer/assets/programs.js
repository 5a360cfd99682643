// The puzzles' programs, which run in this page: WebAssembly modules, of which a page loads the one that
// has its puzzle. Each call gets a worker of its own, which can be ended.
//
// It works from plain files, too, where a page may load scripts but nothing else: a module is a script
// `programs-HASH.js`, which calls `givePrograms` with its compressed bytes in base64.
"use strict";

// Longest time of a call in seconds, unless it asks for less.
const MOST_SECONDS = 600;

// The names that each script knows: slugs, and those in addresses. The line is written with the site.
const PARTS = {};

// The script for a puzzle's name, or for an address or a file of a public editor, which has the genre's
// name before its clues; the first one says what is wrong with others.
const partOf = (text) => {
  const all = Object.entries(PARTS);
  const knows = (name) => all.find(([, names]) => names.includes(name))?.[0];
  const address = text.slice(Math.max(text.search(/https?:|pzprv3|<puzzle/), 0)).replace(/%2f/gi, "/");
  return knows(text) ?? address.split(/[^\w-]|_/).map(knows).find(Boolean) ?? all[0][0];
};

let givePrograms;

// The compiled modules, each of which is loaded with the first call for it.
const programs = new Map();
const load = (src) =>
  new Promise((resolve, reject) => {
    // A script's event follows at once what it calls.
    let given;
    givePrograms = (code) => (given = code);
    const onload = () => resolve(given);
    const onerror = () => reject(new Error(`The file ${src} is not there.`));
    document.head.append(make("script", { src, onload, onerror }));
  });
const loaded = (name) => {
  const src = partOf(name);
  if (!programs.has(src)) {
    const module = load(src).then((code) => unzipped(code).arrayBuffer()).then((bytes) => WebAssembly.compile(bytes));
    module.catch(() => programs.delete(src));
    programs.set(src, module);
  }
  return programs.get(src);
};
const isLoaded = (name) => programs.has(partOf(name));

// The worker's own part of its script.
const work = () => {
  onmessage = ({ data: { module, args, input } }) => {
    const write = (descriptor, text) => postMessage({ descriptor, text });
    try {
      postMessage({ code: runProgram(module, args, input, write) });
    } catch (error) {
      // A panic, whose message was printed; or the memory or the stack is exhausted.
      postMessage({ code: 3, trap: `the puzzle's program failed: ${error.message}` });
    }
  };
};
let workerScript;
const newWorker = () => {
  workerScript ??= URL.createObjectURL(new Blob([`"use strict";${runProgram};(${work})()`], { type: "text/javascript" }));
  return new Worker(workerScript);
};

// Runs a program: args are the words after `puzzles`, of which the second names the puzzle. Resolves to { code, stdout, stderr }; `signal` of
// an AbortController ends it at once, and `heard` gets what it prints on standard error, as it comes.
const runPrograms = async (args, input, { signal, heard = () => {} } = {}) => {
  const module = await loaded(args[1]);
  signal?.throwIfAborted();
  const worker = newWorker();
  const said = { 1: "", 2: "" };
  try {
    return await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason));
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data: { descriptor, text, code, trap = "" } }) => {
        if (descriptor === undefined) return resolve({ code, stdout: said[1], stderr: said[2] || trap });
        said[descriptor] += text;
        if (descriptor === 2) heard(text);
        return undefined;
      };
      worker.postMessage({ module, args: ["puzzles", ...args], input });
    });
  } finally {
    worker.terminate();
  }
};

// What a puzzle's program says of an instance: `more` has the instance, or its code, and what else the
// command needs. An error has the line of the instance where it occurs.
const ask = async (slug, command, { seconds = MOST_SECONDS, ...more } = {}, options = {}) => {
  const args = ["page", slug, command, `--timeout=${seconds}`, "--message-format=json"];
  const { stdout, stderr } = await runPrograms(args, JSON.stringify(more), options);
  if (stdout) return JSON.parse(stdout);
  const last = stderr.trim().split("\n").at(-1) || "the puzzle's program failed";
  let found = { error: stderr.trim() };
  try {
    found = JSON.parse(last);
  } catch {
    // It was stopped, and says so in words.
  }
  throw Object.assign(new Error(found.error), { line: found.line });
};

// Whether the reader has ended what failed.
const isOver = (error) => error.name === "AbortError";

// Does what a button asks for, which is disabled until it is done; says what goes wrong.
const busy = async (button, work, say) => {
  button.disabled = true;
  await work().catch((error) => isOver(error) || say(error.message));
  button.disabled = false;
};

const pictured = ({ view_box: viewBox, body }, label) => {
  const picture = svg("svg", { viewBox, role: "img", "aria-label": label });
  picture.innerHTML = body;
  return picture;
};

// The boards that were found, of which two show that there are several, and in which cells they differ.
const showBoards = (figure, { status, answer, pictures, differing }) => {
  const [summary, boards] = figure.children;
  summary.textContent = pictures.length < 2 ? "Solution" : `Two solutions; ${differing} cells differ`;
  const text = answer ? [make("p", { textContent: `Answer: ${answer}` })] : [];
  boards.replaceChildren(...text, ...pictures.map((picture, place) => pictured(picture, `Solution ${place + 1}`)));
  figure.hidden = !pictures.length && !answer;
  figure.open = status === "ambiguous" || document.documentElement.dataset.answers === "shown";
};

// An explanation, a step at a time.
const showSteps = (figure, { steps, complete }) => {
  const [slider, why, uses, board] = figure.children;
  const turn = () => {
    const { step, why: text, uses: used = [], picture } = steps[slider.value];
    const place = `${step} of ${steps.at(-1).step}${complete ? "" : ", not to the end"}: `;
    why.textContent = (step ? place : "") + text;
    listUses(uses, used);
    board.replaceChildren(pictured(picture, step ? "The board after this step" : "The unsolved board"));
  };
  Object.assign(slider, { max: steps.length - 1, value: 0, oninput: turn });
  figure.hidden = false;
  turn();
};
