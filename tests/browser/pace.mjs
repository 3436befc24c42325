// How long each page takes over many memories, as a browser asks for it and as it can be used.
//
//   node pace.mjs BASE LOG MEMORIES

import { call, launch, logIn, open, until } from './visit.mjs';

const [base, log, memories] = process.argv.slice(2);
const count = Number(memories);
const VISITS = 15;
const NAMES = ['Anna', 'Bruno', 'Clara', 'Dario', 'Elif', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kaya', 'Luca', 'Mara', 'Nils', 'Olga', 'Paul'];
const SURNAMES = ['Weber', 'Rossi', 'Silva', 'Novak', 'Haas', 'Moreau', 'Lind', 'Costa', 'Brandt', 'Kovacs', 'Meyer', 'Okafor', 'Ito', 'Berg'];
const PLACES = ['Lisbon', 'Porto', 'Lyon', 'Oslo', 'Turin', 'Ghent', 'Graz', 'Bergen', 'Utrecht', 'Malmo', 'Toulouse', 'Krakow'];
const WORKPLACES = ['Airbus', 'Siemens', 'Nokia', 'Philips', 'Bosch', 'Equinor', 'Danone', 'Volvo'];

/** A text of its own for each number: some 220 people, who move and change their work. */
function text(number) {
  const of = (list, step) => list[Math.floor(number / step) % list.length];
  const person = `${of(NAMES, 1)} ${of(SURNAMES, NAMES.length)}`;
  const sentences = [`${person} moved to ${of(PLACES, 5)}.`, `${person} works at ${of(WORKPLACES, 7)}.`, `${person} met ${of(NAMES, 3)} ${of(SURNAMES, 11)} in ${of(PLACES, 13)}.`];
  return `${sentences[number % sentences.length]} It was entry ${number} of the journal, written on a quiet evening.`;
}

async function fill(key) {
  let next = 0;
  const send = async () => {
    while (next < count) {
      const number = next++;
      const time = new Date(Date.UTC(2020, 0, 1) + number * 4 * 3_600_000).toISOString();
      const reply = await fetch(`${base}/api/v1/add`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ episodeBody: text(number), referenceTime: time, source: 'journal' }),
      });
      if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
    }
  };
  await Promise.all(Array.from({ length: 32 }, send));
}

const quantile = (times, part) => [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))];

/** How a picture of so many made-up points moves: frames a second, and the script of each; the rest is drawing. */
async function move(page, points) {
  const kinds = ['person', 'place', 'organization', 'event'];
  const entities = Array.from({ length: points }, (_, number) => ({ id: `e${number}`, name: `Name ${number}`, kind: kinds[number % 4], mentions: 1 + (number % 50) }));
  const named = (number) => ({ id: `e${number % points}`, name: `Name ${number % points}` });
  const statements = Array.from({ length: points * 1.6 }, (_, number) => ({ id: `s${number}`, fact: '', subject: named(number), object: named(number * 7919 + 13), validAt: null, invalidAt: null, precision: null, episodeUUIDs: [] }));
  await page.route('**/api/v1/graph/overview*', (route) => route.fulfill({ json: { clusters: [{ name: 'all', entities }], statements, isComplete: true } }));
  await page.addInitScript(() => {
    window.drawn = [];
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (draw) => ask((time) => {
      const start = performance.now();
      draw(time);
      window.drawn.push([time, performance.now() - start]);
    });
  });
  await page.goto('/graph');
  await page.locator('#picture[data-drawn]').waitFor({ timeout: 120_000 });
  const box = await page.locator('#canvas').boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(() => (window.drawn = []));
  const start = Date.now();
  for (let turn = 0; Date.now() - start < 4_000; turn++) {
    await page.mouse.wheel(0, turn % 20 < 10 ? -60 : 60);
    await page.waitForTimeout(16);
  }
  const seconds = (Date.now() - start) / 1000;
  const frames = await page.evaluate(() => window.drawn);
  const script = frames.map(([, spent]) => spent);
  console.log(`a zoom over ${points} points: ${(new Set(frames.map(([time]) => time)).size / seconds).toFixed(0)} frames/s, script in each median ${quantile(script, 0.5).toFixed(1)} ms, p95 ${quantile(script, 0.95).toFixed(1)} ms`);
}

const browser = await launch();
try {
  const { page } = await open(browser, base);
  await logIn(page, log, 'pace@example.com');
  const { key } = await call(page, 'POST', '/api/v1/keys', { name: 'pace' });
  // The home page would follow each of them.
  await page.goto('/spaces');
  const start = Date.now();
  await fill(key);
  await until('all is processed', async () => (await call(page, 'GET', '/api/v1/queue')).depth === 0, 600_000);
  console.log(`${count} memories in ${((Date.now() - start) / 1000).toFixed(0)} s`);
  const { logs } = await call(page, 'GET', '/api/v1/logs?limit=1');
  const { entities } = await call(page, 'GET', '/api/v1/entities?limit=1');
  // The first search builds the index, unless the empty form has begun to before.
  const paths = ['/', '/search?q=Where%20does%20Anna%20Weber%20live%3F', '/search', '/activity', '/graph', `/episodes/${logs[0].episodeUUID}`, `/entities/${entities[0].id}`, '/spaces', '/api', '/webhooks', '/account'];
  for (const path of paths) {
    const times = await page.evaluate(async ([path, visits]) => {
      const times = [];
      for (let visit = 0; visit <= visits; visit++) {
        const start = performance.now();
        const reply = await fetch(path);
        await reply.text();
        if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
        times.push(performance.now() - start);
      }
      return times;
    }, [path, VISITS]);
    console.log(`${path.replace(/[0-9a-f-]{36}/, '{id}')}: first ${times[0].toFixed(0)} ms, median ${quantile(times.slice(1), 0.5).toFixed(0)} ms, p95 ${quantile(times.slice(1), 0.95).toFixed(0)} ms`);
  }
  const drawn = [];
  for (let visit = 0; visit < 5; visit++) {
    const start = Date.now();
    await page.goto('/graph');
    await page.locator('#picture[data-drawn]').waitFor({ timeout: 60_000 });
    drawn.push(Date.now() - start);
  }
  console.log(`the graph can be used after ${quantile(drawn, 0.5)} ms (the longest of ${drawn.length}: ${Math.max(...drawn)} ms)`);
  await move(page, 5_000);
} finally {
  await browser.close();
}
