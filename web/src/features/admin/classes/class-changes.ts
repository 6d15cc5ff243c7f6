import { useQuery } from '@tanstack/react-query';
import { classRoutes } from '#shared/classes/admin-routes';
import type { ChangedClass } from '#shared/classes/class-input';
import { classTypeName, formatDate, formatTimeRange } from '#shared/lib/format';
import type { ClassId, SlotId, UserId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { counted } from '#shared/lib/text';
import type { Instant } from '#shared/lib/values';
import type { EditedFields } from '../../../components/edited-form.tsx';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { coachesQuery } from '../queries.ts';
import { instantText } from '../school/activity-text.ts';
import type { ClassFormValues } from './class-form-values.ts';
import { venuesQuery } from './queries.ts';

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

export const familiesText = (families: number): string => counted(families, 'family', 'families');

export const impactText = ({ bookings, families }: Impact): string =>
  `${counted(bookings, 'booking', 'bookings')} of ${familiesText(families)}`;

type Slot = ChangedClass['time_slots'][number];

const slotText = (slot: Slot): string => `${formatTimeRange(slot)} (${slot.max_capacity} places)`;

const openingText = (at: Instant | null): string => (at ? instantText(at) : 'at once');

const namesOf = <Id>(ids: readonly Id[], nameOf: (id: Id) => string | undefined): string =>
  ids.map((id) => nameOf(id) ?? 'an account that is no coach').join(', ') || 'none';

export const useEditedClassFields = (): EditedFields<ChangedClass, ClassFormValues> => {
  const venues = useQuery(venuesQuery).data?.venues ?? [];
  const coaches = useQuery(coachesQuery).data?.coaches ?? [];
  const coachOf = (id: UserId) => coaches.find((coach) => coach.id === id)?.full_name;
  return {
    class_type: { label: 'Class Type', text: classTypeName },
    venue_id: {
      label: 'Venue',
      text: (id) => venues.find((venue) => venue.id === id)?.name ?? 'another venue',
    },
    coach_name: { label: 'Coach Name', text: String },
    coach_ids: { label: 'Who marks who came', text: (ids = []) => namesOf(ids, coachOf) },
    weekly_rate: { label: 'Weekly Rate', text: formatCents },
    start_date: { label: 'Start Date', text: formatDate },
    end_date: { label: 'End Date', text: formatDate },
    skipped_dates: {
      label: 'Dates without a session',
      text: (dates) => dates.map(formatDate).join(', ') || 'none',
      follows: ['start_date', 'end_date'],
    },
    image_url: { label: 'Image Address', text: (address) => address ?? 'none' },
    opens_for_current_at: {
      label: 'Opens for current families',
      text: openingText,
      inputs: ['opens_for_current_at', 'opens_for_current_which'],
    },
    opens_at: { label: 'Opens for everybody', text: openingText, inputs: ['opens_at', 'opens_which'] },
    time_slots: { label: 'Time Slots', text: (slots) => slots.map(slotText).join(', ') || 'none' },
  };
};
