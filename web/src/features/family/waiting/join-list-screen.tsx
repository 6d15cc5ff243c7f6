import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarX2, Info } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom';
import type { BookableSlot } from '#shared/booking/booking-input';
import { placesLeft } from '#shared/classes/class';
import { isOffSale } from '#shared/classes/openings';
import { familyRoutes } from '#shared/contract/family-routes';
import { shownProblems } from '#shared/contract/shown-problems';
import { type ChildId, type ClassId, classIdSchema, type SlotId, slotIdSchema } from '#shared/lib/ids';
import { paths } from '#shared/paths';
import { nextUpcomingDate } from '#shared/sessions/sessions';
import type { TimeSlot } from '#shared/sessions/slot';
import { CheckBox } from '../../../components/choices.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { Notice } from '../../../components/notice.tsx';
import { waitingFailures } from '../../../components/offer-card.tsx';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { readAgain } from '../../../lib/api/read-again.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { useIsHydrated } from '../../../lib/pages/page.ts';
import { msUntil, useBusinessNow, useInstant } from '../../../lib/time/today.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import {
  BackToClasses,
  BookingHeader,
  BookingSkeleton,
  bookableQuery,
  NoChildren,
  NotOnSale,
  NotOpenYet,
  question,
  useBookingDraft,
} from '../booking/slot-screen.tsx';

// One application for each group of children; a retry joins once.
const useJoinList = ({ class_id, id }: TimeSlot) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // One key for each group: a retry after a lost answer repeats the key of its group.
  const [keys] = useState(() => new Map<string, ReturnType<typeof attemptKeys>>());
  const keyOf = (body: { readonly child_ids: readonly ChildId[] }): string => {
    const group = body.child_ids.join();
    const keyOfGroup = keys.get(group) ?? attemptKeys();
    keys.set(group, keyOfGroup);
    return keyOfGroup(body);
  };
  return useSubmission({
    send: async (groups: readonly (readonly ChildId[])[]) => {
      for (const children of groups) {
        const body = { class_id, time_slot_id: id, child_ids: [...children] };
        const idempotencyKey = keyOf(body);
        await callRoute(familyRoutes.joinWaitingList, { body, idempotencyKey });
      }
    },
    failure: waitingFailures.join,
    changes: [familyRoutes.getMyWaiting],
    onDone: () => {
      showToast({ type: 'success', title: 'You are on the waiting list' });
      navigate(paths.parentBookings, { replace: true });
    },
    onFailed: () => readAgain(queryClient, familyRoutes.getBookableSlot),
  });
};

interface JoinListFormProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
}

const preset = (
  candidates: readonly { readonly id: ChildId }[],
  chosenIds: readonly string[],
): readonly ChildId[] => {
  const chosen = candidates.filter(({ id }) => chosenIds.includes(id));
  const only = candidates.length === 1 ? candidates : [];
  return (chosen.length > 0 ? chosen : only).map(({ id }) => id);
};

// A family chooses one child, several on their own, or siblings only together (WAI-02).
const JoinListForm = ({ bookable, slot }: JoinListFormProps) => {
  const candidates = bookable.children.filter(({ id }) => !bookable.booked_child_ids.includes(id));
  const [{ childId, siblingIds }] = useBookingDraft(slot.id);
  const [chosen, setChosen] = useState(() => preset(candidates, [childId, ...siblingIds]));
  const [together, setTogether] = useState(false);
  const join = useJoinList(slot);
  const moment = useBusinessNow();
  useInstant(bookable.opens_at);
  const several = chosen.length > 1;
  if (nextUpcomingDate(bookable.class, slot, moment) === null)
    return (
      <Notice status="error" icon={CalendarX2}>
        {shownProblems.programEnded.text}
      </Notice>
    );
  if (isOffSale(bookable.class)) return <NotOnSale />;
  // Before the opening, the family can neither book nor wait (TRM-11).
  if (bookable.opens_at && msUntil(bookable.opens_at) > 0) return <NotOpenYet opens_at={bookable.opens_at} />;
  if (placesLeft(slot) >= Math.max(1, chosen.length)) return <PlacesOpen slot={slot} />;
  if (candidates.length === 0)
    return (
      <Notice status="info" icon={Info}>
        All your children have a place here.
      </Notice>
    );
  const toggle = (id: ChildId, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  const groups = several && together ? [chosen] : chosen.map((id) => [id]);
  return (
    <Stack
      as="form"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        join.submit(groups);
      }}
    >
      <AboutList />
      <fieldset>
        <legend className={question}>Who would like a place?</legend>
        {candidates.map(({ id, name }) => (
          <CheckBox
            key={id}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          >
            {name}
          </CheckBox>
        ))}
      </fieldset>
      {several && (
        <div>
          <CheckBox checked={together} onChange={(event) => setTogether(event.target.checked)}>
            Only together
          </CheckBox>
          {together && (
            <Notice status="info" icon={Info}>
              Two places at once are rare. You keep your rank until there are places for all of them.
            </Notice>
          )}
        </div>
      )}
      <Button type="submit" colorPalette="accent" size="lg" disabled={join.isPending || chosen.length === 0}>
        {join.isPending ? 'Joining...' : 'Join the waiting list'}
      </Button>
    </Stack>
  );
};

const AboutList = () => (
  <div>
    <Heading mb="2">Waiting list</Heading>
    <Text color="fg.muted">
      It is for the full program, in the order of joining. When a place becomes free for you, we hold it and
      email you an offer at once. Nothing is due until you take it.
    </Text>
  </div>
);

const PlacesOpen = ({ slot }: Pick<JoinListFormProps, 'slot'>) => (
  <Stack gap="4">
    <Notice status="info" icon={Info}>
      {shownProblems.placesOpen.text}
    </Notice>
    <Button asChild colorPalette="accent">
      <Link to={paths.bookClass(slot.class_id, slot.id)}>Book now</Link>
    </Button>
  </Stack>
);

export const JoinListScreen = () => {
  const params = useParams();
  const classId = classIdSchema.safeParse(params.classId);
  const slotId = slotIdSchema.safeParse(params.slotId);
  const isValid = classId.success && slotId.success;
  if (useIsHydrated() && !isValid) return <Navigate to={paths.browseClasses} replace />;
  return (
    <Screen pageTitle="Join the waiting list" maxWidth="prose" pt={{ base: '1', md: '10' }}>
      <Stack gap={{ base: '4', md: '5' }}>
        <BackToClasses />
        {isValid ? <SlotList key={slotId.data} classId={classId.data} slotId={slotId.data} /> : loading}
      </Stack>
    </Screen>
  );
};

const loading = (
  <BookingSkeleton>
    <AboutList />
  </BookingSkeleton>
);

const SlotList = ({ classId, slotId }: { readonly classId: ClassId; readonly slotId: SlotId }) => {
  const bookable = useQuery(bookableQuery({ classId, slotId }, 'Failed to load class details'));
  if (isNotFound(bookable.error)) return <Navigate to={paths.browseClasses} replace />;
  if (bookable.isLoadingError) return <LoadFailure onRetry={() => void bookable.refetch()} />;
  const slot = bookable.data?.class.time_slots.find(({ id }) => id === slotId);
  if (!bookable.data || !slot) return loading;
  return (
    <>
      <BookingHeader cls={bookable.data.class} slot={slot} />
      {bookable.data.children.length === 0 ? (
        <NoChildren />
      ) : (
        <JoinListForm bookable={bookable.data} slot={slot} />
      )}
    </>
  );
};
