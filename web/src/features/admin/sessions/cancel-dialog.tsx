import type { ClassSummary } from '#shared/classes/class';
import { classTypeName, formatTime } from '#shared/lib/format';
import type { CalendarDate } from '#shared/lib/values';
import type { TimeSlot } from '#shared/sessions/slot';
import { lateDialog } from '../../../components/modal.tsx';
import type { CancelChoice, CancelDialogProps } from './cancel-steps.tsx';

export const CancelDialog = lateDialog<'CancelDialog', CancelDialogProps>(
  () => import('./cancel-steps.tsx'),
  'CancelDialog',
);

type NamedClass = Pick<ClassSummary, 'id' | 'class_type' | 'venue' | 'venue_details'>;

interface ChoosableSession {
  readonly cls: NamedClass;
  readonly slot: TimeSlot;
  readonly session: { readonly date: CalendarDate; readonly state: 'on' | 'cancelled' };
}

const className = ({ class_type, venue }: NamedClass): string => `${classTypeName(class_type)}, ${venue}`;

export const sessionChoice = (cls: NamedClass, slot: TimeSlot, date: CalendarDate): CancelChoice => ({
  name: `${formatTime(slot.start_time)}, ${className(cls)}`,
  target: { kind: 'session', class_id: cls.id, slot_id: slot.id, date },
});

// One choice for each group of two or more sessions.
const ofGroups = <Session extends ChoosableSession>(
  sessions: readonly Session[],
  keyOf: (session: Session) => string,
  toChoice: (first: Session) => CancelChoice,
): CancelChoice[] =>
  sessions.flatMap((session) => {
    const [first, ...others] = sessions.filter((other) => keyOf(other) === keyOf(session));
    return first === session && others.length > 0 ? [toChoice(session)] : [];
  });

/** Offers a venue's and a class's sessions, where they are more than one, and each session that is on (CAN-02). */
export const dayChoices = (sessions: readonly ChoosableSession[]): CancelChoice[] => {
  const on = sessions.filter(({ session }) => session.state === 'on');
  return [
    ...ofGroups(
      on,
      ({ cls }) => cls.venue_details.id,
      ({ cls: { venue, venue_details }, session: { date } }) => ({
        name: `Everything at ${venue}`,
        target: { kind: 'venue-day', venue_id: venue_details.id, date },
      }),
    ),
    ...ofGroups(
      on,
      ({ cls }) => cls.id,
      ({ cls, session: { date } }) => ({
        name: `All of ${className(cls)}`,
        target: { kind: 'class-day', class_id: cls.id, date },
      }),
    ),
    ...on.map(({ cls, slot, session: { date } }) => sessionChoice(cls, slot, date)),
  ];
};

const contains = ({ target }: CancelChoice, { cls, slot }: ChoosableSession): boolean => {
  switch (target.kind) {
    case 'session':
      return target.slot_id === slot.id;
    case 'class-day':
      return target.class_id === cls.id;
    case 'venue-day':
      return target.venue_id === cls.venue_details.id;
  }
};

export const choicesAbout = (
  session: ChoosableSession,
  sessionsOfDay: readonly ChoosableSession[],
): CancelChoice[] =>
  dayChoices(sessionsOfDay)
    .filter((choice) => contains(choice, session))
    .toReversed();
