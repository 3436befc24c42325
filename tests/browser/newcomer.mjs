// The first five minutes of somebody new, in a time zone far from UTC: logs in, says who they are, drops a chat, watches it come in, asks three
// questions, and connects an assistant. Every date is that of their own calendar.
//
//   node newcomer.mjs BASE LOG desktop|phone ZONE [DIRECTORY]     with a directory: a picture of every step
//
// It says how long each part took, and fails where the service took so long that a person would not be through in five minutes.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertAccessible, assertFits, authorizationUrl, call, DESKTOP, launch, logIn, open, PHONE, until } from './visit.mjs';

const [base, log, size, timezoneId, directory] = process.argv.slice(2);
/** What is left of five minutes for a service, where a person takes as long to read and to write as this. */
const MAX_SECONDS = 120;
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-1';

// What is said late in the evening of a day is said on another day of UTC's calendar in one zone or the other; so is what is said early.
const CHAT = [
  ['30.12.23, 23:30', 'Nora', 'I moved to Porto today.'],
  ['30.12.23, 23:41', 'Lena', 'Wonderful! How is the flat?'],
  ['30.12.23, 23:50', 'Nora', 'Small, and the kitchen is yellow. My neighbour Tiago carried the piano.'],
  ['31.12.23, 00:20', 'Lena', 'I work at the aquarium in Lisbon, so I can visit you on Sundays.'],
  ['31.12.23, 00:25', 'Lena', 'I adopted a dog today. He is called Biscuit.'],
  ['01.01.24, 00:05', 'Nora', 'Happy new year! Tiago plays the cello.'],
  ['01.01.24, 23:55', 'Lena', 'The doctor moved my appointment to Friday.'],
];
const FIRST = '30 Dec 2023';
const LAST = '1 Jan 2024';

const browser = await launch();
const began = performance.now();
let since = began;
const place = await mkdtemp(join(tmpdir(), 'newcomer-'));
try {
  if (directory) await mkdir(directory, { recursive: true });
  const { page, faults } = await open(browser, base, { viewport: size === 'phone' ? PHONE : DESKTOP, timezoneId });
  await page.goto('/');
  await page.waitForURL(/\/login/);
  await step(page, 1, 'login');
  await logIn(page, log, `${size}@example.com`);
  await step(page, 2, 'empty');
  lap('logged in');
  await introduce(page);
  await step(page, 3, 'named');
  lap('named');
  await drop(page);
  lap('chat brought in and found');
  await watch(page);
  lap('chat read');
  await ask(page);
  lap('three questions answered');
  await dates(page);
  await connect(page);
  lap('assistant connected');
  const seconds = (performance.now() - began) / 1_000;
  console.log(`all of it: ${seconds.toFixed(1)} s`);
  expect(seconds <= MAX_SECONDS, `it took ${seconds} s, and not ${MAX_SECONDS}`);
  if (faults.length) throw new Error(`the pages did what they should not:\n${[...new Set(faults)].join('\n')}`);
  console.log('done');
} finally {
  await browser.close();
  await rm(place, { recursive: true });
}

/** Expects that whoever it is can read the page, and takes a picture of it. */
async function step(page, number, name) {
  await page.evaluate(() => document.fonts.ready);
  await assertFits(page, name);
  await assertAccessible(page, name);
  if (directory) await page.screenshot({ path: join(directory, `${number}-${name}-${size}.png`), fullPage: true });
}

/** Says how long it is since the last part. */
function lap(what) {
  const now = performance.now();
  console.log(`${what}: ${((now - since) / 1_000).toFixed(1)} s`);
  since = now;
}

function expect(is, what) {
  if (!is) throw new Error(what);
}

async function introduce(page) {
  const zone = await page.getByLabel('Your time zone').inputValue();
  expect(zone === timezoneId, `the zone that is offered is ${zone}`);
  await page.getByLabel('What are you called?').fill('Nora Berg');
  await page.getByLabel('What else are you called?').fill('Nora');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Good to know you').waitFor();
  const me = await call(page, 'GET', '/api/v1/me');
  expect(me.name === 'Nora Berg' && me.timeZone === timezoneId, `the account is ${JSON.stringify(me)}`);
}

