/**
 * The page at `/inbox`. It inserts values of an email only as text, and shows the HTML of an email in a sandboxed frame.
 * The URL contains the open email and the recipient filter, so that both survive a reload.
 *
 * @typedef {import('./emails.ts').Email} Email
 */

const REFRESH_MILLISECONDS = 2000;
const LINK = /(https?:\/\/[^\s<>"]+)/;

const recipient = element('recipient', HTMLInputElement);
const list = element('mails', HTMLOListElement);

/** @type {Email[]} */
let emails = [];
/** @type {string | undefined} The id of the email that is shown. */
let shownId;

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
function element(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) {
    throw new Error(`The page has no ${type.name} "${id}".`);
  }
  return found;
}

/** @param {string} sentAt */
function formatTime(sentAt) {
  return new Date(sentAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/**
 * Returns a list item for an email.
 *
 * @param {Email} email
 */
function listItem({ id, subject, to, sentAt }) {
  const link = document.createElement('a');
  link.href = `#${encodeURIComponent(id)}`;
  const parts = { strong: subject, span: to.join(', '), time: formatTime(sentAt) };
  for (const [name, text] of Object.entries(parts)) {
    const part = document.createElement(name);
    part.dir = 'auto';
    part.textContent = text;
    link.append(part);
  }
  const item = document.createElement('li');
  item.id = id;
  item.append(link);
  return item;
}

/** Updates the list. Keeps existing items, so that they keep the focus. */
function showList() {
  for (const item of [...list.children]) {
    if (!emails.some(({ id }) => id === item.id)) {
      item.remove();
    }
  }
  const known = new Set([...list.children].map(({ id }) => id));
  const added = emails.filter(({ id }) => !known.has(id));
  list.prepend(...added.map(listItem));

  const filter = recipient.value.trim().toLowerCase();
  const open = openEmail();
  for (const { id, to } of emails) {
    const item = element(id, HTMLLIElement);
    item.hidden = !to.some((email) => email.toLowerCase().includes(filter));
    item.querySelector('a')?.setAttribute('aria-current', String(id === open?.id));
  }
  const count = list.querySelectorAll('li:not([hidden])').length;
  setStatus(count === 1 ? '1 mail' : `${count} mails`);
}

/** Returns the email that the URL names. */
function openEmail() {
  const id = decodeURIComponent(location.hash.slice(1));
  return emails.find((email) => email.id === id);
}

/** Shows the email that the URL names. Does not render it again, which would drop the scroll position and the selection. */
function showEmail() {
  const email = openEmail();
  element('hint', HTMLElement).hidden = email !== undefined;
  element('mail', HTMLElement).hidden = email === undefined;
  if (email === undefined || email.id === shownId) {
    return;
  }
  shownId = email.id;
  element('subject', HTMLElement).textContent = email.subject;
  element('to', HTMLElement).textContent = email.to.join(', ');
  element('sent', HTMLElement).textContent = formatTime(email.sentAt);
  element('html', HTMLIFrameElement).srcdoc = `<base target="_blank">${email.html}`;
  element('text', HTMLPreElement).replaceChildren(...email.text.split(LINK).map(textOrLink));
}

/** @param {string} text */
function textOrLink(text) {
  if (!LINK.test(text)) {
    return text;
  }
  const link = document.createElement('a');
  link.href = text;
  link.target = '_blank';
  link.rel = 'noreferrer';
  link.textContent = text;
  return link;
}

/**
 * Sets the text of the live region. An unchanged text is not set again, because screen readers would repeat it.
 *
 * @param {string} text
 */
function setStatus(text) {
  const status = element('status', HTMLElement);
  if (status.textContent !== text) {
    status.textContent = text;
  }
}

function show() {
  showList();
  showEmail();
}

async function refresh() {
  try {
    const response = await fetch('/inbox/mails');
    if (!response.ok) {
      throw new Error(await response.text());
    }
    /** @type {unknown} */
    const body = await response.json();
    emails = /** @type {Email[]} */ (body);
    show();
  } catch (error) {
    setStatus(`The mails cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
  setTimeout(() => void refresh(), REFRESH_MILLISECONDS);
}

recipient.value = new URLSearchParams(location.search).get('to') ?? '';
recipient.addEventListener('input', () => {
  const url = new URL(location.href);
  url.search = recipient.value && new URLSearchParams({ to: recipient.value }).toString();
  history.replaceState(null, '', url);
  showList();
});
addEventListener('hashchange', show);
void refresh();
