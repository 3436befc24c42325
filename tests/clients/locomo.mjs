// The flow of CORE's LoCoMo benchmark: sends 419 turns of a long dialogue one after the other, waits until they are
// processed, searches as its evaluator does, and reads the logs page by page. The dialogue is made up here.
//
//   node locomo.mjs [BASE_URL] KEY

const TEXTS = 419;
const SLOWEST_MS = 1_000;
const PAGE = 100;

const [base, key] = process.argv.length > 3 ? process.argv.slice(2) : ['http://localhost:3033', process.argv[2]];

const people = ['Caroline', 'Melanie'];
const places = ['Lisbon', 'Oslo', 'Lyon', 'Bergen', 'Porto', 'Turin', 'Ghent'];
const things = ['kayak', 'piano', 'greenhouse', 'telescope', 'bicycle', 'loom', 'camera', 'tent'];
const sayings = [
  (place, thing) => `I went to ${place} last weekend and finally bought a ${thing}!`,
  (place, thing) => `That sounds lovely. Did you take the ${thing} with you when you were in ${place}?`,
  (place, thing) => `My sister Anna moved to ${place} two months ago. She misses her ${thing}.`,
  (place, thing) => `Next month I am starting a course about the ${thing}. It is held in ${place}.`,
  (place, thing) => `Yesterday the ${thing} broke, so I stayed at home and read about ${place}.`,
];

function assert(holds, message) {
  if (!holds) throw new Error(message);
}

async function call(method, path, body) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const reply = await fetch(base + path, { method, headers, body: body && JSON.stringify(body) });
  assert(reply.ok, `${method} ${path}: ${reply.status} ${await reply.clone().text()}`);
  return reply.json();
}

function turn(number) {
  const day = new Date(Date.UTC(2023, 4, 8, 13, 56) + Math.floor(number / 22) * 9 * 86_400_000 + (number % 22) * 60_000);
  const saying = sayings[number % sayings.length](places[number % places.length], things[number % things.length]);
  return {
    episodeBody: `${people[number % 2]}: ${saying}`,
    referenceTime: day.toISOString(),
    source: 'locomo_benchmark',
    sessionId: `locomo-session-${Math.floor(number / 22) + 1}`,
    metadata: { turn: number },
  };
}

async function accept() {
  let slowest = 0;
  const began = performance.now();
  for (let number = 0; number < TEXTS; number += 1) {
    const sent = performance.now();
    const reply = await call('POST', '/api/v1/add', turn(number));
    slowest = Math.max(slowest, performance.now() - sent);
    assert(reply.success && reply.id, `no id: ${JSON.stringify(reply)}`);
  }
  const took = performance.now() - began;
  console.log(`${TEXTS} texts accepted in ${took.toFixed(0)} ms, the slowest in ${slowest.toFixed(1)} ms`);
  assert(slowest < SLOWEST_MS, `the slowest took ${slowest} ms`);
}

async function processed() {
  const began = performance.now();
  for (;;) {
    const queue = await call('GET', '/api/v1/queue');
    if (queue.depth === 0) break;
    assert(performance.now() - began < 120_000, `not processed: ${JSON.stringify(queue)}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  console.log(`processed ${(performance.now() - began).toFixed(0)} ms later`);
}

async function search() {
  const found = await call('POST', '/api/v1/search', { query: "When did Caroline's sister move?", limit: 20 });
  // The evaluator spreads the episodes as strings and takes two keys of each fact.
  const context = [...found.episodes, ...found.facts.map(({ fact, validAt }) => `${fact} (${validAt})`)];
  assert(found.episodes.length > 0 && context.every((line) => typeof line === 'string'), JSON.stringify(found));
  assert(context.some((line) => line.includes('Anna')), 'the sister is not found');
}

async function logs() {
  const ids = new Set();
  for (let page = 1; ; page += 1) {
    const list = await call('GET', `/api/v1/logs?page=${page}&limit=${PAGE}&source=locomo_benchmark`);
    assert(list.totalCount === TEXTS, `there are ${list.totalCount} logs`);
    for (const log of list.logs) {
      assert(log.status === 'completed', JSON.stringify(log));
      ids.add(log.id);
    }
    if (!list.hasMore) break;
  }
  assert(ids.size === TEXTS, `the pages hold ${ids.size} logs`);
  console.log(`${ids.size} logs read in pages of ${PAGE}`);
}

await accept();
await processed();
await search();
await logs();
