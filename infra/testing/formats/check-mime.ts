/** Octets of a line without its CRLF (RFC 5322, 2.1.1) and of an encoded word (RFC 2047, 2). */
const most = { line: 998, encodedWord: 75 };

const weekday = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const address = '[^\\s<>(),;:"@]+@[a-z0-9.-]+';

interface HeaderRule {
  readonly value: RegExp;
  readonly required?: true;
}

const headerRules: Readonly<Record<string, HeaderRule>> = {
  from: { value: new RegExp(`^(?:(?:"[^"]+"|[^",<>]+) )?<?${address}>?$`), required: true },
  to: { value: new RegExp(`^${address}$`), required: true },
  'reply-to': { value: new RegExp(`^${address}$`) },
  // A subject of spaces only is left out.
  subject: { value: /^\S.*$/ },
  date: {
    value: new RegExp(`^${weekday}, \\d\\d ${month} \\d{4} \\d\\d:\\d\\d:\\d\\d [+-]\\d{4}$`),
    required: true,
  },
  'message-id': { value: new RegExp(`^<${address}>$`), required: true },
  'mime-version': { value: /^1\.0$/, required: true },
  'content-type': { value: /^multipart\/alternative; boundary="[^"]{1,70}"$/, required: true },
  // RFC 3834: no program answers. Outlook and Exchange read the other one.
  'auto-submitted': { value: /^auto-generated$/, required: true },
  'x-auto-response-suppress': { value: /^OOF, AutoReply$/, required: true },
  // RFC 8058: one of the two alone does nothing.
  'list-unsubscribe': { value: /^<https?:\/\/[^<>\s]+>$/ },
  'list-unsubscribe-post': { value: /^List-Unsubscribe=One-Click$/ },
};

const headersOf = (message: string): [name: string, value: string][] => {
  const head = message.slice(0, message.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '');
  return head.split('\r\n').map((line) => {
    const at = line.indexOf(':');
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
};

/**
 * Checks the lines and headers of an email that a program sends by the standards of its format (RFC 5322, 2045 to 2047) and of
 * automatic mail (RFC 3834, 8058). Parsers forgive most of this, spam filters do not.
 * @returns what is wrong; empty for a message without faults
 */
export const mimeFaults = (message: string): string[] => {
  const faults: string[] = [];
  if (/\r(?!\n)|(?<!\r)\n/.test(message)) faults.push('a line ends without CRLF');
  if (/[^\t\r\n -~]/.test(message)) faults.push('a character outside ASCII');
  if (message.split('\r\n').some((line) => line.length > most.line)) faults.push('a line is too long');

  const headers = headersOf(message);
  for (const [name, value] of headers) {
    const rule = headerRules[name];
    if (!rule) faults.push(`header ${name}`);
    else if (!rule.value.test(value)) faults.push(`${name}: ${value}`);
    for (const word of value.match(/=\?\S*\?=/g) ?? [])
      if (word.length > most.encodedWord) faults.push(`an encoded word of ${name} is too long`);
  }
  const names = headers.map(([name]) => name);
  for (const name of new Set(names.filter((each, at) => names.indexOf(each) !== at)))
    faults.push(`${name} twice`);
  for (const [name, { required }] of Object.entries(headerRules))
    if (required && !names.includes(name)) faults.push(`no ${name}`);
  if (names.includes('list-unsubscribe') !== names.includes('list-unsubscribe-post'))
    faults.push('half of the headers of one-click unsubscribing');
  return faults;
};
