// The graph as a picture: drawn by sigma, laid out by a worker, fed by the API. The tables of the page say the same.

import Graph from 'graphology';
import { zone } from './calendar';
import { Details } from './graph/details';
import { findNames } from './graph/find';
import { Picture } from './graph/picture';
import { entityOf, neighbours, overview, type Entity, type Statement, type Together } from './graph/source';
import { AsOf, holds } from './graph/time';
import type { Asked, Placed } from './layout';
import { tellTimes } from './times';

const section = document.getElementById('picture');
if (section) {
  section.hidden = false;
  void draw(section).catch((error: unknown) => {
    const tell = document.getElementById('tell')!;
    tell.hidden = false;
    tell.textContent = `The picture cannot be drawn here (${error instanceof Error ? error.message : String(error)}). The tables below say the same.`;
  });
}

/** The most points on the picture: beyond it nobody reads it. */
const MOST_POINTS = 5_000;

async function draw(section: HTMLElement): Promise<void> {
  const space = section.dataset['space']!;
  const drawn = await overview(space, Number(section.dataset['limit']));
  const graph = new Graph({ type: 'undirected', multi: false });
  const statements = new Map<string, Statement>();
  const worker = new Worker(section.dataset['worker']!, { type: 'module' });
  let run = 0;
  const shown = drawn.clusters.flatMap((cluster) => cluster.entities);
  // The area of a point tells how often it is named, beside the one named most; many points are small ones.
  const most = Math.max(1, ...shown.map((entity) => entity.mentions));
  const canvas = document.getElementById('canvas')!;
  const scale = Math.min(1, Math.sqrt(200 / Math.max(1, shown.length))) * Math.min(1, Math.max(0.65, canvas.clientWidth / 720));

  // What belongs together starts together.
  drawn.clusters.forEach((cluster, number) => {
    const angle = number * 2.4;
    const away = 40 * Math.sqrt(number);
    cluster.entities.forEach((entity, place) => addPoint(entity, away * Math.cos(angle) + 9 * Math.sqrt(place) * Math.cos(place * 2.4), away * Math.sin(angle) + 9 * Math.sqrt(place) * Math.sin(place * 2.4)));
  });
  drawn.statements.forEach(addLine);
  drawn.together?.forEach(addFaint);

  const picture = new Picture(canvas, graph, (id) => {
    keepInAddress(id);
    void details.show(id);
  });
  const asOf = new AsOf(section.dataset['from'], section.dataset['until'], (time, day, isSettled) => {
    picture.showAsOf(time);
    tellCounts();
    if (isSettled) void tellAsOf(day);
  });
  picture.showAsOf(asOf.time);
  const details = new Details({
    onClose: () => {
      keepInAddress(undefined);
      picture.choose(undefined);
    },
    onGo: go,
    onExpand: expand,
  });
  worker.onmessage = ({ data }: MessageEvent<Placed>) => {
    if (data.run !== run) return;
    picture.place(data.x, data.y);
    if (!data.done) return;
    if (!section.dataset['drawn']) {
      const chosen = new URLSearchParams(location.search).get('entity');
      // Whom an address names that is not there any more is nobody's fault.
      if (chosen) void (graph.hasNode(chosen) ? go(chosen) : entityOf(chosen).then(bring)).catch(() => keepInAddress(undefined));
    }
    section.dataset['drawn'] = 'true';
  };
  tellCounts();
  place();
  document.getElementById('tell')!.hidden = true;
  drawLegend(shown.map((entity) => entity.kind));
  findNames(space, bring);
  document.getElementById('closer')!.addEventListener('click', () => picture.zoom(1.6));
  document.getElementById('farther')!.addEventListener('click', () => picture.zoom(1 / 1.6));
  document.getElementById('whole')!.addEventListener('click', () => picture.showWhole());

  function addPoint(entity: Entity, x: number, y: number): void {
    if (graph.hasNode(entity.id)) return;
    graph.addNode(entity.id, { label: entity.name, kind: entity.kind, weight: entity.mentions, size: scale * (4.5 + 13 * Math.min(1, Math.sqrt(entity.mentions / most))), x, y });
  }

  function addLine(statement: Statement): void {
    const [from, to] = [statement.subject.id, statement.object.id];
    if (!to || statements.has(statement.id)) return;
    if (from === to || !graph.hasNode(from) || !graph.hasNode(to)) return;
    statements.set(statement.id, statement);
    const line = graph.edge(from, to);
    if (line) (graph.getEdgeAttribute(line, 'said') as Statement[]).push(statement);
    else graph.addEdge(from, to, { said: [statement], size: 1 });
  }

  /** A faint line between two that texts name together. */
  function addFaint({ from, to, passages }: Together): void {
    if (from === to || !graph.hasNode(from) || !graph.hasNode(to) || graph.edge(from, to)) return;
    graph.addEdge(from, to, { said: [], passages, size: 0.6 });
  }

  function place(): void {
    run += 1;
    const points = graph.nodes();
    const number = new Map(points.map((id, index) => [id, index]));
    const column = (name: string) => Float32Array.from(points, (id) => graph.getNodeAttribute(id, name) as number);
    const edges = new Uint32Array(graph.size * 2);
    graph.edges().forEach((line, index) => {
      edges[2 * index] = number.get(graph.source(line))!;
      edges[2 * index + 1] = number.get(graph.target(line))!;
    });
    const middle = points.findIndex((id) => graph.getNodeAttribute(id, 'kind') === 'owner');
    worker.postMessage({ run, x: column('x'), y: column('y'), size: column('size'), edges, middle, portrait: canvas.clientHeight > canvas.clientWidth } satisfies Asked);
  }

  async function go(id: string): Promise<void> {
    if (!graph.hasNode(id)) return;
    keepInAddress(id);
    picture.choose(id);
    picture.goTo(id);
    await details.show(id);
  }

  /** Shows an entity, with what is near it where it was not on the picture. */
  async function bring(entity: Entity): Promise<void> {
    if (!graph.hasNode(entity.id)) {
      addPoint(entity, 0, 0);
      await expand(entity.id);
      drawLegend(graph.mapNodes((_, at) => String(at['kind'])));
    }
    await go(entity.id);
  }

  async function expand(id: string): Promise<void> {
    const near = await neighbours(id);
    const [x, y] = [graph.getNodeAttribute(id, 'x') as number, graph.getNodeAttribute(id, 'y') as number];
    near.entities.filter((entity) => !graph.hasNode(entity.id)).forEach((entity, place) => {
      if (graph.order < MOST_POINTS) addPoint(entity, x + 12 * Math.cos(place * 2.4), y + 12 * Math.sin(place * 2.4));
    });
    near.statements.forEach(addLine);
    tellCounts();
    place();
  }

  function tellCounts(): void {
    const { time } = asOf;
    const holding = [...statements.values()].filter((statement) => time === undefined || holds(statement, time));
    const [points, lines] = [graph.order, holding.length];
    section.dataset['points'] = String(points);
    section.dataset['lines'] = String(lines);
    document.getElementById('counts')!.textContent = `${points} ${points === 1 ? 'entity' : 'entities'} and ${lines} ${lines === 1 ? 'statement' : 'statements'} between them. A faint line joins those whom one passage names. Point at a line for its words, click a point for its facts, drag to move it.`;
  }
}

