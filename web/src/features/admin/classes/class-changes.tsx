import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { classRoutes } from '#shared/classes/admin-routes';
import type { ManagedClass } from '#shared/classes/managed-class';
import { classTypeName, formatDate, formatTimeRange } from '#shared/lib/format';
import type { ClassId, SlotId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import type { Instant } from '#shared/lib/values';
import { Notice } from '../../../components/card.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { instantText } from '../school/activity-text.ts';

/** How many bookings of how many families, and families on waiting lists, a class or one of its slots has. */
export const impactQuery = (classId: ClassId, slot?: SlotId) =>
  routeQuery(
    classRoutes.getClassImpact,
    { params: { classId }, query: { slot } },
    'Failed to load class details',
  );

interface Impact {
  readonly bookings: number;
  readonly families: number;
}

/** "29 families". */
export const familiesText = (families: number): string => counted(families, 'family', 'families');

/** "3 bookings of 2 families". */
export const impactText = ({ bookings, families }: Impact): string =>
  `${counted(bookings, 'booking', 'bookings')} of ${familiesText(families)}`;

/** A field that another administrator has changed. */
export interface ClassChange {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

const describeSlots = ({ time_slots }: ManagedClass): string =>
  time_slots.map((slot) => `${formatTimeRange(slot)} (${slot.max_capacity} places)`).join(', ');

const openingText = (at: Instant | null): string => (at ? instantText(at) : 'at once');

const fields: readonly [name: string, describe: (cls: ManagedClass) => string][] = [
  ['Class Type', ({ class_type }) => classTypeName(class_type)],
  ['Venue', ({ venue }) => venue],
  ['Coach Name', ({ coach_name }) => coach_name],
  ['Coaches’ accounts', ({ coach_ids }) => String(coach_ids.length)],
  ['Weekly Rate', ({ weekly_rate }) => formatCents(weekly_rate)],
  ['Start Date', ({ start_date }) => formatDate(start_date)],
  ['End Date', ({ end_date }) => formatDate(end_date)],
  ['Dates without a session', ({ skipped_dates }) => skipped_dates.map(formatDate).join(', ') || 'none'],
  ['Image Address', ({ image_url }) => image_url ?? 'none'],
  ['Opens for current families', ({ opens_for_current_at }) => openingText(opens_for_current_at)],
  ['Opens for everybody', ({ opens_at }) => openingText(opens_at)],
  ['Time Slots', describeSlots],
];

/** The fields in which two versions of a class differ, with their values as text. */
export const changesBetween = (before: ManagedClass, now: ManagedClass): ClassChange[] =>
  fields
    .map(([field, describe]) => ({ field, before: describe(before), now: describe(now) }))
    .filter((change) => change.before !== change.now);

/** Lists what another administrator has changed while the form was open. */
export const ConflictNotice = ({
  subject = 'class',
  changes,
}: {
  readonly subject?: 'class' | 'venue';
  readonly changes: readonly ClassChange[];
}) => {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <Notice ref={notice} tabIndex={-1} role="alert" tone="warning" icon={TriangleAlert}>
      <Stack gap="2">
        <Text fontWeight="bold">Someone else changed this {subject} in the meantime.</Text>
        <Stack as="ul" gap="1" listStyleType="disc" ps="5">
          {changes.map(({ field, before, now }) => (
            <li key={field}>
              {field}: {before}, now {now}
            </li>
          ))}
        </Stack>
        <Text>
          What you typed is kept; the rest of the form shows the changes. Save again to replace them.
        </Text>
      </Stack>
    </Notice>
  );
};
