// Which names are written, and where beside their point: those of the largest points first, and none across another.

/** A point that wants its name written, in pixels of the picture. */
export interface Named { key: string; name: string; x: number; y: number; size: number; isForced: boolean }
/** Where a name begins, on the line that it stands on. */
export interface Spot { x: number; y: number }
/** How large the picture is, and how high a line. */
export interface Room { width: number; height: number; line: number }
interface Box { left: number; right: number; top: number; bottom: number }

/** So many points are looked at: what is smaller beside so many larger ones has no room. */
const MOST_NAMED = 400;
const GAP = 4;

export class Labels {
  #widths = new Map<string, number>();
  #spots: Map<string, Spot> | undefined;

  /** The picture has moved: all is to be placed anew. */
  forget(): void {
    this.#spots = undefined;
  }

  /** Where the name of a point is written; nowhere if there is no room. */
  spot(key: string, points: () => Named[], context: CanvasRenderingContext2D, room: Room): Spot | undefined {
    this.#spots ??= this.#place(points(), context, room);
    return this.#spots.get(key);
  }

  #place(points: Named[], context: CanvasRenderingContext2D, room: Room): Map<string, Spot> {
    const height = room.line;
    const spots = new Map<string, Spot>();
    const written: Box[] = [];
    const discs = points.map(({ x, y, size }) => around(x - size, y - size, 2 * size, 2 * size));
    const wanted = points.map((point, number) => ({ point, number })).filter(({ point }) => point.name).sort((a, b) => Number(b.point.isForced) - Number(a.point.isForced) || b.point.size - a.point.size);
    for (const { point, number } of wanted.slice(0, MOST_NAMED)) {
      const width = this.#width(point.name, context);
      const { x, y, size } = point;
      const places = [
        [x + size + GAP, y - height / 2],
        [x - size - GAP - width, y - height / 2],
        [x - width / 2, y + size + GAP / 2],
        [x - width / 2, y - size - GAP / 2 - height],
      ] as const;
      const isFree = (box: Box, others: Box[], own: number) => others.every((other, place) => place === own || !meet(box, other));
      const boxes = places.map(([left, top]) => around(left, top, width, height));
      const isOpen = (box: Box) => box.left >= 0 && box.right <= room.width && isFree(box, written, -1);
      // Whoever was pointed at has a name, be it across a point.
      const box = boxes.find((box) => isOpen(box) && isFree(box, discs, number)) ?? (point.isForced ? boxes.find(isOpen) : undefined);
      if (!box) continue;
      written.push(box);
      spots.set(point.key, { x: box.left, y: box.bottom - height * 0.28 });
    }
    return spots;
  }

  #width(name: string, context: CanvasRenderingContext2D): number {
    let width = this.#widths.get(name);
    if (width === undefined) {
      width = context.measureText(name).width;
      this.#widths.set(name, width);
    }
    return width;
  }
}

function around(left: number, top: number, width: number, height: number): Box {
  return { left, top, right: left + width, bottom: top + height };
}

function meet(one: Box, other: Box): boolean {
  return one.left < other.right + 2 && other.left < one.right + 2 && one.top < other.bottom && other.top < one.bottom;
}
