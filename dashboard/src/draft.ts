// What is being written is kept in the browser: nothing is lost when the session ends, or the page is left, in the middle of
// a sentence.

const DRAFT = 'recollect.draft';

/** The words that a memory is being given, and the digest of those that they are to replace. */
interface Edit { text: string; replaces: string }

/** What was begun under this name; of a memory that is edited, its log. */
export function kept(name = ''): string {
  try {
    return localStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps what is being written; nothing takes away what was kept. */
export function keep(draft: string, name = ''): void {
  try {
    if (draft) localStorage.setItem(keyOf(name), draft);
    else localStorage.removeItem(keyOf(name));
  } catch {
    // A browser that keeps nothing keeps no draft.
  }
}

/** Keeps what is written in the form that gives a memory other words, and offers it when the memory is opened again. */
export function keepEdit(memory: HTMLElement): void {
  const log = memory.dataset['log']!;
  const stands = memory.querySelector('.whole')?.textContent ?? '';
  const begun = read(kept(log));
  if (begun?.text === stands) keep('', log);
  const form = document.querySelector<HTMLFormElement>('form[data-log]');
  if (!form) return;
  const text = form.elements.namedItem('text') as HTMLTextAreaElement;
  const replaces = form.elements.namedItem('replaces') as HTMLInputElement;
  const own = { text: text.value, replaces: replaces.value };
  const keepWords = () => keep(text.value === stands ? '' : JSON.stringify({ text: text.value, replaces: replaces.value } satisfies Edit), log);
  text.addEventListener('input', keepWords);
  if (form.dataset['refused'] !== undefined) keepWords();
  else if (begun && begun.text !== stands) offer(begun);

  /** Shows what was begun. It replaces what was read then: if that is no more what stands, whoever saves is told. */
  function offer(begun: Edit): void {
    const notice = document.getElementById('draft') as HTMLElement;
    text.value = begun.text;
    replaces.value = begun.replaces;
    form!.closest('details')!.open = true;
    notice.hidden = false;
    notice.querySelector('button')!.addEventListener('click', () => {
      text.value = own.text;
      replaces.value = own.replaces;
      keep('', log);
      notice.hidden = true;
      text.focus();
    });
  }
}

function read(draft: string): Edit | undefined {
  try {
    return draft ? (JSON.parse(draft) as Edit) : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(name: string): string {
  return name ? `${DRAFT}.${name}` : DRAFT;
}
