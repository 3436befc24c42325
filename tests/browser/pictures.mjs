// Fills a service with a person's memories and takes pictures of every page, light and dark, on a desk and on a phone.
//
//   node pictures.mjs BASE LOG DIRECTORY [PAGE…]

import { createServer } from 'node:http';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { authorizationUrl, call, connectDevice, DESKTOP, launch, logIn, open, PHONE, until } from './visit.mjs';

const [base, log, directory, ...only] = process.argv.slice(2);
const EMAIL = 'mara@example.com';
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-1';

const MEMORIES = [
  ['2023-02-11T19:30:00Z', 'journal', null, 'I moved to Lyon last week. Jonas helped me carry the piano up four floors.'],
  ['2023-03-04T10:00:00Z', 'journal', null, 'I started working at Airbus on Wednesday. My manager is called Ingrid Solberg.'],
  ['2023-06-18T20:15:00Z', 'journal', null, 'Jonas married Priya in Marseille yesterday. They live in Grenoble now.'],
  ['2023-09-02T08:00:00Z', 'notes', null, 'Priya works at the Institut Laue-Langevin. She studies superconductors.'],
  ['2023-11-20T21:00:00Z', 'journal', null, 'My sister Lena moved to Lisbon. She works at the Oceanário as a biologist.'],
  ['2024-01-09T09:30:00Z', 'notes', null, 'Dr. Amara Okafor is my new dentist. Her practice is in Villeurbanne.'],
  ['2024-03-15T18:00:00Z', 'chat', 'Planning Lisbon', 'Lena: I found us a flat in Alfama for April.\nMara: Wonderful! I booked the train to Barcelona, and Jonas drives from there.'],
  ['2024-03-16T18:30:00Z', 'chat', 'Planning Lisbon', 'Jonas: Priya comes too. She wants to see the aquarium where Lena works.\nLena: I will get us tickets for Saturday.'],
  ['2024-03-17T07:45:00Z', 'chat', 'Planning Lisbon', 'Mara: I bought hiking boots at Decathlon. Sintra, here we come.\nLena: Sintra is full of hills, good choice.'],
  ['2024-04-22T22:10:00Z', 'journal', null, 'We visited Sintra with Lena and her friend Tiago. Tiago is a photographer, he lives in Porto.'],
  ['2024-07-01T12:00:00Z', 'notes', null, 'Ingrid Solberg left Airbus. Her successor is Paul Mercier.'],
  ['2024-09-10T17:20:00Z', 'journal', null, 'I adopted a dog called Biscuit from the shelter in Lyon.'],
  ['2024-11-05T20:00:00Z', 'journal', null, 'I finished reading The Master and Margarita. Tiago gave it to me.'],
  ['2025-01-12T11:00:00Z', 'notes', null, 'Jonas and Priya have a daughter, Mila. She was born on 8 January 2025.'],
  ['2025-02-20T19:00:00Z', 'journal', null, 'I quit Airbus. From May on I work for Siemens in Toulouse.'],
  ['2025-05-03T18:40:00Z', 'journal', null, 'I moved to Toulouse with Biscuit. The new flat is near the Canal du Midi.'],
  ['2025-08-14T21:30:00Z', 'journal', null, 'Lena and Tiago are engaged. The wedding will be in Porto next June.'],
  ['2025-10-02T09:00:00Z', 'notes', null, 'Paul Mercier visited Siemens with a delegation from Airbus. We had lunch at Le Bibent.'],
  ['2025-11-18T20:20:00Z', 'journal', null, 'Lena left the Oceanário and started at the University of Porto.'],
];

const PAGES = [
  ['home', '/'],
  ['search', '/search?q=Where%20does%20Lena%20work%3F'],
  ['graph', '/graph'],
  ['graph-chosen', '/graph'],
  ['activity', '/activity'],
  ['people', '/people'],
  ['timeline', '/timeline'],
  ['profile', '/profile'],
  ['decisions', '/decisions'],
  ['episode', null],
  ['entity', null],
  ['api', '/api'],
  ['key', '/api'],
  ['webhooks', '/webhooks'],
  ['spaces', '/spaces'],
  ['account', '/account'],
  ['login', '/login'],
  ['consent', null],
  ['device', null],
  ['waiting', null],
];

