// Times as their reader's clock and calendar show them, in the place of what the server wrote.

import { dayInWords, dayOf, format, held, monthOf } from './calendar';

const exact = format({ dateStyle: 'full', timeStyle: 'medium' });
const near = format({ hour: 'numeric', minute: '2-digit' });

/** Rewrites every time and every stretch of time below `root`. */
export function tellTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
    const time = Date.parse(element.dateTime);
    if (Number.isNaN(time)) continue;
    element.title = exact.format(time);
    element.textContent = said(time);
  }
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-month]')) {
    const time = Date.parse(element.dateTime);
    if (!Number.isNaN(time)) element.textContent = monthOf(time);
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-held]')) {
    const { from, until, precision } = element.dataset;
    const words = held(from || null, until || null, precision || null, 'event' in element.dataset);
    element.textContent = words;
    element.parentElement?.querySelector('svg.life')?.setAttribute('aria-label', words);
  }
}

function said(time: number): string {
  const days = Math.round((dayOf(Date.now()) - dayOf(time)) / 86_400_000);
  if (days === 0) return `today, ${near.format(time)}`;
  if (days === 1) return `yesterday, ${near.format(time)}`;
  if (days === -1) return `tomorrow, ${near.format(time)}`;
  return dayInWords(time);
}
