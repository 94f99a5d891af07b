// SPDX-License-Identifier: Apache-2.0
// The sections about places: what each part owns and spent, the machine as boxes and who lives where, and memory.
"use strict";

const {chart} = require("./vega.js");
const {lanes} = require("./charts.js");
const {element, figure, list, section, table} = require("./dom.js");
const {efforts, sum} = require("./run.js");
const {effortKinds, unitOf} = require("./supersteps.js");
const text = require("./text.js");

// Rows of { lane, kind, start, end, tip } from numbers by lane and kind, end to end.
function stacked(names, kinds, numbers, told) {
  return names.flatMap((lane, i) => {
    let end = 0;
    return kinds.map((kind, k) => {
      const start = end;
      end += numbers[i][k];
      return {lane, kind: kind.name, start, end, tip: `${lane}: ${kind.name}  ${told(numbers[i][k])}`};
    });
  });
}

function bars(description, {names, kinds, numbers, told, unit, factor = 1, height}) {
  const rows = stacked(names, kinds, numbers, told).map((row) => ({
                                                          ...row,
                                                          start: row.start * factor,
                                                          end: row.end * factor,
                                                        }));
  const end = Math.max(...rows.map((row) => row.end), factor * 1e-9);
  return chart(description, lanes({lanes: names, kinds, rows, bounds: [], end, unit, height}));
}

// A power of a thousand that suits so many.
function scaleOf(most, noun) {
  if (most >= 1e6) return {factor: 1e-6, unit: `million ${noun}`};
  return most >= 1e4 ? {factor: 1e-3, unit: `thousand ${noun}`} : {factor: 1, unit: noun};
}

function ratio(loads) {
  const all = sum(loads);
  return all === 0 ? 1 : (Math.max(...loads) * loads.length) / all;
}

function holdings(run, what, noun, kinds, own, far) {
  const numbers = run.drawn.map((p) => [own(run.held[p]), far(run.held[p])]);
  const scale = scaleOf(Math.max(...numbers.map(sum)), noun);
  return figure(
      what,
      bars(`${what} of each part.`, {
        names: run.drawn.map((p) => `part ${p}`),
        kinds,
        numbers,
        told: text.count,
        ...scale,
        height: run.drawn.length > 8 ? 14 : 24,
      }),
  );
}

function spent(run) {
  const numbers = run.drawn.map((p) => efforts.map((effort) => run.totals[p][effort]));
  const unit = unitOf(Math.max(...numbers.map(sum)));
  return figure(
      "Time",
      bars("Processor time and waiting of each part.", {
        names: run.drawn.map((p) => `part ${p}`),
        kinds: effortKinds,
        numbers,
        told: text.seconds,
        factor: unit.factor,
        unit: `${unit.name} of all its threads`,
        height: run.drawn.length > 8 ? 14 : 24,
      }),
  );
}

const arcKinds = [
  {name: "local", colour: "var(--local)"},
  {name: "remote", colour: "var(--remote)"},
];
const vertexKinds = [
  {name: "own", colour: "var(--local)"},
  {name: "ghosts", colour: "var(--remote)"},
];

function partsTable(run) {
  const columns = ["part", "vertices", "ghosts", "arcs", "remote arcs", "share", ...efforts, "remote updates"];
  const rows = run.held.map(
      (part, p) =>
          [String(p),
           text.count(part.vertices),
           text.count(part.ghosts),
           text.count(part.arcs),
           text.count(part.remote_arcs),
           text.percent(part.remote_arcs, part.arcs),
           ...efforts.map((effort) => (run.timed ? text.seconds(run.totals[p][effort]) : "–")),
           text.count(run.totals[p]?.remote_updates ?? 0),
  ]);
  return table("Parts", columns.map((name) => ({name, number: true})), rows);
}

function qualityOf(run) {
  const of = (name) => run.held.map((part) => part[name]);
  const pairs = [
    ["imbalance of vertices", ratio(of("vertices")).toFixed(2)],
    ["imbalance of arcs", ratio(of("arcs")).toFixed(2)],
  ];
  if (run.timed) pairs.push(["imbalance of time", run.told.imbalance.toFixed(2)]);
  pairs.push(["remote arcs", text.percent(sum(of("remote_arcs")), sum(of("arcs")))]);
  const vertices = sum(of("vertices"));
  pairs.push(["ghosts per vertex", vertices === 0 ? "–" : (sum(of("ghosts")) / vertices).toFixed(2)]);
  return list(pairs, {class: "figures small"});
}

