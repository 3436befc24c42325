// The canvas: sigma with our colours, choosing, dragging, and what held at a time.

import type Graph from 'graphology';
import Sigma from 'sigma';
import type { NodeHoverDrawingFunction } from 'sigma/rendering';
import type { Statement } from './source';
import { holds } from './time';

type Colours = Record<string, string>;

export class Picture {
  #sigma: Sigma;
  #graph: Graph;
  #colours!: Colours;
  #time: number | undefined;
  #pointed: string | undefined;
  #chosen: string | undefined;
  #dragged: string | undefined;
  #near = new Set<string>();

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
      labelDensity: many ? 0.5 : graph.order < 80 && canvas.clientWidth > 600 ? 4 : 1,
      labelGridCellSize: 90,
      labelRenderedSizeThreshold: many ? 9 : 5,
      defaultDrawNodeHover: this.#drawPointed,
      hideEdgesOnMove: graph.size > 4_000,
      hideLabelsOnMove: graph.order > 2_000,
      minCameraRatio: 0.03,
      maxCameraRatio: 3,
      stagePadding: canvas.clientWidth > 600 ? 48 : 28,
      zIndex: true,
      nodeReducer: (id, at) => this.#point(id, at as Attributes),
      edgeReducer: (line, at) => this.#line(line, at as Attributes),
    });
    this.#sigma.on('clickNode', ({ node }) => {
      this.choose(node);
      onChoose(node);
    });
    this.#sigma.on('clickStage', () => onChoose(undefined));
    this.#sigma.on('enterNode', ({ node }) => this.#pointAt(node));
    this.#sigma.on('leaveNode', () => this.#pointAt(undefined));
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

  #line(line: string, at: Attributes): Attributes {
    const id = this.#pointed ?? this.#chosen;
    const touches = id !== undefined && this.#graph.hasExtremity(line, id);
    return {
      ...at,
      hidden: !this.#isSeen(line),
      color: touches ? this.#colours['accent'] : this.#colours['edge-faint'],
      size: touches ? 2 : 1,
      zIndex: touches ? 1 : 0,
    };
  }

  #isSeen(line: string): boolean {
    const time = this.#time;
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
    this.#colours['edge-faint'] = matchMedia('(prefers-color-scheme: dark)').matches ? '#55564c' : '#c3baa6';
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
