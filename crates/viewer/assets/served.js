// What the server of `cargo xtask play` says of an instance.
"use strict";

// Whether the reader has ended what failed.
const isOver = (error) => error.name === "AbortError";

// Does what a button asks for, which is disabled until it is done; says what goes wrong.
const busy = async (button, work, say) => {
  button.disabled = true;
  await work().catch((error) => isOver(error) || say(error.message));
  button.disabled = false;
};

// The response to a command; an error has the line of the instance where it occurs.
const asked = async (slug, command, body, signal) => {
  const response = await fetch(`${slug}/${command}`, { method: "POST", body: JSON.stringify(body), signal }).catch((error) => {
    throw isOver(error) ? error : new Error("The server has ended; `cargo xtask play` starts it again.");
  });
  if (response.ok) return response;
  const { error, line } = await response.json();
  throw Object.assign(new Error(error), { line });
};
const answered = async (...request) => (await asked(...request)).json();

const pictured = ({ view_box: viewBox, body }, label) => {
  const picture = svg("svg", { viewBox, role: "img", "aria-label": label });
  picture.innerHTML = body;
  return picture;
};

// An explanation, a step at a time.
const showSteps = (figure, { steps, complete }) => {
  const [slider, why, board] = figure.children;
  const turn = () => {
    const { step, why: text, picture } = steps[slider.value];
    const place = `${step} of ${steps.at(-1).step}${complete ? "" : ", not to the end"}: `;
    why.textContent = (step ? place : "") + text;
    board.replaceChildren(pictured(picture, step ? "The board after this step" : "The unsolved board"));
  };
  Object.assign(slider, { max: steps.length - 1, value: 0, oninput: turn });
  figure.hidden = false;
  turn();
};
