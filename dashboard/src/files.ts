// Files and folders that are dropped or chosen. The server knows what they are, and brings them in.

import { withoutMedia } from './archives';
import { dayInWords, written, zone } from './calendar';
import { type Import, ask, brought, button, listImports, path, reason, takeBack } from './imports';
import { announce, countOf } from './notice';

interface Preview { formats: string[]; found: number; added: number; replaced: number; unchanged: number; speakers: { name: string; texts: number }[]; from: string | null; until: string | null; problems: string[] }
interface Chosen { name: string; blob: Blob; modified: number }

/** How often it is asked how far an import is. */
const EVERY_MS = 400;
/** So much is sent in one import. */
const MAX_BYTES = 60 * 1024 * 1024;
/** Those who speak of whom it is known whether they are the person. */
const ROLES = ['user', 'assistant', 'human', 'ai'];
/** What exports call whoever made them. */
const OWN = ['me', 'you'];

export function takeFiles(form: HTMLFormElement, tell: (message: string) => void): void {
  const input = document.getElementById('files') as HTMLInputElement;
  const progress = document.getElementById('progress') as HTMLElement;
  const all = new All(progress);
  /** One is brought in after the other. */
  let turn = Promise.resolve();
  void listImports();
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

  /** Looks at what was chosen; each group is an import of its own, brought in once that is wanted. */
  async function take(files: Chosen[]): Promise<void> {
    tell('');
    for (const file of files) await lighten(file);
    for (const [name, group] of groups(files)) {
      const row = new Row(progress, name, all);
      try {
        await look(group, row);
      } catch (error) {
        row.fail(reason(error));
      }
    }
  }

  async function look(files: Chosen[], row: Row): Promise<void> {
    const large = files.find(({ blob }) => blob.size > MAX_BYTES);
    if (large) throw new Error(tooLarge(large));
    const body = new FormData();
    const space = (form.elements.namedItem('space') as HTMLSelectElement | null)?.value;
    if (space) body.set('spaceId', space);
    body.set('timeZone', zone);
    for (const file of files) {
      body.append('modified', written(file.modified));
      body.append('file', file.blob, file.name);
    }
    body.set('dryRun', 'true');
    const preview = await send<Preview>(body);
    body.delete('dryRun');
    if (!preview.found) throw new Error(preview.problems[0]?.replace(/^[^:]*: /, '') ?? 'there is no text in it');
    if (!preview.added && !preview.replaced) {
      row.thereAlready();
      return;
    }
    row.about(preview);
    const speakers = preview.speakers.map(({ name }) => name).filter((name) => !ROLES.includes(name.toLowerCase()));
    const own = [...OWN, ...(speakers.length > 1 ? await ownNames() : [])];
    const isKnown = speakers.some((name) => own.includes(name.toLowerCase()));
    void offer(body, row, speakers.length > 1 && !isKnown ? speakers.slice(0, 8) : []);
  }

  /** Asks who of those who speak is the person, where that is not known, and whether it is wanted at all. */
  async function offer(body: FormData, row: Row, speakers: string[]): Promise<void> {
    const me = speakers.length ? await row.ask(speakers) : undefined;
    if (me) body.set('me', me);
    if (!(await row.offer())) return;
    turn = turn.then(() => bring(body, row).catch((error) => row.fail(reason(error))));
  }

  async function bring(body: FormData, row: Row): Promise<void> {
    const { import: begun } = await send<{ import: Import }>(body);
    let now = begun;
    row.begun(async () => {
      await ask(`${path(begun)}/cancel`, { method: 'POST' });
    });
    row.at(now);
    while (now.status === 'running') {
      await new Promise((resume) => setTimeout(resume, EVERY_MS));
      now = (await ask<{ import: Import }>(path(begun))).import;
      row.at(now);
    }
    row.done(now);
    void listImports();
  }
}

/**
 * What is an import: each file by itself, the files of a folder together, in several where that is more than one may have. No two
 * of one have the same path: they would be taken for one text. Of a folder, pictures and recordings are left out.
 */
