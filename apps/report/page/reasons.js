// SPDX-License-Identifier: Apache-2.0
// Why a superstep went the way it did, in words: what the program says in `reason`, with the numbers it compared.
"use strict";

const text = require("./text.js");

// What a rule held the frontier against: "1,048,576 vertices / 18".
function share({whole, divisor}, noun) {
  const by = divisor === 1 ? "" : ` / ${text.value(Number(divisor.toPrecision(3)))}`;
  return `${text.count(whole)} ${noun}${by}`;
}

function active({frontier}) { return `${text.count(frontier)} active`; }
function arcs({frontier}) { return `${text.count(frontier)} arcs ahead`; }

const directions = {
  asked: (reason, step) => `${step.direction} was asked for`,
  usual: (reason, step) => `${step.direction} is what the program does unless asked`,
  kernel: () => "the kernel goes its own way",
  cheapest: () => "the cheapest that was predicted",
  grows: (reason) => `still grows: ${active(reason)}, ${text.count(reason.whole)} before`,
  "grows-no-more": (reason) => `grows no more: ${active(reason)}, ${text.count(reason.whole)} before`,
  "many-arcs": (reason) => `many: ${arcs(reason)} > ${share(reason, "unexplored")}`,
  "few-arcs": (reason) => `few: ${arcs(reason)} ≤ ${share(reason, "unexplored")}`,
  "few-to-sweep": (reason) => `too few for a sweep: ${arcs(reason)} ≤ ${share(reason, "vertices")}`,
  "many-vertices": (reason) => `many: ${active(reason)} ≥ ${share(reason, "vertices")}`,
  "few-vertices": (reason) => `few: ${active(reason)} < ${share(reason, "vertices")}`,
  "sweeps-in-vain": (reason) => `the last pull found little: ${arcs(reason)} < ${share(reason, "scanned")}`,
  "rare-parents": (reason) => `a pull would look long: ${arcs(reason)} < ${share(reason, "looks by a sample")}`,
  "nobody-left": () => "nobody is left to be found",
};

const exchanges = {
  asked: (step) => `${text.visible(step.exchange)} was asked for`,
  only: (step, parts) =>
      parts === 1 ? "one part has no other to hear from" : "all parts share one memory, so there are no boxes",
  kernel: () => "a kernel has no exchange",
};

// Among what it was the cheapest: "the cheapest of 6 ways, before push one-box with 422 µs".
function cheapest({predicted}) {
  const [, next] = [...predicted].sort((a, b) => a.seconds - b.seconds);
  const all = `the cheapest of ${text.plural(predicted.length, "way")}`;
  return next ? `${all}, before ${next.direction} ${text.visible(next.exchange)} with ${text.seconds(next.seconds)}` :
                all;
}

// A sentence or two; none of supersteps that were joined.
function reasonsOf(step, parts) {
  const reason = step.reason;
  if (!reason) return [];
  if (reason.exchange === "cheapest") {
    const all = cheapest(step);
    return reason.direction === "cheapest" ? [all] : [directions[reason.direction](reason, step), all];
  }
  return [directions[reason.direction](reason, step), exchanges[reason.exchange](step, parts)];
}

module.exports = {reasonsOf};