const browser = await launch();
try {
  const first = await open(browser, base);
  await logIn(first.page, log, EMAIL);
  await fill(first.page);
  const state = await first.context.storageState();
  await mkdir(directory, { recursive: true });
  for (const [size, viewport] of [['desktop', DESKTOP], ['phone', PHONE]]) {
    for (const colorScheme of ['light', 'dark']) {
      const { context, page } = await open(browser, base, { viewport, colorScheme });
      for (const [name, path] of PAGES) {
        if (only.length && !only.includes(name)) continue;
        await context.clearCookies();
        if (name !== 'login') await context.addCookies(state.cookies);
        await page.goto(path ?? (await pathOf(page, name)));
        await settle(page, name);
        await page.screenshot({ path: join(directory, `${name}-${size}-${colorScheme}.png`), fullPage: !['home', 'search', 'graph', 'graph-chosen', 'login'].includes(name) });
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}

async function fill(page) {
  const { totalCount } = await call(page, 'GET', '/api/v1/logs?limit=1');
  if (totalCount >= MEMORIES.length) return;
  await call(page, 'PUT', '/api/v1/me', { name: 'Mara' });
  for (const [referenceTime, source, sessionId, episodeBody] of MEMORIES) {
    await call(page, 'POST', '/api/v1/add', { episodeBody, referenceTime, source, sessionId });
  }
  await call(page, 'POST', '/api/v1/spaces', { name: 'Work', description: 'Projects, meetings, people of the office' });
  await hook(page);
  await until('everything is read', async () => {
    const { logs } = await call(page, 'GET', '/api/v1/logs?limit=100');
    return logs.every(({ status }) => status === 'completed' || status === 'failed');
  }, 120_000);
}

/** A webhook that has received something. */
async function hook(page) {
  const receiver = createServer((request, response) => request.resume().on('end', () => response.end()));
  await new Promise((resume) => receiver.listen(0, '127.0.0.1', resume));
  const { id } = await call(page, 'POST', '/api/v1/webhooks', { url: `http://127.0.0.1:${receiver.address().port}/memories` });
  await call(page, 'POST', `/api/v1/webhooks/${id}/test`);
  await until('something was delivered', async () => {
    const { deliveries } = await call(page, 'GET', `/api/v1/webhooks/${id}/deliveries`);
    return deliveries.some(({ state }) => state === 'delivered');
  });
  receiver.close();
}

async function pathOf(page, name) {
  await page.goto('/');
  if (name === 'consent') return (await authorizationUrl(base, 'Reading list', VERIFIER)).url;
  if (name === 'device') {
    const { client } = await authorizationUrl(base, 'Kitchen display', VERIFIER);
    return (await connectDevice(base, client)).verification_uri_complete;
  }
  if (name === 'episode') {
    const { results } = await call(page, 'POST', '/api/v1/search', { query: 'Priya wants to see the aquarium where Lena works', limit: 1 });
    return `/episodes/${results[0].episodeUUID}`;
  }
  if (name === 'waiting') {
    const note = (number) => ({ episodeBody: `Note ${number}: the tide is late today. `.repeat(60), referenceTime: '2025-11-19T09:00:00Z', source: 'notes' });
    await call(page, 'POST', '/api/v1/batch', { bulk: true, episodes: Array.from({ length: 300 }, (_, number) => note(number)) });
    const { results } = await call(page, 'POST', '/api/v1/search', { query: 'Note 299', limit: 1 });
    return `/episodes/${results[0].episodeUUID}`;
  }
  const { entities } = await call(page, 'GET', '/api/v1/entities?query=Lena');
  return `/entities/${entities[0].id}`;
}

async function settle(page, name) {
  if (name.startsWith('graph')) await page.locator('#picture[data-drawn]').waitFor({ timeout: 30_000 });
  if (name === 'graph-chosen') {
    await page.getByLabel('Find a name').fill('Lena');
    await page.getByLabel('Find a name').press('Enter');
    await page.locator('#details').getByRole('heading', { name: 'Lena' }).waitFor();
    await page.waitForTimeout(600);
  }
  if (name === 'key') {
    await page.getByLabel('What it is for').fill('notes app');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  }
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(250);
}
