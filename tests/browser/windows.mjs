// One person in several windows: what is edited or forgotten in one is told in the others, and nothing that was written is lost.
//
//   node windows.mjs BASE LOG

import { assertAccessible, call, launch, logIn, open, until } from './visit.mjs';

const [base, log] = process.argv.slice(2);
const FIRST = 'Clara lives in Berlin.';
const browser = await launch();
try {
  const { context, page, faults } = await open(browser, base);
  await logIn(page, log, 'windows@example.com');
  const episode = await remember(page);
  const other = await context.newPage();
  await conflict(page, other, episode);
  await draft(context, other, episode);
  await forgotten(page, other, episode);
  await graph(page);
  await focus(page);
  if (faults.length) throw new Error(`the pages did what they should not:\n${[...new Set(faults)].join('\n')}`);
  console.log('done');
} finally {
  await browser.close();
}

async function remember(page) {
  const added = { episodeBody: FIRST, referenceTime: new Date().toISOString(), source: 'test' };
  const { logId } = await call(page, 'POST', '/api/v1/add', added);
  return until('the text is read', async () => (await call(page, 'GET', `/api/v1/logs/${logId}`)).log.episodeUUID);
}

async function write(page, words) {
  const text = page.getByLabel('The text');
  if (!(await text.isVisible())) await page.getByText('Edit this memory').click();
  await text.fill(words);
}

function save(page) {
  return page.getByRole('button', { name: 'Save the new words' }).click();
}

function written(page) {
  return page.getByLabel('The text').inputValue();
}

function expect(is, what) {
  if (!is) throw new Error(what);
}

async function conflict(page, other, episode) {
  for (const one of [page, other]) await one.goto(`/episodes/${episode}`);
  await write(page, 'Clara lives in Bonn.');
  await write(other, 'Clara lives in Kiel.');
  await save(page);
  await page.waitForURL(/done=edited/);
  await until('the new words are read', async () => (await call(page, 'GET', `/api/v1/episodes/${episode}`)).episode.status === 'completed');
  await save(other);
  await other.getByText('The text was changed meanwhile').waitFor();
  await other.locator('#memory').getByText('Bonn').first().waitFor();
  expect((await written(other)) === 'Clara lives in Kiel.', 'the words of the second window are lost');
  await assertAccessible(other, 'a refused edit');
}

async function draft(context, page, episode) {
  await page.reload();
  await page.getByText('These words were begun in this browser').waitFor();
  expect((await written(page)) === 'Clara lives in Kiel.', 'the draft is not offered');
  await page.getByRole('button', { name: 'Discard them' }).click();
  expect((await written(page)) === 'Clara lives in Bonn.', 'the draft is not discarded');
  await write(page, 'Clara lives in Rome.');
  const session = await context.cookies();
  await context.clearCookies();
  await save(page);
  await page.waitForURL(/\/login\?next=/);
  await context.addCookies(session);
  await page.goto(new URL(page.url()).searchParams.get('next'));
  expect(new URL(page.url()).pathname === `/episodes/${episode}`, `the way back leads to ${page.url()}`);
  expect((await written(page)) === 'Clara lives in Rome.', 'what was written is lost with the session');
  await save(page);
  await page.waitForURL(/done=edited/);
  await until('the new words are read', async () => (await call(page, 'GET', `/api/v1/episodes/${episode}`)).episode.status === 'completed');
  await page.goto(`/episodes/${episode}`);
  expect(!(await page.evaluate(() => JSON.stringify(localStorage))).includes('Rome'), 'a draft stays that was saved');
}

async function forgotten(page, other, episode) {
  const third = await other.context().newPage();
  await page.goto('/search?q=Clara');
  await third.goto('/');
  for (const one of [page, third, other]) await one.getByRole('link', { name: 'Rome' }).first().waitFor();
  const card = third.locator('article').filter({ hasText: 'Clara lives in Rome' });
  await card.getByText('Forget', { exact: true }).click();
  await card.getByRole('button', { name: 'Forget it' }).click();
  await third.waitForURL(/\/\?done=forgotten/);
  expect((await third.evaluate(() => document.activeElement.id)) === 'done', 'the focus is lost with what was forgotten');
  for (const one of [page, other]) await until('what was forgotten is gone', async () => !(await one.locator('body').innerText()).includes('Rome'));
  await third.close();
}

async function graph(page) {
  const names = ['Aisha', 'Bruno', 'Chiara', 'Dmitri', 'Elena', 'Farid'];
  const episodes = names.map((name) => ({ episodeBody: `${name} lives in Lisbon. ${name} works at Siemens.`, referenceTime: '2024-03-01T09:00:00Z', source: 'test' }));
  await call(page, 'POST', '/api/v1/batch', { episodes });
  await until('the texts are read', async () => (await call(page, 'GET', '/api/v1/queue')).depth === 0);
  await page.goto('/graph?limit=3');
  await page.locator('#picture[data-drawn]').waitFor({ timeout: 60_000 });
  const { entities } = await call(page, 'GET', '/api/v1/entities?kind=person&limit=50');
  const shown = await page.locator('#entities tr[data-entity]').evaluateAll((rows) => rows.map((row) => row.dataset.entity));
  const outside = entities.find(({ id, name }) => !shown.includes(id) && names.includes(name));
  await page.getByLabel('Find a name').fill(outside.name);
  await page.getByLabel('Find a name').press('Enter');
  await page.locator('#details').getByRole('heading', { name: outside.name }).waitFor();
  // One day for the slider, the date and the tables.
  await page.getByRole('button', { name: 'Today' }).click();
  await page.waitForURL(/as_of=/);
  const today = await page.locator('#as_of').inputValue();
  expect(new URL(page.url()).searchParams.get('as_of') === today, 'the date is not that of the address');
  await page.locator('#as_of').fill('2024-02-01');
  await page.locator('#statements').getByText('Nothing held then').waitFor();
  expect((await page.locator('#day').innerText()).includes('2024'), 'the slider tells another day than the date');
  await page.getByRole('button', { name: 'All of time' }).click();
  await page.locator('#statements tbody tr').first().waitFor();
  await page.goto(`/entities/${outside.id}`);
  await page.getByRole('link', { name: 'Graph around it' }).click();
  await page.locator('#details').getByRole('heading', { name: outside.name }).waitFor({ timeout: 60_000 });
}

async function focus(page) {
  await page.goto('/');
  for (let number = 0; number < 12; number += 1) {
    await page.locator('#files').setInputFiles([{ name: `n${number}.txt`, mimeType: 'text/plain', buffer: Buffer.from(`The fence has ${number} posts.`) }]);
    await page.getByRole('button', { name: 'Bring it in' }).click();
    expect((await page.evaluate(() => document.activeElement.tagName)) !== 'BODY', 'the focus is lost when a file is brought in');
    await page.getByText(`n${number}.txt: added`).first().waitFor();
  }
  await page.getByText('What was brought in').click();
  await page.getByRole('button', { name: /Show more/ }).click();
  await page.getByRole('button', { name: 'Undo n0.txt' }).waitFor();
}
