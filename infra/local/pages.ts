import { type Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { brand } from '#shared/brand';
import { palette } from '#shared/palette';
import { localPaths } from './addresses.ts';
import type { ShownCode } from './cognito/software-tokens.ts';
import type { MailStore, StoredMail } from './mail/ses-sink.ts';

const style = `
:root {
  color-scheme: light dark;
  --page: ${palette.chalk}; --card: ${palette.white}; --text: ${palette.navy}; --muted: #4a5a68;
  --line: #dfddce; --brand: ${palette.pitch};
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: ${palette.navy}; --card: #152a3e; --text: ${palette.chalk}; --muted: #b4c2ce;
    --line: #2b4459; --brand: #4fd38c;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 860px; padding: 20px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 20px; margin: 0; }
h2 { font-size: 18px; margin: 24px 0 8px; }
a { color: inherit; }
p, small, dt { color: var(--muted); }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
section, pre, iframe { width: 100%; padding: 12px 16px; margin: 12px 0 0; border: 1px solid var(--line); border-radius: 16px; background: var(--card); }
section strong, section small { display: block; }
section a { display: block; min-height: 44px; }
iframe { height: 70dvh; padding: 0; background: #fff; }
pre { white-space: pre-wrap; font: 15px/1.6 ui-monospace, monospace; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 12px; }
dd { margin: 0; }
form { display: inline-block; margin: 4px 8px 4px 0; }
button, select, input { font: inherit; min-height: 44px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: var(--text); }
`;

/** Of pages without scripts. Forms may lead anywhere, as to an address that unsubscribes. */
export const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'";

/** @param more further elements of the head */
export const localPage = (title: string, content: unknown, more: unknown = '') => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <style>${raw(style)}</style>
    ${more}
  </head>
  <body><main>${content}</main></body>
</html>`;

const reload = html`<meta http-equiv="refresh" content="5">`;

const pathOf = (mail: StoredMail): string => `${localPaths.mailbox}/${mail.id}`;

const when = (mail: StoredMail): string =>
  new Date(mail.sent_at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const mailboxPage = (mails: readonly StoredMail[]) =>
  localPage(
    `Mailbox · ${brand.name}`,
    html`
    <h1>${brand.name} mailbox</h1>
    <p>Every email the local system sent. None leaves this machine.</p>
    ${mails.length === 0 ? html`<p>No messages yet. Emails the site sends arrive here.</p>` : ''}
    ${mails.map(
      (mail) => html`<section><a href="${pathOf(mail)}">
        <strong>${mail.subject}</strong><small>${mail.to.join(', ')}</small><small>${when(mail)}</small>
      </a></section>`,
    )}`,
    reload,
  );

/** Links of a message open in a new tab, outside the sandbox, as from a mail client. */
const sandbox = 'allow-popups allow-popups-to-escape-sandbox';

/** The POST that a mail program sends when its reader chooses "Unsubscribe" (RFC 8058). */
const unsubscribeForm = (url: string) => html`<form method="post" action="${url}" target="_blank">
  <button name="List-Unsubscribe" value="One-Click">Unsubscribe</button>
</form>`;

const mailPage = (mail: StoredMail) =>
  localPage(
    `${mail.subject} · Mailbox`,
    html`
    <a href="${localPaths.mailbox}">&larr; All messages</a>
    <h2>${mail.subject}</h2>
    <dl>
      <dt>To</dt><dd>${mail.to.join(', ')}</dd>
      <dt>From</dt><dd>${mail.from}</dd>
      ${mail.reply_to ? html`<dt>Reply to</dt><dd>${mail.reply_to}</dd>` : ''}
      ${mail.unsubscribe ? html`<dt>Unsubscribe</dt><dd>${unsubscribeForm(mail.unsubscribe)}</dd>` : ''}
      <dt>Sent</dt><dd><time datetime="${mail.sent_at}">${when(mail)}</time></dd>
    </dl>
    <iframe title="Message" sandbox="${sandbox}" src="${pathOf(mail)}/html"></iframe>
    <details><summary>Plain text</summary><pre>${mail.text}</pre></details>`,
  );

/** A message may have styles and images. It cannot run scripts, wherever it is opened. */
const messagePolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox ${sandbox}`;

export const createMailbox = (store: MailStore) => {
  const show = (c: Context, page: (mail: StoredMail) => ReturnType<typeof html>) => {
    const mail = store.get(c.req.param('id') ?? '');
    return mail ? c.html(page(mail)) : c.notFound();
  };
  return new Hono()
    .use(async (c, next) => {
      c.header('content-security-policy', pagePolicy);
      c.header('cache-control', 'no-store');
      await next();
    })
    .get('/', (c) => c.html(mailboxPage(store.list())))
    .get('/:id', (c) => show(c, mailPage))
    .get('/:id/html', (c) => {
      c.header('content-security-policy', messagePolicy);
      return show(c, (mail) => html`<base target="_blank">${raw(mail.html)}`);
    });
};

/** The codes of all accounts of the local system that have an authenticator (MFA-07). */
export const authenticatorPage = (codes: readonly ShownCode[]) =>
  localPage(
    `Authenticator · ${brand.name}`,
    html`
    <h1>${brand.name} authenticator</h1>
    <p>The login codes of accounts with two-step login in the local system. A code works once.</p>
    ${
      codes.length === 0
        ? html`<p>No account has one. <code>npm start -- --second-factor</code> requires it of administrators.</p>`
        : ''
    }
    ${codes.map(
      ({ email, code, secondsLeft }) => html`<section>
        ${email}<strong>${code.replace(/.{3}(?=.)/, '$& ')}</strong> for ${secondsLeft} seconds
      </section>`,
    )}`,
    reload,
  );
