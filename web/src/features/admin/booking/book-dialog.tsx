import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Hourglass, Info, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { bookingRoutes } from '#shared/booking/admin-routes';
import { type BookSlot, bookSlotSchema } from '#shared/booking/booking-input';
import type { FootballClass } from '#shared/classes/class';
import { bookingCount, isFull } from '#shared/classes/class';
import { isOffSale } from '#shared/classes/openings';
import type { Child } from '#shared/families/family';
import { formatDeadline } from '#shared/lib/calendar';
import { bookingTypeName, formatLongDate } from '#shared/lib/format';
import { type FamilyId, type SlotId, slotIdSchema } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import { limits } from '#shared/limits';
import { waitingListRoutes } from '#shared/waiting/admin-routes';
import { css } from '#styled-system/css';
import { BookedDates, DueDates } from '../../../components/booking-facts.tsx';
import { OptionCard } from '../../../components/choices.tsx';
import { TextField } from '../../../components/fields.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { ModalButtons } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioCard } from '../../../components/ui/radio-card.tsx';
import { SimpleGrid } from '../../../components/ui/simple-grid.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { orderOf, placesToBook, termsOf } from '../../../lib/booking-order.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { classesQuery } from '../classes/queries.ts';
import { ChangeButtons, DialogOf, type DialogProps } from '../dialogs.tsx';
import { FamilySearch } from '../families/family-search.tsx';
import { FailureNotice } from '../notices.tsx';
import { useChange } from '../use-change.ts';
import { ChoosePlace } from './choose-place.tsx';
import { placeGroups } from './place-choices.ts';

export interface ToBook {
  readonly family?: { readonly id: FamilyId; readonly full_name: string };
  readonly child?: Pick<Child, 'id' | 'name' | 'date_of_birth'>;
  readonly slotId?: SlotId;
}

/** The price and the rules are those of the family's own screen (BHF-01). */
export const BookDialog = (dialog: DialogProps<ToBook>) => (
  <DialogOf {...dialog} title={({ child }) => (child ? `Book for ${child.name}` : 'Book a Child')}>
    {(known) => <Book known={known} onClose={dialog.onClose} />}
  </DialogOf>
);

const Book = ({ known, onClose }: { readonly known: ToBook; readonly onClose: () => void }) => {
  const [family, setFamily] = useState(known.family);
  const { data, isLoadingError, refetch } = useQuery(classesQuery);
  if (!family)
    return (
      <Stack gap="4">
        <FamilySearch onChoose={setFamily} />
        <ModalButtons onCancel={onClose} />
      </Stack>
    );
  if (isLoadingError) return <LoadFailure onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height="60" borderRadius="xl" />;
  const classes = data.classes.filter(({ deleting }) => !deleting);
  return <BookForm family={family} known={known} classes={classes} onClose={onClose} />;
};

const askedOf = ({ other_places: _, ...order }: BookSlot) => order;

interface BookFormProps {
  readonly family: NonNullable<ToBook['family']>;
  readonly known: ToBook;
  readonly classes: readonly FootballClass[];
  readonly onClose: () => void;
}

const BookForm = ({ family, known, classes, onClose }: BookFormProps) => {
  const [slotId, setSlotId] = useState<string>(known.slotId ?? '');
  const [childId, setChildId] = useState(known.child?.id ?? '');
  const [isTrial, setIsTrial] = useState(false);
  const [reason, setReason] = useState('');
  const moment = useBusinessNow();
  const cls = classes.find(({ time_slots }) => time_slots.some(({ id }) => id === slotId));
  const params = {
    parentId: family.id,
    classId: cls?.id ?? '',
    slotId: slotIdSchema.safeParse(slotId).data ?? '',
  };
  const { data, error, isFetching } = useQuery({
    ...routeQuery(bookingRoutes.getFamilySlot, { params }, 'Failed to load the family'),
    enabled: cls !== undefined,
    placeholderData: keepPreviousData,
  });
  const bookable = cls && data?.class.id === cls.id ? data : undefined;
  const slot = bookable?.class.time_slots.find(({ id }) => id === slotId);
  const child = bookable?.children.find(({ id }) => id === childId);
  const press = slot && { slot, isTrial, moment };
  const chosen = bookable && press && child ? placesToBook(bookable, press, [child]) : [];
  const [first] = chosen;
  const { terms, due_dates } =
    first ?? (bookable && press ? termsOf(bookable, press) : { terms: null, due_dates: undefined });
  const order = bookable && press && bookSlotSchema.safeParse(orderOf(bookable, press, terms, chosen)).data;
  const offer = bookable?.offers.find(({ child_ids }) => child_ids.some((id) => id === childId));
  const isTooFull = slot !== undefined && isFull(slot) && !offer;
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
  const waiting = useChange({
    send: (asked: Pick<BookSlot, 'class_id' | 'time_slot_id'>, keyOf) => {
      const { class_id, time_slot_id } = asked;
      const body = { parent_id: family.id, class_id, time_slot_id, child_ids: child ? [child.id] : [] };
      return callRoute(waitingListRoutes.addToWaitingList, { body, idempotencyKey: keyOf(body) });
    },
    failure: 'Failed to join the waiting list',
    done: `${child?.name ?? 'The child'} is on the waiting list`,
    onDone: onClose,
  });
  const isPending = booking.isPending || waiting.isPending;
  const groups = placeGroups(classes, known.child?.date_of_birth ?? child?.date_of_birth, moment);
  return (
    <Stack gap="4">
      <ChoosePlace groups={groups} chosen={slotId} onChoose={setSlotId} />
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
      <RadioCard.Root
        asChild
        value={isTrial ? 'trial' : 'program'}
        onValueChange={({ value }) => setIsTrial(value === 'trial')}
      >
        <fieldset className={css({ minWidth: '0' })}>
          <legend className={css({ fontWeight: 'semibold', mb: '1.5' })}>Booking type</legend>
          <SimpleGrid columns={2} gap="3">
            <OptionCard value="program">{bookingTypeName(false)}</OptionCard>
            <OptionCard value="trial">{bookingTypeName(true)}</OptionCard>
          </SimpleGrid>
        </fieldset>
      </RadioCard.Root>
      {offer && (
        <Notice status="info" icon={Hourglass}>
          A place is held for {child?.name} until {formatDeadline(offer.until, moment)}. Booking takes it.
        </Notice>
      )}
      {cls && isOffSale(cls) && (
        <Notice status="warning" icon={Info}>
          This class is off sale. Only the office can place a child.
        </Notice>
      )}
      {slot && isTooFull && (
        <>
          <Notice status="warning" icon={UsersRound}>
            This time is full. With a reason it gets one more: {bookingCount(slot) + 1}/{slot.max_capacity}.
            Nobody is offered a place online until it has room again.
          </Notice>
          <Button
            type="button"
            variant="outline"
            disabled={!child || isPending || isFetching}
            onClick={() => waiting.submit({ class_id: slot.class_id, time_slot_id: slot.id })}
          >
            {waiting.isPending ? 'Joining...' : 'Join the Waiting List'}
          </Button>
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
      <FailureNotice error={waiting.error} failure={waiting.failure} />
      <ChangeButtons
        change={booking}
        action={[order ? `Book for ${formatCents(order.amount)}` : 'Book', 'Booking...']}
        disabled={!order || !child || isFetching || waiting.isPending || (isTooFull && reason.trim() === '')}
        onClose={onClose}
        onPress={() => order && booking.submit(order)}
      />
    </Stack>
  );
};
