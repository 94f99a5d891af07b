// SPDX-License-Identifier: Apache-2.0
// The sections about supersteps: when and on what time was spent, what was active, and who decided what.
"use strict";

const {chart} = require("./vega.js");
const {lanes, lines, points} = require("./charts.js");
const {element, figure, section, table} = require("./dom.js");
const {reasonsOf} = require("./reasons.js");
const {efforts, sum} = require("./run.js");
const text = require("./text.js");

const effortKinds = efforts.map((name) => ({name, colour: `var(--${name})`}));
const arrows = {
  push: "↑",
  pull: "↓",
  both: "↕"
};

function nameOf(run, step) {
  const tree = run.programs > 1 ? `program ${step.program}, ` : "";
  return step.last === step.at ? `${tree}superstep ${step.number}` : `supersteps ${step.at} to ${step.last}`;
}

function joinedText(run) {
  const rest = run.all > run.steps.length ? ` The first ${text.count(run.steps.length)} are shown.` : "";
  return run.joined === 1 ? "" : ` There are ${text.count(run.all)} supersteps; ${run.joined} stand in one.${rest}`;
}

// What a tip says of a superstep beside its time.
function aboutOf(run, step) {
  const why = reasonsOf(step, run.parts).map((reason) => `\n${reason}`);
  return `${nameOf(run, step)}, ${step.direction}, ${text.visible(step.exchange)}${why.join("")}`;
}

// A unit that suits so many seconds.
function unitOf(seconds) {
  if (seconds < 1e-3) return {factor: 1e6, name: "µs"};
  return seconds < 1 ? {factor: 1e3, name: "ms"} : {factor: 1, name: "s"};
}

// The efforts of a part in a superstep, end to end over its wall time, for when each was is not recorded.
function effortsOf(run, step, p, unit) {
  const part = step.parts[p];
  const spent = efforts.map((effort) => part?.[`${effort}_seconds`] ?? 0);
  const all = sum(spent);
  if (all === 0) return [];
  const about = `${aboutOf(run, step)}\nwall time  ${text.seconds(step.seconds)}`;
  let before = 0;
  return efforts.map((effort, i) => {
    const start = step.start + (step.seconds * before) / all;
    before += spent[i];
    const end = step.start + (step.seconds * before) / all;
    return {
      lane: `part ${p}`,
      kind: effort,
      start: start * unit.factor,
      end: end * unit.factor,
      tip: `part ${p}: ${effort}  ${text.seconds(spent[i])}\n${about}\narcs scanned  ${text.count(part.arcs_scanned)}`,
    };
  });
}

function boundsOf(run, unit) {
  return run.shown.map((step) => ({
                         at: step.start * unit.factor,
                         middle: (step.start + step.seconds / 2) * unit.factor,
                         until: (step.start + step.seconds) * unit.factor,
                         text: step.last === step.at ? `${step.number}${arrows[step.direction] ?? ""}` : "",
                       }));
}

function effortsTable(run) {
  const columns = [{name: "superstep"}, {name: "part", number: true}, {name: "active", number: true}];
  columns.push(...efforts.map((name) => ({name, number: true})), {name: "wall time", number: true});
  const rows = run.shown.flatMap(
      (step) => run.drawn.map(
          (p) =>
              [nameOf(run, step),
               String(p),
               text.count(step.parts[p]?.active_vertices ?? 0),
               ...efforts.map((effort) => text.seconds(step.parts[p]?.[`${effort}_seconds`] ?? 0)),
               text.seconds(step.seconds),
  ]),
  );
  return table("Time by superstep and part", columns, rows);
}

// A kernel says how long its steps took, and not on what.
function walls(run, unit) {
  const kinds = ["push", "pull", "both"].filter((kind) => run.shown.some((step) => step.direction === kind));
  return {
    kinds: kinds.map((name) => ({name, colour: `var(--${name})`})),
    rows: run.shown.map((step) => ({
                          lane: "wall time",
                          kind: step.direction,
                          start: step.start * unit.factor,
                          end: (step.start + step.seconds) * unit.factor,
                          tip: `${aboutOf(run, step)}\nwall time  ${text.seconds(step.seconds)}`,
                        })),
    lanes: ["wall time"],
    height: 44,
  };
}

