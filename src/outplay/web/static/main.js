/** Starts everything: the connection, the theme, and the page that the address names. */

import { Connection } from "./connection.js";
import { capital, fill, h } from "./dom.js";
import { help } from "./dialogs.js";
import { read } from "./router.js";

/** Each page is a module with `show(root, params, connection, path)`, which may return what is to be done on leaving. */
const PAGES = {
  start: () => import("./start.js"),
  play: () => import("./play.js"),
  edit: () => import("./editor.js"),
  tree: () => import("./tree.js"),
  tournaments: () => import("./tournaments.js"),
};

const main = document.getElementById("main");
const banner = document.getElementById("banner");
const connection = new Connection();
let leave = () => {};
let current = 0;

async function visit() {
  const { page, path, params } = read();
  const turn = ++current;
  leave();
  leave = () => {};
  for (const link of document.querySelectorAll("nav [data-page]")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.body.dataset.page = page;
  if (!(page in PAGES)) return lost(`There is no page ${page}.`);
  try {
    const module = await PAGES[page]();
    if (turn !== current) return;
    if (turn > 1) main.focus({ preventScroll: true });
    const root = h("div", { class: `page page-${page}` });
    fill(main, root);
    scrollTo(0, 0);
    const left = await module.show(root, params, connection, path);
    if (typeof left !== "function") return;
    if (turn === current) leave = left;
    else left();
  } catch (error) {
    if (turn === current) lost(error.message);
  }
}

function lost(text) {
  fill(main, h("div", { class: "page lost" }, h("h1", {}, "That did not work"), h("p", {}, capital(text)), h("p", {}, h("a", { href: "#/" }, "To the games"))));
}

connection.addEventListener("open", () => {
  banner.hidden = true;
});
connection.addEventListener("lost", () => {
  banner.textContent = "The connection is lost. Trying again …";
  banner.hidden = false;
});

const THEMES = ["", "light", "dark"];

function theme(name) {
  const root = document.documentElement;
  if (name) root.dataset.theme = name;
  else delete root.dataset.theme;
  document.getElementById("theme").setAttribute("aria-label", `Light or dark: ${name || "as the system has it"}`);
  document.getElementById("theme").title = `Theme: ${name || "as the system has it"}`;
}

let chosen = localStorage.getItem("theme") ?? "";
theme(chosen);
document.getElementById("theme").addEventListener("click", () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = dark ? ["", "light", "dark"] : ["", "dark", "light"];
  chosen = order[(order.indexOf(THEMES.includes(chosen) ? chosen : "") + 1) % 3];
  localStorage.setItem("theme", chosen);
  theme(chosen);
});
document.getElementById("help").addEventListener("click", help);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
for (const [event, how] of [["keydown", "keys"], ["pointerdown", "pointer"]]) {
  addEventListener(event, () => (document.documentElement.dataset.input = how), true);
}
addEventListener("hashchange", visit);
visit();
