import { expect, it } from 'vitest';
import { tempDir } from '../testing/stack/temp-dir.ts';
import { type MailStore, openMailStore } from './mail/ses-sink.ts';
import { createMailbox } from './pages.ts';

const openMailbox = async (content: Partial<Parameters<MailStore['add']>[0]> = {}) => {
  const store = await openMailStore(await tempDir());
  const id = await store.add({
    to: ['parent@example.com'],
    from: 'club@example.com',
    reply_to: null,
    unsubscribe: null,
    subject: 'Hello',
    html: '<p>Hello</p>',
    text: 'Hello',
    ...content,
  });
  return { id, mailbox: createMailbox(store) };
};

it('lists messages and shows one in a frame without scripts', async () => {
  const { id, mailbox } = await openMailbox();
  expect(await (await mailbox.request('/')).text()).toContain(`href="/_local/mailbox/${id}"`);
  const page = await (await mailbox.request(`/${id}`)).text();
  expect(page).toContain(`src="/_local/mailbox/${id}/html"`);
  expect(page).toMatch(/sandbox="(?!.*allow-scripts)(?!.*allow-same-origin)[^"]*"/);
});

it('serves the HTML part under a policy that also applies outside the frame', async () => {
  const { id, mailbox } = await openMailbox({ html: '<script>alert(1)</script>' });
  const answer = await mailbox.request(`/${id}/html`);
  expect(answer.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.*sandbox(?!.*allow-scripts)/,
  );
});
