// The list of texts, live: each card follows its text, and so does the length of the queue.

import { follow, renew } from './live';

const queue = document.getElementById('queue') as HTMLElement;

follow(({ log }) => void renew(log), {
  onQueue: (depth) => {
    queue.textContent = depth === 0 ? 'Nothing waits' : `${depth >= 500 ? '500 or more' : depth} in the queue`;
    queue.className = `status ${depth === 0 ? 'completed' : 'processing'}`;
  },
});
