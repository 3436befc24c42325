// What a person does on the pages, from the first login to leaving: on a desk or on a phone.
//
//   node journey.mjs BASE LOG desktop|phone RECEIVER

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { assertAccessible, assertFits, authorizationUrl, call, connectDevice, DESKTOP, DEVICE_CODE, launch, logIn, open, PHONE, until } from './visit.mjs';

const [base, log, size] = process.argv.slice(2);
const viewport = size === 'phone' ? PHONE : DESKTOP;
const email = `${size}@example.com`;

const browser = await launch();
try {
  const { page, faults, context } = await open(browser, base, { viewport });
  await page.goto('/login');
  await check(page, 'the login page');
  await logIn(page, log, email);
  await check(page, 'an empty home page');
  await introduce(page);

  await addAndWatch(page);
  await check(page, 'the home page');
  await keepTheDraft(page, context);
  await dropFiles(page);
  await search(page);
  await putRight(page);
  await jump(page);
  await calendars(page);
  await readAlone(page);
  await key(page);
  await connect(page);
  await device(page);
  await graph(page);
  await retry(page);
  await webhook(page);
  await space(page);
  await activity(page);
  await logOut(page);
  if (faults.length) throw new Error(`the pages did what they should not:\n${[...new Set(faults)].join('\n')}`);
  await leave(page);
  console.log('done');
} finally {
  await browser.close();
}

async function check(page, what) {
  await page.evaluate(() => document.fonts.ready);
  await assertFits(page, what);
  await assertAccessible(page, what);
}

async function introduce(page) {
  await page.getByLabel('What are you called?').fill('Mara Berg');
  await page.getByLabel('What else are you called?').fill('Mara');
  if ((await page.getByLabel('Your time zone').inputValue()) !== 'UTC') throw new Error('the time zone of the browser is not offered');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Good to know you').waitFor();
  if (await page.getByLabel('What are you called?').count()) throw new Error('it is asked a second time');
  const me = await call(page, 'GET', '/api/v1/me');
  if (me.name !== 'Mara Berg' || me.alsoCalled.join() !== 'Mara' || me.timeZone !== 'UTC') throw new Error(`the account is ${JSON.stringify(me)}`);
}

/** A year is that year and a month that month wherever one reads; a day is the reader's; "today" is the writer's. */
async function calendars(page) {
  const { logId } = await call(page, 'POST', '/api/v1/add', { episodeBody: 'Quentin moved to Faro in 2019. Olga moved to Turin in February 2021.', referenceTime: '2025-03-01T09:30:00+14:00', source: 'calendar' });
  await until('the text is completed', async () => (await call(page, 'GET', `/api/v1/logs/${logId}`)).log.status === 'completed');
  await call(page, 'PUT', '/api/v1/me', { timeZone: '' });
  const state = await page.context().storageState();
  for (const [timezoneId, today] of [['Pacific/Honolulu', 'T10:00:00Z'], ['Pacific/Kiritimati', 'T10:00:00Z'], ['Europe/Berlin', null]]) {
    const context = await browser.newContext({ baseURL: base, viewport, storageState: state, timezoneId, locale: 'en-GB' });
    const there = await context.newPage();
    for (const [question, told] of [['Where does Quentin live?', 'since 2019'], ['Where does Olga live?', 'since Feb 2021']]) {
      await there.goto(`/search?q=${encodeURIComponent(question)}`);
      const fact = there.locator('#results .fact').filter({ hasText: question.includes('Olga') ? 'Turin' : 'Faro' }).first();
      await fact.locator('.when').filter({ hasText: told }).waitFor();
    }
    if (today) {
      await there.goto('/');
      await there.getByLabel('Text to remember').fill(`I bought a lamp in ${timezoneId.split('/')[1]} today.`);
      await there.getByRole('button', { name: 'Add', exact: true }).click();
      await there.locator('#recent .memory').filter({ hasText: 'I bought a lamp' }).first().locator('.status.completed').waitFor({ timeout: 60_000 });
      const { facts } = await call(there, 'POST', '/api/v1/search', { query: `lamp ${timezoneId.split('/')[1]}` });
      const lamp = facts.find((one) => one.fact.includes('lamp'));
      if (!lamp?.validAt?.endsWith(today)) throw new Error(`today in ${timezoneId} begins at ${lamp?.validAt}`);
    }
    await context.close();
  }
  await call(page, 'PUT', '/api/v1/me', { timeZone: 'UTC' });
}

