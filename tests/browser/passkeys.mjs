// A passkey in a browser, with an authenticator that the browser itself plays: added on the account page, used to log in, and
// refused once it is deleted.
//
//   node passkeys.mjs http://127.0.0.1:3033 LOG

import { assertAccessible, launch, logIn, open } from './visit.mjs';

const [address, log] = process.argv.slice(2);
// Passkeys are kept to a name.
const base = address.replace('127.0.0.1', 'localhost');
const browser = await launch();
try {
  const { context, page, faults } = await open(browser, base);
  const devices = await context.newCDPSession(page);
  await devices.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', { options });

  await logIn(page, log, 'keys@example.com');
  await page.goto('/account');
  await page.getByLabel('What to call a new one').fill('the laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('You can log in with it from now on').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'the laptop' }).waitFor();
  await assertAccessible(page, 'the account page with a passkey');
  const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
  if (credentials.length !== 1 || !credentials[0].isResidentCredential) throw new Error(`not one passkey that can be found: ${JSON.stringify(credentials)}`);
  // The same device makes no second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByText('This device has a passkey of this account already.').waitFor();

  for (let time = 1; time <= 2; time++) {
    await leave(page);
    await assertAccessible(page, 'the login page with passkeys');
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await page.getByRole('heading', { name: 'What should be remembered?' }).waitFor();
  }
  await page.goto('/api');
  await page.getByText('by a passkey').waitFor();

  await page.goto('/account');
  const passkey = page.getByRole('listitem').filter({ hasText: 'the laptop' });
  await passkey.getByText('Delete', { exact: true }).click();
  await passkey.getByRole('button', { name: 'Delete it' }).click();
  await page.getByText('Nobody logs in with it any more; your device').waitFor();
  await leave(page);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByText('this passkey is not accepted').waitFor();
  // That refusal is the browser's to tell.
  const serious = faults.filter((fault) => !/status of 403/.test(fault));
  if (serious.length) throw new Error(serious.join('\n'));
  console.log('done');
} finally {
  await browser.close();
}

async function leave(page) {
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).first().click();
  await page.getByRole('button', { name: 'Send me a Magic Link' }).waitFor();
}
