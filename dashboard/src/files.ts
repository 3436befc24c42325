// Files and folders that are dropped or chosen. The server knows what they are, and brings them in.

import { dayInWords, written, zone } from './calendar';

interface Import { id: string; name: string; status: string; found: number; added: number; replaced: number; unchanged: number; problems: string[] }
interface Preview { formats: string[]; found: number; known: number; speakers: { name: string; texts: number }[]; from: string | null; until: string | null; problems: string[] }
interface Chosen { name: string; blob: Blob; modified: number }

/** How often it is asked how far an import is. */
const EVERY_MS = 400;
/** Those who speak of whom it is known whether they are the person. */
const ROLES = ['user', 'assistant', 'human', 'ai'];
/** What exports call whoever made them. */
const OWN = ['me', 'you'];

export function takeFiles(form: HTMLFormElement, tell: (message: string) => void): void {
  const input = document.getElementById('files') as HTMLInputElement;
  const progress = document.getElementById('progress') as HTMLElement;
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])];
    input.value = '';
    void take(files.map((file) => ({ name: file.webkitRelativePath || file.name, blob: file, modified: file.lastModified })));
  });
  // A drop anywhere on the page is meant for the box.
  document.addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    form.classList.add('dropping');
  });
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) form.classList.remove('dropping');
  });
  document.addEventListener('drop', (event) => {
    form.classList.remove('dropping');
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    // What was dropped is gone when this function returns.
    const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
    void dropped(entries);
  });

  async function dropped(entries: FileSystemEntry[]): Promise<void> {
    try {
      await take((await Promise.all(entries.map(chosenIn))).flat());
    } catch {
      tell('What was dropped could not be read.');
    }
  }

  /** Each file is an import of its own; the files of a folder are one. */
  async function take(files: Chosen[]): Promise<void> {
    tell('');
    const folders = new Map<string, Chosen[]>();
    for (const file of files) {
      const folder = file.name.includes('/') ? file.name.slice(0, file.name.indexOf('/')) : file.name;
      folders.set(folder, [...(folders.get(folder) ?? []), file]);
    }
    for (const [name, group] of folders) {
      const row = new Row(progress, name);
      try {
        await bring(group, row);
      } catch (error) {
        row.fail(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function bring(files: Chosen[], row: Row): Promise<void> {
    const body = new FormData();
    const space = (form.elements.namedItem('space') as HTMLSelectElement | null)?.value;
    if (space) body.set('spaceId', space);
    body.set('timeZone', zone);
    for (const file of files) {
      body.append('modified', written(file.modified));
      body.append('file', file.blob, file.name);
    }
    // Who speaks in it is asked once it is known that it can be read.
    body.set('dryRun', 'true');
    const preview = await send<Preview>(body);
    if (!preview.found) throw new Error(preview.problems[0]?.replace(/^[^:]*: /, '') ?? 'there is no text in it');
    row.about(preview);
    const speakers = preview.speakers.map(({ name }) => name).filter((name) => !ROLES.includes(name.toLowerCase()));
    const own = [...OWN, ...(speakers.length > 1 ? await ownNames() : [])];
    const isKnown = speakers.some((name) => own.includes(name.toLowerCase()));
    const me = speakers.length > 1 && !isKnown ? await row.ask(speakers.slice(0, 8)) : undefined;
    body.delete('dryRun');
    if (me) body.set('me', me);
    const { import: begun } = await send<{ import: Import }>(body);
    let now = begun;
    row.at(now);
    while (now.status === 'running') {
      await new Promise((resume) => setTimeout(resume, EVERY_MS));
      now = (await ask<{ import: Import }>(`/api/v1/imports/${begun.id}`)).import;
      row.at(now);
    }
    row.done(now, async () => {
      row.undone((await ask<{ import: Import }>(`/api/v1/imports/${begun.id}`, { method: 'DELETE' })).import);
    });
  }
}

/** The files of what was dropped, with their paths. */
async function chosenIn(entry: FileSystemEntry): Promise<Chosen[]> {
  if (entry.name.startsWith('.')) return [];
  if (entry.isFile) {
    const file = await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail));
    return [{ name: entry.fullPath.replace(/^\//, ''), blob: file, modified: file.lastModified }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Chosen[] = [];
  for (;;) {
    // A folder is told in parts; the last one is empty.
    const part = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
    if (!part.length) return found;
    found.push(...(await Promise.all(part.map(chosenIn))).flat());
  }
}

/** What the person is called, and else called. */
async function ownNames(): Promise<string[]> {
  const { name, alsoCalled } = await ask<{ name: string; alsoCalled: string[] }>('/api/v1/me');
  return [name, ...alsoCalled].map((one) => one.toLowerCase());
}

function send<T>(body: FormData): Promise<T> {
  return ask<T>('/api/v1/imports', { method: 'POST', body });
}

async function ask<T>(path: string, how: RequestInit = {}): Promise<T> {
  let reply: Response;
  try {
    reply = await fetch(path, how);
  } catch {
    throw new Error('the service cannot be reached; try again in a moment');
  }
  if (reply.status === 401) throw new Error('you are logged out');
  const answer = (await reply.json().catch(() => ({}))) as T & { error?: string };
  if (!reply.ok) throw new Error(answer.error ?? `the service answered ${reply.status}`);
  return answer;
}

/** What becomes of one import, as a line. */
class Row {
  #name: string;
  #line = document.createElement('div');
  #label = document.createElement('p');
  #bar = document.createElement('progress');
  #began = Date.now();

  constructor(progress: HTMLElement, name: string) {
    this.#name = name;
    progress.hidden = false;
    this.#label.textContent = `${name}: reading…`;
    this.#bar.setAttribute('aria-label', name);
    this.#line.className = 'stack tight';
    this.#line.append(this.#label, this.#bar);
    progress.append(this.#line);
  }

  /** What is in it: how many texts, of what, from when to when. */
  about({ formats, found, known, from, until }: Preview): void {
    if (found === 1) return;
    const days = [from, until].map((time) => (time ? dayInWords(Date.parse(time)) : ''));
    const told = [
      `${found} texts (${formats.join(', ')})`,
      days[0] && (days[0] === days[1] ? days[0] : `${days[0]} to ${days[1]}`),
      known && `${known} of them there already`,
    ];
    const line = document.createElement('p');
    line.className = 'soft';
    line.textContent = told.filter(Boolean).join(' · ');
    this.#line.append(line);
  }

  /** Which of those who speak is the person; nobody when that is not said. */
  ask(speakers: string[]): Promise<string | undefined> {
    this.#label.textContent = `${this.#name}: which of these is you?`;
    const choices = document.createElement('p');
    choices.className = 'chips';
    this.#line.append(choices);
    return new Promise((answer) => {
      for (const name of [...speakers, undefined]) {
        const choice = document.createElement('button');
        choice.type = 'button';
        choice.className = name ? 'small' : 'small quiet';
        choice.textContent = name ?? 'None of them';
        choice.addEventListener('click', () => {
          choices.remove();
          answer(name);
        });
        choices.append(choice);
      }
      choices.querySelector('button')?.focus();
    });
  }

  at({ found, added, replaced, unchanged }: Import): void {
    const done = added + replaced + unchanged;
    this.#bar.max = found;
    this.#bar.value = done;
    const seconds = (Date.now() - this.#began) / 1000;
    const left = done ? Math.round((found - done) / (done / seconds)) : 0;
    this.#label.textContent = `${this.#name}: ${done} of ${found}${left > 2 ? `, about ${left} s to go` : ''}`;
  }

  done({ status, added, replaced, unchanged, problems }: Import, undo: () => Promise<void>): void {
    this.#bar.remove();
    const said = [
      added && (added === 1 && !replaced && !unchanged ? 'added' : `${added} added`),
      replaced && `${replaced} renewed`,
      unchanged && (added || replaced ? `${unchanged} there already` : 'there already, nothing to add'),
    ].filter(Boolean);
    this.#label.textContent = `${this.#name}: ${status === 'cancelled' ? 'stopped; ' : ''}${said.join(', ') || 'nothing added'}`;
    this.#tell(problems);
    if (!added && !replaced) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'small quiet';
    button.textContent = 'Undo';
    button.addEventListener('click', async () => {
      button.disabled = true;
      try {
        await undo();
      } catch (error) {
        button.disabled = false;
        this.#tell([error instanceof Error ? error.message : String(error)]);
      }
    });
    this.#label.append(' ', button);
  }

  undone(_: Import): void {
    this.#label.textContent = `${this.#name}: taken back`;
  }

  fail(why: string): void {
    this.#bar.remove();
    this.#label.textContent = `${this.#name} was not added: ${why}${/[.!?]$/.test(why) ? '' : '.'}`;
    this.#label.className = 'notice bad';
  }

  #tell(problems: string[]): void {
    if (!problems.length) return;
    const list = document.createElement('ul');
    list.className = 'soft';
    for (const problem of problems.slice(0, 5)) list.append(Object.assign(document.createElement('li'), { textContent: problem }));
    if (problems.length > 5) list.append(Object.assign(document.createElement('li'), { textContent: `and ${problems.length - 5} more` }));
    this.#line.append(list);
  }
}
