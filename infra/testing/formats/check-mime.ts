/** Octets of a line without its CRLF (RFC 5322, 2.1.1), of an encoded word (RFC 2047, 2) and of an encoded body line. */
const most = { line: 998, encodedWord: 75, encodedLine: 76 };

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

const split = (entity: string): { readonly headers: readonly [string, string][]; readonly body: string } => {
  const end = entity.indexOf('\r\n\r\n');
  const head = entity.slice(0, end).replace(/\r\n(?=[ \t])/g, '');
  return {
    headers: head.split('\r\n').map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
    }),
    body: entity.slice(end + 4),
  };
};

const isEncoded: Readonly<Record<string, (body: string) => boolean>> = {
  '7bit': () => true,
  base64: (body) =>
    /^(?:[A-Za-z0-9+/]{4}|\r\n)*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(?:\r\n)*$/.test(body),
  'quoted-printable': (body) =>
    body
      .split('\r\n')
      .every((line) => line.length <= most.encodedLine && /^(?:[^=]|=[0-9A-F]{2})*=?$/.test(line)),
};

/** What is wrong in the parts of a body: text, then the HTML of the same content. */
const partFaults = (body: string, boundary: string): string[] => {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`);
  const faults: string[] = [];
  if (!/^--(?:\r\n)*$/.test(parts.pop() ?? '')) faults.push('the last part does not end');
  const types = parts.map((part) => {
    const { headers, body: content } = split(part.replace(/^\r\n/, ''));
    const { 'content-type': type = '', 'content-transfer-encoding': encoding = '7bit' } =
      Object.fromEntries(headers);
    if (!isEncoded[encoding]?.(content)) faults.push(`${type} is no ${encoding}`);
    return type;
  });
  const expected = ['text/plain; charset=utf-8', 'text/html; charset=utf-8'];
  if (JSON.stringify(types) !== JSON.stringify(expected)) faults.push(`parts ${types.join(', ')}`);
  return faults;
};

/**
 * Checks an email that a program sends by the standards of its format (RFC 5322, 2045 to 2047) and of automatic mail (RFC
 * 3834, 8058). Parsers forgive most of this, spam filters do not.
 * @returns what is wrong; empty for a message without faults
 */
export const mimeFaults = (message: string): string[] => {
  const faults: string[] = [];
  if (/\r(?!\n)|(?<!\r)\n/.test(message)) faults.push('a line ends without CRLF');
  if (/[^\t\r\n -~]/.test(message)) faults.push('a character outside ASCII');
  if (message.split('\r\n').some((line) => line.length > most.line)) faults.push('a line is too long');

  const { headers, body } = split(message);
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

  const values = Object.fromEntries(headers);
  if (Number.isNaN(Date.parse(values.date ?? ''))) faults.push('a date that does not exist');
  const boundary = /boundary="([^"]+)"/.exec(values['content-type'] ?? '')?.[1];
  return boundary === undefined ? faults : [...faults, ...partFaults(body, boundary)];
};
