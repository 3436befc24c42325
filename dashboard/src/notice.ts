// What is said above the content of a page.

/** Says that nobody is logged in any more, with the way to log in and come back here. */
export function tellLoggedOut(): void {
  const next = encodeURIComponent(location.pathname + location.search);
  const link = Object.assign(document.createElement('a'), { href: `/login?next=${next}`, textContent: 'Log in' });
  tell('You are logged out. ', link);
}

/** Says what went wrong, in the place of what was said before. */
export function tell(...said: (string | Node)[]): void {
  document.getElementById('trouble')?.remove();
  const notice = Object.assign(document.createElement('p'), { id: 'trouble', className: 'notice bad', role: 'alert' });
  notice.append(...said);
  document.querySelector('.column')?.prepend(notice);
}