function parts(run) {
  if (run.held.length < 2) return null;
  const figures = [
    holdings(run, "Arcs", "arcs", arcKinds, (part) => part.arcs - part.remote_arcs, (part) => part.remote_arcs),
    holdings(run, "Vertices", "vertices", vertexKinds, (part) => part.vertices, (part) => part.ghosts),
  ];
  if (run.timed) figures.push(spent(run));
  const caption =
      "An arc is remote where another part owns its other end; a ghost is such an end, counted once for each part that has " +
      "arcs to it. Imbalance is the largest part over the mean; of time, the processor time of computation.";
  return section(
      "Parts",
      {},
      qualityOf(run),
      element("div", {class: "beside"}, figures),
      element("p", {class: "caption"}, caption),
      element("details", {}, element("summary", {}, "As a table"), partsTable(run)),
  );
}

function cacheOf(cache) {
  const sharers = cache.sharers > 1 ? `, shared by ${cache.sharers}` : "";
  return element("li", {}, `L${cache.level} ${text.bytes(cache.bytes)}${sharers}`);
}

function domainBox(domain, d, run, caches) {
  const teams = run.teams.map((team, t) => ({...team, t})).filter((team) => team.domain === d);
  const living = run.held.map((part, p) => ({...part, p})).filter((part) => part.domain === d);
  const cores = Array.from({length: Math.min(domain.cores, 256)}, () => element("span", {class: "core"}));
  return element(
      "article",
      {class: "domain"},
      element("h3", {}, `Domain ${d}`, element("small", {}, ` node ${domain.node}`)),
      element("p", {class: "cores", role: "img", "aria-label": text.plural(domain.cores, "core")}, cores),
      element(
          "p",
          {},
          `${text.plural(domain.cores, "core")}, ${text.plural(domain.processors.length, "processor")}`,
          teams.map((team) => `, ${text.plural(team.threads, "thread")} of team ${team.t}`),
          ),
      element("ul", {class: "caches"}, caches.map(cacheOf)),
      element(
          "div",
          {class: "memory"},
          element("p", {}, domain.memory_bytes ? `${text.bytes(domain.memory_bytes)} of memory` : "no memory"),
          element(
              "ul",
              {class: "living"},
              living.slice(0, 64).map((part) => element("li", {}, `part ${part.p}`)),
              living.length > 64 && element("li", {}, `and ${living.length - 64} more`),
              ),
          ),
  );
}

function distances(found) {
  if (found.distances.length < 2) return null;
  const nodes = found.domains.map((domain) => domain.node);
  const columns = [{name: "from \\ to"}, ...nodes.map((node) => ({name: `node ${node}`, number: true}))];
  const rows = found.distances.map((row, i) => [`node ${nodes[i]}`, ...row.map(String)]);
  return element(
      "details",
      {open: true},
      element("summary", {}, "Distances, 10 being near"),
      table("Distances between domains", columns, rows),
  );
}

function machine(run, told) {
  const found = told.machine.topology;
  if (!found) return null;
  const placement = {interleave: "spread over all domains", oblivious: "where the system puts it"};
  const where = placement[run.told.parameters?.placement] ?? "in the memory of its domain";
  const boxes = found.domains.map((domain, d) => domainBox(domain, d, run, found.caches));
  const here = found.here ? "" : " It is not the machine that ran, so nothing was bound to it.";
  return section(
      "Machine",
      {},
      element("p", {}, text.visible(told.machine.name)),
      element("div", {class: "domains"}, boxes),
      element("p", {class: "caption"}, `What belongs to a part is ${where}.${here}`),
      distances(found),
  );
}

function memory(run) {
  const of = [
    ["as laid out", run.told.layout?.bytes],
    ["peak", run.told.peak_bytes],
    ["estimated peak", run.told.estimated_bytes],
  ].filter(([, size]) => size !== undefined);
  if (of.length === 0) return null;
  const largest = Math.max(...of.map(([, size]) => size), 1);
  const unit = largest >= 2 ** 30 ? ["GiB", 2 ** 30] : largest >= 2 ** 20 ? ["MiB", 2 ** 20] : ["KiB", 2 ** 10];
  const kinds = [{name: "bytes", colour: "var(--series-1)"}];
  const spec = lanes({
    lanes: of.map(([name]) => name),
    kinds,
    rows: of.map(
        ([lane, size]) => ({lane, kind: "bytes", start: 0, end: size / unit[1], tip: `${lane}  ${text.bytes(size)}`})),
    bounds: [],
    end: largest / unit[1],
    unit: unit[0],
    height: 22,
  });
  return section(
      "Memory",
      {},
      figure(
          null,
          chart("Memory in bytes.", {...spec, legends: []}),
          "Arrays of the size of vertices or arcs. As laid out: arcs, offsets, ghosts and ids. Peak: the most that all took " +
              "together, the graph while it was loaded included.",
          list(of.map(([name, size]) => [name, `${text.bytes(size)} (${text.count(size)} bytes)`])),
          ),
  );
}

module.exports = {
  bars,
  machine,
  memory,
  parts,
  scaleOf
};
