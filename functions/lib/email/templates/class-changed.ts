import { classTypeName, everyWeekday, formatTimeRange } from '#shared/domain/text/format';
import { venueFacts } from '#shared/domain/text/venue-facts';
import type { ClassSummary } from '#shared/schemas/class';
import type { MessageOf } from '#shared/schemas/message';
import type { TimeSlot } from '#shared/schemas/slot';
import { paragraph } from './blocks.ts';
import { bookingsButton, ticket } from './booking-blocks.ts';
import { bookedReason, composeEmail } from './layout.ts';
import type { RenderedEmail } from './rendered-email.ts';
import { inSentence } from './text.ts';

type MoveFacts = MessageOf<'class-changed'>['facts'];

/** A child's place in a class that meets at another time or place. */
export interface ChangedPlace {
  readonly child: string;
  readonly cls: Pick<ClassSummary, 'class_type' | 'venue' | 'venue_details' | 'start_date'>;
  readonly slot: Pick<TimeSlot, 'start_time' | 'end_time'>;
  /** The old and the new time; undefined where only the venue changes. */
  readonly time: MoveFacts['slots'][number] | undefined;
}

/** Tells a family what has changed, one ticket for each child (CAL-11). */
export const classChangedEmail = (
  places: readonly [ChangedPlace, ...ChangedPlace[]],
  { venue }: MoveFacts,
  siteUrl: string,
): RenderedEmail => {
  const [{ cls }] = places;
  const type = classTypeName(cls.class_type);
  return composeEmail(
    {
      subject: `Changed: ${type}, ${inSentence(cls.venue)}`,
      preview: 'Please note the new time and place',
      heading: 'Your class has changed',
      blocks: [
        paragraph('Please note the new time and place. Everything else stays as you booked it.'),
        ...places.map(({ child, slot, time }) =>
          ticket({
            programme: cls.class_type,
            kind: 'Changed',
            facts: [
              { label: 'Child', value: child },
              { label: 'Day', value: everyWeekday(cls.start_date) },
              {
                label: 'Time',
                value: time ? `${formatTimeRange(slot)} (was ${time.before})` : formatTimeRange(slot),
              },
              ...venueFacts(cls, venue?.before),
            ],
          }),
        ),
        bookingsButton(siteUrl),
      ],
      reason: bookedReason,
    },
    siteUrl,
  );
};
