// The person's calendar: that of the time zone they have named, or of their browser. What is known to the day is told on it;
// a month or a year is that month or year wherever it is read. The server tells the same without a script.

/** The zone's name. */
export const zone = document.querySelector<HTMLElement>('[data-calendar]')?.dataset['calendar'] || Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A form of dates on the person's calendar; on UTC's where the browser does not know the zone. */
export function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(undefined, { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
  }
}

const DAY = 86_400_000;
const QUARTER_HOUR = 900_000;
const [MOST_AHEAD, MOST_BEHIND] = [14 * 3_600_000, 12 * 3_600_000];

const clock = (() => {
  const options: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric', era: 'short', hourCycle: 'h23' };
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
})();

/** What a clock shows there, as if it were UTC. */
function here(time: number): Date {
  const parts = Object.fromEntries(clock.formatToParts(time).map(({ type, value }) => [type, value])) as Record<string, string>;
  const year = parts['era'] === 'B' || parts['era'] === 'BC' ? 1 - Number(parts['year']) : Number(parts['year']);
  const date = new Date(0);
  date.setUTCFullYear(year, Number(parts['month']) - 1, Number(parts['day']));
  date.setUTCHours(Number(parts['hour']), Number(parts['minute']), Number(parts['second']));
  return date;
}

/** The midnight that a day on the person's calendar begins with, as if it were UTC. */
export function dayOf(time: number): number {
  return Math.floor(here(time).getTime() / DAY) * DAY;
}

/** The offset from UTC that the person's clock has at a moment, as ISO 8601 writes it. */
function offsetAt(time: number): string {
  const minutes = Math.round((here(time).getTime() - Math.floor(time / 1000) * 1000) / 60_000);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}

/** A moment as the person would write it: with the offset of their clock, so that "today" is theirs. */
export function written(time: number): string {
  return here(time).toISOString().slice(0, 19) + offsetAt(time);
}

/** What a field for a date and a time of day says, as an exact time. */
export function chosen(civil: string): string {
  const wall = Date.parse(`${civil.length === 16 ? `${civil}:00` : civil}Z`);
  // Twice, because the first guess may lie on the other side of a change of the clocks.
  let time = wall;
  for (let turn = 0; turn < 2; turn += 1) time -= here(time).getTime() - wall;
  return (civil.length === 16 ? `${civil}:00` : civil) + offsetAt(time);
}

type First = (date: Date) => number;
const firstOfMonth: First = (date) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
const firstOfYear: First = (date) => Date.UTC(date.getUTCFullYear(), 0, 1);

/** The unit that begins at this time on some calendar of the world; where there is none, the one that it lies in here. */
function beginning(time: number, first: First): number {
  const now = here(time);
  if (first(now) === now.getTime() || time % QUARTER_HOUR !== 0) return first(now);
  const utc = Math.floor(time / DAY) * DAY;
  const near = [utc, utc + DAY].find((day) => first(new Date(day)) === day && day - time >= -MOST_BEHIND && day - time <= MOST_AHEAD);
  return near ?? first(now);
}

const inUtc = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(undefined, { ...options, timeZone: 'UTC' });
const year = inUtc({ year: 'numeric' });
const month = inUtc({ month: 'short', year: 'numeric' });
const day = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });

/** A day, a month or a year: the midnight that it begins with, the one after it, and its words. */
interface Told { start: number; end: number; words: string }

function told(time: number, precision: string | null): Told {
  switch (precision) {
    case 'year':
    case 'decade':
    case 'century': {
      const start = beginning(time, firstOfYear);
      const words = year.format(start);
      return { start, end: Date.UTC(new Date(start).getUTCFullYear() + 1, 0, 1), words: precision === 'decade' ? `the ${words}s` : precision === 'century' ? `about ${words}` : words };
    }
    case 'month':
    case 'season':
    case 'quarter': {
      const start = beginning(time, firstOfMonth);
      const date = new Date(start);
      return { start, end: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1), words: month.format(start) };
    }
    default: {
      const start = dayOf(time);
      return { start, end: start + DAY, words: day.format(start) };
    }
  }
}

/** The month of a moment. */
export function monthOf(time: number): string {
  return month.format(dayOf(time));
}

/** The day of a moment, in words. */
export function dayInWords(time: number): string {
  return day.format(dayOf(time));
}

/** When something held or happened, in words: what happened does not go on, and is told by its time. */
export function held(from: string | null, until: string | null, precision: string | null, isEvent = false): string {
  const tell = (time: string) => told(Date.parse(time), precision);
  if (from && until) {
    if (from === until) return 'never held';
    const [start, end] = [tell(from), tell(until)];
    // What ends where its month ends was in that month.
    return start.start === end.start || start.end === end.start ? start.words : `${start.words} – ${end.words}`;
  }
  if (from) return isEvent ? tell(from).words : `since ${tell(from).words}`;
  if (!until) return '';
  // What is told as past on a day was over by then; when it ended is not known.
  return `${precision ? 'until' : 'over by'} ${tell(until).words}`;
}
