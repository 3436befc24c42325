// One memory: once it stands otherwise, the page says so, and words that it is being given are not lost.

import { follow, shows } from './live';
import { keepEdit } from './draft';

/** So long what was just done stands there before the page is another. */
const NOTICED_MS = 3_000;

const shown = document.getElementById('memory') as HTMLElement;
const done = document.getElementById('done');
const reload = () => void setTimeout(() => location.replace(shown.dataset['page']!), done ? Math.max(0, NOTICED_MS - performance.now()) : 0);
follow(
  ({ log, status }) => {
    // Whoever is writing is not interrupted.
    const isWriting = document.querySelector('details[open] > form[data-log]') !== null;
    if (log === shown.dataset['log'] && status !== shown.dataset['status'] && !isWriting) reload();
  },
  {
    onGone: ({ log, episode }) => {
      if (log === shown.dataset['log'] || shows(episode)) reload();
    },
  },
);
keepEdit(shown);