function timeline(run) {
  if (run.steps.length === 0) return null;
  const unit = unitOf(run.seconds);
  const timed = {
    kinds: effortKinds,
    rows: run.shown.flatMap((step) => run.drawn.flatMap((p) => effortsOf(run, step, p, unit))),
    lanes: run.drawn.map((p) => `part ${p}`),
    height: run.drawn.length > 8 ? 16 : 34,
  };
  const spec = lanes({
    ...(run.timed ? timed : walls(run, unit)),
    bounds: boundsOf(run, unit),
    end: run.seconds * unit.factor,
    unit: `time in the supersteps of the last run (${unit.name})`,
  });
  const some =
      run.drawn.length < run.parts ? ` Of ${run.parts} parts the ${run.drawn.length} that computed longest.` : "";
  const caption = run.timed ?
      "One lane per part; above, the number of the superstep, ↑ push and ↓ pull. In each superstep the efforts of a part " +
          "stand end to end, as shares of its wall time: how much there was of each, not when." :
      "The kernel tells how long its steps took, and not on what each part spent its time.";
  const drawn = chart(`Timeline of ${text.plural(run.steps.length, "superstep")}.`, spec);
  return section(
      "Timeline",
      {},
      figure(null, drawn, caption + some + joinedText(run), run.timed ? effortsTable(run) : choicesTable(run)),
  );
}

const frontierKinds = [
  {name: "active vertices", colour: "var(--series-1)"},
  {name: "arcs of these", colour: "var(--series-2)", dash: [6, 3]},
  {name: "arcs scanned", colour: "var(--series-3)", dash: [2, 3]},
  {name: "remote updates", colour: "var(--series-4)", dash: [8, 3, 2, 3]},
];

function frontierOf(step) {
  return [
    step.active_vertices,
    step.active_arcs,
    sum(step.parts.map((part) => part.arcs_scanned)),
    sum(step.parts.map((part) => part.remote_updates)),
  ];
}

function frontier(run) {
  if (run.steps.length === 0) return null;
  const counts = run.shown.map(frontierOf);
  const kinds = frontierKinds.filter((_, k) => k < 2 || counts.some((row) => row[k] > 0));
  const rows = run.shown.flatMap(
      (step, i) => frontierKinds.flatMap(
          (kind, k) => kinds.includes(kind) ? {
            at: step.at,
            kind: kind.name,
            value: counts[i][k],
            shape: step.direction === "push" ? "push" : "pull",
            tip: `${kind.name}  ${text.count(counts[i][k])}\n${nameOf(run, step)}, ${step.direction}`,
          } :
                                              [],
          ),
  );
  const spec = lines({kinds, rows, n: run.steps.length, axis: "superstep", height: 230});
  const columns = [{name: "superstep"}, ...frontierKinds.map(({name}) => ({name, number: true}))];
  const cells = run.shown.map((step, i) => [nameOf(run, step), ...counts[i].map(text.count)]);
  return section(
      "Frontier",
      {},
      figure(
          null,
          chart("What was active in each superstep, by powers of ten.", spec),
          `How many vertices were active, and arcs, by powers of ten.${joinedText(run)}`,
          table("The frontier by superstep", columns, cells),
          ),
  );
}

// A way that a superstep could have gone.
function wayOf({direction, exchange}) { return `${direction} ${text.visible(exchange)}`; }

// The ways that the model was asked about, in any superstep.
function predictedWays(run) { return [...new Set(run.steps.flatMap((step) => (step.predicted ?? []).map(wayOf)))]; }

function predictedSeconds(step, way) { return (step.predicted ?? []).find((one) => wayOf(one) === way)?.seconds; }

function directionOf(step) {
  return element("span", {class: `direction ${step.direction}`}, `${arrows[step.direction] ?? ""} ${step.direction}`);
}

