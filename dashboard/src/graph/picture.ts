// The canvas: sigma with our colours, choosing, dragging, and what held at a time.

import type Graph from 'graphology';
import Sigma from 'sigma';
import type { NodeHoverDrawingFunction, NodeLabelDrawingFunction } from 'sigma/rendering';
import { Labels, type Named } from './labels';
import type { Statement } from './source';
import { holds } from './time';

type Colours = Record<string, string>;

/** The words of so many lines around a point are told at once. */
const MOST_LINES_TOLD = 12;
/** Of more lines finding the one beneath the pointer costs too much of a frame. */
const MOST_LINES_POINTED_AT = 3_000;

export class Picture {
  #sigma: Sigma;
  #graph: Graph;
  #colours!: Colours;
  #time: number | undefined;
  #pointed: string | undefined;
  #chosen: string | undefined;
  #dragged: string | undefined;
  #near = new Set<string>();
  /** The line that is pointed at. */
  #line: string | undefined;
  #labels = new Labels();

  constructor(canvas: HTMLElement, graph: Graph, onChoose: (id: string | undefined) => void) {
    this.#graph = graph;
    this.#readColours();
    const many = graph.order > 800;
    this.#sigma = new Sigma(graph, canvas, {
      allowInvalidContainer: true,
      labelFont: "'Instrument Sans', system-ui, sans-serif",
      labelSize: 13,
      labelWeight: '500',
      labelColor: { attribute: 'labelColour', color: this.#colours['ink']! },
      // All that are large enough ask; which of them are written is decided by the room there is.
      labelDensity: 1_000,
      labelRenderedSizeThreshold: many ? 9 : 2,
      defaultDrawNodeLabel: this.#drawName,
      defaultDrawNodeHover: this.#drawPointed,
      renderEdgeLabels: true,
      edgeLabelFont: "'Instrument Sans', system-ui, sans-serif",
      edgeLabelSize: 11,
      edgeLabelColor: { attribute: 'labelColour', color: this.#colours['ink']! },
      enableEdgeEvents: graph.size < MOST_LINES_POINTED_AT,
      hideEdgesOnMove: graph.size > 4_000,
      hideLabelsOnMove: graph.order > 2_000,
      minCameraRatio: 0.03,
      maxCameraRatio: 3,
      stagePadding: canvas.clientWidth > 600 ? 48 : 28,
      zIndex: true,
      nodeReducer: (id, at) => this.#point(id, at as Attributes),
      edgeReducer: (line, at) => this.#drawn(line, at as Attributes),
    });
    this.#sigma.on('clickNode', ({ node }) => {
      this.choose(node);
      onChoose(node);
    });
    this.#sigma.on('clickStage', () => onChoose(undefined));
    this.#sigma.on('enterNode', ({ node }) => this.#pointAt(node));
    this.#sigma.on('leaveNode', () => this.#pointAt(undefined));
    this.#sigma.on('enterEdge', ({ edge }) => this.#pointAtLine(edge));
    this.#sigma.on('leaveEdge', () => this.#pointAtLine(undefined));
    this.#sigma.on('beforeRender', () => this.#labels.forget());
    this.#letDrag();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.#readColours();
      this.#sigma.refresh();
    });
  }

  /** Moves the points to where they stand now. */
  place(x: Float32Array, y: Float32Array): void {
    let number = 0;
    this.#graph.updateEachNodeAttributes((_, at) => {
      if (number < x.length) {
        at['x'] = x[number];
        at['y'] = y[number];
      }
      number += 1;
      return at;
    }, { attributes: ['x', 'y'] });
    if (this.#graph.someNode((_, at) => at['kind'] === 'owner')) this.#keepMiddle(x, y);
  }

  /** The owner stands where the layout has its middle, and the picture around them. */
  #keepMiddle(x: Float32Array, y: Float32Array): void {
    const most = (all: Float32Array) => all.reduce((most, one) => Math.max(most, Math.abs(one)), 1);
    const [across, down] = [most(x), most(y)];
    this.#sigma.setCustomBBox({ x: [-across, across], y: [-down, down] });
  }

  showAsOf(time: number | undefined): void {
    this.#time = time;
    this.#sigma.refresh({ skipIndexation: true });
  }

  choose(id: string | undefined): void {
    this.#chosen = id;
    this.#findNear();
  }

  zoom(factor: number): void {
    const camera = this.#sigma.getCamera();
    void camera.animate({ ratio: camera.ratio / factor }, { duration: 200 });
  }

  showWhole(): void {
    void this.#sigma.getCamera().animatedReset({ duration: 300 });
  }

  /** Shows a point in the middle of what the details beside it leave free: at their left, or above them where there is little room. */
  goTo(id: string): void {
    const at = this.#sigma.getNodeDisplayData(id);
    if (!at) return;
    const there = { x: at.x, y: at.y, angle: 0, ratio: 0.5 };
    const { width, height } = this.#sigma.getDimensions();
    const middle = width > 600 ? { x: width / 2 + 176, y: height / 2 } : { x: width / 2, y: height * 0.77 };
    const { x, y } = this.#sigma.viewportToFramedGraph(middle, { cameraState: there });
    void this.#sigma.getCamera().animate({ ...there, x, y }, { duration: 400 });
  }

  #pointAt(id: string | undefined): void {
    this.#pointed = id;
    this.#sigma.getContainer().classList.toggle('pointing', Boolean(id));
    this.#findNear();
  }

  #pointAtLine(line: string | undefined): void {
    this.#line = line;
    this.#sigma.refresh({ skipIndexation: true });
  }

  #findNear(): void {
    const id = this.#pointed ?? this.#chosen;
    this.#near = new Set(id && this.#graph.hasNode(id) ? [id, ...this.#graph.neighbors(id)] : []);
    this.#sigma.refresh({ skipIndexation: true });
  }

  #point(id: string, at: Attributes): Attributes {
    const isFaint = this.#near.size > 0 && !this.#near.has(id);
    const isGone = this.#time !== undefined && !this.#graph.someEdge(id, (line) => this.#isSeen(line));
    return {
      ...at,
      hidden: isGone,
      color: isFaint ? this.#colours['line'] : this.#colours[String(at['kind'])] ?? this.#colours['thing'],
      label: isFaint ? '' : at['label'],
      labelColour: this.#colours['ink'],
      forceLabel: this.#near.has(id) && this.#near.size < 40,
      highlighted: id === this.#chosen,
      zIndex: isFaint ? 0 : 1,
    };
  }

  #drawn(line: string, at: Attributes): Attributes {
    const id = this.#pointed ?? this.#chosen;
    const isPointedAt = line === this.#line;
    const touches = isPointedAt || (id !== undefined && this.#graph.hasExtremity(line, id));
    const isSaid = (at['said'] as Statement[]).length > 0;
    return {
      ...at,
      hidden: !this.#isSeen(line),
      color: touches ? this.#colours['accent'] : this.#colours[isSaid ? 'edge-faint' : 'edge-fainter'],
      size: (touches ? 2 : 1) * (isSaid ? 1 : 0.5),
      // Around somebody with many lines their words would stand across each other.
      label: isPointedAt || (isSaid && touches && this.#near.size <= MOST_LINES_TOLD) ? this.#words(at) : '',
      labelColour: this.#colours['ink'],
      forceLabel: isPointedAt,
      zIndex: touches ? 1 : 0,
    };
  }

  /** What a line says: the words of what holds between the two, or how often they are named together. */
  #words(at: Attributes): string {
    const said = at['said'] as Statement[];
    const time = this.#time ?? Date.now();
    const holding = said.filter((statement) => holds(statement, time));
    const told = (holding.length ? holding : said).map(({ relation }) => relation.replaceAll('_', ' '));
    const words = [...new Set(told)];
    if (words.length) return words.slice(0, 2).join(', ') + (words.length > 2 ? ' …' : '');
    const times = at['passages'] as number;
    return times > 1 ? `named together ${times} times` : 'named together';
  }

  #isSeen(line: string): boolean {
    const time = this.#time;
    // What is only named together has no time of its own.
    if (time === undefined) return true;
    return (this.#graph.getEdgeAttribute(line, 'said') as Statement[]).some((statement) => holds(statement, time));
  }

  #letDrag(): void {
    this.#sigma.on('downNode', ({ node, event }) => {
      this.#dragged = node;
      // The picture stays as it is while one point moves.
      if (!this.#sigma.getCustomBBox()) this.#sigma.setCustomBBox(this.#sigma.getBBox());
      event.preventSigmaDefault();
    });
    this.#sigma.on('moveBody', ({ event }) => {
      if (!this.#dragged) return;
      const { x, y } = this.#sigma.viewportToGraph(event);
      this.#graph.mergeNodeAttributes(this.#dragged, { x, y });
      event.preventSigmaDefault();
      event.original.preventDefault();
    });
    const drop = () => (this.#dragged = undefined);
    this.#sigma.on('upNode', drop);
    this.#sigma.on('upStage', drop);
  }

  #readColours(): void {
    const style = getComputedStyle(document.documentElement);
    const names = ['ink', 'line', 'accent', 'sheet', 'owner', 'person', 'organization', 'place', 'event', 'work', 'product', 'animal', 'thing'];
    this.#colours = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.#colours['date'] = this.#colours['quantity'] = this.#colours['thing']!;
    const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.#colours['edge-faint'] = isDark ? '#6b6c60' : '#b5ab95';
    this.#colours['edge-fainter'] = isDark ? '#35362f' : '#e6e0d3';
  }

  /** A name, where there is room for it, told apart from the lines that it stands on. */
  #drawName: NodeLabelDrawingFunction = (context, data, settings) => {
    // The first picture is drawn before anything stands where it belongs.
    if (!data.label || !this.#sigma) return;
    context.font = `${settings.labelWeight} ${settings.labelSize}px ${settings.labelFont}`;
    const spot = this.#labels.spot((data as unknown as { key: string }).key, () => this.#named(), context, { ...this.#sigma.getDimensions(), line: settings.labelSize + 3 });
    if (!spot) return;
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = this.#colours['sheet']!;
    context.strokeText(data.label, spot.x, spot.y);
    context.fillStyle = this.#colours['ink']!;
    context.fillText(data.label, spot.x, spot.y);
  };

  /** The points that are seen, and where. */
  #named(): Named[] {
    const { width, height } = this.#sigma.getDimensions();
    const named: Named[] = [];
    for (const key of this.#graph.nodes()) {
      const at = this.#sigma.getNodeDisplayData(key);
      if (!at || at.hidden) continue;
      const { x, y } = this.#sigma.framedGraphToViewport(at);
      if (x < 0 || y < 0 || x > width || y > height) continue;
      named.push({ key, name: at.label ?? '', x, y, size: this.#sigma.scaleSize(at.size), isForced: Boolean(at.forceLabel) });
    }
    return named;
  }

  /** The name of what is pointed at, on a ground of its own. */
  #drawPointed: NodeHoverDrawingFunction = (context, data, settings) => {
    if (!data.label) return;
    context.font = `600 ${settings.labelSize}px ${settings.labelFont}`;
    const width = context.measureText(data.label).width;
    const [x, y] = [data.x + data.size + 4, data.y];
    context.fillStyle = this.#colours['sheet']!;
    context.beginPath();
    context.roundRect(x - 4, y - 12, width + 10, 24, 6);
    context.fill();
    context.strokeStyle = this.#colours['accent']!;
    context.lineWidth = 1.5;
    context.beginPath();
    context.arc(data.x, data.y, data.size + 3, 0, Math.PI * 2);
    context.stroke();
    context.fillStyle = this.#colours['ink']!;
    context.fillText(data.label, x + 1, y + settings.labelSize / 3);
  };
}

type Attributes = Record<string, unknown>;