function groups(files: Chosen[]): Map<string, Chosen[]> {
  const found = new Map<string, Chosen[]>();
  for (const file of files) {
    const isOfFolder = file.name.includes('/');
    if (isOfFolder && /^(image|audio|video)\//.test(file.blob.type)) continue;
    const first = isOfFolder ? file.name.slice(0, file.name.indexOf('/')) : file.name;
    let name = first;
    for (let number = 2; ; number += 1) {
      const group = found.get(name) ?? [];
      const bytes = group.reduce((sum, { blob }) => sum + blob.size, file.blob.size);
      if (!group.length || (bytes <= MAX_BYTES && !group.some((one) => one.name === file.name))) {
        found.set(name, [...group, file]);
        break;
      }
      name = `${first} (${number})`;
    }
  }
  return found;
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

/** Leaves the pictures and recordings out of an archive that is too large with them. */
async function lighten(file: Chosen): Promise<void> {
  if (file.blob.size <= MAX_BYTES || !/\.zip$/i.test(file.name)) return;
  const light = await withoutMedia(file.blob);
  if (light?.leftOut) file.blob = light.blob;
}

/** What to do with a file that is larger than a page can send. */
function tooLarge({ name, blob }: Chosen): string {
  const megabytes = Math.round(blob.size / 1024 / 1024);
  const file = /^[\w./-]+$/.test(name) ? name : `"${name}"`;
  return `it has ${megabytes} MB, more than a page can send. On the computer that has it, run: recollect import ${file} --url ${location.origin} (it brings a file of any size, and leaves pictures and recordings out)`;
}

/** What the person is called, and else called. */
async function ownNames(): Promise<string[]> {
  const { name, alsoCalled } = await ask<{ name: string; alsoCalled: string[] }>('/api/v1/me');
  return [name, ...alsoCalled].map((one) => one.toLowerCase());
}

function send<T>(body: FormData): Promise<T> {
  return ask<T>('/api/v1/imports', { method: 'POST', body });
}

/** Brings in all that is offered, where that is more than one. */
class All {
  #offers = new Set<() => void>();
  #line = document.createElement('p');

  constructor(progress: HTMLElement) {
    this.#line.className = 'row end';
    this.#line.hidden = true;
    this.#line.append(button('Bring all in', 'primary small', async () => {
      const line = this.#line.parentElement?.querySelector<HTMLElement>('div > p');
      for (const accept of [...this.#offers]) accept();
      line?.focus();
    }));
    progress.append(this.#line);
  }

  add(accept: () => void): void {
    this.#offers.add(accept);
    this.#line.hidden = this.#offers.size < 2;
  }

  remove(accept: () => void): void {
    this.#offers.delete(accept);
    this.#line.hidden = this.#offers.size < 2;
  }
}

/** What becomes of one import, as a line. */
class Row {
  #name: string;
  #all: All;
  #line = document.createElement('div');
  #label = document.createElement('p');
  #bar = document.createElement('progress');
  #about = document.createElement('p');
  #choices = document.createElement('p');

  constructor(progress: HTMLElement, name: string, all: All) {
    this.#name = name;
    this.#all = all;
    progress.hidden = false;
    this.#label.textContent = `${name}: reading…`;
    this.#bar.setAttribute('aria-label', name);
    this.#line.className = 'stack tight';
    this.#about.className = 'soft';
    this.#choices.className = 'chips';
    this.#line.append(this.#label, this.#bar);
    progress.insertBefore(this.#line, progress.lastElementChild);
  }

  /** What is in it: how many texts, of what, from when to when, and what of it is new. */
  about({ formats, found, added, replaced, unchanged, from, until, problems }: Preview): void {
    this.#bar.remove();
    const days = [from, until].map((time) => (time ? dayInWords(Date.parse(time)) : ''));
    const told = [
      `${countOf(found, 'text')} (${formats.join(', ')})`,
      days[0] && (days[0] === days[1] ? days[0] : `${days[0]} to ${days[1]}`),
      `${added} new`,
      replaced && `${replaced} in place of an earlier version`,
      unchanged && `${unchanged} there already`,
    ];
    this.#label.textContent = this.#name;
    this.#about.textContent = told.filter(Boolean).join(' · ');
    this.#line.append(this.#about);
    this.#tell(problems);
  }

  /** Which of those who speak is the person; nobody when that is not said. */
  ask(speakers: string[]): Promise<string | undefined> {
    this.#label.textContent = `${this.#name}: which of these is you?`;
    return new Promise((answer) => {
      const choices = [...speakers, undefined].map((name) => button(name ?? 'None of them', name ? 'small' : 'small quiet', async () => {
        this.#choices.replaceChildren();
        this.#label.textContent = this.#name;
        answer(name);
      }));
      this.#offer(choices);
    });
  }

  /** Whether it is to be brought in. */
  offer(): Promise<boolean> {
    return new Promise((answer) => {
      const decide = (isWanted: boolean): void => {
        this.#all.remove(accept);
        this.#removeChoices();
        this.#label.textContent = `${this.#name}: ${isWanted ? 'waiting for its turn…' : 'left out'}`;
        answer(isWanted);
      };
      const accept = (): void => decide(true);
      this.#all.add(accept);
      this.#offer([
        button('Bring it in', 'primary small', async () => accept()),
        button('Leave it', 'small quiet', async () => decide(false)),
      ]);
    });
  }

  /** Takes the buttons away; whoever was on one goes on with the line. */
  #removeChoices(): void {
    const { activeElement } = document;
    const isLeft = activeElement === document.body || this.#choices.contains(activeElement);
    this.#choices.remove();
    this.#label.tabIndex = -1;
    if (isLeft) this.#label.focus();
  }

  #offer(choices: HTMLButtonElement[]): void {
    this.#choices.replaceChildren(...choices);
    this.#line.append(this.#choices);
    // Whoever is in the middle of another row is left there.
    if (!this.#line.parentElement?.contains(document.activeElement)) choices[0]?.focus();
  }

  begun(cancel: () => Promise<void>): void {
    this.#label.after(this.#bar);
    this.#choices.replaceChildren(button('Cancel', 'small', cancel));
    this.#line.append(this.#choices);
  }

  at({ found, added, replaced, unchanged, perSecond, secondsLeft }: Import): void {
    const done = added + replaced + unchanged;
    this.#bar.max = found;
    this.#bar.value = done;
    const rate = perSecond ? `, ${Math.round(perSecond)} a second` : '';
    const left = secondsLeft && secondsLeft > 2 ? `, about ${secondsLeft < 120 ? countOf(secondsLeft, 'second') : countOf(Math.ceil(secondsLeft / 60), 'minute')} to go` : '';
    this.#label.textContent = `${this.#name}: ${done} of ${found}${rate}${left}`;
  }

  done(now: Import): void {
    this.#bar.remove();
    this.#about.remove();
    this.#choices.replaceChildren();
    this.#label.textContent = `${this.#name}: ${brought(now)}`;
    announce(brought(now));
    this.#tell(now.problems);
    if (!now.added && !now.replaced) return;
    this.#choices.append(button('Undo', 'small', async () => {
      await takeBack(now);
      this.#removeChoices();
      this.#label.textContent = `${this.#name}: taken back`;
      void listImports();
    }));
  }

  thereAlready(): void {
    this.#bar.remove();
    this.#label.textContent = `${this.#name}: there already, nothing to add`;
  }

  fail(why: string): void {
    this.#bar.remove();
    this.#choices.remove();
    this.#label.textContent = `${this.#name} was not added: ${why}${/[.!?]$/.test(why) ? '' : '.'}`;
    this.#label.className = 'notice bad';
    announce('A file was not brought in');
  }

  #tell(problems: string[]): void {
    if (!problems.length) return;
    this.#line.querySelector('ul')?.remove();
    const list = document.createElement('ul');
    list.className = 'soft';
    for (const problem of problems.slice(0, 5)) list.append(Object.assign(document.createElement('li'), { textContent: problem }));
    if (problems.length > 5) list.append(Object.assign(document.createElement('li'), { textContent: `and ${problems.length - 5} more` }));
    this.#line.append(list);
  }
}
