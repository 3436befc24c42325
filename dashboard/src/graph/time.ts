// The slider that shows the graph as of a day. At its right end is the whole history, as the tables have it.

import type { Statement } from './source';

const STEPS = 1_000;
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

export class TimeSlider {
  #slider = document.getElementById('slider') as HTMLInputElement;
  #day = document.getElementById('day') as HTMLOutputElement;
  #from = 0;
  #until = Date.now();

  constructor(statements: Iterable<Statement>, onChange: (time: number | undefined) => void) {
    this.#slider.max = String(STEPS);
    this.#slider.value = String(STEPS);
    this.widen(statements);
    this.#slider.addEventListener('input', () => {
      this.#tell();
      onChange(this.#time());
    });
  }

  /** Takes in the time of these, too. */
  widen(statements: Iterable<Statement>): void {
    const times = [...statements].flatMap(({ validAt, invalidAt }) => [validAt, invalidAt]).flatMap((time) => (time ? [Date.parse(time)] : []));
    this.#from = Math.min(...times, Date.now() - 30 * 86_400_000);
    this.#until = Math.max(...times, Date.now());
    this.#tell();
  }

  #time(): number | undefined {
    const step = Number(this.#slider.value);
    return step === STEPS ? undefined : this.#from + ((this.#until - this.#from) * step) / STEPS;
  }

  #tell(): void {
    const time = this.#time();
    const said = time === undefined ? 'all of time' : day.format(time);
    this.#day.textContent = said;
    this.#slider.setAttribute('aria-valuetext', said);
  }
}

/** Whether it held then. */
export function holds(statement: Statement, time: number): boolean {
  const [from, until] = [statement.validAt, statement.invalidAt];
  return (!from || Date.parse(from) <= time) && (!until || Date.parse(until) > time);
}

/** When it held, in words. */
export function held({ validAt, invalidAt, precision }: Statement): string {
  const tell = (time: string) => {
    const moment = new Date(time);
    if (precision === 'year') return String(moment.getUTCFullYear());
    if (precision === 'month' || precision === 'season' || precision === 'quarter') return moment.toLocaleDateString(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });
    return day.format(moment);
  };
  if (validAt && invalidAt) return validAt === invalidAt ? 'never held' : `${tell(validAt)} – ${tell(invalidAt)}`;
  if (validAt) return `since ${tell(validAt)}`;
  return invalidAt ? `until ${tell(invalidAt)}` : '';
}
