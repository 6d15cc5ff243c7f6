import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { localPaths } from './addresses.ts';
import type { ShownCode } from './cognito/software-tokens.ts';
import type { MailStore, StoredMail } from './mail/ses-sink.ts';

type Part = 'html' | 'text';

const styleSheet = 'style.css';

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
const mailboxPage = (
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

export const pageColors = `
:root {
  color-scheme: light dark;
  --page: ${palette.chalk}; --card: ${palette.white}; --text: ${palette.navy}; --muted: #4a5a68;
  --line: #dfddce; --brand: ${palette.pitch}; --chosen: #e4efe6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: ${palette.navy}; --card: #152a3e; --text: ${palette.chalk}; --muted: #b4c2ce;
    --line: #2b4459; --brand: #4fd38c; --chosen: #1c3c3d;
  }
}
`;

const mailboxStyle = `${pageColors}* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text); min-height: 100dvh;
  font: 16px/1.5 system-ui, sans-serif; display: flex; flex-direction: column;
}
header { padding: 16px 20px; border-bottom: 1px solid var(--line); display: flex; gap: 12px; align-items: baseline; flex-wrap: wrap; }
h1 { font-size: 20px; margin: 0; }
header p { margin: 0; color: var(--muted); font-size: 14px; }
a { color: inherit; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: -3px; }
main { flex: 1; display: grid; grid-template-columns: minmax(280px, 360px) 1fr; min-height: 0; }
nav { border-right: 1px solid var(--line); }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a {
  display: block; padding: 12px 20px; text-decoration: none; border-bottom: 1px solid var(--line); min-height: 44px;
}
nav a:hover { background: var(--card); }
nav a[aria-current] { background: var(--chosen); box-shadow: inset 4px 0 var(--brand); }
nav strong, nav span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav span { color: var(--muted); font-size: 14px; }
article { display: flex; flex-direction: column; min-width: 0; padding: 20px; gap: 16px; }
article h2 { margin: 0; font-size: 22px; line-height: 1.25; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; margin: 0; font-size: 14px; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
dd button { font: inherit; min-height: 44px; padding: 0 16px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); color: var(--text); }
.parts { display: flex; gap: 8px; }
.parts a {
  padding: 10px 16px; border: 1px solid var(--line); border-radius: 16px; text-decoration: none; font-size: 14px;
}
.parts a[aria-current] { background: var(--brand); border-color: var(--brand); color: var(--page); font-weight: 600; }
iframe, pre {
  flex: 1; width: 100%; min-height: 520px; margin: 0; border: 1px solid var(--line); border-radius: 16px; background: #fff;
}
pre { padding: 20px; background: var(--card); white-space: pre-wrap; overflow-wrap: anywhere; font: 15px/1.6 ui-monospace, monospace; }
.empty { margin: auto; padding: 40px 20px; color: var(--muted); text-align: center; }
.back { display: none; font-size: 14px; }
@media (max-width: 767px) {
  main { display: block; }
  nav { border: 0; }
  .reading nav { display: none; }
  main:not(.reading) article { display: none; }
  article { min-height: 80dvh; padding: 16px; }
  .back { display: inline-block; padding: 10px 0; }
}
`;

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A message may have styles and images. It cannot run scripts, wherever it is opened. */
const messagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox allow-popups allow-popups-to-escape-sandbox";

const partOf = (c: Context): Part => (c.req.query('part') === 'text' ? 'text' : 'html');

export const createMailbox = (store: MailStore) =>
  new Hono()
    .use(async (c, next) => {
      c.header('content-security-policy', pagePolicy);
      c.header('cache-control', 'no-store');
      await next();
    })
    .get('/', (c) => c.html(mailboxPage(store.list())))
    .get(`/${styleSheet}`, (c) => c.body(mailboxStyle, 200, { 'content-type': 'text/css; charset=utf-8' }))
    .get('/:id', (c) => {
      const mail = store.get(c.req.param('id'));
      return mail ? c.html(mailboxPage(store.list(), { mail, part: partOf(c) })) : c.notFound();
    })
    .get('/:id/html', (c) => {
      const mail = store.get(c.req.param('id'));
      if (!mail) return c.notFound();
      c.header('content-security-policy', messagePolicy);
      return c.html(`<base target="_blank">${mail.html}`);
    });

const style = `${pageColors}
body { margin: 0 auto; max-width: 640px; padding: 20px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 20px; margin: 0; }
p { color: var(--muted); }
dl { margin: 0; }
dl > div { padding: 12px 16px; margin-top: 12px; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dd { color: var(--muted); }
strong { font: 600 28px/1.5 ui-monospace, monospace; color: var(--text); margin-right: 12px; }
`;

const shown = ({ email, code, secondsLeft }: ShownCode) => html`
  <div>
    <dt>${email}</dt>
    <dd><strong>${code.replace(/.{3}(?=.)/, '$& ')}</strong> for ${secondsLeft} seconds</dd>
  </div>`;

/** The codes of all accounts of the local system that have an authenticator (MFA-07). */
export const authenticatorPage = (codes: readonly ShownCode[]) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="refresh" content="5">
    <title>Authenticator · ${brand.name}</title>
    <style>${raw(style)}</style>
  </head>
  <body>
    <h1>${brand.name} authenticator</h1>
    <p>The login codes of accounts with two-step login in the local system. A code works once.</p>
    ${
      codes.length > 0
        ? html`<dl>${codes.map(shown)}</dl>`
        : html`<p>No account has one. <code>npm start -- --second-factor</code> requires it of administrators.</p>`
    }
  </body>
</html>`;