async function addAndWatch(page) {
  const box = page.getByLabel('Text to remember');
  await box.fill('Lena moved to Lisbon in March 2024. She works at Siemens.');
  await box.press('Control+Enter');
  const card = page.locator('#recent .memory').first();
  await card.locator('.status.completed').waitFor({ timeout: 60_000 });
  await card.locator('.words').getByRole('link', { name: 'Lena' }).waitFor();
  await card.getByText(/Lena lives in Lisbon/).waitFor();
  if ((await box.inputValue()) !== '') throw new Error('the box is not emptied');
  await box.fill('Meine Schwester wohnt seit vielen Jahren in Hamburg.');
  await page.getByText('Facts are understood in English').waitFor();
  await box.fill('Jonas Weber is a colleague of Lena. He lives in Porto.');
  await page.getByText('Facts are understood in English').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.locator('#recent .memory').filter({ hasText: 'Jonas Weber' }).locator('.status.completed').waitFor({ timeout: 60_000 });
}

async function keepTheDraft(page, context) {
  const box = page.getByLabel('Text to remember');
  const words = 'What I was about to write when the session ended';
  await box.fill(words);
  const cookies = await context.cookies();
  await context.clearCookies();
  await box.press('Control+Enter');
  await page.getByText('You are logged out').waitFor();
  await context.addCookies(cookies);
  await page.goto('/');
  if ((await box.inputValue()) !== words) throw new Error('the draft is lost');
  await box.fill('');
}

