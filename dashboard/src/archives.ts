// Archives (ZIP) without their pictures and recordings: what a page sends of one that is too large for it. Nothing is unpacked; the
// packed files are copied as they are, and only the list of files is read.

/** What has no words, by its ending. */
const MEDIA = /\.(png|jpe?g|gif|webp|heic|svg|ico|tiff?|bmp|avif|mp3|mp4|m4a|mov|ogg|opus|oga|wav|webm|aac|amr|flac|3gp|mkv|avi)$/i;
/** The end of the list of files, with the longest comment that may follow it. */
const END_BYTES = 22 + 65_535;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
/** The sizes and the place of what is larger than four gigabytes. */
const EXTRA_64 = 0x0001;

interface Entry { head: Uint8Array<ArrayBuffer>; extra: Uint8Array<ArrayBuffer>; start: number; isMedia: boolean }

/** The archive without pictures and recordings, and how many of these it had; nothing if it is none that can be read. */
export async function withoutMedia(archive: Blob): Promise<{ blob: Blob; leftOut: number } | undefined> {
  try {
    const { start, size } = await list(archive);
    const entries = entriesOf(await view(archive, start, size));
    // A file ends where the next one begins, or the list does.
    const starts = [...entries.map((entry) => entry.start), start].sort((a, b) => a - b);
    const kept: Blob[] = [];
    const listed: Uint8Array<ArrayBuffer>[] = [];
    let at = 0;
    for (const entry of entries.filter(({ isMedia }) => !isMedia)) {
      const end = starts.find((next) => next > entry.start) ?? start;
      kept.push(archive.slice(entry.start, end));
      const head = new DataView(entry.head.buffer);
      head.setUint32(42, at, true);
      head.setUint16(30, entry.extra.length, true);
      listed.push(entry.head, entry.extra);
      at += end - entry.start;
    }
    const bytes = listed.reduce((sum, one) => sum + one.length, 0);
    const end = new DataView(new ArrayBuffer(22));
    end.setUint32(0, END, true);
    end.setUint16(8, listed.length / 2, true);
    end.setUint16(10, listed.length / 2, true);
    end.setUint32(12, bytes, true);
    end.setUint32(16, at, true);
    if (at + bytes > MAX_32 || listed.length / 2 > MAX_16) return undefined;
    return { blob: new Blob([...kept, ...listed, end.buffer]), leftOut: entries.length - kept.length };
  } catch {
    return undefined;
  }
}

async function view(archive: Blob, start: number, size: number): Promise<DataView<ArrayBuffer>> {
  return new DataView(await archive.slice(start, start + size).arrayBuffer());
}

/** Where the list of files is. */
async function list(archive: Blob): Promise<{ start: number; size: number }> {
  const from = Math.max(0, archive.size - END_BYTES);
  const tail = await view(archive, from, END_BYTES);
  let place = tail.byteLength - 22;
  while (tail.getUint32(place, true) !== END) place -= 1;
  const [size, start] = [tail.getUint32(place + 12, true), tail.getUint32(place + 16, true)];
  if (size !== MAX_32 && start !== MAX_32) return { start, size };
  const locator = await view(archive, from + place - 20, 20);
  if (locator.getUint32(0, true) !== LOCATOR_64) throw new RangeError('no list of files');
  const end = await view(archive, Number(locator.getBigUint64(8, true)), 56);
  if (end.getUint32(0, true) !== END_64) throw new RangeError('no list of files');
  return { start: Number(end.getBigUint64(48, true)), size: Number(end.getBigUint64(40, true)) };
}

function entriesOf(all: DataView<ArrayBuffer>): Entry[] {
  const found: Entry[] = [];
  for (let at = 0; at + 46 <= all.byteLength && all.getUint32(at, true) === ENTRY;) {
    const [name, extra, comment] = [28, 30, 32].map((place) => all.getUint16(at + place, true)) as [number, number, number];
    const head = new Uint8Array(all.buffer.slice(at, at + 46 + name));
    const { rest, start } = widened(head, all.buffer.slice(at + 46 + name, at + 46 + name + extra));
    // No comment follows.
    new DataView(head.buffer).setUint16(32, 0, true);
    const path = new TextDecoder().decode(head.subarray(46));
    found.push({ head, extra: rest, start, isMedia: MEDIA.test(path) || path.endsWith('/') });
    at += 46 + name + extra + comment;
  }
  return found;
}

/** Where a file is, and what is told of it besides; large numbers are written where small ones are. */
function widened(head: Uint8Array<ArrayBuffer>, extra: ArrayBuffer): { rest: Uint8Array<ArrayBuffer>; start: number } {
  const fields = new DataView(head.buffer);
  const told = new DataView(extra);
  const rest: number[] = [];
  let start = fields.getUint32(42, true);
  for (let at = 0; at + 4 <= told.byteLength;) {
    const [id, size] = [told.getUint16(at, true), told.getUint16(at + 2, true)];
    if (id === EXTRA_64) {
      let place = at + 4;
      for (const field of [24, 20, 42]) {
        if (fields.getUint32(field, true) !== MAX_32) continue;
        const value = Number(told.getBigUint64(place, true));
        place += 8;
        if (field === 42) start = value;
        else if (value < MAX_32) fields.setUint32(field, value, true);
      }
    } else {
      rest.push(...new Uint8Array(extra, at, Math.min(4 + size, told.byteLength - at)));
    }
    at += 4 + size;
  }
  return { rest: new Uint8Array(rest), start };
}
