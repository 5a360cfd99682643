// What the reader gets who asks for help: conflicts, the next step, and values of the solution. Loaded
// then, with the limits and the steps that it is about.
"use strict";

// The largest number of characters of a rule that a hint quotes in full.
const MOST_QUOTED = 120;

const listed = (names, most = 8) => {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
};

// What breaks a rule at first sight: [{ ids, rule }]. Limits are stated by the program from the puzzle's
// rules: cells that differ, or bounds for the sum of their numbers, or for how many of them have a value.
const conflicts = (board) => {
  // The number that stands for the word of a cell; undefined where the cell is open.
  const numberOf = (id) => {
    const [{ words }, word] = [board.cells[id], board.word(id)];
    if (word === "" || isUnfinished(word)) return undefined;
    if (word === EMPTY) return 0;
    const number = words.length ? words.indexOf(word) : Number(word);
    return Number.isNaN(number) ? undefined : number;
  };
  return board.fill.limits.flatMap(({ rule, cells, value, least, most }) => {
    const numbers = cells.map(numberOf);
    const known = cells.filter((_, place) => numbers[place] !== undefined);
    if (least === undefined && most === undefined) {
      const isTwice = (id) => {
        const number = numberOf(id);
        return !(number === 0 && board.cells[id].blanks) && numbers.indexOf(number) !== numbers.lastIndexOf(number);
      };
      const ids = known.filter(isTwice);
      return ids.length ? [{ ids, rule: board.fill.rules[rule] }] : [];
    }
    const bounds = (number, { blanks, least, most }) => {
      if (value === undefined) return number === undefined ? [blanks ? Math.min(least, 0) : least, most] : [number, number];
      return number === undefined ? [0, 1] : [Number(number === value), Number(number === value)];
    };
    const all = cells.map((id, place) => bounds(numbers[place], board.cells[id]));
    const [from, to] = [0, 1].map((end) => all.reduce((sum, one) => sum + one[end], 0));
    const isBroken = from > (most ?? Infinity) || to < (least ?? -Infinity);
    return isBroken && known.length ? [{ ids: known, rule: board.fill.rules[rule] }] : [];
  });
};

// Shortens a long rule to what stands before its first full stop, colon or semicolon.
const brief = (rule) => {
  const whole = rule.replace(/\.$/, "");
  const [start] = whole.split(/[.:;] /, 1);
  return whole.length <= MOST_QUOTED || start === whole ? whole : `${start} …`;
};

// What is told of the next step at a level: lines of text, and the cells that they are about. What has
// been `told` and stands in no cell is kept there.
const tellNext = (board, help, told, level) => {
  // Steps refer to what many of them have in common by its place.
  const steps = help.steps.map(({ technique, text, ...step }) => {
    const [facts, because] = [step.facts, step.because].map((places) => places.map((place) => help.texts[place]));
    const groups = step.groups.map((place) => help.grounds[place]).map(([rule, ...ground]) => [help.texts[rule], ...ground]);
    return { technique: help.texts[technique], text, facts, because, groups };
  });
  // The next step: the first one that fills in what is missing, with those before it that it needs.
  const parsed = (fact) => {
    const [, name, sign, word] = fact.match(/^(.*?) (!?=) (.*)$/) ?? [];
    const [, partName, cell] = name?.match(/^(?:(.+) )?(r\d+c\d+)$/) ?? [];
    const part = board.parts.find((part) => part.rows && part.name === (partName ?? "") && part.kind !== "walk");
    return { name, isValue: sign === "=", word, id: cell && part && part.first + board.place(part, cell) };
  };
  const isKnown = (fact) => {
    const { id, isValue, word } = parsed(fact);
    if (id === undefined || told.has(fact)) return told.has(fact);
    const found = board.said(board.cells[id], board.word(id));
    return found !== "" && (found === word) === isValue;
  };
  const implies = (fact, reason) => {
    const [one, other] = [parsed(fact), parsed(reason)];
    return fact === reason || (one.name === other.name && one.isValue && !other.isValue && one.word !== other.word);
  };
  const next = () => {
    const isNews = ({ facts }) => facts.some((fact) => parsed(fact).isValue && parsed(fact).id !== undefined && !isKnown(fact));
    const first = steps.findIndex(isNews);
    const last = first < 0 ? steps.findIndex(({ facts }) => !facts.every(isKnown)) : first;
    if (last < 0) return [];
    const needed = new Set([last]);
    for (let place = last; place >= 0; place -= 1) {
      if (!needed.has(place)) continue;
      for (const reason of steps[place].because.filter((reason) => !isKnown(reason))) {
        const from = steps.slice(0, place).findLastIndex(({ facts }) => facts.some((fact) => implies(fact, reason)));
        if (from >= 0) needed.add(from);
      }
    }
    return [...needed].sort((one, other) => one - other).map((place) => steps[place]);
  };
  const grounds = ({ groups }) => listed([...new Set(groups.map(([rule, place]) => brief(rule) + (place && ` (${place})`)))]);
  const sentence = (step) => `${step.technique}: ${step.text} (${grounds(step)})`;
  const needed = next();
  const named = ({ facts }) => facts.map((fact) => parsed(fact).name);
  const names = needed.flatMap((step) => [...step.groups.flatMap(([, , cells]) => cells), ...named(step)]);
  const cells = names.map((name) => parsed(`${name} = `).id).filter((id) => id !== undefined);
  const places = [...new Set(needed.toReversed().flatMap((step) => {
    const places = step.groups.map(([, place]) => place).filter(String);
    return places.length ? places : named(step);
  }))];
  if (!needed.length) return { cells, lines: ["All that can be explained is there."] };
  if (level === 1) return { cells, lines: [`Look at ${listed(places, 6)}.`] };
  if (level === 2) return { cells, lines: [...new Set(needed.map((step) => `${grounds(step)}.`))] };
  for (const fact of needed.flatMap(({ facts }) => facts)) if (parsed(fact).id === undefined) told.add(fact);
  return { cells, lines: needed.map(sentence) };
};

// Puts in the value of a cell, or of the first one that is not as in the solution. Returns the cell, -1
// for what is in none; undefined if there is nothing left. What has been `revealed` is kept there.
const reveal = (board, solution, at, revealed) => {
  const right = (id) => solution[board.cells[id].number][id - board.cells[id].first];
  const ids = [...board.cells.keys()].filter((id) => board.isFree(id) && board.word(id) !== right(id));
  const id = ids.includes(at) ? at : ids[0];
  if (id !== undefined) {
    revealed.add(id);
    board.put([id], right(id));
    return id;
  }
  const isWrong = ({ kind, rows, number }) =>
    (kind === "walk" || !rows) && board.values[number].join(" ") !== solution[number].join(" ");
  const number = board.parts.findIndex(isWrong);
  if (number < 0) return undefined;
  const [part, words] = [board.parts[number], solution[number]];
  const wrong = words.findIndex((word, place) => word !== board.values[number][place]);
  const known = wrong < 0 ? words : words.slice(0, wrong + 1);
  const end = part.rows ? part.first + Number(known.at(-1)) : -1;
  revealed.add(end);
  board.write(number, known);
  return end;
};
