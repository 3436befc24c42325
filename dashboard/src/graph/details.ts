// What is known of the entity that was chosen: its facts through time, and the memories behind them.

import { announce, countOf } from '../notice';
import { entityOf, episodesOf, factsOf, type Entity, type Naming, type Statement } from './source';
import { held } from './time';

interface Ways { onClose: () => void; onGo: (id: string) => void; onExpand: (id: string) => Promise<void> }

export class Details {
  #panel = document.getElementById('details') as HTMLElement;
  #ways: Ways;
  #shown?: string;

  constructor(ways: Ways) {
    this.#ways = ways;
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !this.#panel.hidden) this.close();
    });
  }

  close(): void {
    this.#panel.hidden = true;
    this.#shown = undefined;
    this.#ways.onClose();
  }

  async show(id: string | undefined): Promise<void> {
    if (!id) return this.close();
    this.#shown = id;
    const [entity, facts, episodes] = await Promise.all([entityOf(id), factsOf(id), episodesOf(id)]);
    if (this.#shown !== id) return;
    this.#panel.replaceChildren(this.#head(entity, id), this.#facts(facts, id), this.#episodes(episodes));
    this.#panel.hidden = false;
    this.#panel.scrollTop = 0;
    announce(`${entity.name}: ${countOf(facts.length, 'fact')}`);
  }

  #head(entity: Entity, id: string): HTMLElement {
    const close = make('button', { className: 'quiet small', textContent: 'Close', type: 'button' });
    close.addEventListener('click', () => this.close());
    const expand = make('button', { className: 'small', textContent: 'Show what is near', type: 'button' });
    expand.addEventListener('click', async () => {
      expand.disabled = true;
      await this.#ways.onExpand(id);
      expand.textContent = 'Shown';
    });
    const name = make('h2');
    name.append(make('a', { href: `/entities/${id}`, dir: 'auto', textContent: entity.name }));
    const head = make('div', { className: 'stack tight' });
    const top = make('div', { className: 'row between' });
    top.append(make('span', { className: `kind kind-${entity.kind}`, textContent: entity.kind }), close);
    head.append(top, name, expand);
    return head;
  }

  #facts(facts: Statement[], id: string): HTMLElement {
    if (!facts.length) return make('p', { className: 'soft', textContent: 'Nothing is said of it yet.' });
    const list = make('ul', { className: 'facts' });
    const now = Date.now();
    for (const fact of facts) {
      const over = fact.invalidAt !== null && Date.parse(fact.invalidAt) <= now;
      const item = make('li', { className: `fact${over ? ' over' : ''}` });
      const what = make('span', { className: 'what', dir: 'auto', textContent: fact.fact });
      item.append(what, make('span', { className: 'when more', textContent: held(fact) }));
      const other = fact.subject.id === id ? fact.object : fact.subject;
      if (other.id) {
        const go = make('button', { className: 'quiet small', type: 'button', textContent: `To ${other.name}` });
        go.addEventListener('click', () => this.#ways.onGo(other.id!));
        item.append(go);
      }
      list.append(item);
    }
    return list;
  }

  #episodes(episodes: Naming[]): HTMLElement {
    const part = make('div', { className: 'stack tight' });
    part.append(make('h3', { textContent: 'Memories' }));
    for (const episode of episodes) {
      const text = episode.text.length > 160 ? `${episode.text.slice(0, 160)}…` : episode.text;
      part.append(make('a', { href: `/episodes/${episode.id}`, dir: 'auto', textContent: text }));
    }
    return part;
  }
}

function make<K extends keyof HTMLElementTagNameMap>(name: K, given: Partial<HTMLElementTagNameMap[K]> = {}): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), given);
}
