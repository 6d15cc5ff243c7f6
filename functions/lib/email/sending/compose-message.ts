import MailComposer from 'nodemailer/lib/mail-composer';
import type { RenderedEmail } from '../templates/rendered-email.ts';
import { unbroken } from '../templates/text.ts';
import { parseSender } from './address.ts';

export interface MessageContent extends RenderedEmail {
  /** Sender: an address, or `Name <address>`. */
  readonly from: string;
  /** One plain address. */
  readonly to: string;
  /** One plain address that replies go to. Without it, they go to the sender. */
  readonly replyTo?: string | undefined;
  /** The `https` address that unsubscribes with one POST and without a login (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
}

/**
 * A program sends every email (RFC 3834), also a visitor's message to the school: its reply address may be anybody's. So no
 * program answers, such as a notice of absence. Outlook and Exchange read the second header.
 */
const automaticHeaders = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/**
 * An email in MIME format: text and HTML of the same content. The composer encodes each header, so that no value can add
 * another header or recipient.
 */
export const composeMessage = ({
  from,
  to,
  replyTo,
  unsubscribeUrl,
  subject,
  html,
  text,
}: MessageContent): Promise<Buffer> =>
  new MailComposer({
    from: parseSender(from),
    to: { name: '', address: to },
    replyTo: replyTo && { name: '', address: replyTo },
    headers: { ...automaticHeaders, ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)) },
    subject: unbroken(subject),
    html,
    text,
    // Otherwise a part of plain ASCII keeps the line breaks of its text.
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
