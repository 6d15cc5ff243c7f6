import { CalendarX2, HeartPulse, Info, MapPin, Ticket, TicketCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import type { SessionTimes } from '#shared/booking/booking';
import type { BookableSlot } from '#shared/booking/booking-input';
import { discountText } from '#shared/booking/discounts';
import { overlapParams, timesIn } from '#shared/booking/overlaps';
import { changeProblems } from '#shared/contract/change-problems';
import { fillText } from '#shared/contract/shown-problems';
import { ageNote, ageOn } from '#shared/families/children';
import type { Child } from '#shared/families/family';
import { classTypeName, formatLongDate, formatTimeRange } from '#shared/lib/format';
import type { BookingId } from '#shared/lib/ids';
import { formatCents } from '#shared/lib/money';
import type { CalendarDate } from '#shared/lib/values';
import { paths } from '#shared/paths';
import type { TimeSlot } from '#shared/sessions/slot';
import { css } from '#styled-system/css';
import { HealthQuestion } from '../../../components/child-card.tsx';
import { CheckBox } from '../../../components/choices.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { HStack, Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { overlapOf, type PlaceToBook } from '../../../lib/booking-order.ts';
import { question } from './slot-screen.tsx';

export const hasPlaceText = ({ name }: Pick<Child, 'name'>): string => `${name} has a place here`;

interface ChildChoiceProps {
  readonly options: readonly Child[];
  readonly today: CalendarDate;
  readonly chosen: string;
  readonly onChange: (childId: string) => void;
  readonly children: ReactNode;
}

export const ChildChoice = ({ options, today, chosen, onChange, children }: ChildChoiceProps) => {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={question}>
        Child
      </label>
      <Select id={id} value={chosen} onChange={(event) => onChange(event.target.value)}>
        <option value="">Choose a child</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {describe(option, today)}
          </option>
        ))}
      </Select>
      {children}
    </div>
  );
};

// Longest medical text in an option; the note below shows all of it.
const longestInOption = 60;

const shorten = (text: string): string =>
  text.length > longestInOption ? `${text.slice(0, longestInOption).trimEnd()}…` : text;

const nameAndAge = ({ name, date_of_birth }: Child, today: CalendarDate): string =>
  `${name} (age ${ageOn(date_of_birth, today)})`;

const describe = (child: Child, today: CalendarDate): string => {
  const { medical_conditions } = child;
  const named = nameAndAge(child, today);
  return medical_conditions ? `${named} - ${shorten(medical_conditions)}` : named;
};

interface SiblingChoiceProps {
  readonly options: readonly Child[];
  readonly today: CalendarDate;
  readonly chosenIds: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  readonly notesOf: (child: Child) => ReactNode;
}

export const SiblingChoice = ({ options, today, chosenIds, onChange, notesOf }: SiblingChoiceProps) => (
  <fieldset>
    <legend className={question}>Book siblings too</legend>
    {options.map((child) => {
      const isChosen = chosenIds.includes(child.id);
      const others = chosenIds.filter((id) => id !== child.id);
      return (
        <div key={child.id}>
          <CheckBox checked={isChosen} onChange={() => onChange(isChosen ? others : [...others, child.id])}>
            <Text as="span" overflowWrap="anywhere">
              {nameAndAge(child, today)}
            </Text>
          </CheckBox>
          {isChosen && notesOf(child)}
        </div>
      );
    })}
  </fieldset>
);

export const PriceOfEach = ({ places }: { readonly places: readonly PlaceToBook[] }) => {
  const headingId = useId();
  return (
    <Stack gap="2">
      <Text id={headingId} fontWeight="bold">
        Price of each child
      </Text>
      <Stack as="ul" aria-labelledby={headingId} gap="1">
        {places.map(
          ({ child, terms }) =>
            terms && (
              <HStack key={child.id} as="li" justify="space-between" align="start" gap="4">
                <Text as="span" overflowWrap="anywhere">
                  {child.name}
                </Text>
                <Text as="span" flexShrink="0" fontVariantNumeric="tabular-nums" textAlign="end">
                  <strong>{formatCents(terms.amount)}</strong>
                  {terms.discount && (
                    <Text as="span" fontSize="sm" display="block">
                      {discountText(terms.discount)}
                    </Text>
                  )}
                </Text>
              </HStack>
            ),
        )}
      </Stack>
    </Stack>
  );
};

