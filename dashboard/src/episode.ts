// One memory: once it stands otherwise, the page says so, and words that it is being given are not lost.

import { follow } from './live';
import { keepEdit } from './draft';

const shown = document.getElementById('memory') as HTMLElement;
follow(({ log, status }) => {
  // Whoever is writing is not interrupted.
  const isWriting = document.querySelector('details[open] > form[data-log]') !== null;
  if (log === shown.dataset['log'] && status !== shown.dataset['status'] && !isWriting) location.reload();
});
keepEdit(shown);
