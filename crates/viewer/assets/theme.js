// Light or dark: as the system has it, until the reader chooses. Loaded before the page is drawn, so
// that it never flashes in the other colours.
"use strict";

(() => {
  const root = document.documentElement;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

  // A browser may keep nothing for pages from the file system: then the choice lasts for one page.
  const remembered = () => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  };
  const remember = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // See above.
    }
  };

  const choose = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  };
  const current = () => root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light");
  choose(remembered());

  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const other = () => (current() === "dark" ? "light" : "dark");
    const label = () => {
      button.querySelector("span").textContent = other() === "dark" ? "Dark" : "Light";
      button.setAttribute("aria-label", `Switch to ${other()} colours`);
    };
    button.addEventListener("click", () => {
      choose(other());
      remember(current());
      label();
    });
    systemIsDark.addEventListener("change", label);
    label();
    button.hidden = false;
  });
})();
