import { brand } from '#shared/brand';
import type { CoachingFacts } from '#shared/domain/coaches/coaching-change';
import { classTypeName } from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import { paths } from '#shared/paths';
import { type Block, button, paragraph } from './blocks.ts';
import { ticket } from './booking-blocks.ts';
import { composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

/** The reason of an email to a coach. */
export const coachReason = `You receive this email because you are a coach of ${brand.name}.`;

/** Leads to the coach's sessions. */
export const sessionsButton = (siteUrl: string): Block =>
  button('View My Sessions', new URL(paths.coach, siteUrl).href);

const texts = {
  class: {
    assigned: [
      'Your class',
      'You have a new class',
      'You are a coach of this class now. You see its sessions and mark who came.',
    ],
    removed: [
      'Not your class',
      'This class is not yours any more',
      'You are not a coach of this class any more. Please do not come for it.',
    ],
    kept: ['Changed', 'Your class has changed', 'Please note the new time, place or dates.'],
  },
  session: {
    assigned: [
      'Stand in',
      'You stand in at a session',
      'You stand in at this session. You see it and mark who came.',
    ],
    removed: ['No stand-in', 'You do not stand in any more', 'You do not stand in at this session any more.'],
    kept: ['Changed', 'A session has changed', 'Please note the new time, place or dates.'],
  },
} as const;

const withBefore = (now: string, before: string | null): string =>
  before === null ? now : `${now} (was ${before})`;

/** Tells a coach of a class or session that is theirs, not theirs any more, or changed (COA-02). */
export const coachingChangedEmail = (
  change: 'assigned' | 'removed' | 'kept',
  { class_type, was, times, dates, session, ...place }: CoachingFacts,
  siteUrl: string,
): RenderedEmail => {
  const [word, heading, text] = texts[session ? 'session' : 'class'][change];
  return composeEmail(
    {
      subject: `${word}: ${classTypeName(class_type)}, ${inSentence(place.venue)}`,
      preview: dates,
      heading,
      blocks: [
        paragraph(text),
        ticket({
          programme: class_type,
          kind: word,
          facts: [
            { label: session ? 'Date' : 'Dates', value: withBefore(dates, was.dates) },
            { label: 'Time', value: withBefore(times, was.times) },
            ...venueFacts(place, was.venue ?? undefined),
          ],
        }),
        sessionsButton(siteUrl),
      ],
      reason: coachReason,
    },
    siteUrl,
  );
};
