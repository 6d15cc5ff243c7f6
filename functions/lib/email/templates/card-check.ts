import { formatLongDate } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import { paths } from '#shared/paths';
import type { CalendarDate } from '#shared/schemas/values';
import { button, paragraph } from './blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/**
 * Asks whether what coaches know about some children is still right (EME-03). It says nothing of what that is: an email can
 * be read by others.
 */
export const cardCheckEmail = (names: readonly string[], siteUrl: string): RenderedEmail => {
  const children = listed(names.map(inSentence));
  return composeEmail(
    {
      subject: 'Is this still right?',
      preview: `Please check what the coaches know about ${children}`,
      heading: 'Is this still right?',
      blocks: [
        paragraph(
          `Please check what the coaches know about ${children}: health, whom to call and who may collect your child, and photos. If it is right, one press confirms it.`,
        ),
        button('Check and confirm', new URL(paths.parent, siteUrl).href),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};

/** Offers to keep the notes and contacts of children who had no booking for long (SEE-03). */
export const cardKeepEmail = (
  names: readonly string[],
  goesOn: CalendarDate,
  siteUrl: string,
): RenderedEmail => {
  const children = listed(names.map(inSentence));
  const day = formatLongDate(goesOn);
  return composeEmail(
    {
      subject: 'Shall we keep your notes?',
      preview: `We delete notes and contacts of ${children} on ${day}`,
      heading: 'Shall we keep your notes?',
      blocks: [
        paragraph(
          `You have not booked for ${children} for twelve months. On ${day} we delete the notes about health and the contacts.`,
        ),
        paragraph(
          'To keep them, press “Everything is right” in your profile before that day. A booking keeps them too.',
        ),
        button('Open my profile', new URL(paths.parentProfile, siteUrl).href),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
