// Times as their reader's clock and calendar show them. The server writes them in UTC.

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
const near = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** Rewrites every `<time data-moment>` below `root`. */
export function tellTimes(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLTimeElement>('time[data-moment]')) {
    const moment = new Date(element.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    element.title = exact.format(moment);
    element.textContent = said(moment);
  }
}

function said(moment: Date): string {
  const now = new Date();
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(moment)) / 86_400_000);
  if (days === 0) return `today, ${near.format(moment)}`;
  if (days === 1) return `yesterday, ${near.format(moment)}`;
  if (days === -1) return `tomorrow, ${near.format(moment)}`;
  return day.format(moment);
}
