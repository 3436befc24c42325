// Where the points of the graph stand, worked out beside the page, so that the page stays free.

import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import noverlap from 'graphology-layout-noverlap';

/** What is asked: the points with where they stand and how large they are, pairs of their numbers, which of them stays in the middle (-1 for none), and whether the place is taller than wide. */
export interface Asked { run: number; x: Float32Array; y: Float32Array; size: Float32Array; edges: Uint32Array; middle: number; portrait: boolean }
/** Where they stand now, and whether that is the end of it. */
export interface Placed { run: number; x: Float32Array; y: Float32Array; done: boolean }

const ROUNDS = 12;

self.onmessage = ({ data }: MessageEvent<Asked>) => {
  const graph = new Graph({ type: 'undirected', multi: false });
  for (let point = 0; point < data.x.length; point += 1) {
    graph.addNode(point, { x: data.x[point], y: data.y[point], size: data.size[point] });
  }
  for (let edge = 0; edge < data.edges.length; edge += 2) {
    const [from, to] = [data.edges[edge]!, data.edges[edge + 1]!];
    if (from !== to && !graph.hasEdge(from, to)) graph.addEdge(from, to);
  }
  // All others find their places around the owner.
  if (data.middle >= 0) graph.mergeNodeAttributes(data.middle, { x: 0, y: 0, fixed: true });
  const settings = { ...forceAtlas2.inferSettings(graph), gravity: 1.2, scalingRatio: 14, slowDown: 6, barnesHutOptimize: graph.order > 400, adjustSizes: false };
  let turn: boolean | undefined;
  const tell = (done: boolean) => {
    const [x, y] = places(graph);
    if (data.middle >= 0) centre(x, y, data.middle);
    // What was placed once stays the way it lies.
    turn ??= data.run === 1 && wide(x, y) === data.portrait;
    const [across, down] = turn ? [y, x] : [x, y];
    postMessage({ run: data.run, x: across, y: down, done } satisfies Placed, { transfer: [x.buffer, y.buffer] });
  };
  const iterations = graph.order > 2_000 ? 12 : 25;
  for (let round = 1; round <= ROUNDS; round += 1) {
    forceAtlas2.assign(graph, { iterations, settings });
    if (round < ROUNDS) tell(false);
  }
  if (data.middle >= 0) spreadAround(graph, String(data.middle));
  if (graph.order <= 2_000) noverlap.assign(graph, { maxIterations: 80, settings: { margin: 10, ratio: 1.8, expansion: 1.2 } });
  tell(true);
};

function places(graph: Graph): [Float32Array<ArrayBuffer>, Float32Array<ArrayBuffer>] {
  const x = new Float32Array(graph.order);
  const y = new Float32Array(graph.order);
  graph.forEachNode((point, at) => {
    x[Number(point)] = at['x'] as number;
    y[Number(point)] = at['y'] as number;
  });
  return [x, y];
}

/** Of the way to where all others would stand evenly around the middle, so much is gone: what belongs together stays together. */
const EVENLY = 0.55;

/** Spreads the others around the one in the middle, so that no half of the picture is empty. */
function spreadAround(graph: Graph, middle: string): void {
  const at = (point: string, name: string) => graph.getNodeAttribute(point, name) as number;
  const [x, y] = [at(middle, 'x'), at(middle, 'y')];
  const others = graph.filterNodes((point) => point !== middle).map((point) => {
    const [across, down] = [at(point, 'x') - x, at(point, 'y') - y];
    return { point, angle: Math.atan2(down, across), away: Math.hypot(across, down) };
  });
  others.sort((a, b) => a.angle - b.angle);
  const even = (place: number) => -Math.PI + (2 * Math.PI * (place + 0.5)) / others.length;
  // Turned so that they move as little as can be.
  const turn = others.reduce((sum, { angle }, place) => sum + angle - even(place), 0) / Math.max(1, others.length);
  others.forEach(({ point, angle, away }, place) => {
    const there = angle + EVENLY * (even(place) + turn - angle);
    graph.mergeNodeAttributes(point, { x: x + away * Math.cos(there), y: y + away * Math.sin(there) });
  });
}

/** Moves all so that this one stands in the middle. */
function centre(x: Float32Array, y: Float32Array, middle: number): void {
  const [acrossBy, downBy] = [x[middle]!, y[middle]!];
  for (let point = 0; point < x.length; point += 1) {
    x[point] = x[point]! - acrossBy;
    y[point] = y[point]! - downBy;
  }
}

/** Whether the points take more room from left to right than from top to bottom. */
function wide(x: Float32Array, y: Float32Array): boolean {
  const extent = (all: Float32Array) => all.reduce((most, one) => Math.max(most, one), -Infinity) - all.reduce((least, one) => Math.min(least, one), Infinity);
  return extent(x) > extent(y);
}
