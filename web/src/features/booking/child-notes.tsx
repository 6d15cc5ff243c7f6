import { Stack } from '@chakra-ui/react/stack';
import { HeartPulse, Info, TicketCheck } from 'lucide-react';
import { ageNote } from '#shared/domain/children/age';
import { isHealthAnswered } from '#shared/domain/children/health';
import { timesIn } from '#shared/domain/sessions/overlaps';
import type { BookableSlot } from '#shared/schemas/bookable-slot';
import type { TimeSlot } from '#shared/schemas/slot';
import { HealthQuestion } from '../../components/health-question.tsx';
import { Notice } from '../../components/notice.tsx';
import { hasPlaceText } from './has-place-text.ts';
import { OverlapNotices } from './overlap-notices.tsx';
import type { PlaceToBook } from './places-to-book.ts';
import { TrialNotice } from './trial-notice.tsx';

interface ChildNotesProps {
  readonly bookable: BookableSlot;
  readonly slot: TimeSlot;
  readonly place: PlaceToBook;
  readonly isTrial: boolean;
  readonly trial: BookableSlot['trials'][number] | undefined;
  /** The children who are chosen, this one among them. */
  readonly chosenIds: readonly string[];
}

/** What a parent must know about a chosen child (BOK-17, PUB-20), and what is in the way of its booking. */
export const ChildNotes = ({ bookable, slot, place, isTrial, trial, chosenIds }: ChildNotesProps) => {
  const { child, terms } = place;
  const [firstSession] = terms?.dates ?? [];
  const note = firstSession && ageNote(bookable.class.class_type, child.date_of_birth, firstSession);
  return (
    <Stack gap="3" mt="3" aria-live="polite" _empty={{ display: 'none' }}>
      {child.medical_conditions && (
        <Notice tone="warning" icon={HeartPulse}>
          <strong>Medical note:</strong> {child.medical_conditions}
        </Notice>
      )}
      {!isHealthAnswered(child) && <HealthQuestion key={child.id} child={child} />}
      {note && (
        <Notice tone="brand" icon={Info}>
          {note}
        </Notice>
      )}
      {bookable.booked_child_ids.includes(child.id) && (
        <Notice tone="brand" icon={TicketCheck}>
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
    </Stack>
  );
};
