// Passkeys: asks the browser to make one, or to sign with one, and tells the service what came of it.

interface Question {
  challenge: string;
  options: { publicKey: object };
}

const isOffered = typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

for (const part of document.querySelectorAll<HTMLElement>('[data-passkeys]')) {
  part.hidden = !isOffered;
  const button = part.querySelector<HTMLButtonElement>('button[data-passkey]');
  button?.addEventListener('click', () => void run(part, button));
}

async function run(part: HTMLElement, button: HTMLButtonElement) {
  const said = part.querySelector<HTMLElement>('[role="alert"]');
  if (said) said.hidden = true;
  button.disabled = true;
  try {
    const next = button.dataset['passkey'] === 'new' ? await make(part) : await logIn(button.dataset['next'] ?? '/');
    location.assign(next);
  } catch (error) {
    button.disabled = false;
    if (!said) return;
    said.textContent = inWords(error);
    said.hidden = false;
  }
}

async function logIn(next: string): Promise<string> {
  const { challenge, options } = await send<Question>('/login/passkey/options', {});
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey as PublicKeyCredentialRequestOptionsJSON);
  const signed = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return (await send<{ next: string }>('/login/passkey', { challenge, credential: JSON.stringify(signed), next })).next;
}

async function make(part: HTMLElement): Promise<string> {
  const name = part.querySelector<HTMLInputElement>('input[name="passkey-name"]')?.value ?? '';
  const { challenge, options } = await send<Question>('/account/passkeys/options', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey as PublicKeyCredentialCreationOptionsJSON);
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return (await send<{ next: string }>('/account/passkeys', { challenge, credential: JSON.stringify(made), name })).next;
}

async function send<T>(path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  // Another login is asked for before a passkey is added.
  if (response.redirected) {
    location.assign(response.url);
    throw new Error('Log in again first.');
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer as T;
}

function inWords(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError') return 'No passkey was chosen, or it took too long. Try again, or ask for a Magic Link.';
  if (name === 'InvalidStateError') return 'This device has a passkey of this account already.';
  if (name === 'SecurityError') return 'Browsers do not take passkeys for this address.';
  return error instanceof Error ? `That did not work: ${error.message}` : 'That did not work.';
}
