// A memory that is not read yet: once it stands otherwise, the page says so.

import { follow } from './live';

const shown = document.querySelector<HTMLElement>('[data-log]');
follow(({ log, status }) => {
  if (log === shown?.dataset['log'] && status !== shown.dataset['status']) location.reload();
});
