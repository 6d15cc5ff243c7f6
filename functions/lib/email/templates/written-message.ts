import { brand } from '#shared/brand';
import { bookedReason, composeEmail } from './layout.ts';
import { linkedText } from './linked-text.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { oneLine } from './text.ts';

/** What an administrator wrote. */
interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
}

/** How much of a text a mailbox shows beside the subject. */
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

/** A message that an administrator wrote to families about their bookings (MSG-02). */
export const writtenMessageEmail = (message: WrittenMessage, siteUrl: string): RenderedEmail =>
  compose(message, {
    siteUrl,
    reason: bookedReason,
  });

/** News for a reader of the newsletter, with the link of this reader to leave. */
export const newsEmail = (
  message: WrittenMessage,
  { siteUrl, leaveLink }: { siteUrl: string; leaveLink: string },
): RenderedEmail =>
  compose(
    message,
    { siteUrl, reason: `You receive this email because you joined the newsletter of ${brand.name}.` },
    [`Leave the newsletter: ${leaveLink}`],
  );
