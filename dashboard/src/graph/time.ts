// The slider that shows the graph as of a day. At its right end is the whole history, as the tables have it.

import { dayInWords, held as heldFrom } from '../calendar';
import type { Statement } from './source';

const STEPS = 1_000;

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
    const said = time === undefined ? 'all of time' : dayInWords(time);
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
export function held({ validAt, invalidAt, precision, isEvent }: Statement): string {
  return heldFrom(validAt, invalidAt, precision, isEvent);
}
