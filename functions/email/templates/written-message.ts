import { brand } from '#shared/brand';
import { composeEmail } from './layout.ts';
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

/** A message that an administrator wrote to families about their bookings (MSG-02). */
export const writtenMessageEmail = ({ subject, text }: WrittenMessage, siteUrl: string): RenderedEmail =>
  composeEmail(
    {
      subject: oneLine(subject),
      preview: oneLine(text).slice(0, previewLength),
      heading: oneLine(subject),
      blocks: [linkedText(text)],
      reason: `You receive this email because you booked a class with ${brand.name}.`,
    },
    siteUrl,
  );
