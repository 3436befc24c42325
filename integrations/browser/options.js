/** Where the service is, and the key to it, kept in this browser alone. */

import { account, keep, settings } from "./memory.js";

const at = (id) => document.getElementById(id);
const { url, key } = await settings();
at("url").value = url;
at("key").value = key;

at("options").addEventListener("submit", async (event) => {
  event.preventDefault();
  await keep({ url: at("url").value, key: at("key").value });
  const status = at("status");
  try {
    status.textContent = `Saved. The memory of ${(await account()).email}.`;
    status.className = "good";
  } catch (error) {
    status.textContent = `Saved, but: ${error.message}`;
    status.className = "bad";
  }
});
