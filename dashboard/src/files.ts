// Files that are dropped or chosen: each becomes one memory, a chat export one for each conversation.

import { memoriesOf, type Memory } from './exports';

declare const PDF_READER: string;

type Add = (body: string, given: { source?: string; session?: string; time?: string; kind?: string }) => Promise<string>;

/** One memory holds so much; a longer text is cut between paragraphs. */
const MOST_CHARACTERS = 40_000;
/** So many are sent at the same time. */
const AT_A_TIME = 4;

export function takeFiles(form: HTMLFormElement, add: Add, tell: (message: string) => void): void {
  const input = document.getElementById('files') as HTMLInputElement;
  const progress = document.getElementById('progress') as HTMLElement;
  input.addEventListener('change', () => {
    void take([...(input.files ?? [])]);
    input.value = '';
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
    void take([...event.dataTransfer.files]);
  });

  async function take(files: File[]): Promise<void> {
    tell('');
    for (const file of files) {
      const bar = row(progress, file.name);
      try {
        const memories = (await read(file)).flatMap(cut);
        if (!memories.length) throw new Error('there is no text in it');
        await send(memories, bar);
      } catch (error) {
        bar.fail(error instanceof Error ? error.message : String(error));
      }
    }
  }

  async function send(memories: Memory[], bar: Bar): Promise<void> {
    let done = 0;
    const left = memories.entries();
    const worker = async () => {
      for (const [, memory] of left) {
        await add(memory.text, { source: memory.source, session: memory.session, time: memory.time, kind: memory.kind });
        done += 1;
        bar.at(done, memories.length);
      }
    };
    bar.at(0, memories.length);
    // What belongs to one conversation is read in its order.
    const inOrder = memories.some((memory) => memory.session);
    await Promise.all(Array.from({ length: inOrder ? 1 : AT_A_TIME }, worker));
  }
}

async function read(file: File): Promise<Memory[]> {
  const name = file.name.toLowerCase();
  const time = new Date(file.lastModified).toISOString();
  if (name.endsWith('.pdf')) {
    const { textOf } = (await import(PDF_READER)) as { textOf: (data: Uint8Array) => Promise<string> };
    return [{ text: await textOf(new Uint8Array(await file.arrayBuffer())), source: file.name, time, kind: 'DOCUMENT' }];
  }
  if (name.endsWith('.json')) return memoriesOf(JSON.parse(await file.text()), file.name, time);
  if (name.endsWith('.txt') || name.endsWith('.md')) return [{ text: await file.text(), source: file.name, time, kind: 'DOCUMENT' }];
  throw new Error('only .txt, .md, .json and .pdf can be read');
}

/** A long text in pieces, each of whole paragraphs where that is possible. */
function cut(memory: Memory): Memory[] {
  if (!memory.text.trim()) return [];
  if (memory.text.length <= MOST_CHARACTERS) return [memory];
  const pieces: string[] = [];
  let piece = '';
  for (const paragraph of memory.text.split(/(?<=\n)\s*\n|(?<=[.!?])\s+(?=\p{Lu})/u)) {
    if (piece && piece.length + paragraph.length > MOST_CHARACTERS) {
      pieces.push(piece);
      piece = '';
    }
    piece += `${piece ? '\n' : ''}${paragraph}`;
  }
  pieces.push(piece);
  return pieces.map((text) => ({ ...memory, text, session: memory.session ?? memory.source }));
}

interface Bar { at: (done: number, all: number) => void; fail: (why: string) => void }

function row(progress: HTMLElement, name: string): Bar {
  progress.hidden = false;
  const line = document.createElement('div');
  const label = document.createElement('p');
  const bar = document.createElement('progress');
  label.textContent = `${name}: reading…`;
  bar.setAttribute('aria-label', name);
  line.append(label, bar);
  progress.append(line);
  return {
    at(done, all) {
      bar.max = all;
      bar.value = done;
      label.textContent = done === all ? `${name}: ${all === 1 ? 'added' : `${all} memories added`}` : `${name}: ${done} of ${all}`;
    },
    fail(why) {
      bar.remove();
      label.textContent = `${name} was not added: ${why}.`;
      label.className = 'notice bad';
    },
  };
}
