// The extension in Debian's browser, as it is loaded unpacked, against a running service: argv is the base URL, a key, the folder of the
// extension and, if it is to be looked at, a folder for pictures.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [base, key, extension, pictures] = process.argv.slice(2);
const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
const ask = async (path) => (await fetch(base + path, { headers })).json();
const logs = async () => (await ask('/api/v1/logs?source=browser')).logs.filter((log) => log.ingestText !== '');
const settled = async () => {
  while ((await ask('/api/v1/queue')).depth > 0) await new Promise((passed) => setTimeout(passed, 20));
};

const page = `<!doctype html><title>Clara's bakery</title><nav>Menu</nav>
  <article><h1>Clara's bakery</h1><p>Clara lives in Lisbon.</p><p id="hidden" style="display: none">Not shown.</p></article>`;
const site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page));
await new Promise((listening) => site.listen(0, '127.0.0.1', listening));
const address = `http://127.0.0.1:${site.address().port}/bakery`;

const profile = await mkdtemp(join(tmpdir(), 'extension-'));
const context = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.RECOLLECT_TEST_CHROMIUM ?? '/usr/bin/chromium',
  headless: false,
  locale: 'en-GB',
  args: ['--headless=new', '--no-sandbox', `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
});
// A busy machine may start a browser's process late.
context.setDefaultTimeout(120_000);
const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
const own = `chrome-extension://${new URL(worker.url()).host}`;
const strange = [];
const watch = (tab) => tab.on('pageerror', (error) => strange.push(String(error)));

// The options: a wrong key is said, the right one names the account.
// The extension opens them itself when it is installed.
const opened = async () => {
  for (;;) {
    const tab = context.pages().find((tab) => tab.url() === `${own}/options.html`);
    if (tab) return tab;
    await new Promise((passed) => setTimeout(passed, 20));
  }
};
const options = await opened();
watch(options);
// Once it shows what is kept, it listens.
await options.waitForFunction(() => document.querySelector('#url').value !== '');
assert.equal(await options.inputValue('#url'), 'http://localhost:3033');
const save = async (secret) => {
  await options.fill('#url', `${base}/`);
  await options.fill('#key', secret);
  await options.click('button[type=submit]');
};
await save('rc_pat_nobody');
await options.waitForSelector('[role=status].bad');
await save(key);
await options.waitForSelector('[role=status].good');
assert.equal(await options.textContent('[role=status]'), 'Saved. The memory of anna@example.com.');
if (pictures) await options.screenshot({ path: join(pictures, 'options.png') });

// A page, as the window at the button is opened on it. No click on the browser's own bar can be played, so the permission that such a click
// gives for the page is played instead: what reads the page is run there by hand.
const tab = await context.newPage();
await tab.goto(`${address}#top`);
const popup = await context.newPage();
watch(popup);
await popup.setViewportSize({ width: 360, height: 420 });
await popup.addInitScript(() => {
  const read = (func) => window.readTab(`(${func})()`);
  chrome.scripting.executeScript = async ({ func }) => [{ result: await read(func.toString()) }];
});
await popup.exposeFunction('readTab', (script) => tab.evaluate(script));
const id = await worker.evaluate(async () => (await chrome.tabs.query({ active: true }))[0].id);
await popup.goto(`${own}/popup.html?tab=${id}`);
const said = async (text) => popup.waitForFunction((text) => document.querySelector('[role=status]').textContent.startsWith(text), text);

await popup.click('#selection');
await said('nothing is selected');
await popup.click('#page');
await said('Remembered the page.');
if (pictures) await popup.screenshot({ path: join(pictures, 'popup.png') });
await settled();
let [log] = await logs();
assert.equal(log.ingestText, "Clara's bakery\n\nClara lives in Lisbon.");
assert.deepEqual([log.sourceURL, log.sessionId, log.data.title, log.data.type], [address, `browser/${address}`, "Clara's bakery", 'DOCUMENT']);

// Saved again it takes its own place; a selection stands for itself.
await tab.evaluate(() => (document.querySelector('p').textContent = 'Clara lives in Porto.'));
await popup.click('#page');
await said('Remembered the page.');
await settled();
assert.deepEqual((await logs()).map((one) => one.ingestText), ["Clara's bakery\n\nClara lives in Porto."]);
await tab.evaluate(() => getSelection().selectAllChildren(document.querySelector('p')));
await popup.click('#selection');
await said('Remembered the selection.');
await settled();
assert.deepEqual((await logs()).map((one) => one.ingestText), ['Clara lives in Porto.', "Clara's bakery\n\nClara lives in Porto."]);

// Two pages with addresses that are longer than a name may be, and differ at their ends alone, are two documents.
const long = `${address}?${'q'.repeat(600)}`;
const names = [];
for (const place of ['Oslo', 'Rome', 'Bonn']) {
  // The last one is the first page again, as it reads by then.
  const end = place === 'Rome' ? '&b' : '&a';
  await tab.goto(long + end);
  await tab.evaluate((place) => (document.querySelector('p').textContent = `Clara lives in ${place}.`), place);
  await popup.click('#page');
  await said('Remembered the page.');
  await settled();
  const [{ sessionId }] = await logs();
  assert.equal(sessionId.length, 512);
  assert.ok(sessionId.startsWith(`browser/${address}?qqq`));
  assert.match(sessionId, /~[0-9a-f]{64}$/);
  names.push(sessionId);
}
assert.ok(names[0] === names[2] && names[0] !== names[1]);
const lastLine = ({ ingestText }) => ingestText.split('\n').at(-1);
assert.deepEqual((await logs()).slice(0, 2).map(lastLine), ['Clara lives in Bonn.', 'Clara lives in Rome.']);
assert.equal((await logs()).length, 4);

// The pages of an application that tells them apart behind the sign are pages of their own.
for (const route of ['#/notes/7', '#/notes/8', '#!/notes/8']) {
  await tab.goto(address + route);
  await popup.click('#page');
  await said('Remembered the page.');
  await settled();
  assert.equal((await logs())[0].sessionId, `browser/${address}${route}`);
}
assert.equal((await logs()).length, 7);
await tab.goto(address);
await tab.evaluate(() => (document.querySelector('p').textContent = 'Clara lives in Porto.'));
await tab.evaluate(() => getSelection().selectAllChildren(document.querySelector('p')));

// It is found, and taken back.
await popup.fill('#query', 'Where does Clara live?');
await popup.press('#query', 'Enter');
await popup.waitForSelector('#found li');
assert.match(await popup.textContent('#found'), /Clara lives in Porto/);
if (pictures) await popup.screenshot({ path: join(pictures, 'found.png') });
await popup.click('#selection');
await said('Remembered the selection.');
await popup.click('text=Forget it');
await said('Forgotten.');
assert.deepEqual(strange, []);

await context.close();
site.close();
await rm(profile, { recursive: true, force: true });
console.log('ok');