async function dropFiles(page) {
  const chat = { title: 'Weekend', messages: [{ author: 'M. B.', text: 'We meet Tiago in Sintra.', timestamp: '2025-05-02T10:00:00Z' }, { author: 'Lena', text: 'Tiago works at the harbour.' }] };
  await page.locator('#files').setInputFiles([
    { name: 'plan.md', mimeType: 'text/markdown', buffer: Buffer.from('# Plan\n\nThe garden needs a fence before spring.') },
    { name: 'chat.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(chat)) },
    { name: 'letter.pdf', mimeType: 'application/pdf', buffer: pdf('Ingrid Solberg moved to Oslo.') },
    { name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from('no text') },
  ]);
  await page.getByText('chat.json: which of these is you?').waitFor();
  await page.getByText('picture.png was not added').waitFor();
  await check(page, 'the question who is who');
  await page.getByRole('button', { name: 'M. B.', exact: true }).click();
  // Nothing is brought in before that is said.
  const before = await call(page, 'GET', '/api/v1/imports');
  if (before.imports.length) throw new Error(`${before.imports.length} imports were begun before anybody asked for them`);
  await check(page, 'what would be brought in');
  await page.getByRole('button', { name: 'Bring all in' }).click();
  await page.getByText('plan.md: added').waitFor();
  await page.getByText('chat.json: 2 added').waitFor();
  await page.getByText('letter.pdf: added').waitFor({ timeout: 60_000 });
  await check(page, 'what was brought in');
  // A long text in Latin-1 is one memory, whole; the same again adds nothing; and it can be taken back.
  const long = 'Der Fluß war ruhig. Nobody came to the harbour.\n'.repeat(2_000);
  const file = { name: 'lang.txt', mimeType: 'text/plain', buffer: Buffer.from(long, 'latin1') };
  await page.locator('#files').setInputFiles([file]);
  await page.getByRole('button', { name: 'Bring it in' }).click();
  await page.getByText('lang.txt: added').waitFor({ timeout: 60_000 });
  const { logs: [log], totalCount } = await call(page, 'GET', '/api/v1/logs?externalId=file/lang.txt');
  if (totalCount !== 1 || log.ingestText !== long) throw new Error(`${long.length} characters went in, ${log?.ingestText.length} were found in ${totalCount} texts`);
  await page.locator('#files').setInputFiles([file]);
  await page.getByText('lang.txt: there already').waitFor();
  await page.locator('#progress > div').filter({ hasText: 'lang.txt: added' }).getByRole('button', { name: 'Undo' }).click();
  await page.getByText('lang.txt: taken back').waitFor({ timeout: 60_000 });
  // What was left out leaves nothing behind; what was brought in earlier is taken back from its list, once that is said twice.
  await page.locator('#files').setInputFiles([file]);
  await page.getByRole('button', { name: 'Leave it' }).click();
  await page.getByText('lang.txt: left out').waitFor();
  await page.reload();
  await page.getByText('What was brought in').click();
  await check(page, 'the list of imports');
  await page.getByRole('button', { name: 'Undo plan.md' }).click();
  await page.getByRole('button', { name: 'Forget 1 text' }).click();
  await page.locator('#imports li').filter({ hasText: 'plan.md' }).getByText('taken back').waitFor({ timeout: 60_000 });
  await until('the letter is in the memory', async () => {
    const { logs } = await call(page, 'GET', '/api/v1/logs?limit=50');
    return logs.some((one) => one.ingestText.includes('Ingrid Solberg moved to Oslo') && one.status === 'completed');
  });
}

async function search(page) {
  await page.goto('/search');
  await page.getByLabel('What to look for').pressSequentially('Where does Lena work?');
  await page.locator('#results mark').first().waitFor();
  await page.locator('#results').getByText('Lena works at Siemens').first().waitFor();
  await page.locator('#results').getByText('the same words').first().waitFor();
  await page.locator('#results svg.life').first().waitFor();
  await check(page, 'the search');
  // Each fact leads to its sentence; a question that nobody answered is told so; nonsense finds nothing.
  await page.locator('#results .about').filter({ hasText: 'Lena' }).getByRole('link', { name: /Where it was said: Lena works at Siemens/ }).first().click();
  await page.locator('mark#said').waitFor();
  await page.locator('mark').filter({ hasText: 'Siemens' }).waitFor();
  await page.goto('/search?q=Where+was+Lena+born%3F');
  await page.getByText('No answer could be read out of what was found').waitFor();
  await page.goto('/search?q=qwertz+asdf');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  // Back leads to the question before.
  const question = page.getByLabel('What to look for');
  await question.fill('Where does Lena work?');
  await question.press('Enter');
  await page.locator('#results').getByText('Lena works at Siemens').first().waitFor();
  await question.fill('Tiago');
  await question.press('Enter');
  await page.locator('#results mark').filter({ hasText: 'Tiago' }).first().waitFor();
  await page.goBack();
  await page.locator('#results').getByText('Lena works at Siemens').first().waitFor();
  if ((await question.inputValue()) !== 'Where does Lena work?') throw new Error('Back does not bring the question back');
  await page.goBack();
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.goto('/search?q=Wo+arbeitet+meine+Schwester+Lena%3F');
  await page.getByText('Questions are understood in English').waitFor();
  await page.goto('/search?q=Tiago');
  await page.getByRole('link', { name: /Open/ }).first().click();
  await page.getByRole('heading', { name: 'What it says' }).waitFor();
  await check(page, 'a memory');
  await page.locator('.memory.here .chips a').first().click();
  await page.getByRole('heading', { name: 'Facts through time' }).waitFor();
  await check(page, 'an entity');
}

/** What is said of a fact stands where it is shown, is listed, and can be taken back; so do a name, a kind and a text. */
async function putRight(page) {
  await call(page, 'POST', '/api/v1/add', { episodeBody: 'Wanda lives in Ghent. Wanda works at Zeiss.', referenceTime: '2025-03-01T09:30:00Z', source: 'right' });
  await until('it is known', async () => (await call(page, 'GET', '/api/v1/entities?query=Wanda')).totalCount === 1);
  const { entities } = await call(page, 'GET', '/api/v1/entities?query=Wanda');
  await page.goto(`/entities/${entities[0].id}`);
  const fact = (words) => page.locator('.fact').filter({ hasText: words });
  await fact('lives in Ghent').getByText('Put right').click();
  await check(page, 'a fact to be put right');
  await fact('lives in Ghent').getByLabel('Not “Ghent” but').fill('Bruges');
  await fact('lives in Ghent').getByRole('button', { name: 'Correct' }).click();
  await page.getByText('Noted. It stands').waitFor();
  await fact('lives in Bruges').getByText('corrected').waitFor();
  await fact('works at Zeiss').getByText('Put right').click();
  await fact('works at Zeiss').getByLabel('It ended on').fill('2025-06-01');
  await fact('works at Zeiss').getByRole('button', { name: 'Note the end' }).click();
  await fact('works at Zeiss').getByText('ended by you', { exact: true }).waitFor();
  await fact('works at Zeiss').getByText('Put right').click();
  await fact('works at Zeiss').getByRole('button', { name: 'It is wrong' }).click();
  // What is wrong is told no more.
  await fact('works at Zeiss').waitFor({ state: 'detached' });
  await page.getByText('Noted. It stands').waitFor();
  // The notice takes it back, and so it does among the results of a search.
  await page.getByRole('button', { name: 'Take it back' }).click();
  await fact('works at Zeiss').waitFor();
  await page.goto('/search?q=Where+does+Wanda+work%3F');
  await fact('works at Zeiss').getByText('Put right').first().click();
  await fact('works at Zeiss').getByRole('button', { name: 'It is wrong' }).first().click();
  await page.getByText('Noted. It stands').waitFor();
  if (!page.url().includes('/search?q=Where+does+Wanda+work')) throw new Error(`it leads away from the search: ${page.url()}`);
  await check(page, 'a search after something was put right');
  await page.goto('/decisions');
  await check(page, 'what was put right');
  await page.getByRole('button', { name: 'Take back: Wanda lives in Ghent.' }).click();
  await page.getByText('What your texts say is told again').waitFor();
  await page.goto(`/entities/${entities[0].id}`);
  await fact('lives in Ghent').waitFor();
  await page.getByLabel('Is called').fill('Vanda');
  await page.getByLabel('Is a', { exact: true }).selectOption('animal');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Vanda', level: 1 }).waitFor();
  await page.locator('.lead .kind-animal').waitFor();
  await page.getByLabel('Is a', { exact: true }).selectOption('person');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('.lead .kind-person').waitFor();
  for (const [path, heading] of [['/people', 'People'], ['/timeline', 'Timeline'], ['/profile', 'Profile']]) {
    await page.goto(path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    await check(page, `the page ${heading}`);
  }
  const { logs } = await call(page, 'GET', '/api/v1/logs?source=right');
  await page.goto(`/episodes/${logs[0].episodeUUID}`);
  await page.getByText('Edit this memory').click();
  await page.getByLabel('The text').fill('Wanda lives in Namur.');
  await check(page, 'a memory that is edited');
  await page.getByRole('button', { name: 'Save the new words' }).click();
  await page.getByText('The old words are gone').waitFor();
  await until('the new words are read', async () => (await call(page, 'GET', `/api/v1/logs/${logs[0].id}`)).log.status === 'completed');
}

/** A slash, and Ctrl and K, lead to the search from anywhere, but not out of a field. */
async function jump(page) {
  await page.goto('/activity');
  await page.keyboard.press('/');
  await page.waitForURL('**/search');
  await page.goto('/spaces');
  await page.keyboard.press('Control+k');
  await page.waitForURL('**/search');
  await page.goto('/');
  await page.getByLabel('Text to remember').pressSequentially('and/or');
  if ((await page.getByLabel('Text to remember').inputValue()) !== 'and/or') throw new Error('a slash cannot be written');
  await page.getByLabel('Text to remember').fill('');
}

/** Everything but the picture and the live updates works without scripts. */
async function readAlone(page) {
  const state = await page.context().storageState();
  const context = await browser.newContext({ baseURL: base, viewport, javaScriptEnabled: false, storageState: state });
  const plain = await context.newPage();
  await plain.goto('/');
  await plain.getByLabel('Text to remember').fill('Nadia plays the cello in Bergen.');
  await plain.getByRole('button', { name: 'Add', exact: true }).click();
  await plain.getByText('Added. It is being read now.').waitFor();
  await until('the text is completed after a reload', async () => {
    await plain.reload();
    return plain.locator('.memory').filter({ hasText: 'Nadia plays' }).locator('.status.completed').count();
  });
  const cookies = await context.cookies();
  await context.clearCookies();
  await plain.getByLabel('Text to remember').fill('Nadia tunes the cello on Sundays.');
  await plain.getByRole('button', { name: 'Add', exact: true }).click();
  await plain.getByRole('heading', { name: 'You are logged out' }).waitFor();
  await context.addCookies(cookies);
  await plain.getByRole('button', { name: 'Add', exact: true }).click();
  await plain.getByText('Added. It is being read now.').waitFor();
  await plain.goto('/search');
  await plain.getByLabel('What to look for').fill('cello');
  await plain.getByRole('button', { name: 'Search' }).click();
  await plain.locator('#results').getByText('Nadia').first().waitFor();
  await plain.goto('/graph');
  await plain.locator('#entities').getByRole('link', { name: 'Nadia' }).waitFor();
  await context.close();
}

async function key(page) {
  await page.goto('/api');
  await check(page, 'the API page');
  await page.getByLabel('What it is for').fill('notes app');
  await page.getByRole('button', { name: 'Create the key' }).click();
  const token = await page.locator('#token').textContent();
  await check(page, 'a new key');
  const before = (await call(page, 'GET', '/api/v1/keys')).keys.length;
  await page.reload();
  if ((await call(page, 'GET', '/api/v1/keys')).keys.length !== before) throw new Error('reloading the page makes another key');
  const reply = await fetch(`${base}/api/v1/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'Lena' }),
  });
  const found = await reply.json();
  if (!found.episodes?.length) throw new Error(`the key finds nothing: ${JSON.stringify(found)}`);
  await page.goto('/api');
  if (await page.getByText(token).count()) throw new Error('the key is shown a second time');
  const line = page.getByRole('listitem').filter({ hasText: 'notes app' });
  await line.getByText('Revoke', { exact: true }).click();
  await line.getByRole('button', { name: 'Revoke it' }).click();
  await page.getByText('The key is revoked').waitFor();
  const refused = await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  if (refused.status !== 401) throw new Error(`the revoked key answers ${refused.status}`);
}

async function connect(page) {
  const verifier = 'a-verifier-of-at-least-forty-three-characters-1';
  const { client, redirect, url } = await authorizationUrl(base, 'Reading list', verifier);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Connect Reading list?' }).waitFor();
  await check(page, 'the question whether an application may connect');
  await page.getByRole('checkbox').last().uncheck();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.waitForURL(`${redirect}?*`);
  const answer = new URL(page.url()).searchParams;
  if (answer.get('state') !== 'state') throw new Error(`the application is told ${page.url()}`);
  const token = await tokenFor({ grant_type: 'authorization_code', code: answer.get('code'), redirect_uri: redirect, code_verifier: verifier, client_id: client });
  const reads = await whoIs(token.access_token);
  if (reads.scopes.join() !== 'memory:read') throw new Error(`the application may do ${reads.scopes}`);
  await disconnect(page, 'Reading list');
  if ((await whoIs(token.access_token)).scopes) throw new Error('a disconnected application goes on reading');
}

async function device(page) {
  const { client } = await authorizationUrl(base, 'Kitchen display', 'unused');
  const asked = await connectDevice(base, client);
  await page.goto(asked.verification_uri);
  await check(page, 'the page for the code of a device');
  await page.getByLabel('The code that the device shows').fill('BBBB-BBBB');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').waitFor();
  await check(page, 'a code that no device shows');
  await page.getByLabel('The code that the device shows').fill(asked.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Connect Kitchen display?' }).waitFor();
  await check(page, 'the question whether a device may connect');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Connected' }).waitFor();
  await check(page, 'a device that is connected');
  const token = await tokenFor({ grant_type: DEVICE_CODE, device_code: asked.device_code, client_id: client });
  if (!(await whoIs(token.access_token)).scopes) throw new Error('the device may not read');
  await disconnect(page, 'Kitchen display');
}

async function disconnect(page, name) {
  await page.goto('/api');
  const line = page.getByRole('listitem').filter({ hasText: name });
  await line.getByText('Disconnect', { exact: true }).click();
  await line.getByRole('button', { name: 'Disconnect it' }).click();
  await page.getByText('The connection is cut').waitFor();
  if (await page.getByRole('listitem').filter({ hasText: name }).count()) throw new Error(`${name} is still connected`);
}

async function tokenFor(asked) {
  const reply = await fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(asked) });
  const token = await reply.json();
  if (!token.access_token) throw new Error(`there is no token: ${JSON.stringify(token)}`);
  return token;
}

async function whoIs(token) {
  return (await fetch(`${base}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } })).json();
}

