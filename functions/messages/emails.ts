import { brand } from '#shared/brand';
import { hoursText } from '#shared/lib/text';
import { limits } from '#shared/limits';
import type { ContactMessage } from '#shared/messages/links-routes';
import {
  bookedReason,
  button,
  composeEmail,
  copyableAddress,
  inSentence,
  linkedText,
  oneLine,
  paragraph,
  type RenderedEmail,
  smallPrint,
} from '../lib/mail/layout.ts';

interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
}

/** A mailbox shows about this much text beside the subject. */
const previewLength = 90;

const compose = (
  { subject, text }: WrittenMessage,
  { siteUrl, reason }: { siteUrl: string; reason: string },
  footer: readonly string[] = [],
): RenderedEmail =>
  composeEmail(
    {
      subject: oneLine(subject),
      preview: oneLine(text).slice(0, previewLength),
      heading: oneLine(subject),
      blocks: [text, ...footer].map(linkedText),
      reason,
    },
    siteUrl,
  );

export const writtenMessageEmail = (message: WrittenMessage, siteUrl: string): RenderedEmail =>
  compose(message, {
    siteUrl,
    reason: bookedReason,
  });

/** With the reader's link to leave. */
export const newsEmail = (
  message: WrittenMessage,
  { siteUrl, leaveLink }: { siteUrl: string; leaveLink: string },
): RenderedEmail =>
  compose(
    message,
    { siteUrl, reason: `You receive this email because you joined the newsletter of ${brand.name}.` },
    [`Leave the newsletter: ${leaveLink}`],
  );

/** Asks whether an address may get the newsletter (FRM-03). Contains no text of whoever entered the address. */
export const joinNewsletterEmail = (link: string, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: `Confirm your email for news from ${brand.name}`,
      preview: 'One tap and you are on the list.',
      heading: 'News about new classes?',
      blocks: [
        paragraph(
          `Someone entered this address in the newsletter box of ${brand.name}. If it was you, please confirm it.`,
        ),
        button('Confirm my address', link),
        copyableAddress(link),
        smallPrint(
          `The link works for ${hoursText(limits.newsletterLinkHours)}. If it was not you, ignore this email: you get no news, and the address is deleted.`,
        ),
      ],
      reason: `You receive this email because your address was entered at ${brand.name}.`,
    },
    siteUrl,
  );

export const contactMessageEmail = (
  { name, email, subject, message }: ContactMessage,
  siteUrl: string,
): RenderedEmail => {
  const sender = inSentence(name);
  return composeEmail(
    {
      subject: `Message from ${sender}${subject === undefined ? '' : `: ${inSentence(subject)}`}`,
      preview: inSentence(message),
      heading: `Message from ${sender}`,
      blocks: [
        ...(subject === undefined ? [] : [paragraph(`Subject: ${subject}`)]),
        ...message.split(/\n+/).map(paragraph),
        paragraph(`${name}, ${email}`),
      ],
      reason: `A visitor wrote this in the contact form of ${brand.name}. Reply to answer.`,
    },
    siteUrl,
  );
};
