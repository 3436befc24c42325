// The text of a PDF file. Loaded when the first one is dropped: it is larger than all the rest.

import { extractText, getDocumentProxy } from 'unpdf';

export async function textOf(data: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(data);
  const { text } = await extractText(document, { mergePages: true });
  if (!text.trim()) throw new Error('there is no text in it; it may be a scan');
  return text;
}
