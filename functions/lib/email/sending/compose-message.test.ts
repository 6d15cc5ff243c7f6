import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { composeMessage, type MessageContent } from './compose-message.ts';

const content: MessageContent = {
  from: 'Fußball, für alle <hello@example.com>',
  to: 'pat@example.com',
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};

const headerNames = async (message: Buffer): Promise<string[]> =>
  (await PostalMime.parse(message)).headers.map(({ key }) => key).toSorted();

const ownHeaders = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'];

it('keeps a sender’s name with a comma and letters outside ASCII together', async () => {
  const { from } = await PostalMime.parse(await composeMessage(content));
  expect(from).toEqual({ name: 'Fußball, für alle', address: 'hello@example.com' });
});

it('gives a mail of news the headers of one-click unsubscribing, which long addresses do not break', async () => {
  const unsubscribeUrl = `https://club.example/api/leave?reader=${'r'.repeat(300)}`;
  const { headers } = await PostalMime.parse(await composeMessage({ ...content, unsubscribeUrl }));
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
      const names = await headerNames(message);
      // A subject of spaces only is no header.
      expect(ownHeaders).toEqual(expect.arrayContaining(names));
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
      const message = await PostalMime.parse(await composeMessage({ ...content, text: `-${text}-` }));
      expect(message.text?.replace(/\n$/, '')).toBe(`-${text}-`);
    }),
  );
});
