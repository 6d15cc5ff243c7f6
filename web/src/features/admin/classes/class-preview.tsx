import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { byStartTime, type FootballClass, footballClassSchema, type Venue } from '#shared/classes/class';
import { isPictureAllowed } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { classPrice, classWeeks, priceOfWeeks, weeksText } from '#shared/classes/pricing';
import { type BusinessMoment, compareTimes } from '#shared/lib/business-time';
import { classTypeName, everyWeekday } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { centsSchema } from '#shared/lib/values';
import { timeSlotSchema } from '#shared/sessions/slot';
import { ClassCard } from '../../../components/class-card.tsx';
import { listingLabels } from '../../../components/slot-box.tsx';
import { Box } from '../../../components/ui/box.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { siteConfig } from '../../../lib/api/config.ts';
import { businessToday, useBusinessNow } from '../../../lib/time/today.ts';
import { type ClassFormValues, enteredClass, enteredRate, enteredRule } from './class-form-values.ts';
import { venuesQuery } from './queries.ts';
import type { ClassForm } from './use-class-form.ts';

// The random part of an id that no stored item has.
const noId = '0'.repeat(26);

const unsaved = {
  id: `cls_${noId}`,
  price: 0,
  venue_details: {
    id: `ven_${noId}`,
    address: '',
    map_url: null,
    directions: null,
    version: 1,
    changed_at: '1970-01-01T00:00:00.000Z',
  },
  trial_price: null,
  session_changes: [],
  created_by: '00000000-0000-0000-0000-000000000000',
  created_at: '1970-01-01T00:00:00.000Z',
};

/**
 * Slots whose times or capacity are not complete are left out; null while the class type, the rate or a date is missing.
 * @param pictureHosts a picture elsewhere would not be shown
 * @param venue the venue that is chosen, as far as known
 */
export const previewedClass = (
  values: ClassFormValues,
  stored: ManagedClass | undefined,
  pictureHosts: readonly string[],
  venue: Venue | undefined,
): FootballClass | null => {
  if (!enteredRule(values)) return null;
  const entered = enteredClass(values);
  const base = stored ?? unsaved;
  const hasPicture = entered.image_url !== null && isPictureAllowed(entered.image_url, pictureHosts);
  const { data } = footballClassSchema.safeParse({
    ...base,
    ...entered,
    venue: venue?.name ?? stored?.venue ?? (values.first_venue.name.trim() || 'Venue'),
    venue_details: venue ?? base.venue_details,
    coach_name: entered.coach_name.trim() || 'Name',
    image_url: hasPicture ? entered.image_url : null,
    time_slots: entered.time_slots
      .flatMap((slot, index) => {
        const known = stored?.time_slots.find(({ id }) => id === slot.id);
        const added = {
          id: `slt_${String(index).padStart(noId.length, '0')}`,
          class_id: base.id,
          current_bookings: 0,
          calendar_version: 0,
        };
        const { data: shown } = timeSlotSchema.safeParse({ ...added, ...known, ...slot });
        return shown && compareTimes(shown.start_time, shown.end_time) < 0 ? [shown] : [];
      })
      .toSorted(byStartTime),
  });
  return data && data.weekly_rate > 0 ? data : null;
};

interface ClassPreviewProps {
  readonly form: ClassForm;
  readonly stored?: ManagedClass | undefined;
}

const noActions = { onBook: async () => undefined, onJoin: async () => undefined };

const cardText = (cls: FootballClass, moment: BusinessMoment): string =>
  `Card of ${classTypeName(cls.class_type)}, ${everyWeekday(cls.start_date)}, ${formatCents(classPrice(cls, moment).price)}`;

/** Families will see this card. Here it is a picture, of which nothing can be used. */
export const ClassPreview = ({ form, stored }: ClassPreviewProps) => {
  const moment = useBusinessNow();
  const venues = useQuery(venuesQuery).data?.venues ?? [];
  const values = useWatch({ control: form.control, compute: (entered) => entered });
  const venue = venues.find(({ id }) => id === values.venue_id);
  const cls = previewedClass(values, stored, siteConfig().pictureHosts, venue);
  return (
    <Stack gap="3">
      <Heading as="h3" size="md">
        What Families Will See
      </Heading>
      {cls ? (
        <Box role="img" aria-label={cardText(cls, moment)} maxWidth="[26rem]">
          <div inert aria-hidden>
            <ClassCard cls={cls} moment={moment} labels={listingLabels} actions={noActions} />
          </div>
        </Box>
      ) : (
        <Text color="fg.muted">
          The card appears here once class type, weekly rate and both dates are set.
        </Text>
      )}
    </Stack>
  );
};

const priceOf = (
  values: Pick<ClassFormValues, 'weekly_rate' | 'start_date' | 'end_date' | 'skipped_dates'>,
) => {
  const { data: rate } = centsSchema.safeParse(enteredRate(values.weekly_rate));
  const rule = enteredRule(values);
  if (!rate || !rule) return null;
  const weeks = classWeeks(rule, businessToday());
  return {
    total: formatCents(priceOfWeeks(weeks, rate)),
    length: weeksText(weeks),
    weekday: everyWeekday(rule.start_date),
  };
};

export const PricePreview = ({ form }: { readonly form: ClassForm }) => {
  const [weekly_rate, start_date, end_date, skipped_dates] = useWatch({
    control: form.control,
    name: ['weekly_rate', 'start_date', 'end_date', 'skipped_dates'],
  });
  const price = priceOf({ weekly_rate, start_date, end_date, skipped_dates });
  return (
    <HStack
      role="status"
      aria-label="Price"
      wrap="wrap"
      align="baseline"
      gap="2"
      px="4"
      py="3"
      borderRadius="lg"
      bg="bg.subtle"
      fontVariantNumeric="tabular-nums"
    >
      {price ? (
        <>
          <Text fontFamily="heading" fontWeight="extrabold" fontSize="xl" lineHeight="heading">
            {price.total}
          </Text>
          <Text color="fg.muted">
            for the full program when booked today ({price.length}), {price.weekday}
          </Text>
        </>
      ) : (
        <Text color="fg.muted">The price appears here once the weekly rate and both dates are set.</Text>
      )}
    </HStack>
  );
};
