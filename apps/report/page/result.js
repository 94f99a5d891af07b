// SPDX-License-Identifier: Apache-2.0
// The sections about the question and its answer: the result, the trials, where the time went, accesses that were counted,
// the parameters.
"use strict";

const {bars, scaleOf} = require("./places.js");
const {element, figure, list, quoted, section, table} = require("./dom.js");
const {sum} = require("./run.js");
const {unitOf} = require("./supersteps.js");
const text = require("./text.js");

const shownMax = 1000;  // rows of a list

function isTop(name, thing) { return name.startsWith("top") && Array.isArray(thing); }

function factsOf(told) {
  return Object.entries(told).filter(
      ([name, thing]) => !isTop(name, thing) && !["target", "path"].includes(name),
  );
}

// The largest, each with a bar beside its value.
function top(name, entries) {
  if (entries.length === 0) return null;
  const column = Object.keys(entries[0]).find((key) => key !== "label");
  const most = Math.max(...entries.map((entry) => entry[column]), 0);
  const rows = entries.slice(0, shownMax).map((entry, i) => {
    const bar =
        element("meter", {min: "0", max: String(most || 1), value: String(entry[column]), "aria-hidden": "true"});
    return [String(i + 1), quoted(text.label(entry.label)), text.value(entry[column]), bar];
  });
  const columns = [
    {name: "", number: true},
    {name: column === "vertices" ? "called by" : "vertex"},
    {name: text.words(column), number: true},
    {name: ""},
  ];
  const title = `Largest ${text.words(column === "vertices" ? "groups" : column)}`;
  return element("div", {class: "top"}, element("h3", {}, title), table(title, columns, rows));
}

function path(found) {
  if (!("path" in found)) return null;
  const target = quoted(text.label(found.target));
  if (found.path === null) return element("p", {}, "The target ", target, " is not reached.");
  const labels = found.path.slice(0, shownMax).map((label) => element("li", {}, quoted(text.label(label))));
  const more = found.path.length - labels.length;
  return element(
      "div",
      {},
      element("h3", {}, "Path to ", target),
      element("ol", {class: "path"}, labels, more > 0 && element("li", {}, `and ${text.count(more)} more`)),
  );
}

function verdict(told) {
  if (told.verified === null) return element("span", {class: "verdict"}, "not checked");
  return told.verified ? element("span", {class: "verdict right"}, "✓ verified") :
                         element("span", {class: "verdict wrong"}, "✗ wrong");
}

function result(run) {
  const told = run.told;
  const facts = factsOf(told.result).map(([name, thing]) => [text.words(name), text.value(thing)]);
  const tops = Object.entries(told.result).filter(([name, thing]) => isTop(name, thing));
  return section(
      "Result",
      {},
      told.breach && element("p", {class: "breach"}, "The answer is wrong: ", quoted(text.visible(told.breach))),
      list(facts, {class: "facts"}),
      path(told.result),
      element("div", {class: "tops"}, tops.map(([name, entries]) => top(name, entries))),
  );
}

function trials(run) {
  const told = run.told.trials;
  if (told.length < 2) return null;
  const names = told.map((trial, i) => String(i + 1));
  const drawn = Math.min(told.length, 64);
  const unit = unitOf(Math.max(...told.map((trial) => trial.seconds)));
  const columns =
      [{name: "trial", number: true}, {name: "source"}, {name: "seconds", number: true}, {name: "arcs", number: true}];
  const rows = told.slice(0, shownMax)
                   .map(
                       (trial, i) =>
                           [names[i],
                            trial.source === undefined ? "–" : quoted(text.label(trial.source)),
                            text.seconds(trial.seconds),
                            text.rate(trial.arcs_per_second),
  ]);
  const picture = bars("Seconds of each trial.", {
    names: names.slice(0, drawn),
    kinds: [{name: "run", colour: "var(--series-1)"}],
    numbers: told.slice(0, drawn).map((trial) => [trial.seconds]),
    told: text.seconds,
    factor: unit.factor,
    unit: unit.name,
    height: drawn > 16 ? 9 : 18,
  });
  const some = drawn < told.length ? ` The first ${drawn} of ${text.count(told.length)}.` : "";
  return section(
      "Trials",
      {},
      figure(null, picture, `What is told above and below is of the last one.${some}`, table("Trials", columns, rows)),
  );
}

const phases = [
  ["load", "var(--phase-1)"],
  ["partition", "var(--phase-2)"],
  ["layout", "var(--phase-3)"],
  ["prepare", "var(--phase-4)"],
  ["run", "var(--phase-5)"],
  ["verify", "var(--phase-6)"],
  ["output", "var(--phase-7)"],
];

