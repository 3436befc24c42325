/** The window at the button: save, take it back, search. */

import { forget, remember, search } from "./memory.js";

const at = (id) => document.getElementById(id);

at("page").addEventListener("click", () => void save({ wholePage: true }));
at("selection").addEventListener("click", () => void save({ selectionOnly: true }));
at("search").addEventListener("submit", (event) => {
  event.preventDefault();
  void find(at("query").value);
});

/** The page that the window is about: the one in front, or in tests the one that is named. */
async function tabInFront() {
  const named = new URLSearchParams(location.search).get("tab");
  if (named !== null) return chrome.tabs.get(Number(named));
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab;
}

async function save(what) {
  say("Remembering…");
  try {
    const saved = await remember(await tabInFront(), what);
    say(`Remembered ${saved.what}.`, "good");
    const undo = Object.assign(document.createElement("button"), { type: "button", textContent: "Forget it" });
    undo.addEventListener("click", () => void takeBack(saved.id));
    at("status").append(undo);
  } catch (error) {
    say(error.message, "bad");
  }
}

async function takeBack(id) {
  try {
    await forget(id);
    say("Forgotten.", "good");
  } catch (error) {
    say(error.message, "bad");
  }
}

async function find(query) {
  say("Searching…");
  try {
    const { facts, episodes } = await search(query);
    const lines = [
      ...facts.map(({ fact, validAt }) => [fact, validAt ? `since ${validAt.slice(0, 10)}` : ""]),
      ...episodes.map((text) => [text.length > 240 ? `${text.slice(0, 240)}…` : text, ""]),
    ];
    at("found").replaceChildren(...lines.map(([text, note]) => line(text, note)));
    say(lines.length === 0 ? "Nothing is remembered about it." : "");
  } catch (error) {
    at("found").replaceChildren();
    say(error.message, "bad");
  }
}

function line(text, note) {
  const made = Object.assign(document.createElement("li"), { textContent: text });
  if (note !== "") made.append(Object.assign(document.createElement("small"), { textContent: note }));
  return made;
}

function say(text, kind = "") {
  at("status").textContent = text;
  at("status").className = kind;
}
