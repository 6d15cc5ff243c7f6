import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { mimeFaults } from '#infra/testing/formats/check-mime';
import { composeMessage, type MessageContent } from './send.ts';

const content: MessageContent = {
  from: 'Fußball, für alle <hello@example.com>',
  to: 'pat@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};

it('keeps a sender’s name with a comma and letters outside ASCII together', async () => {
  const { from } = await PostalMime.parse(await composeMessage(content));
  expect(from).toEqual({ name: 'Fußball, für alle', address: 'hello@example.com' });
});

it('says that a program sends it, so that no other program answers (RFC 3834)', async () => {
  const { headers } = await PostalMime.parse(
    await composeMessage({ ...content, replyTo: 'ann@example.com' }),
  );
  expect(headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'x-auto-response-suppress', value: 'OOF, AutoReply' }),
    ]),
  );
});

it('gives a mail of news the headers of one-click unsubscribing, which long addresses do not break', async () => {
  const unsubscribeUrl = `https://club.example/api/leave?reader=${'r'.repeat(300)}`;
  const message = await composeMessage({ ...content, unsubscribeUrl });
  expect(mimeFaults(message.toString('latin1'))).toEqual([]);
  const { headers } = await PostalMime.parse(message);
  expect(headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'list-unsubscribe', value: `<${unsubscribeUrl}>` }),
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    ]),
  );
});

it('no subject adds a header, a recipient or a part [FRM-02]', async () => {
  const words = fc.constantFrom(
    '\r\n',
    '\n',
    '\r',
    'Bcc: eve@example.com',
    '\u2028',
    '=?UTF-8?Q?=0ABcc?=',
    ' ',
    'ü',
  );
  const subjects = fc.array(fc.oneof(words, fc.string({ unit: 'grapheme' }))).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(subjects, async (subject) => {
      const message = await composeMessage({ ...content, subject });
      expect(mimeFaults(message.toString('latin1'))).toEqual([]);
      expect(await PostalMime.parse(message)).toMatchObject({
        to: [{ address: 'pat@example.com' }],
        text: 'Hello\n',
        html: '<p>Hello</p>\n',
      });
    }),
  );
});

it('carries any text and markup unchanged', async () => {
  const lines = fc.array(
    fc.string({ unit: 'grapheme' }).map((line) => line.toWellFormed().replace(/[\r\n]/g, '')),
  );
  await fc.assert(
    fc.asyncProperty(lines, async (parts) => {
      const text = parts.join('\n');
      const composed = await composeMessage({ ...content, text: `-${text}-`, html: `<p>${text}</p>` });
      expect(mimeFaults(composed.toString('latin1'))).toEqual([]);
      const message = await PostalMime.parse(composed);
      expect(message.text?.replace(/\n$/, '')).toBe(`-${text}-`);
    }),
  );
});