function time(run) {
  const told = run.told;
  const spent = {...told.seconds, run: sum(told.trials.map((trial) => trial.seconds))};
  const known = phases.filter(([name]) => spent[name] > 0);
  const all = sum(known.map(([name]) => spent[name]));
  const unit = unitOf(all);
  const picture = bars("Where the time went.", {
    names: ["in all"],
    kinds: known.map(([name, colour]) => ({name, colour})),
    numbers: [known.map(([name]) => spent[name])],
    told: text.seconds,
    factor: unit.factor,
    unit: unit.name,
    height: 30,
  });
  const pairs = known.map(
      ([name]) => [name === "run" && told.trials.length > 1 ? "run, all trials" : name, text.seconds(spent[name])]);
  pairs.push(["aggregation", text.seconds(told.seconds.aggregation)], ["total", text.seconds(told.seconds.total)]);
  return section(
      "Where the time went",
      {},
      figure(
          null, picture, "From the graph to the answer, in the order in which it was done.",
          list(pairs, {class: "facts"})),
  );
}

// The kinds that are drawn: where, and in what order. Names of accesses are "local_read_sequential" and so on.
const accessKinds = [
  {name: "local, sequential", colour: "var(--series-1)"},
  {name: "local, random", colour: "var(--phase-3)"},
  {name: "remote, sequential", colour: "var(--communication)"},
  {name: "remote, random", colour: "var(--series-2)"},
];

function accessKind(name) { return (name.startsWith("remote") ? 2 : 0) + (name.endsWith("random") ? 1 : 0); }

// visit(effort, subject, access, { count, bytes }) for each that was counted.
function forEachAccess(told, visit) {
  for (const [effort, subjects] of Object.entries(told ?? {})) {
    for (const [subject, kinds] of Object.entries(subjects)) {
      for (const [access, counted] of Object.entries(kinds)) visit(effort, subject, access, counted);
    }
  }
}

// By part and kind, for the chart: of the supersteps that are listed. By everything but the part, for the table: of all.
function countedAccesses(run) {
  const byPart = Array.from({length: run.parts}, () => [0, 0, 0, 0]);
  for (const step of run.steps) {
    step.parts.forEach((part, p) => {
      forEachAccess(
          part.accesses, (effort, subject, access, counted) => { byPart[p][accessKind(access)] += counted.count; });
    });
  }
  const all = [];
  forEachAccess(
      run.told.accesses, (effort, subject, access, counted) => { all.push({effort, subject, access, ...counted}); });
  return {byPart, all};
}

// Accesses to memory, where they were counted.
function accesses(run) {
  const {byPart, all} = countedAccesses(run);
  if (all.length === 0) return null;
  const numbers = run.drawn.map((p) => byPart[p]);
  const picture = bars("Accesses to memory of each part.", {
    names: run.drawn.map((p) => `part ${p}`),
    kinds: accessKinds,
    numbers,
    told: text.count,
    ...scaleOf(Math.max(...numbers.map(sum)), "accesses"),
    height: run.drawn.length > 8 ? 14 : 24,
  });
  const columns = [{name: "when"}, {name: "to what"}, {name: "access"}];
  columns.push({name: "count", number: true}, {name: "bytes", number: true});
  const rows = all.map(
      (row) =>
          [...[row.effort, row.subject, row.access].map(text.words),
           text.count(row.count),
           text.count(row.bytes),
  ]);
  const drawn = run.all > run.steps.length ? `; the chart has the first ${text.count(run.steps.length)}` : "";
  const caption = `As they were counted, of all supersteps${drawn}; remote is the memory of another part.`;
  const known = table("Accesses to memory", columns, rows);
  return section("Accesses to memory", {class: "accesses"}, figure(null, picture, caption, known));
}

function parameters(run, told) {
  const pairs =
      Object.entries(run.told.parameters).map(([name, thing]) => [text.words(name), quoted(text.value(thing))]);
  const graph = Object.entries(told.graph).map(([name, thing]) => [text.words(name), quoted(text.value(thing))]);
  return section(
      "Parameters",
      {},
      element("div", {class: "beside"}, list(pairs, {class: "facts"}), list(graph, {class: "facts"})),
  );
}

function notes(run) {
  if (run.told.notes.length === 0) return null;
  return section(
      "Notes", {}, element("ul", {}, run.told.notes.map((note) => element("li", {}, quoted(text.visible(note))))));
}

module.exports = {
  accesses,
  notes,
  parameters,
  result,
  time,
  trials,
  verdict
};
