// The box that takes a memory: it keeps what is being written, adds without leaving the page, and takes files.

import { keep, kept } from './draft';
import { takeFiles } from './files';
import { fetchCard, follow, renew } from './live';
import { announce } from './notice';
import { chosen, written, zone } from './calendar';

/** So many cards are shown at most. */
const SHOWN = 12;
const form = document.getElementById('ingest') as HTMLFormElement;
const text = document.getElementById('text') as HTMLTextAreaElement;
const problem = document.getElementById('problem') as HTMLElement;
const recent = document.getElementById('recent') as HTMLElement;
const time = form.elements.namedItem('time') as HTMLInputElement;

for (const element of document.querySelectorAll('[data-zone]')) element.textContent = `(${zone.replace(/_/g, ' ')}; now, when empty)`;

// What is set is seen, also when the options are folded away.
const options = document.getElementById('options') as HTMLDetailsElement;
const set = document.getElementById('set-options') as HTMLElement;
function tellOptions(): void {
  const said: string[] = [];
  if (time.value) said.push(time.value.replace('T', ', '));
  for (const name of ['source', 'session']) {
    const field = form.elements.namedItem(name) as HTMLInputElement;
    if (field.value.trim() && field.value !== 'dashboard') said.push(field.value.trim());
  }
  set.textContent = said.length ? `· ${said.join(' · ')}` : '';
}
options.addEventListener('toggle', tellOptions);
form.addEventListener('input', tellOptions);
tellOptions();

// Nothing is lost when the session ends, or the page is left, in the middle of a sentence.
if (!text.value) text.value = kept();
text.addEventListener('input', () => keep(text.value));
if (!document.getElementById('done')) text.focus({ preventScroll: true });

text.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    form.requestSubmit();
  }
});

// Whether what is written will be understood is said while there is time to write it otherwise.
const foreign = document.getElementById('foreign') as HTMLElement;
const FOREIGN_PAUSE_MS = 600;
let toAsk: ReturnType<typeof setTimeout> | undefined;
text.addEventListener('input', () => {
  clearTimeout(toAsk);
  if (!text.value.trim()) foreign.hidden = true;
  else toAsk = setTimeout(() => void tellLanguage(), FOREIGN_PAUSE_MS);
});

async function tellLanguage(): Promise<void> {
  const asked = text.value;
  try {
    const reply = await fetch('/understood', { method: 'POST', body: new URLSearchParams({ text: asked.slice(0, 2_000) }) });
    const { understood } = (await reply.json()) as { understood: boolean };
    if (text.value === asked) foreign.hidden = understood;
  } catch {
    // Nobody is told of what could not be found out.
  }
}

for (const example of document.querySelectorAll<HTMLButtonElement>('[data-example]')) {
  example.addEventListener('click', () => {
    text.value = example.textContent ?? '';
    keep(text.value);
    text.focus();
  });
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector<HTMLButtonElement>('button.primary')!;
  if (button.disabled || !text.value.trim()) return;
  button.disabled = true;
  try {
    const log = await add(text.value);
    text.value = '';
    foreign.hidden = true;
    // A time is that of one text: the next one is said now.
    time.value = '';
    tellOptions();
    keep('');
    tell('');
    await show(log);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  } finally {
    button.disabled = false;
    text.focus();
  }
});

/** Sends one text; the id of its log. What goes wrong is said in a sentence. */
async function add(body: string): Promise<string> {
  const value = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value.trim() || undefined;
  const said = time.value ? chosen(time.value) : written(Date.now());
  let reply: Response;
  try {
    reply = await fetch('/api/v1/add', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        episodeBody: body,
        referenceTime: said,
        source: value('source') ?? 'dashboard',
        sessionId: value('session'),
        spaceId: value('space'),
      }),
    });
  } catch {
    throw new Error('The service cannot be reached. Your text is kept here; try again in a moment.');
  }
  if (reply.status === 401) throw new Error('You are logged out. Your text is kept in this browser: log in again, and it is back in the box.');
  const answer = (await reply.json().catch(() => ({}))) as { logId?: string; error?: string };
  if (!reply.ok || !answer.logId) throw new Error(`It was not added: ${answer.error ?? `the service answered ${reply.status}`}. Your text is kept here.`);
  return answer.logId;
}

async function show(log: string): Promise<void> {
  if (document.getElementById(`log-${log}`) || isTooOld(log)) return;
  const card = await fetchCard(log);
  if (!card || document.getElementById(`log-${log}`)) return;
  document.getElementById('empty')?.remove();
  // As on a page that is loaded anew: what was accepted last stands first.
  const cards = [...recent.children] as HTMLElement[];
  announce('1 memory added');
  recent.insertBefore(card, cards.find((other) => isBefore(other, card)) ?? null);
  while (recent.children.length > SHOWN) recent.lastElementChild?.remove();
  // It may have been read while its card was under way.
  setTimeout(() => void renew(log), 1500);
}

function isBefore(one: HTMLElement, other: HTMLElement): boolean {
  const [a, b] = [Number(one.dataset['accepted']), Number(other.dataset['accepted'])];
  return a < b || (a === b && one.id < other.id);
}

/** Whether a text of this log has no place among those that are shown. Of most the id begins with the time; its version says so. */
function isTooOld(log: string): boolean {
  const last = recent.children.length < SHOWN ? undefined : (recent.lastElementChild as HTMLElement).dataset['log'];
  return last !== undefined && log[14] === '7' && last[14] === '7' && log < last;
}

function tell(message: string): void {
  problem.textContent = message;
  problem.hidden = !message;
  if (message.startsWith('You are logged out')) {
    const link = document.createElement('a');
    link.href = '/login';
    link.textContent = ' Log in';
    problem.append(link);
  }
}

follow(({ log }) => {
  if (document.getElementById(`log-${log}`)) void renew(log);
  else void show(log);
});
takeFiles(form, tell);
