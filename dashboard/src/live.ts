// Cards that follow what becomes of their text. The server tells what happened, and draws the card anew.

import { keep } from './draft';
import { announce, countOf } from './notice';
import { tellTimes } from './times';

interface Stands { log: string; status: string; episode?: string | null }
/** A text that is gone. */
export interface Gone { log: string; episode: string | null }

/** The events of the account, while the page is seen: browsers keep few connections to one host. */
export function follow(onLog: (stands: Stands) => void, { onQueue, onGone = takeAway }: { onQueue?: (depth: number) => void; onGone?: (gone: Gone) => void } = {}): void {
  let source: EventSource | undefined;
  /** The number of the last event that was told: what happens while the page is put away is told when it is seen again. */
  let last = '';
  const read = <T>(event: Event) => {
    const { data, lastEventId } = event as MessageEvent<string>;
    last = lastEventId || last;
    return JSON.parse(data) as T;
  };
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource(last ? `/events?after=${last}` : '/events');
    source.addEventListener('log', (event) => {
      const stands = read<Stands>(event);
      if (stands.status !== 'forgotten') return onLog(stands);
      keep('', stands.log);
      onGone({ log: stands.log, episode: stands.episode ?? null });
    });
    source.addEventListener('queue', (event) => {
      const { depth } = read<{ depth: number }>(event);
      onQueue?.(depth);
    });
  };
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) {
      source?.close();
      source = undefined;
    } else {
      open();
      for (const card of document.querySelectorAll<HTMLElement>('[data-log]')) if (!isDone(card)) void renew(card.dataset['log']!);
    }
  });
  open();
}

/** Puts a text's card as it is now in the place of the one that is shown. */
export async function renew(log: string): Promise<void> {
  const old = document.getElementById(`log-${log}`);
  const card = await fetchCard(log);
  if (!card || !old) return;
  if (old.dataset['status'] === card.dataset['status']) return;
  // Whoever is about to forget it is not interrupted.
  if (old.matches('details[open]') || old.querySelector('details[open]')) return;
  put(card, old);
  if (isDone(card)) announce(`A memory was read: ${countOf(card.querySelectorAll('.fact').length, 'fact')}`);
}

/** Takes away the card of a text that is gone. Of one that has a newer version its log is left. */
async function takeAway({ log }: Gone): Promise<void> {
  const old = document.getElementById(`log-${log}`);
  if (!old) return;
  const card = await fetchCard(log);
  const next = old.nextElementSibling ?? old.previousElementSibling;
  if (card) return put(card, old);
  const focused = old.contains(document.activeElement);
  old.remove();
  if (focused) (next?.querySelector<HTMLElement>('a, button, summary') ?? document.getElementById('content'))?.focus();
}

function put(card: HTMLElement, old: HTMLElement): void {
  const focused = old.contains(document.activeElement);
  old.replaceWith(card);
  if (focused) card.querySelector<HTMLElement>('a, button, summary')?.focus();
}

/** The card of a text; nothing when it is gone. */
export async function fetchCard(log: string): Promise<HTMLElement | undefined> {
  // A list of rows says so.
  const as = document.querySelector<HTMLElement>('#recent')?.dataset['as'];
  const reply = await fetch(`/logs/${log}/card${as ? `?as=${as}` : ''}`);
  if (!reply.ok || reply.redirected) return undefined;
  const template = document.createElement('template');
  template.innerHTML = await reply.text();
  tellTimes(template.content);
  return template.content.querySelector<HTMLElement>('[data-log]') ?? undefined;
}

export function isDone(card: HTMLElement): boolean {
  return card.dataset['status'] === 'completed' || card.dataset['status'] === 'failed';
}

/** Whether the page shows what this text says: it links to it. */
export function shows(episode: string | null): boolean {
  return episode !== null && document.querySelector(`main a[href^="/episodes/${episode}"]`) !== null;
}
