import { type Context, Hono } from 'hono';
import type { MailStore } from './mail-store.ts';
import { mailboxPage, type Part, styleSheet } from './mailbox-page.ts';
import { mailboxStyle } from './mailbox-style.ts';

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A message may have styles and images. It cannot run scripts, wherever it is opened. */
const messagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; sandbox allow-popups allow-popups-to-escape-sandbox";

const partOf = (c: Context): Part => (c.req.query('part') === 'text' ? 'text' : 'html');

/** The pages of the mailbox. */
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
      // Links open outside the frame.
      return c.html(`<base target="_blank">${mail.html}`);
    });
