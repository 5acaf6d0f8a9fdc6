// The script of every page of a hub: forms send JSON, times are shown in the local format, and switches are at the bottom.
import "/static/switches.mjs";
import { language, say } from "/static/say.mjs";

const WHEN = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
  day: "numeric",
  month: "long",
  hour: "2-digit",
  minute: "2-digit",
});

for (const one of document.querySelectorAll("time")) one.textContent = WHEN.format(new Date(one.dateTime));

/**
 * The contents of a form as an object; `data-number`, `data-lines` or `data-json` says how to read a field.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
function bodyOf(form, button) {
  /** @type {{ [name: string]: unknown }} */
  const body = {};
  const fields = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name]:not(button)"));
  for (const field of [...fields, .../** @type {HTMLInputElement[]} */ (button ? [button] : [])]) {
    if (!field.name || (field.type === "checkbox" && !field.checked && field.dataset.list === undefined)) continue;
    const { number, lines, json, list } = field.dataset;
    if (list !== undefined) {
      body[field.name] ??= [];
      if (field.checked) /** @type {unknown[]} */ (body[field.name]).push(field.value);
    } else if (lines !== undefined) {
      body[field.name] = field.value
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    } else if (number !== undefined) body[field.name] = field.value === "" ? null : Number(field.value);
    else if (field.dataset.optional !== undefined) body[field.name] = field.value || null;
    else body[field.name] = json === undefined ? field.value : JSON.parse(field.value);
  }
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[data-of]"))) {
    const of = String(field.dataset.of);
    body[of] ??= {};
    if (field.value) /** @type {any} */ (body[of])[String(field.dataset.key)] = Number(field.value);
  }
  return body;
}

/**
 * Send the contents of a form; show the hub's complaint if it refuses.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button
 */
async function send(form, button) {
  const path = String(form.dataset.post);
  const body = JSON.stringify(bodyOf(form, button));
  for (const one of form.querySelectorAll("button")) one.disabled = true;
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: form.dataset.method ?? "POST", headers, body });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error);
    const then = form.dataset.then?.replace("{id}", String(said.id));
    if (then) location.assign(then);
    else location.reload();
  } catch (error) {
    for (const one of form.querySelectorAll("button")) one.disabled = false;
    complain(form, error instanceof TypeError ? say("The hub does not answer.") : /** @type {Error} */ (error).message);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} why
 */
function complain(form, why) {
  const place = form.querySelector("[role=alert]") ?? form.appendChild(document.createElement("p"));
  place.setAttribute("role", "alert");
  place.className = "notice";
  place.textContent = why;
}

addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.dataset.post) {
    event.preventDefault();
    if (form.dataset.sure && !confirm(form.dataset.sure)) return;
    send(form, event.submitter);
  } else if (form.dataset.get) {
    event.preventDefault();
    const words = new URLSearchParams(/** @type {any} */ (new FormData(form)));
    location.assign(`${form.dataset.get}?${words}`);
  }
});

// -- a tournament's page reloads when there is a new decision or result, but not while somebody is typing

const EACH_MS = 3000;
const fresh = /** @type {HTMLElement | null} */ (document.querySelector("[data-fresh]"))?.dataset;

/** @param {DOMStringMap} fresh */
async function look(fresh) {
  const busy = document.activeElement?.closest("form") || document.hidden;
  if (!busy) {
    try {
      const answer = await fetch(String(fresh.fresh));
      if (answer.ok && (await answer.json()).log.length !== Number(fresh.log)) {
        location.reload();
        return;
      }
    } catch (error) {
      console.info("the hub does not answer", error); // the next poll tries again
    }
  }
  setTimeout(look, EACH_MS, fresh);
}

if (fresh) setTimeout(look, EACH_MS, fresh);
