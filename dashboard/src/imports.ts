// Imports, as the service tells them: how each stands, the list of the last ones, and taking one back.

import { dayInWords } from './calendar';
import { countOf, tellLoggedOut } from './notice';

export interface Import { id: string; name: string; status: string; found: number; added: number; replaced: number; unchanged: number; perSecond: number | null; secondsLeft: number | null; problems: string[]; startedAt: string }

/** So many are listed at first, and so many more each time. */
const LISTED = 10;
let listed = LISTED;

export async function ask<T>(where: string, how: RequestInit = {}): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(where, how);
  } catch {
    throw new Error('the service cannot be reached; try again in a moment');
  }
  if (reply.status === 401) {
    tellLoggedOut();
    throw new Error('you are logged out');
  }
  const answer = (await reply.json().catch(() => ({}))) as T & { error?: string };
  if (!reply.ok) throw new Error(answer.error ?? `the service answered ${reply.status}`);
  return answer;
}

export function path({ id }: Import): string {
  return `/api/v1/imports/${id}`;
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What an import has brought, in words. */
export function brought({ status, added, replaced, unchanged }: Import): string {
  const said = [
    added && (added === 1 && !replaced && !unchanged ? 'added' : `${added} added`),
    replaced && `${replaced} renewed`,
    unchanged && (added || replaced ? `${unchanged} there already` : 'there already, nothing to add'),
  ].filter(Boolean);
  const how = { cancelled: 'stopped; ', interrupted: 'broke off; ', running: 'under way; ' }[status] ?? '';
  const again = status === 'interrupted' ? '. Begin it again: nothing is doubled' : '';
  return `${how}${said.join(', ') || 'nothing added'}${again}`;
}

export async function takeBack(one: Import): Promise<void> {
  await ask(path(one), { method: 'DELETE' });
}

/** A button that is not pressed twice, and says what went wrong. */
export function button(label: string, looks: string, act: () => Promise<void>): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = looks;
  made.textContent = label;
  made.addEventListener('click', async () => {
    made.disabled = true;
    try {
      await act();
    } catch (error) {
      made.disabled = false;
      made.textContent = `${label}: ${reason(error)}`;
    }
  });
  return made;
}

/** Shows the last imports, each with what takes it back. */
export async function listImports(): Promise<void> {
  const place = document.getElementById('imports') as HTMLDetailsElement;
  const list = place.querySelector('ul') as HTMLElement;
  let imports: Import[];
  try {
    ({ imports } = await ask<{ imports: Import[] }>('/api/v1/imports'));
  } catch {
    // The page is as useful without.
    return;
  }
  place.hidden = !imports.length;
  list.replaceChildren(...imports.slice(0, listed).map(line));
  if (imports.length > listed) list.append(more(imports, list));
}

/** What shows the next of them, from where whoever asks for it goes on. */
function more(imports: Import[], list: HTMLElement): HTMLLIElement {
  const made = document.createElement('li');
  made.append(button(`Show more (${imports.length - listed})`, 'small quiet', async () => {
    const first = list.children.length - 1;
    listed += LISTED;
    list.replaceChildren(...imports.slice(0, listed).map(line));
    if (imports.length > listed) list.append(more(imports, list));
    const next = list.children[first] as HTMLElement;
    next.tabIndex = -1;
    next.focus();
  }));
  return made;
}

function line(one: Import): HTMLLIElement {
  const made = document.createElement('li');
  made.className = 'row between';
  const about = document.createElement('div');
  const name = Object.assign(document.createElement('p'), { textContent: one.name });
  const day = dayInWords(Date.parse(one.startedAt));
  const what = { undone: 'taken back', undoing: 'being taken back' }[one.status] ?? brought(one);
  about.append(name, Object.assign(document.createElement('p'), { className: 'soft', textContent: `${day} · ${what}` }));
  made.append(about);
  const goes = ['running', 'undoing', 'undone'].includes(one.status);
  if (!goes && one.added + one.replaced) made.append(undo(one));
  return made;
}

/** What is far away is asked once more before it goes. */
function undo(one: Import): HTMLElement {
  const place = document.createElement('span');
  const first = button('Undo', 'small', async () => {
    const sure = button(`Forget ${countOf(one.added + one.replaced, 'text')}`, 'small', async () => {
      await takeBack(one);
      await listImports();
    });
    place.replaceChildren(sure);
    sure.focus();
  });
  first.setAttribute('aria-label', `Undo ${one.name}`);
  place.append(first);
  return place;
}
