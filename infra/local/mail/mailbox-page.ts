import { html } from 'hono/html';
import { brand } from '#shared/brand';
import { localPaths } from '../addresses.ts';
import type { StoredMail } from './mail-store.ts';

export type Part = 'html' | 'text';

/** Name of the style sheet below the mailbox's path. */
export const styleSheet = 'style.css';

const pathOf = (mail: StoredMail): string => `${localPaths.mailbox}/${mail.id}`;

const when = (mail: StoredMail): string =>
  new Date(mail.sent_at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const listItem = (mail: StoredMail, opened: StoredMail | undefined) => html`
  <li>
    <a href="${pathOf(mail)}" ${mail === opened ? html`aria-current="true"` : ''}>
      <strong>${mail.subject}</strong>
      <span>${mail.to.join(', ')}</span>
      <span>${when(mail)}</span>
    </a>
  </li>`;

const partLink = (mail: StoredMail, part: Part, shown: Part, label: string) => html`
  <a href="${pathOf(mail)}?part=${part}" ${part === shown ? html`aria-current="true"` : ''}>${label}</a>`;

/** Links of a message open in a new tab, outside the sandbox, as from a mail client. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

/** The POST that a mail program sends when its reader chooses "Unsubscribe" (RFC 8058). */
const unsubscribeForm = (url: string) => html`
  <form method="post" action="${url}" target="_blank">
    <input type="hidden" name="List-Unsubscribe" value="One-Click">
    <button>Unsubscribe</button>
  </form>`;

const openedMail = (mail: StoredMail, part: Part) => html`
  <a class="back" href="${localPaths.mailbox}">&larr; All messages</a>
  <h2>${mail.subject}</h2>
  <dl>
    <dt>To</dt><dd>${mail.to.join(', ')}</dd>
    <dt>From</dt><dd>${mail.from}</dd>
    ${mail.reply_to ? html`<dt>Reply to</dt><dd>${mail.reply_to}</dd>` : ''}
    ${mail.unsubscribe ? html`<dt>Unsubscribe</dt><dd>${unsubscribeForm(mail.unsubscribe)}</dd>` : ''}
    <dt>Sent</dt><dd><time datetime="${mail.sent_at}">${when(mail)}</time></dd>
  </dl>
  <div class="parts">
    ${partLink(mail, 'html', part, 'Formatted')} ${partLink(mail, 'text', part, 'Plain text')}
  </div>
  ${
    part === 'html'
      ? html`<iframe title="Message" sandbox="${sandbox}" src="${pathOf(mail)}/html"></iframe>`
      : html`<pre>${mail.text}</pre>`
  }`;

const nothingOpened = (count: number) =>
  html`<p class="empty">${count === 0 ? 'No messages yet. Emails the site sends arrive here.' : 'Choose a message.'}</p>`;

/** The mailbox: the list, and next to it (on a phone in its place) the open message. */
export const mailboxPage = (
  mails: readonly StoredMail[],
  opened?: { readonly mail: StoredMail; readonly part: Part },
) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${opened ? '' : html`<meta http-equiv="refresh" content="5">`}
    <title>${opened ? `${opened.mail.subject} · ` : ''}Mailbox · ${brand.name}</title>
    <link rel="stylesheet" href="${localPaths.mailbox}/${styleSheet}">
  </head>
  <body>
    <header>
      <h1>${brand.name} mailbox</h1>
      <p>Every email the local system sent. None leaves this machine.</p>
    </header>
    <main class="${opened ? 'reading' : ''}">
      ${
        mails.length > 0
          ? html`<nav aria-label="Messages"><ol>${mails.map((mail) => listItem(mail, opened?.mail))}</ol></nav>`
          : ''
      }
      <article>${opened ? openedMail(opened.mail, opened.part) : nothingOpened(mails.length)}</article>
    </main>
  </body>
</html>`;
