// SPDX-License-Identifier: Apache-2.0
// The page of a command: its head, and for each run a tab with its sections.
"use strict";

const {element, list, quoted} = require("./dom.js");
const {machine, memory, parts} = require("./places.js");
const {accesses, notes, parameters, result, time, trials, verdict} = require("./result.js");
const {understand} = require("./run.js");
const {choices, frontier, timeline} = require("./supersteps.js");
const text = require("./text.js");

// Numbers too large for a double keep their digits: they are ids.
function parsed(json) {
  return JSON.parse(json, (name, thing, context) => {
    if (typeof thing !== "number" || Number.isSafeInteger(thing) || !Number.isInteger(thing)) return thing;
    return /^-?\d+$/.test(context?.source ?? "") ? context.source : thing;
  });
}

// A word of a command as a shell takes it.
function shellWord(word) { return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`; }

function graphText(graph) {
  const edges = graph.directed ? "" : `${text.plural(graph.edges, "edge")}, `;
  return `${text.plural(graph.vertices, "vertex").replace("vertexs", "vertices")}, ${edges}${
      text.plural(graph.arcs, "arc")}`;
}

function head(told, runs) {
  const names = [...new Set(runs.map((run) => run.algorithm))];
  document.title = `${names.join(", ")} on ${text.visible(told.graph.name)} · Atoll`;
  return [
    element("p", {class: "brand"}, `Atoll ${told.atoll}`),
    element("h1", {}, names.join(", "), element("span", {class: "on"}, " on "), quoted(text.visible(told.graph.name))),
    element(
        "p", {class: "about"},
        `${graphText(told.graph)}, ${told.graph.directed ? "directed" : "undirected"}, ${told.date}`),
    element("pre", {class: "command"}, told.command.map((word) => text.visible(shellWord(word))).join(" ")),
  ];
}

function figures(run) {
  const told = run.told;
  const pairs = [
    [told.trials.length > 1 ? "median time" : "time", text.seconds(told.seconds.run)],
    ["arcs", text.rate(told.arcs_per_second ?? NaN)],
    ["supersteps", text.count(run.all)],
    ["parts, threads", `${text.count(run.held.length || run.parts)}, ${text.count(told.parameters.threads)}`],
    ["exchange", text.visible(told.parameters.exchange)],
    ["peak memory", text.bytes(told.peak_bytes)],
    ["answer", verdict(told)],
  ];
  return list(pairs, {class: "figures"});
}

// Side by side where there is room.
function columns(...sides) {
  return element(
      "div",
      {class: "columns"},
      sides.map((side) => element("div", {}, side)),
  );
}

function sections(told, run) {
  return [
    figures(run),
    timeline(run),
    columns([result(run), time(run)], [frontier(run), notes(run)]),
    choices(run),
    parts(run),
    accesses(run),
    columns([trials(run), memory(run), parameters(run, told)], [machine(run, told)]),
  ].filter((part) => part !== null);
}

function panel(told, run) {
  if (run.error !== undefined)
    return [element("p", {class: "breach"}, "The run failed: ", quoted(text.visible(run.error)))];
  const known = understand(run);
  known.held = run.layout?.parts ?? [];
  known.teams = run.layout?.teams ?? [];
  return sections(told, known);
}

// As the ARIA practices say: one stop of the tab key, arrows choose, and what is chosen is shown.
function tabs(told, runs) {
  const bar = element("div", {role: "tablist", "aria-label": "Runs", class: "tabs"});
  const pairs = runs.map((run, i) => {
    const id = `run-${i + 1}`;
    const tab = element(
        "button", {role: "tab", type: "button", id: `tab-${id}`, "aria-controls": id}, `${i + 1} ${run.algorithm}`);
    const shown =
        element("div", {role: "tabpanel", id, "aria-labelledby": `tab-${id}`, tabindex: "0"}, panel(told, run));
    return {tab, shown};
  });
  const choose = (chosen) => {
    pairs.forEach(({tab, shown}, i) => {
      tab.setAttribute("aria-selected", String(i === chosen));
      tab.tabIndex = i === chosen ? 0 : -1;
      shown.hidden = i !== chosen;
    });
  };
  const moves = {ArrowRight: (i) => i + 1, ArrowLeft: (i) => i - 1, Home: () => 0, End: () => -1};
  pairs.forEach(({tab}, i) => {
    tab.addEventListener("click", () => choose(i));
    tab.addEventListener("keydown", (event) => {
      if (!(event.key in moves)) return;
      event.preventDefault();
      const next = (moves[event.key](i) + pairs.length) % pairs.length;
      choose(next);
      pairs[next].tab.focus();
    });
  });
  bar.append(...pairs.map(({tab}) => tab));
  choose(0);
  return [bar, ...pairs.map(({shown}) => shown)];
}

function start() {
  const told = parsed(document.getElementById("told").textContent);
  const runs = told.runs ?? [told];
  document.getElementById("head").append(...head(told, runs));
  document.getElementById("main").replaceChildren(...(told.runs ? tabs(told, runs) : panel(told, told)));
}

start();
