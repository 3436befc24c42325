// Results as one types. Without this the form asks for a page.

import { zone as calendarZone } from './calendar';
import { follow, shows } from './live';
import { announce, countOf } from './notice';
import { tellTimes } from './times';

const form = document.getElementById('search') as HTMLFormElement;
const box = document.getElementById('q') as HTMLInputElement;
const results = document.getElementById('results') as HTMLElement;
const zone = form.elements.namedItem('zone') as HTMLInputElement;
zone.disabled = false;
zone.value = calendarZone;

const PAUSE_MS = 220;
let waiting: ReturnType<typeof setTimeout> | undefined;
let asked: AbortController | undefined;
/** The question that is under way, or was last. */
let asking: Promise<void> = Promise.resolve();
let shown = query().toString();
/** Whether the entry of the history has a question that was asked on purpose: what is typed next gets an entry of its own. */
let isSettled = query().has('q');

const end = box.value.length;
box.setSelectionRange(end, end);

form.addEventListener('input', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => void ask(), PAUSE_MS);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  void ask().then(() => (isSettled = true));
});
// A page that the browser had kept is one that somebody came back to.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) isSettled = true;
});
window.addEventListener('popstate', () => {
  clearTimeout(waiting);
  const fields = new URLSearchParams(location.search);
  for (const field of form.elements) {
    const isFilled = field instanceof HTMLInputElement || field instanceof HTMLSelectElement;
    if (isFilled && field !== zone) field.value = fields.get(field.name) ?? '';
  }
  isSettled = true;
  void ask(false);
});

// What is forgotten elsewhere is found no more.
follow(() => {}, {
  onGone: ({ episode }) => {
    if (!shows(episode)) return;
    shown = '';
    void ask(false);
  },
});

function query(): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value.trim()) fields.set(name, value.trim());
  return fields;
}

/** The question as its address has it: the zone only where a day is counted by it. */
function address(fields: URLSearchParams): string {
  const shown = new URLSearchParams(fields);
  if (!['from', 'until', 'as_of'].some((name) => shown.has(name))) shown.delete('zone');
  return shown.size ? `/search?${shown}` : '/search';
}

/** Notes the question in the history: a new entry after one that was asked on purpose, so that Back leads to that. */
function note(fields: URLSearchParams): void {
  if (isSettled) history.pushState(null, '', address(fields));
  else history.replaceState(null, '', address(fields));
  isSettled = false;
}

/** Asks what the form says, unless that is asked already. */
function ask(isNoted = true): Promise<void> {
  const fields = query();
  if (fields.toString() !== shown) asking = find(fields, isNoted);
  return asking;
}

async function find(fields: URLSearchParams, isNoted: boolean): Promise<void> {
  shown = fields.toString();
  asked?.abort();
  asked = new AbortController();
  results.setAttribute('aria-busy', 'true');
  try {
    const reply = await fetch(`/search/results?${fields}`, { signal: asked.signal });
    if (reply.redirected) {
      location.href = `/login?next=${encodeURIComponent(address(fields))}`;
      return;
    }
    if (!reply.ok) throw new Error(`the service answered ${reply.status}`);
    results.innerHTML = await reply.text();
    tellTimes(results);
    const found = results.querySelectorAll('#memories-title + ol > li').length;
    announce(`${countOf(results.querySelectorAll('.fact').length, 'fact')}, ${found === 1 ? '1 memory' : `${found} memories`}`);
    // What was done on the page before is no news beside other results.
    document.getElementById('done')?.remove();
    if (isNoted) note(fields);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    shown = '';
    const notice = document.createElement('p');
    notice.className = 'notice bad';
    notice.role = 'alert';
    notice.textContent = 'The search did not reach the service. Press Enter to try again.';
    results.replaceChildren(notice);
  }
  results.removeAttribute('aria-busy');
}
