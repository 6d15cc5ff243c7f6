import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { CalendarX2, Info } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { shownProblems } from '#shared/contract/shown-problems';
import { placesLeft } from '#shared/domain/classes/capacity';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { paths } from '#shared/paths';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { ChildId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { Button } from '../../components/button.tsx';
import { CheckBox } from '../../components/check-box.tsx';
import { Heading } from '../../components/heading.tsx';
import { Notice } from '../../components/notice.tsx';
import { useBusinessNow } from '../../lib/time/today.ts';
import { msUntil, useInstant } from '../../lib/time/use-instant.ts';
import { fieldsetLegend } from './fieldset-legend.ts';
import { NotOpenYet } from './not-open-yet.tsx';
import { useBookingDraft } from './use-booking-draft.ts';
import { useJoinList } from './use-join-list.ts';

interface JoinListFormProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
}

/** The children that were chosen on the booking screen, or the only one that can be. */
const preset = (
  candidates: readonly { readonly id: ChildId }[],
  chosenIds: readonly string[],
): readonly ChildId[] => {
  const chosen = candidates.filter(({ id }) => chosenIds.includes(id));
  const only = candidates.length === 1 ? candidates : [];
  return (chosen.length > 0 ? chosen : only).map(({ id }) => id);
};

/** Chooses who waits: one child, several on their own, or siblings only together (WAI-02). */
export const JoinListForm = ({ bookable, slot }: JoinListFormProps) => {
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
      <Notice tone="danger" icon={CalendarX2}>
        {shownProblems.programEnded.text}
      </Notice>
    );
  // Before that the family can neither book nor wait (TRM-11).
  if (bookable.opens_at && msUntil(bookable.opens_at) > 0) return <NotOpenYet opens_at={bookable.opens_at} />;
  if (placesLeft(slot) >= Math.max(1, chosen.length)) return <PlacesOpen slot={slot} />;
  if (candidates.length === 0)
    return (
      <Notice tone="brand" icon={Info}>
        All your children have a place here.
      </Notice>
    );
  const toggle = (id: ChildId, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  const entries = several && together ? [chosen] : chosen.map((id) => [id]);
  return (
    <Stack
      as="form"
      gap="5"
      onSubmit={(event) => {
        event.preventDefault();
        join.submit(entries);
      }}
    >
      <AboutList />
      <chakra.fieldset>
        <chakra.legend {...fieldsetLegend}>Who would like a place?</chakra.legend>
        {candidates.map(({ id, name }) => (
          <CheckBox
            key={id}
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.target.checked)}
          >
            {name}
          </CheckBox>
        ))}
      </chakra.fieldset>
      {several && (
        <div>
          <CheckBox checked={together} onChange={(event) => setTogether(event.target.checked)}>
            Only together
          </CheckBox>
          {together && (
            <Notice tone="brand" icon={Info}>
              Two places at once are rare. You keep your rank until there are places for all of them.
            </Notice>
          )}
        </div>
      )}
      <Button type="submit" variant="accent" size="lg" disabled={join.isPending || chosen.length === 0}>
        {join.isPending ? 'Joining...' : 'Join the waiting list'}
      </Button>
    </Stack>
  );
};

/** What a waiting list is. */
export const AboutList = () => (
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
    <Notice tone="brand" icon={Info}>
      {shownProblems.placesOpen.text}
    </Notice>
    <Button asChild variant="accent">
      <Link to={paths.bookClass(slot.class_id, slot.id)}>Book now</Link>
    </Button>
  </Stack>
);
