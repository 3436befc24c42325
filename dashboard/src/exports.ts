// Conversations out of JSON: a list of messages, as most chats export them, and what assistants export.

export interface Memory { text: string; source: string; session?: string; time?: string; kind?: string }

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };

/** The memories in a parsed file: one a conversation, its lines `Name: words`. */
export function memoriesOf(value: Json, source: string, time: string): Memory[] {
  const conversations = Array.isArray(value) && value.some((item) => isFields(item) && (messagesOf(item).length > 0 || isFields(item['mapping'])))
    ? value
    : [value];
  const memories = conversations.flatMap((conversation, number) => memory(conversation, `${source}#${number + 1}`, source, time));
  if (!memories.length) throw new Error('no conversation was found in it');
  return memories;
}

function memory(conversation: Json, otherwise: string, source: string, time: string): Memory[] {
  const messages = Array.isArray(conversation) ? conversation : isFields(conversation) ? messagesOf(conversation) : [];
  const lines: string[] = [];
  let first: string | undefined;
  for (const message of messages) {
    if (typeof message === 'string') lines.push(message);
    if (!isFields(message)) continue;
    const words = textOf(message['text'] ?? message['content'] ?? message['body'] ?? message['message'] ?? null).trim();
    if (!words) continue;
    const author = message['author'] ?? message['sender'] ?? message['from'] ?? message['role'] ?? message['name'] ?? message['user'] ?? message['speaker'] ?? null;
    const who = isFields(author) ? textOf(author['name'] ?? author['role'] ?? null) : textOf(author);
    lines.push(who ? `${who}: ${words}` : words);
    first ??= momentOf(message['create_time'] ?? message['created_at'] ?? message['timestamp'] ?? message['ts'] ?? message['date'] ?? message['time'] ?? null);
  }
  if (!lines.length) return [];
  const title = isFields(conversation) ? textOf(conversation['title'] ?? conversation['name'] ?? conversation['id'] ?? null) : '';
  return [{ text: lines.join('\n'), source, session: (title || otherwise).slice(0, 500), time: first ?? time, kind: 'CONVERSATION' }];
}

function messagesOf(conversation: Fields): Json[] {
  // A tree of messages: each names its parent, and they were made in order.
  const mapping = conversation['mapping'];
  if (mapping !== undefined && isFields(mapping)) {
    return Object.values(mapping).flatMap((node) => (isFields(node) && node['message'] ? [node['message']] : []));
  }
  for (const name of ['messages', 'chat_messages', 'conversation', 'turns', 'items']) {
    const messages = conversation[name];
    if (Array.isArray(messages)) return messages;
  }
  return [];
}

function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(' ');
  if (isFields(value)) return textOf(value['text'] ?? value['parts'] ?? value['content'] ?? null);
  return '';
}

function momentOf(value: Json): string | undefined {
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^\d{9,13}(\.\d+)?$/.test(value) ? Number(value) : undefined;
  const moment = number !== undefined ? new Date(number < 1e11 ? number * 1000 : number) : typeof value === 'string' ? new Date(value) : undefined;
  return moment && !Number.isNaN(moment.getTime()) ? moment.toISOString() : undefined;
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
