import { SimpleGrid } from '@chakra-ui/react/simple-grid';
import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useId, useState } from 'react';
import { bookingRoutes } from '#shared/booking/admin-routes';
import { type BookSlot, bookSlotSchema } from '#shared/booking/booking-input';
import type { FootballClass } from '#shared/classes/class';
import { bookingCount, isFull, placesLeft } from '#shared/classes/class';
import type { BusinessMoment } from '#shared/lib/business-time';
import {
  bookingTypeName,
  classTypeName,
  everyWeekday,
  formatLongDate,
  formatTimeRange,
  placesText,
} from '#shared/lib/format';
import { type FamilyId, type SlotId, slotIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { limits } from '#shared/limits';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { BookedDates, DueDates } from '../../../components/booking-facts.tsx';
import { Notice } from '../../../components/card.tsx';
import { OptionCard } from '../../../components/choices.tsx';
import { TextField } from '../../../components/fields.tsx';
import { LoadFailure, Skeleton } from '../../../components/loading.tsx';
import { ModalButtons } from '../../../components/modal.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { orderOf, placesToBook, termsOf } from '../../../lib/booking-order.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { classesQuery } from '../classes/queries.ts';
import { ChangeButtons, DialogOf, type DialogProps } from '../dialogs.tsx';
import { FamilySearch } from '../families/family-search.tsx';
import { useChange } from '../use-change.ts';

/** What is known of a booking when its dialog opens: the child, or the slot. */
export interface ToBook {
  readonly family?: { readonly id: FamilyId; readonly full_name: string };
  readonly child?: { readonly id: string; readonly name: string };
  readonly slotId?: SlotId;
}

/** Books a child of a family for it (BHF-01): the price and the rules are those of the family's own screen. */
export const BookDialog = (dialog: DialogProps<ToBook>) => (
  <DialogOf {...dialog} title={({ child }) => (child ? `Book for ${child.name}` : 'Book a Child')}>
    {(known) => <Book known={known} onClose={dialog.onClose} />}
  </DialogOf>
);

const Book = ({ known, onClose }: { readonly known: ToBook; readonly onClose: () => void }) => {
  const [family, setFamily] = useState(known.family);
  const { data, isLoadingError, refetch } = useQuery(classesQuery);
  const moment = useBusinessNow();
  if (!family)
    return (
      <Stack gap="4">
        <FamilySearch onChoose={setFamily} />
        <ModalButtons onCancel={onClose} />
      </Stack>
    );
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="60" borderRadius="xl" />;
  const places = openPlaces(
    data.classes.filter(({ deleting }) => !deleting),
    moment,
  );
  return <BookForm family={family} known={known} places={places} onClose={onClose} />;
};

interface OpenPlace {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/** All time slots with a session to come, those of one programme and venue together. */
const openPlaces = (classes: readonly FootballClass[], moment: BusinessMoment): OpenPlace[] =>
  classes
    .toSorted(
      (one, other) =>
        classTypeName(one.class_type).localeCompare(classTypeName(other.class_type)) ||
        one.venue.localeCompare(other.venue),
    )
    .flatMap((cls) =>
      cls.time_slots
        .filter((slot) => nextUpcomingDate(cls, slot, moment) !== null)
        .map((slot) => ({ cls, slot })),
    );

const placeText = ({ cls, slot }: OpenPlace): string =>
  `${classTypeName(cls.class_type)}, ${cls.venue}, ${everyWeekday(cls.start_date)}, ${formatTimeRange(slot)}: ${isFull(slot) ? 'full' : placesText(placesLeft(slot))}`;

/** What is read with the slot is no part of what is asked for. */
const askedOf = ({ other_places: _, ...order }: BookSlot) => order;

interface BookFormProps {
  readonly family: NonNullable<ToBook['family']>;
  readonly known: ToBook;
  readonly places: readonly OpenPlace[];
  readonly onClose: () => void;
}

const BookForm = ({ family, known, places, onClose }: BookFormProps) => {
  const [slotId, setSlotId] = useState<string>(known.slotId ?? '');
  const [childId, setChildId] = useState(known.child?.id ?? '');
  const [isTrial, setIsTrial] = useState(false);
  const typeName = useId();
  const [reason, setReason] = useState('');
  const moment = useBusinessNow();
  const place = places.find(({ slot }) => slot.id === slotId);
  const params = {
    parentId: family.id,
    classId: place?.cls.id ?? '',
    slotId: slotIdSchema.safeParse(slotId).data ?? '',
  };
  const { data, error, isFetching } = useQuery({
    ...routeQuery(bookingRoutes.getFamilySlot, { params }, 'Failed to load the family'),
    enabled: place !== undefined,
    placeholderData: keepPreviousData,
  });
  const bookable = place && data?.class.id === place.cls.id ? data : undefined;
  const slot = bookable?.class.time_slots.find(({ id }) => id === slotId);
  const child = bookable?.children.find(({ id }) => id === childId);
  const press = slot && { slot, isTrial, moment };
  const chosen = bookable && press && child ? placesToBook(bookable, press, [child]) : [];
  const [first] = chosen;
  const { terms, due_dates } =
    first ?? (bookable && press ? termsOf(bookable, press) : { terms: null, due_dates: undefined });
  const order = bookable && press && bookSlotSchema.safeParse(orderOf(bookable, press, terms, chosen)).data;
  const isTooFull = slot !== undefined && isFull(slot);
  const booking = useChange({
    send: (asked: BookSlot, keyOf) => {
      const above_capacity = isTooFull ? reason : null;
      return callRoute(bookingRoutes.bookForFamily, {
        params: { parentId: family.id },
        body: { order: asked, above_capacity },
        idempotencyKey: keyOf({ ...askedOf(asked), above_capacity }),
      });
    },
    failure: 'Failed to book',
    done: ({ child_name }) => `${child_name} is booked`,
    onDone: onClose,
  });
  return (
    <Stack gap="4">
      <SelectField label="Class and time" value={slotId} onChange={({ target }) => setSlotId(target.value)}>
        <option value="">Choose a time</option>
        {places.map((each) => (
          <option key={each.slot.id} value={each.slot.id}>
            {placeText(each)}
          </option>
        ))}
      </SelectField>
      {!known.child && (
        <SelectField
          label={`Child of ${family.full_name}`}
          value={childId}
          onChange={({ target }) => setChildId(target.value)}
        >
          <option value="">Choose a child</option>
          {bookable?.children.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <chakra.fieldset minWidth="0">
        <chakra.legend fontWeight="semibold" mb="1.5">
          Booking type
        </chakra.legend>
        <SimpleGrid columns={2} gap="3">
          {[false, true].map((isOne) => (
            <OptionCard
              key={String(isOne)}
              name={typeName}
              checked={isTrial === isOne}
              onChange={() => setIsTrial(isOne)}
            >
              {bookingTypeName(isOne)}
            </OptionCard>
          ))}
        </SimpleGrid>
      </chakra.fieldset>
      {slot && isTooFull && (
        <>
          <Notice tone="warning" icon={UsersRound}>
            This time is full. With a reason it gets one more: {bookingCount(slot) + 1}/{slot.max_capacity}.
            Nobody is offered a place online until it has room again.
          </Notice>
          <TextField
            label="Why above the capacity"
            autoComplete="off"
            required
            limit={limits.aboveCapacityReasonLength}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </>
      )}
      <Stack gap="1" aria-live="polite" fontVariantNumeric="tabular-nums">
        {terms?.dates[0] && (
          <>
            <Text fontWeight="semibold">
              {formatCents(terms.amount)}, first session {formatLongDate(terms.dates[0])}
            </Text>
            <BookedDates dates={terms.dates} />
            <DueDates bookings={[{ amount: terms.amount, due_dates }]} isNarrow />
          </>
        )}
        {bookable && !terms && <Text color="danger.fg">No session is left to come.</Text>}
        {error && !bookable && <Text color="danger.fg">{error.message}</Text>}
      </Stack>
      <ChangeButtons
        change={booking}
        action={[order ? `Book for ${formatCents(order.amount)}` : 'Book', 'Booking...']}
        disabled={!order || !child || isFetching || (isTooFull && reason.trim() === '')}
        onClose={onClose}
        onPress={() => order && booking.submit(order)}
      />
    </Stack>
  );
};
