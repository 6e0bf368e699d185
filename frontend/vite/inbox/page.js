/**
 * The page at `/inbox`. Nothing that a mail holds becomes part of it except as text; its HTML is shown in a sandboxed frame.
 * Which mail is open and whose mails are listed stand in the address, so that both outlive a reload.
 *
 * @typedef {import('./mails.ts').Mail} Mail
 */

const REFRESH_MILLISECONDS = 2000;
const LINK = /(https?:\/\/[^\s<>"]+)/;

const recipient = element('recipient', HTMLInputElement);
const list = element('mails', HTMLOListElement);

/** @type {Mail[]} */
let mails = [];
/** @type {string | undefined} */
let shown;

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
function time(sentAt) {
  return new Date(sentAt).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
}

/**
 * A line of the list.
 *
 * @param {Mail} mail
 */
function line({ id, subject, to, sentAt }) {
  const link = document.createElement('a');
  link.href = `#${encodeURIComponent(id)}`;
  const parts = { strong: subject, span: to.join(', '), time: time(sentAt) };
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

/** Brings the list up to date. Lines that are there stay, and the focus with them. */
function showList() {
  for (const item of [...list.children]) {
    if (!mails.some(({ id }) => id === item.id)) {
      item.remove();
    }
  }
  const known = new Set([...list.children].map(({ id }) => id));
  const news = mails.filter(({ id }) => !known.has(id));
  list.prepend(...news.map(line));

  const wanted = recipient.value.trim().toLowerCase();
  const open = openMail();
  for (const { id, to } of mails) {
    const item = element(id, HTMLLIElement);
    item.hidden = !to.some((address) => address.toLowerCase().includes(wanted));
    item.querySelector('a')?.setAttribute('aria-current', String(id === open?.id));
  }
  const count = list.querySelectorAll('li:not([hidden])').length;
  say(count === 1 ? '1 mail' : `${count} mails`);
}

/** The mail that the address names. */
function openMail() {
  const id = decodeURIComponent(location.hash.slice(1));
  return mails.find((mail) => mail.id === id);
}

/** Shows the mail that the address names, once: what somebody reads or selects is not to be drawn anew. */
function showMail() {
  const mail = openMail();
  element('hint', HTMLElement).hidden = mail !== undefined;
  element('mail', HTMLElement).hidden = mail === undefined;
  if (mail === undefined || mail.id === shown) {
    return;
  }
  shown = mail.id;
  element('subject', HTMLElement).textContent = mail.subject;
  element('to', HTMLElement).textContent = mail.to.join(', ');
  element('sent', HTMLElement).textContent = time(mail.sentAt);
  element('html', HTMLIFrameElement).srcdoc = `<base target="_blank">${mail.html}`;
  element('text', HTMLPreElement).replaceChildren(...mail.text.split(LINK).map(textOrLink));
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
 * Tells a screen reader too, which is why nothing is said twice.
 *
 * @param {string} text
 */
function say(text) {
  const status = element('status', HTMLElement);
  if (status.textContent !== text) {
    status.textContent = text;
  }
}

function show() {
  showList();
  showMail();
}

async function refresh() {
  try {
    const response = await fetch('/inbox/mails');
    if (!response.ok) {
      throw new Error(await response.text());
    }
    /** @type {unknown} */
    const answer = await response.json();
    mails = /** @type {Mail[]} */ (answer);
    show();
  } catch (error) {
    say(`The mails cannot be read: ${error instanceof Error ? error.message : ''}`);
  }
  setTimeout(() => void refresh(), REFRESH_MILLISECONDS);
}

recipient.value = new URLSearchParams(location.search).get('to') ?? '';
recipient.addEventListener('input', () => {
  const address = new URL(location.href);
  address.search = recipient.value && new URLSearchParams({ to: recipient.value }).toString();
  history.replaceState(null, '', address);
  showList();
});
addEventListener('hashchange', show);
void refresh();
