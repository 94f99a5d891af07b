// SPDX-License-Identifier: Apache-2.0
// A run as the sections read it: its supersteps in a sequence with their starts, and sums over parts. What is too much to
// draw is put together, and `joined` says how many supersteps stand in one.
"use strict";

const efforts = ["computation", "communication", "switching", "waiting"];
const marksMax = 4000;  // of one chart
const partsMax = 48;

function sum(numbers) { return numbers.reduce((total, number) => total + number, 0); }

// Of consecutive supersteps: times and counts of work add up, what is active is the most of one.
function together(group) {
  const parts = group[0].parts.map((_, p) => {
    const all = {};
    for (const step of group) {
      for (const [name, number] of Object.entries(step.parts[p])) {
        if (typeof number === "number") all[name] = (all[name] ?? 0) + number;
      }
    }
    all.active_vertices = Math.max(...group.map((step) => step.parts[p].active_vertices));
    return all;
  });
  const directions = new Set(group.map((step) => step.direction));
  return {
    ...group[0],
    reason: undefined,
    last: group.at(-1).at,
    direction: directions.size === 1 ? group[0].direction : "both",
    seconds: sum(group.map((step) => step.seconds)),
    active_vertices: Math.max(...group.map((step) => step.active_vertices)),
    active_arcs: Math.max(...group.map((step) => step.active_arcs)),
    parts,
  };
}

function joined(steps, size) {
  const groups = [];
  for (let i = 0; i < steps.length; i += size) groups.push(together(steps.slice(i, i + size)));
  return groups;
}

// The parts that are drawn, in their order: all, or those that computed or hold most.
function drawn(spent) {
  const load = (p) => spent[p].computation + spent[p].arcs_scanned * 1e-12;
  const parts = spent.map((_, p) => p);
  if (parts.length <= partsMax) return parts;
  const most = parts.sort((a, b) => load(b) - load(a)).slice(0, partsMax);
  return most.sort((a, b) => a - b);
}

function totals(steps, parts) {
  return Array.from({length: parts}, (_, p) => {
    const of = (name) => sum(steps.map((step) => step.parts[p]?.[name] ?? 0));
    const total = {arcs_scanned: of("arcs_scanned"), remote_updates: of("remote_updates")};
    for (const effort of efforts) total[effort] = of(`${effort}_seconds`);
    return total;
  });
}

// { told, steps, all, joined, shown, parts, totals, drawn, timed }: `steps` are the first of `all`; `shown` are those as
// drawn; `timed`: whether parts say what they spent their time on.
function understand(told) {
  let start = 0;
  const steps = told.supersteps.map((step, i) => {
    const known = {...step, at: i + 1, last: i + 1, start};
    start += step.seconds;
    return known;
  });
  const parts = Math.max(0, ...steps.map((step) => step.parts.length));
  const spent = totals(steps, parts);
  const size = Math.max(1, Math.ceil((steps.length * Math.min(parts, partsMax) * efforts.length) / marksMax));
  return {
    told,
    steps,
    all: steps.length + (told.supersteps_left_out ?? 0),
    joined: size,
    shown: size === 1 ? steps : joined(steps, size),
    seconds: start,
    programs: Math.max(1, ...steps.map((step) => step.program)),
    parts,
    totals: spent,
    drawn: drawn(spent),
    timed: spent.some((total) => sum(efforts.map((effort) => total[effort])) > 0),
  };
}

module.exports = {
  efforts,
  sum,
  understand
};
