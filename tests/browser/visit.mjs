// A browser on the service's pages, for the scripts beside this one: logged in by the link in the server's log, and strict
// about what a page may do.

import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export const DESKTOP = { width: 1280, height: 860 };
export const PHONE = { width: 360, height: 740 };
export const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Starts Debian's browser. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.RECOLLECT_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist', '--hide-scrollbars'],
  });
}

/** A page in a browser of its own that notes whatever it should not do. */
export async function open(browser, base, { viewport = DESKTOP, colorScheme = 'light', scale = 1, timezoneId = 'UTC' } = {}) {
  const context = await browser.newContext({ baseURL: base, viewport, colorScheme, deviceScaleFactor: scale, hasTouch: viewport.width < 500, locale: 'en-GB', timezoneId });
  const page = await context.newPage();
  const faults = [];
  page.on('console', (message) => {
    // A refusal that is provoked is no fault of the page, and what the drawing costs is none either.
    const isUnknownCode = /status of 404/.test(message.text()) && message.location().url.endsWith('/device');
    // The card of a text that was taken back is asked for when it is told of.
    const isGoneCard = /status of 404/.test(message.text()) && new URL(message.location().url, base).pathname.endsWith('/card');
    const isExpected = isUnknownCode || isGoneCard || /status of 40[01]|GPU stall|GL Driver/i.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!['blob:', 'data:'].includes(url.protocol) && url.origin !== base) faults.push(`a request to ${url.origin}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));
  });
  return { context, page, faults };
}

/** Logs in by the link that the server writes to its log. */
export async function logIn(page, log, email) {
  await page.goto('/login');
  await page.getByLabel('E-mail address').fill(email);
  const before = (await readFile(log, 'utf8')).length;
  await page.getByRole('button', { name: /link/i }).click();
  const link = await until('the link is in the log', async () => {
    const lines = (await readFile(log, 'utf8')).slice(before);
    return /login link for \S+: (\S+)/.exec(lines)?.[1] ?? /(https?:\/\/\S+\/login\/\S+)/.exec(lines)?.[1];
  });
  await page.goto(link);
  await page.getByRole('heading', { name: 'What should be remembered?' }).waitFor();
}

/** What `look` gives, once it gives something. */
export async function until(what, look, milliseconds = 30_000) {
  const end = Date.now() + milliseconds;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`it does not come to be that ${what}`);
    await new Promise((resume) => setTimeout(resume, 100));
  }
}

/** Expects that nothing serious stands in the way of anybody who reads the page otherwise. */
export async function assertAccessible(page, what) {
  // The policy of the pages lets no other script in; the way that the browser itself evaluates one is open to a test.
  const axe = await readFile(axePath, 'utf8');
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }));
  const serious = found.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (serious.length) {
    const told = serious.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.slice(0, 4).map((node) => `    ${node.html.slice(0, 200)}\n    ${node.failureSummary?.split('\n').slice(1, 3).join(' ')}`).join('\n')}`);
    throw new Error(`${what} is not accessible:\n${told.join('\n')}`);
  }
}

/** Expects that the page needs no scrolling to the side. */
export async function assertFits(page, what) {
  const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  if (wide > seen) throw new Error(`${what} is ${wide} pixels wide where ${seen} are seen`);
}

/** Registers an application, and gives the address to which it sends a person who is to connect it. */
export async function authorizationUrl(base, name, verifier) {
  const redirect = `${base}/api`;
  const registration = await fetch(`${base}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirect], grant_types: ['authorization_code', DEVICE_CODE], token_endpoint_auth_method: 'none' }),
  });
  const { client_id: client } = await registration.json();
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { response_type: 'code', client_id: client, redirect_uri: redirect, scope: 'memory:read memory:write', state: 'state', code_challenge: challenge, code_challenge_method: 'S256' };
  return { client, redirect, url: `${base}/oauth/authorize?${new URLSearchParams(asked)}` };
}

/** Begins to connect a device, as an application without a browser does. */
export async function connectDevice(base, client) {
  const reply = await fetch(`${base}/oauth/device_authorization`, { method: 'POST', body: new URLSearchParams({ client_id: client, scope: 'memory:read' }) });
  return reply.json();
}

/** Calls the API as the page's person, whatever page is loading meanwhile. */
export async function call(page, method, path, data) {
  const headers = { origin: new URL(page.url()).origin };
  const reply = await page.request.fetch(path, { method, headers, data });
  return reply.json();
}
