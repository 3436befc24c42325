/** The menu of the right mouse button and the keyboard's shortcut. The badge says how it went. */

import { remember } from "./memory.js";

const MENU = [
  { id: "selection", title: "Remember the selection", contexts: ["selection"] },
  { id: "page", title: "Remember this page", contexts: ["page"] },
];
const SHOWN_MS = 4_000;

chrome.runtime.onInstalled.addListener(({ reason }) => {
  for (const entry of MENU) chrome.contextMenus.create(entry);
  if (reason === "install") chrome.runtime.openOptionsPage();
});

chrome.contextMenus.onClicked.addListener(({ menuItemId }, tab) => {
  void told(tab, menuItemId === "page" ? { wholePage: true } : { selectionOnly: true });
});

chrome.commands.onCommand.addListener((_, tab) => {
  void told(tab, {});
});

async function told(tab, what) {
  try {
    await remember(tab, what);
    await badge(tab, "✓", "#1f7a4d", "Recollect: remembered");
  } catch (error) {
    await badge(tab, "!", "#b3261e", `Recollect: ${error.message}`);
  }
}

async function badge(tab, text, color, title) {
  const { id: tabId } = tab;
  await chrome.action.setBadgeBackgroundColor({ tabId, color });
  await chrome.action.setBadgeText({ tabId, text });
  await chrome.action.setTitle({ tabId, title });
  setTimeout(() => void chrome.action.setBadgeText({ tabId, text: "" }).catch(() => undefined), SHOWN_MS);
}