async function graph(page) {
  await page.goto('/graph');
  const picture = page.locator('#picture');
  await page.locator('#picture[data-drawn]').waitFor({ timeout: 60_000 });
  const [points, lines] = await picture.evaluate((element) => [Number(element.dataset.points), Number(element.dataset.lines)]);
  const [rows, statements] = [await page.locator('#entities tbody tr').count(), await page.locator('#statements tbody tr').count()];
  if (points !== rows || lines !== statements || !points) throw new Error(`the picture has ${points} and ${lines}, the tables ${rows} and ${statements}`);
  const find = page.getByLabel('Find a name');
  await find.fill('Qwertz');
  await find.press('Enter');
  await page.getByText('Nobody and nothing here is called “Qwertz”').waitFor();
  await find.fill('Lena');
  await find.press('Enter');
  const details = page.locator('#details');
  await details.getByRole('heading', { name: 'Lena' }).waitFor();
  await details.getByText(/Siemens/).first().waitFor();
  const chosen = new URL(page.url()).searchParams.get('entity');
  if (!chosen) throw new Error('whoever is chosen is not in the address');
  await page.reload();
  await details.getByRole('heading', { name: 'Lena' }).waitFor({ timeout: 60_000 });
  await page.locator('#slider').fill('1');
  if ((await page.locator('#day').textContent()) === 'all of time') throw new Error('the slider tells no day');
  await check(page, 'the graph');
}

