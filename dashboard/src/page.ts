// What every page does once it is there: times in the reader's own zone, buttons that copy, and a menu that closes.

import { zone } from './calendar';
import { keep } from './draft';
import { follow, shows } from './live';
import { tell } from './notice';
import { tellTimes } from './times';

tellTimes(document);

// A date that is chosen is a day of the person's calendar.
for (const field of document.querySelectorAll<HTMLInputElement>('[data-zone-field]')) {
  field.value = zone;
  field.disabled = false;
}
for (const list of document.querySelectorAll<HTMLElement>('#time-zones')) list.append(...zones().map((name) => new Option(name, name)));
for (const field of document.querySelectorAll<HTMLInputElement>('[data-own-zone]')) if (!field.value) field.value = zone;
// What is shown once was made once: loading the page again must not make another.
const once = document.querySelector<HTMLElement>('[data-once]');
if (once) history.replaceState(null, '', once.dataset['once']);

function zones(): string[] {
  try {
    return Intl.supportedValuesOf('timeZone');
  } catch {
    return [];
  }
}

// Whoever puts a fact right comes back to where it was shown, and as far down the page.
const PLACE = 'place';
document.addEventListener('submit', (event) => {
  const field = (event.target as HTMLFormElement).querySelector<HTMLInputElement>('[data-back]');
  if (!field) return;
  const query = new URLSearchParams(location.search);
  for (const told of ['done', 'decided']) query.delete(told);
  field.value = location.pathname + (query.size ? `?${query}` : '');
  keepPlace(String(scrollY));
});
// Whoever has sent a form goes on where it is told what came of it.
document.getElementById('done')?.focus({ preventScroll: true });
const place = keepPlace(null);
if (place && document.getElementById('done')) scrollTo({ top: Number(place), behavior: 'instant' });

// What is confirmed is sent only where somebody is there to take it: a browser's own page of errors would take the place of
// this one, and nobody would know whether it was done.
const REACHED = 'reached';
document.addEventListener('submit', async (event) => {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented || form.method !== 'post' || !form.closest('.confirm')) return;
  if (form.dataset[REACHED] !== undefined) {
    delete form.dataset[REACHED];
    return;
  }
  const { submitter } = event;
  event.preventDefault();
  try {
    await fetch('/livez', { cache: 'no-store' });
  } catch {
    tell('The service cannot be reached, and nothing was changed. Try again in a moment.');
    return;
  }
  form.dataset[REACHED] = '';
  form.requestSubmit(submitter);
});

/** Keeps how far down the page is; gives what was kept before. */
function keepPlace(now: string | null): string | null {
  try {
    const before = sessionStorage.getItem(PLACE);
    if (now === null) sessionStorage.removeItem(PLACE);
    else sessionStorage.setItem(PLACE, now);
    return before;
  } catch {
    // A browser that keeps nothing begins at the top.
    return null;
  }
}

document.addEventListener('click', async (event) => {
  const target = event.target as Element;
  const copy = target.closest<HTMLButtonElement>('button[data-copy]');
  if (copy) {
    const text = document.getElementById(copy.dataset['copy'] ?? '')?.textContent ?? '';
    const label = copy.textContent;
    try {
      await navigator.clipboard.writeText(text.trim());
      copy.textContent = 'Copied';
    } catch {
      // Without a secure address browsers do not let a page copy; the text is there to be selected.
      copy.textContent = 'Select it to copy';
    }
    setTimeout(() => (copy.textContent = label), 2000);
  }
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.more[open]')) {
    if (!menu.contains(target)) menu.open = false;
  }
});

// What is kept in the browser, such as a text that was begun, is not for whoever comes next; the service asks browsers for
// the same, and those that came by plain http do not do it.
document.addEventListener('submit', (event) => {
  if (!(event.target as HTMLFormElement).matches('form[action="/logout"]')) return;
  try {
    localStorage.clear();
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
});

// What was begun of a memory goes with it, and what a page shows of one that is forgotten elsewhere. Pages of memories see to
// it themselves.
document.addEventListener('submit', (event) => {
  const log = /^\/logs\/([^/]+)\/forget$/.exec(new URL((event.target as HTMLFormElement).action).pathname)?.[1];
  if (log) keep('', log);
});
if (document.querySelector('main a[href^="/episodes/"]') && !document.querySelector('#recent, #memory, #results')) {
  follow(() => {}, {
    onGone: ({ episode }) => {
      if (shows(episode)) location.reload();
    },
  });
}

// A slash, or Ctrl or Command with K, leads to the search from anywhere.
document.addEventListener('keydown', (event) => {
  const typing = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null;
  const slash = event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey;
  const jump = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (!slash && !jump) return;
  event.preventDefault();
  // The search of everything, or the one for a name of the picture; a page's own list keeps its search to itself.
  const field = document.querySelector<HTMLInputElement>('#q, #find');
  if (field) {
    field.focus();
    field.select();
  } else {
    location.assign('/search');
  }
});

document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.more[open]')) menu.open = false;
});

for (const button of document.querySelectorAll<HTMLElement>('[data-with-script]')) button.hidden = false;