/** Drops the file on the page, as from a folder of the desktop; a phone has none, and chooses it. */
async function drop(page) {
  const file = join(place, 'WhatsApp Chat with Lena.txt');
  await writeFile(file, CHAT.map(([when, who, what]) => `${when} - ${who}: ${what}\n`).join(''));
  if (size === 'phone') {
    await page.locator('#files').setInputFiles(file);
  } else {
    const devices = await page.context().newCDPSession(page);
    const at = { x: 600, y: 300, data: { items: [], files: [file], dragOperationsMask: 1 } };
    for (const type of ['dragEnter', 'dragOver', 'drop']) await devices.send('Input.dispatchDragEvent', { type, ...at });
  }
  await page.getByText(`${CHAT.length} texts (whatsapp)`).waitFor();
  await page.getByText(`${FIRST} to ${LAST}`).waitFor();
  await page.getByRole('button', { name: 'Bring it in' }).click();
  await page.getByText(`WhatsApp Chat with Lena.txt: ${CHAT.length} added`).waitFor();
  // The words are found from now on, read or not.
  const { results } = await call(page, 'POST', '/api/v1/search', { query: 'cello' });
  expect(results[0]?.text.includes('cello') && results[0].status !== 'failed', `the words of the chat are not found: ${JSON.stringify(results)}`);
}

async function watch(page) {
  const cards = page.locator('#recent .memory');
  await cards.filter({ hasText: 'cello' }).locator('.status.completed').waitFor({ timeout: 60_000 });
  await until('all of it is read', async () => (await call(page, 'GET', '/api/v1/queue')).depth === 0);
  const { logs } = await call(page, 'GET', '/api/v1/logs?limit=50');
  expect(logs.every(({ status }) => status === 'completed'), `it was read so: ${JSON.stringify(logs.map(({ status, error }) => [status, error]))}`);
  await cards.filter({ hasText: 'I moved to Porto' }).getByText(FIRST).first().waitFor();
  await step(page, 4, 'watched');
  // They stand as on a page that is loaded anew.
  const order = () => cards.evaluateAll((all) => all.map(({ id }) => id));
  await until('all cards are there', async () => (await order()).length === CHAT.length);
  const live = await order();
  await page.reload();
  expect(`${live}` === `${await order()}`, `the cards stood as ${live} and stand as ${await order()}`);
}

async function ask(page) {
  const questions = [
    ['Where do I live?', 'Porto', FIRST],
    ['Where does Lena work?', 'aquarium', '31 Dec 2023'],
    ['When did Lena adopt a dog?', '31 December 2023', '31 Dec 2023'],
  ];
  for (const [number, [question, answer, day]] of questions.entries()) {
    await page.goto('/search');
    await page.getByLabel('What to look for').fill(question);
    await page.getByLabel('What to look for').press('Enter');
    const told = page.locator('#results .answer');
    await told.waitFor();
    await told.locator('.says').filter({ hasText: answer }).waitFor({ timeout: 60_000 }).catch(async () => expect(false, `“${question}” is answered ${await told.innerText()}`));
    await told.locator('footer').filter({ hasText: day }).waitFor({ timeout: 60_000 }).catch(async () => expect(false, `it was said on ${await told.locator('footer').innerText()}, and not on ${day}`));
    await step(page, 5 + number, `asked-${number + 1}`);
  }
}

/** Where else days are told. */
async function dates(page) {
  const { entities } = await call(page, 'GET', '/api/v1/entities?query=Porto');
  for (const [path, words] of [['/activity?words=Porto', FIRST], ['/timeline', '2023'], [`/entities/${entities[0].id}`, `since ${FIRST}`]]) {
    await page.goto(path);
    await page.locator('main').filter({ hasText: words }).waitFor({ timeout: 60_000 }).catch(async () => expect(false, `${path} does not say ${words}: ${await page.locator('main').innerText()}`));
  }
}

async function connect(page) {
  await page.goto('/api');
  await page.locator('#mcp-address').getByText(`${base}/mcp`).waitFor();
  const { client, redirect, url } = await authorizationUrl(base, 'Assistant', VERIFIER);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Connect Assistant?' }).waitFor();
  await step(page, 8, 'consent');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(`${redirect}?*`);
  const code = new URL(page.url()).searchParams.get('code');
  const given = { grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: VERIFIER, client_id: client };
  const token = await (await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(given) })).json();
  const asked = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'memory_search', arguments: { query: 'Where does Nora live?' } } };
  const reply = await fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token.access_token}`, 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    body: JSON.stringify(asked),
  });
  const answer = await reply.text();
  expect(reply.ok && answer.includes('Porto'), `the assistant is told ${answer}`);
  await page.goto('/api');
  const line = page.getByRole('listitem').filter({ hasText: 'Assistant' });
  await line.getByText(/connected today/).waitFor();
  await step(page, 9, 'connected');
}