// Who carried each superstep, what that took and was predicted to take, and why it was taken.
function choicesTable(run) {
  const predicted = run.joined === 1 && predictedWays(run).length > 0;
  const columns = [
    {name: "superstep"},
    {name: "direction"},
    {name: "exchange"},
    {name: "wall time", number: true},
    ...(predicted ? [{name: "predicted", number: true}] : []),
    {name: "active", number: true},
    {name: "arcs scanned", number: true},
    {name: "remote", number: true},
    ...(run.joined === 1 ? [{name: "why"}] : []),
  ];
  const rows = run.shown.map((step) => {
    const [active, , scanned, remote] = frontierOf(step);
    const reasons = reasonsOf(step, run.parts).map((reason) => element("p", {}, reason));
    return [
      nameOf(run, step),
      directionOf(step),
      text.visible(step.exchange),
      text.seconds(step.seconds),
      ...(predicted ? [secondsOrNone(predictedSeconds(step, wayOf(step)))] : []),
      text.count(active),
      text.count(scanned),
      text.count(remote),
      ...(run.joined === 1 ? [element("div", {class: "why"}, reasons)] : []),
    ];
  });
  return table("Supersteps", columns, rows);
}

function secondsOrNone(seconds) { return seconds === undefined ? "–" : text.seconds(seconds); }

// What was predicted for every way; the least is bold.
function predictionsTable(run, ways) {
  const columns = [
    {name: "superstep"},
    {name: "ran"},
    {name: "measured", number: true},
    ...ways.map((name) => ({name, number: true})),
  ];
  const rows = run.steps.map((step) => {
    const expected = ways.map((way) => predictedSeconds(step, way));
    const cheapest = Math.min(...expected.filter((seconds) => seconds !== undefined));
    const cells =
        expected.map((seconds) => element(seconds === cheapest ? "strong" : "span", {}, secondsOrNone(seconds)));
    return [nameOf(run, step), wayOf(step), text.seconds(step.seconds), ...cells];
  });
  return table("Predicted and measured", columns, rows);
}

const shapes = ["square", "diamond", "triangle-up", "cross", "triangle-down"];

// A direction has a colour, an exchange a shape.
function kindOf(way, _, ways) {
  const [direction, exchange] = way.split(" ");
  const exchanges = [...new Set(ways.map((one) => one.split(" ")[1]))];
  return {
    name: way,
    colour: `var(--${direction})`,
    shape: shapes[exchanges.indexOf(exchange) % shapes.length],
  };
}

function predictions(run) {
  const ways = predictedWays(run);
  if (ways.length === 0 || run.joined > 1) return null;
  const kinds = [...ways.map(kindOf), {name: "measured", colour: "var(--text)", shape: "circle"}];
  const unit = unitOf(Math.max(...run.steps.map((step) => step.seconds)));
  const rows = run.steps.flatMap((step) => {
    const all = [...ways.map((way) => [way, predictedSeconds(step, way) ?? 0]), ["measured", step.seconds]];
    return all.map(([kind, value]) => ({
                     at: step.at,
                     kind,
                     value: value * unit.factor,
                     tip: `${kind}  ${text.seconds(value)}\nthat ran: ${aboutOf(run, step)}`,
                   }));
  });
  const spec = points({kinds, rows, n: run.steps.length, axis: "superstep", title: unit.name, height: 230});
  const rates = run.told.explanation?.rates_of;
  return figure(
      "Predicted and measured",
      chart("Seconds of each superstep, predicted for each way it could have gone, and measured.", spec),
      "What the model expected of each way that the superstep could have gone, and what the one that was taken took." +
          (rates ? ` Rates of memory: ${text.visible(rates)}.` : ""),
      predictionsTable(run, ways),
  );
}

// Direction and exchange of each superstep, predicted and measured, and why.
function choices(run) {
  if (run.steps.length === 0) return null;
  return section("Direction and exchange", {class: "choices"}, predictions(run), choicesTable(run));
}

module.exports = {
  choices,
  effortKinds,
  frontier,
  timeline,
  unitOf
};
