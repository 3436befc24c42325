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

/** Says in a few words what has changed, to those who hear the page; it stands in the page's place for that. */
export function announce(said: string): void {
  const place = document.getElementById('news');
  if (place) place.textContent = said;
}

/** So many of something. */
export function countOf(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
