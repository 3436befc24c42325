// Where the points of the graph stand, worked out beside the page, so that the page stays free.

import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import noverlap from 'graphology-layout-noverlap';

/** What is asked: the points with where they stand and how large they are, pairs of their numbers, and whether the place is taller than wide. */
export interface Asked { run: number; x: Float32Array; y: Float32Array; size: Float32Array; edges: Uint32Array; portrait: boolean }
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
  const settings = { ...forceAtlas2.inferSettings(graph), gravity: 1.2, scalingRatio: 14, slowDown: 6, barnesHutOptimize: graph.order > 400, adjustSizes: false };
  let turn: boolean | undefined;
  const tell = (done: boolean) => {
    const [x, y] = places(graph);
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

/** Whether the points take more room from left to right than from top to bottom. */
function wide(x: Float32Array, y: Float32Array): boolean {
  const extent = (all: Float32Array) => all.reduce((most, one) => Math.max(most, one), -Infinity) - all.reduce((least, one) => Math.min(least, one), Infinity);
  return extent(x) > extent(y);
}