/** Whoever is chosen is in the address, so that it can be kept and sent. */
function keepInAddress(id: string | undefined): void {
  note((query) => (id ? query.set('entity', id) : query.delete('entity')));
}

function note(change: (query: URLSearchParams) => void): URLSearchParams {
  const query = new URLSearchParams(location.search);
  change(query);
  history.replaceState(null, '', query.size ? `${location.pathname}?${query}` : location.pathname);
  return query;
}

/** Shows the tables as of a day, and notes it in the address. */
async function tellAsOf(day: string): Promise<void> {
  const query = note((query) => {
    if (day) query.set('as_of', day);
    else query.delete('as_of');
    if (day) query.set('zone', zone);
    else query.delete('zone');
  });
  const reply = await fetch(`/graph?${query}`);
  // Meanwhile another day may have been chosen.
  if (!reply.ok || reply.redirected || new URLSearchParams(location.search).get('as_of') !== query.get('as_of')) return;
  const shown = new DOMParser().parseFromString(await reply.text(), 'text/html');
  for (const id of ['entities', 'statements']) {
    const table = shown.getElementById(id);
    if (!table) continue;
    tellTimes(table);
    document.getElementById(id)?.replaceWith(table);
  }
}

function drawLegend(kinds: string[]): void {
  document.getElementById('legend')!.replaceChildren(
    ...[...new Set(kinds)].map((kind) => {
      const item = document.createElement('li');
      item.className = `kind kind-${kind}`;
      item.textContent = kind === 'owner' ? 'you' : kind;
      return item;
    }),
  );
}
