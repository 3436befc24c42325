// Finding a name: among all whom the space knows, also those who are not on the picture.

import { called, type Entity } from './source';

const PAUSE_MS = 200;
/** So many names are offered. */
const MOST_OFFERED = 20;

/** Offers the names that begin as what is written; whoever is chosen is gone to. */
export function findNames(space: string, go: (entity: Entity) => Promise<void>): void {
  const find = document.getElementById('find') as HTMLInputElement;
  const names = document.getElementById('names')!;
  const silent = document.getElementById('found')!;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let last = '';

  const offer = async () => {
    const asked = find.value.trim();
    try {
      const found = await called(space, asked, MOST_OFFERED);
      if (find.value.trim() === asked) names.replaceChildren(...found.map(({ name }) => new Option(name, name)));
    } catch {
      // Nothing is offered where nothing can be asked.
    }
  };
  const pick = async () => {
    const wanted = find.value.trim();
    if (!wanted || wanted === last) return;
    last = wanted;
    const tell = (said: string) => {
      silent.textContent = said;
      silent.hidden = !said;
    };
    try {
      const found = await called(space, wanted, MOST_OFFERED);
      const exact = found.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
      const one = exact ?? found[0];
      tell(one ? '' : `Nobody and nothing here is called “${wanted}”.`);
      if (one) await go(one);
    } catch {
      last = '';
      tell('The search did not reach the service. Press Enter to try again.');
    }
  };
  find.addEventListener('focus', () => void offer());
  find.addEventListener('input', () => {
    silent.hidden = true;
    last = '';
    clearTimeout(waiting);
    waiting = setTimeout(() => void offer(), PAUSE_MS);
  });
  find.addEventListener('change', () => void pick());
  find.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    last = '';
    void pick();
  });
}
