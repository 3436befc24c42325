// Cards that follow what becomes of their text. The server tells what happened, and draws the card anew.

import { tellTimes } from './times';

interface Stands { log: string; status: string }

/** The events of the account, while the page is seen: browsers keep few connections to one host. */
export function follow(onLog: (stands: Stands) => void, onQueue?: (depth: number) => void): void {
  let source: EventSource | undefined;
  const open = () => {
    if (source || document.hidden) return;
    source = new EventSource('/events');
    source.addEventListener('log', (event) => onLog(JSON.parse((event as MessageEvent<string>).data) as Stands));
    source.addEventListener('queue', (event) => onQueue?.((JSON.parse((event as MessageEvent<string>).data) as { depth: number }).depth));
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