async function retry(page) {
  const { logs } = await call(page, 'GET', '/api/v1/logs?status=failed');
  if (!logs.length) throw new Error('no text has failed, so none can be retried');
  await page.goto('/activity?status=failed');
  await check(page, 'failed texts');
  await page.locator('.text-row > summary').first().click();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await page.getByText('It waits at the end of your queue').waitFor();
}

async function webhook(page) {
  const taken = [];
  const receiver = createServer((request, response) => {
    request.on('data', (data) => taken.push(String(data)));
    request.on('end', () => response.end('ok'));
  });
  await new Promise((resume) => receiver.listen(0, '127.0.0.1', resume));
  await page.goto('/webhooks');
  await check(page, 'no webhooks');
  await page.getByLabel('Address').fill(`http://127.0.0.1:${receiver.address().port}/hook`);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: 'Its signing secret' }).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('A test is on its way').waitFor();
  await until('the delivery is shown', async () => {
    await page.goto('/webhooks');
    return page.locator('.status.delivered').count();
  });
  await check(page, 'a webhook');
  if (!taken.length) throw new Error('nothing was received');
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByText('On its way again').waitFor();
  await until('it arrives again', () => taken.length > 1);
  receiver.close();
}

async function space(page) {
  await page.goto('/spaces');
  await page.getByLabel('Name', { exact: true }).last().fill('Work');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Work' }).waitFor();
  await check(page, 'the spaces');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Work' }) });
  await card.getByText('Delete', { exact: true }).click();
  await card.getByLabel(/Type Work/).fill('wrong');
  await card.getByRole('button', { name: 'Delete the space' }).click();
  await page.getByText('Nothing was deleted').waitFor();
  await card.getByText('Delete', { exact: true }).click();
  await card.getByLabel(/Type Work/).fill('Work');
  await card.getByRole('button', { name: 'Delete the space' }).click();
  await page.getByText('The space is gone').waitFor();
}