interface TrialNoticeProps {
  readonly child: Child;
  readonly isTrial: boolean;
  /** The child's trial in the class, while its place is held. */
  readonly held: BookingId | null;
}

// The child has had its trial in the class (TRI-05); the notice leads to the upgrade of a held one (TRI-02).
const TrialNotice = ({ child, isTrial, held }: TrialNoticeProps) => {
  if (!isTrial && !held) return null;
  return (
    <Notice status="info" icon={Ticket}>
      <Stack gap="3" align="start">
        {fillText(changeProblems[isTrial ? 'trialUsed' : 'trialHeld'].text, { child: child.name })}
        {held && (
          <Button asChild variant="outline">
            <Link to={paths.upgradeTrial(held)}>Keep the place</Link>
          </Button>
        )}
      </Stack>
    </Notice>
  );
};

// Finds the siblings who are at another venue during one of these sessions, each with the first such session.
const siblingsElsewhere = (
  bookable: BookableSlot,
  chosenIds: readonly string[],
  sessions: readonly SessionTimes[],
) => {
  const elsewhere = bookable.family_sessions.filter(({ venue }) => venue !== bookable.class.venue);
  return bookable.children
    .filter(({ id }) => !chosenIds.includes(id))
    .flatMap((sibling) => {
      const overlap = overlapOf({ ...bookable, family_sessions: elsewhere }, sibling.id, sessions);
      return overlap ? [{ sibling, overlap }] : [];
    });
};

interface OverlapNoticesProps {
  readonly bookable: BookableSlot;
  readonly child: Child;
  readonly sessions: readonly SessionTimes[];
  /** These children are booked together, and each has a notice of its own. */
  readonly chosenIds: readonly string[];
}

const OverlapNotices = ({ bookable, child, sessions, chosenIds }: OverlapNoticesProps) => {
  const overlap = overlapOf(bookable, child.id, sessions);
  if (overlap)
    return (
      <Notice status="error" icon={CalendarX2}>
        {fillText(changeProblems.sessionsOverlap.text, overlapParams(child.name, bookable.class, overlap))}
      </Notice>
    );
  // Only the first of several children shows it.
  if (chosenIds[0] !== child.id) return null;
  return siblingsElsewhere(bookable, chosenIds, sessions).map(({ sibling, overlap: { session, booked } }) => (
    <Notice key={sibling.id} status="warning" icon={MapPin}>
      {sibling.name} is somewhere else at the same time: on {formatLongDate(session.date)} at{' '}
      {booked.cls.venue} ({classTypeName(booked.cls.class_type)}, {formatTimeRange(booked)}).
    </Notice>
  ));
};

const notes = css({ display: { base: 'flex', _empty: 'none' }, flexDirection: 'column', gap: '3', mt: '3' });

interface ChildNotesProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
  readonly place: PlaceToBook;
  readonly isTrial: boolean;
  readonly trial: BookableSlot['trials'][number] | undefined;
  readonly chosenIds: readonly string[];
}

/** Tells what a parent must know about a chosen child (BOK-17, PUB-20), and what prevents its booking. */
export const ChildNotes = ({ bookable, slot, place, isTrial, trial, chosenIds }: ChildNotesProps) => {
  const { child, terms } = place;
  const [firstSession] = terms?.dates ?? [];
  const note = firstSession && ageNote(bookable.class.class_type, child.date_of_birth, firstSession);
  return (
    <div className={notes} aria-live="polite">
      {child.medical_conditions && (
        <Notice status="warning" icon={HeartPulse}>
          <strong>Medical note:</strong> {child.medical_conditions}
        </Notice>
      )}
      <HealthQuestion key={child.id} child={child} />
      {note && (
        <Notice status="info" icon={Info}>
          {note}
        </Notice>
      )}
      {bookable.booked_child_ids.includes(child.id) && (
        <Notice status="info" icon={TicketCheck}>
          {hasPlaceText(child)}
        </Notice>
      )}
      {trial && <TrialNotice child={child} isTrial={isTrial} held={trial.held} />}
      <OverlapNotices
        bookable={bookable}
        child={child}
        sessions={terms ? timesIn(slot, terms.dates) : []}
        chosenIds={chosenIds}
      />
    </div>
  );
};
