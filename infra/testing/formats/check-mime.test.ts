import { expect, it } from 'vitest';
import { mimeFaults } from './check-mime.ts';

const message = `From: =?UTF-8?Q?Fu=C3=9Fball?= <hello@example.com>
To: pat@example.com
Subject: Hello
Message-ID: <3917540f@example.com>
Date: Wed, 25 Nov 2026 02:34:19 +0000
MIME-Version: 1.0
Auto-Submitted: auto-generated
X-Auto-Response-Suppress: OOF, AutoReply
List-Unsubscribe:
 <https://club.example/api/leave?reader=1>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Content-Type: multipart/alternative;
 boundary="part"

--part
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Hello =E2=9A=BD
--part
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

PHA+SGVsbG88L3A+Cg==
--part--
`.replaceAll('\n', '\r\n');

it('finds no fault in a message that keeps to the standards', () => {
  expect(mimeFaults(message)).toEqual([]);
});

it.each([
  ['a line that ends with LF', 'Hello\r\n', 'Hello\n', 'a line ends without CRLF'],
  ['a letter outside ASCII', 'Subject: Hello', 'Subject: Zoë', 'a character outside ASCII'],
  ['a long line', 'Subject: Hello', `Subject: ${'a'.repeat(990)}`, 'a line is too long'],
  ['a long encoded word', '?Fu=C3=9Fball?', `?${'a'.repeat(70)}?`, 'an encoded word of from is too long'],
  [
    'two recipients',
    'pat@example.com',
    'pat@example.com, eve@example.com',
    'to: pat@example.com, eve@example.com',
  ],
  ['an unknown header', 'Subject: Hello', 'Subject: Hello\r\nBcc: eve@example.com', 'header bcc'],
  ['a header twice', 'Subject: Hello', 'Subject: Hello\r\nSubject: Hello', 'subject twice'],
  ['no sign of automatic mail', 'Auto-Submitted: auto-generated\r\n', '', 'no auto-submitted'],
  ['no id', /Message-ID.*\r\n/, '', 'no message-id'],
  ['no date', /Date.*\r\n/, '', 'no date'],
  ['a date that is not', '25 Nov', '45 Nov', 'a date that does not exist'],
  ['a date in another format', /Date.*\r\n/, 'Date: 2026-11-25T02:34:19Z\r\n', 'date: 2026-11-25T02:34:19Z'],
  [
    'unsubscribing with more than a click',
    /List-Unsubscribe-Post.*\r\n/,
    '',
    'half of the headers of one-click unsubscribing',
  ],
  ['no end', '--part--', '--part', 'the last part does not end'],
  ['half of an encoded character', '=BD', '=B', 'text/plain; charset=utf-8 is no quoted-printable'],
  ['broken Base64', 'Cg==', 'Cg=', 'text/html; charset=utf-8 is no base64'],
  ['a part without its characters', 'text/html; charset=utf-8', 'text/html', /^parts /],
])('finds %s', (_, found, replacement, fault) => {
  const changed = message.replace(found, replacement);
  expect(changed).not.toBe(message);
  expect(mimeFaults(changed)).toContainEqual(
    typeof fault === 'string' ? fault : expect.stringMatching(fault),
  );
});
