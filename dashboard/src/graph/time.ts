// The day as of which the graph is shown: one, for the picture, the tables, the form and the address. Without one it is all of
// time.

import { chosen, dayOf, held as heldFrom } from '../calendar';
import type { Statement } from './source';

const DAY = 86_400_000;
const words = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** What a change of the day is told: the end of the day, and the day as an address has it. */
type OnChange = (time: number | undefined, day: string, isSettled: boolean) => void;

export class AsOf {
  #slider = document.getElementById('slider') as HTMLInputElement;
  #told = document.getElementById('day') as HTMLOutputElement;
  #field = document.getElementById('as_of') as HTMLInputElement;
  /** The first and the last day that can be chosen, as midnights in UTC. */
  #from: number;
  #until: number;
  #onChange: OnChange;

  /** Days from the first of all facts to the last, or today. */
  constructor(first: string | undefined, last: string | undefined, onChange: OnChange) {
    this.#onChange = onChange;
    const today = dayOf(Date.now());
    this.#from = first ? Math.min(dayOf(Date.parse(first)), today) : today;
    this.#until = Math.max(last ? dayOf(Date.parse(last)) : today, today);
    this.#set(this.#asked());
    this.#slider.addEventListener('input', () => this.#tell(false));
    this.#slider.addEventListener('change', () => this.#tell(true));
    this.#field.addEventListener('change', () => this.#choose(this.#asked()));
    document.getElementById('today')!.addEventListener('click', () => this.#choose(dayOf(Date.now())));
    document.getElementById('ever')!.addEventListener('click', () => this.#choose(undefined));
  }

  /** The end of the chosen day; none is all of time. */
  get time(): number | undefined {
    const day = this.#day();
    return day === undefined ? undefined : Date.parse(chosen(`${written(day)}T23:59:59`));
  }

  #choose(day: number | undefined): void {
    this.#set(day);
    this.#tell(true);
  }

  #set(day: number | undefined): void {
    // A day that is asked for can be chosen, whatever there is of it.
    this.#from = Math.min(this.#from, day ?? this.#from);
    this.#until = Math.max(this.#until, day ?? this.#until);
    // The step after the last day is all of time.
    this.#slider.max = String((this.#until - this.#from) / DAY + 1);
    this.#slider.value = day === undefined ? this.#slider.max : String((day - this.#from) / DAY);
    this.#show();
  }

  /** The day that the form has. */
  #asked(): number | undefined {
    const day = Date.parse(`${this.#field.value}T00:00:00Z`);
    return Number.isNaN(day) ? undefined : day;
  }

  #day(): number | undefined {
    return this.#slider.value === this.#slider.max ? undefined : this.#from + Number(this.#slider.value) * DAY;
  }

  #show(): void {
    const day = this.#day();
    const said = day === undefined ? 'all of time' : day === dayOf(Date.now()) ? `today, ${words.format(day)}` : words.format(day);
    this.#told.textContent = said;
    this.#slider.setAttribute('aria-valuetext', said);
    this.#field.value = day === undefined ? '' : written(day);
  }

  #tell(isSettled: boolean): void {
    this.#show();
    this.#onChange(this.time, this.#field.value, isSettled);
  }
}

/** A day as a field for a date has it. */
function written(day: number): string {
  return new Date(day).toISOString().slice(0, 10);
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
