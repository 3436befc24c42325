// The first minutes of a new person, in two time zones a day apart, on a desk and on a phone, light and dark: run, log in, name
// oneself, drop an export, watch it, ask three questions, connect an assistant. Takes a picture of each step.
//
//   node first-minutes.mjs BASE LOG DIRECTORY

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { assertAccessible, assertFits, authorizationUrl, call, DESKTOP, launch, logIn, open, PHONE, until } from './visit.mjs';

const [base, log, directory] = process.argv.slice(2);
const ZONES = ['Pacific/Honolulu', 'Pacific/Kiritimati'];
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-1';

/** A chat with a friend as Telegram exports it; its times are moments, the same everywhere. */
const SAID = [
  ['2024-02-03T20:10:00Z', 'Lena', 'I live in Lisbon now! The flat is in Alfama.'],
  ['2024-02-03T20:12:00Z', 'Nora', 'Wonderful. I work at Airbus since January, in Toulouse.'],
  ['2024-02-03T20:15:00Z', 'Lena', 'And I work at the Oceanário as a biologist.'],
  ['2024-06-11T08:30:00Z', 'Nora', 'My brother Jonas moved to Grenoble.'],
  ['2024-06-11T08:34:00Z', 'Lena', 'My cat Miso is allergic to chicken, would you believe it.'],
  ['2025-03-20T19:00:00Z', 'Lena', 'I moved to Porto. I work at the university now.'],
  ['2025-03-20T19:05:00Z', 'Nora', 'Then I will visit you in June!'],
];
const EXPORT = JSON.stringify({
  name: 'Lena', type: 'personal_chat', id: 11,
  messages: SAID.map(([at, from, text], number) => ({ id: number + 1, type: 'message', date: at.slice(0, 19), date_unixtime: String(Date.parse(at) / 1000), from, from_id: `user${from.length}`, text, text_entities: [] })),
});

const browser = await launch();
try {
  await mkdir(directory, { recursive: true });
  for (const timezoneId of ZONES) {
    for (const [size, viewport] of [['desktop', DESKTOP], ['phone', PHONE]]) {
      for (const colorScheme of ['light', 'dark']) await play({ timezoneId, size, viewport, colorScheme });
    }
  }
  console.log('done');
} finally {
  await browser.close();
}

async function play({ timezoneId, size, viewport, colorScheme }) {
  const where = timezoneId.split('/')[1];
  const { context, page, faults } = await open(browser, base, { viewport, colorScheme, timezoneId });
  let number = 0;
  const picture = async (what) => {
    number += 1;
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(250);
    await page.screenshot({ path: join(directory, `${where}-${size}-${colorScheme}-${number}-${what}.png`) });
    await assertFits(page, what);
    await assertAccessible(page, what);
  };
  await page.goto('/login');
  await picture('login');
  await logIn(page, log, `${where}-${size}-${colorScheme}@example.com`.toLowerCase());
  await picture('home');
  await page.getByLabel('What are you called?').fill('Nora Berg');
  await page.getByLabel('What else are you called?').fill('Nora');
  if ((await page.getByLabel('Your time zone').inputValue()) !== timezoneId) throw new Error('the time zone of the browser is not offered');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Good to know you').waitFor();
  await page.locator('#files').setInputFiles([{ name: 'result.json', mimeType: 'application/json', buffer: Buffer.from(EXPORT) }]);
  await page.getByText(/result.json: (which of these is you|\d+ added)/).waitFor();
  const me = page.getByRole('button', { name: 'Nora', exact: true });
  if (await me.count()) {
    await picture('who-is-who');
    await me.click();
  }
  await page.getByText('result.json: 7 added').waitFor();
  await until('all is read', async () => {
    const { depth } = await call(page, 'GET', '/api/v1/queue');
    return depth === 0;
  });
  await picture('brought');
  await page.goto('/search');
  for (const [question, answer] of [['Where does Lena live?', 'Porto'], ['Where do I work?', 'Airbus'], ['What is Miso allergic to?', 'chicken']]) {
    await page.getByLabel('What to look for').fill(question);
    await page.locator('.answer .says').filter({ hasText: new RegExp(answer, 'i') }).waitFor();
  }
  await page.getByLabel('What to look for').fill('Where does Lena live?');
  await page.locator('.answer .course').filter({ hasText: 'Lisbon' }).waitFor();
  // Said at eight in the evening of the twentieth by UTC: the day differs between the two places.
  const day = timezoneId === ZONES[0] ? '20 Mar 2025' : '21 Mar 2025';
  await page.locator('.answer time').filter({ hasText: day }).waitFor();
  await picture('answer');
  await page.getByLabel('What to look for').fill('qwertz asdf');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  for (const [path, ready] of [['/graph', '#picture[data-drawn]'], ['/activity', '.text-row'], ['/people', '.card'], ['/timeline', '.card']]) {
    await page.goto(path);
    await page.locator(ready).first().waitFor({ timeout: 30_000 });
    await picture(path.slice(1));
  }
  await page.goto((await authorizationUrl(base, 'Assistant', VERIFIER)).url);
  await picture('connect');
  await page.getByRole('button', { name: /^(Allow|Connect)/ }).click();
  await page.waitForURL(/code=/);
  if (faults.length) throw new Error(`the pages did what they should not:\n${[...new Set(faults)].join('\n')}`);
  await context.close();
}