async function activity(page) {
  await page.goto('/activity');
  await check(page, 'the activity');
  const words = page.getByLabel('Words of a text');
  await words.fill('no text says this');
  await words.press('Enter');
  await page.getByText('No text has these words').waitFor();
  await words.fill('PLAYS nadia');
  await words.press('Enter');
  await page.waitForURL(/words=PLAYS/);
  const card = page.locator('.text-row').filter({ hasText: 'Nadia plays' });
  if ((await page.locator('.text-row').count()) !== 1) throw new Error('other texts are found by the words of this one');
  await card.locator('summary').first().click();
  await check(page, 'an open row of the activity');
  await card.getByText('Forget', { exact: true }).click();
  await card.getByRole('button', { name: 'Forget it' }).click();
  await page.getByText('Forgotten, with all').waitFor();
  if (await page.locator('.text-row').filter({ hasText: 'Nadia plays' }).count()) throw new Error('it is not forgotten');
}

/** Nothing of a text that was begun is left for whoever comes next. */
async function logOut(page) {
  await page.goto('/');
  await page.getByLabel('Text to remember').fill('What nobody else is to read');
  const kept = () => page.evaluate(() => localStorage.length);
  await until('the draft is kept', async () => (await kept()) > 0);
  await page.evaluate(() => document.querySelector('form[action="/logout"] button').click());
  await page.waitForURL(/\/login/);
  if (await kept()) throw new Error('the draft outlives the logout');
  await logIn(page, log, email);
  if ((await page.getByLabel('Text to remember').inputValue()) !== '') throw new Error('the draft is shown after the next login');
}

async function leave(page) {
  await page.goto('/account');
  await check(page, 'the account');
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Export everything' }).click()]);
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  for (const part of ['account', 'spaces', 'logs', 'entities', 'statements', 'audit']) if (!exported[part]) throw new Error(`the export lacks ${part}`);
  if (!exported.logs.some((one) => one.ingestText.includes('Lena moved'))) throw new Error('the export lacks a text');
  await page.getByText('Delete the account', { exact: true }).click();
  await page.getByLabel(/Type/).fill(email);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await page.waitForURL(/\/login/);
  await page.getByText('Your account is deleted').waitFor();
  await page.goto('/');
  await page.waitForURL(/\/login/);
}

/** The smallest PDF file that says this. */
function pdf(words) {
  const stream = `BT /F1 12 Tf 20 80 Td (${words}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 120]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, number) => {
    const place = file.length;
    file += `${number + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = file.length;
  file += `xref\n0 6\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  return Buffer.from(`${file}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`);
}
