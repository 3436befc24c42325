// One memory: once it stands otherwise, the page says so, and words that it is being given are not lost.

import { follow, shows } from './live';
import { keepEdit } from './draft';

const shown = document.getElementById('memory') as HTMLElement;
const reload = () => location.replace(shown.dataset['page']!);
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
