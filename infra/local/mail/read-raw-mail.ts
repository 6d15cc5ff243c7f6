import PostalMime, { type Address } from 'postal-mime';

/** An email in a request to SES. */
export interface ReceivedMail {
  /** The recipients that the request names, not those of the message's headers. */
  readonly to: readonly string[];
  /** The header, decoded: an address, or `Name <address>`. */
  readonly from: string;
  readonly reply_to: string | null;
  /** The address that unsubscribes with one click (RFC 8058). */
  readonly unsubscribe: string | null;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly tags: Readonly<Record<string, string>>;
}

/** Reads a list. SES numbers its members from 1. */
const listMembers = (form: URLSearchParams, name: string): string[] =>
  [...form].filter(([key]) => key.startsWith(`${name}.member.`)).map(([, value]) => value);

/** The tags of a message by name. */
const readTags = (form: URLSearchParams): Record<string, string> => {
  const names = [...form].filter(([key]) => /^Tags\.member\.\d+\.Name$/.test(key));
  return Object.fromEntries(
    names.map(([key, name]) => [name, form.get(key.replace(/Name$/, 'Value')) ?? '']),
  );
};

/** A mailbox as in the header, or null: groups of addresses are not sent. */
const formatMailbox = ({ name, address }: Partial<Address> = {}): string | null => {
  if (address === undefined) return null;
  return name ? `${name} <${address}>` : address;
};

/** Reads the form of `SendRawEmail`, with a MIME parser that is not the composer's. */
export const readRawMail = async (form: URLSearchParams): Promise<ReceivedMail> => {
  const message = await PostalMime.parse(Buffer.from(form.get('RawMessage.Data') ?? '', 'base64'));
  const headerValue = (key: string) => message.headers.find((header) => header.key === key)?.value;
  const oneClick = headerValue('list-unsubscribe-post') === 'List-Unsubscribe=One-Click';
  return {
    to: listMembers(form, 'Destinations'),
    from: formatMailbox(message.from) ?? '',
    reply_to: formatMailbox(message.replyTo?.[0]),
    unsubscribe: oneClick
      ? (/^<(https?:[^>]+)>$/.exec(headerValue('list-unsubscribe') ?? '')?.[1] ?? null)
      : null,
    subject: message.subject ?? '',
    html: message.html ?? '',
    text: message.text ?? '',
    tags: readTags(form),
  };
};
