import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { classRoutes } from '#shared/classes/admin-routes';
import { bookingCount } from '#shared/classes/class';
import { type ChangedClass, classValues } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { formatTimeRange, weekdayName } from '#shared/lib/format';
import type { SlotId } from '#shared/lib/ids';
import { calendarDateSchema } from '#shared/lib/values';
import { type AnnouncedChange, announcedChange } from '#shared/messages/changes';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import type { EditOf } from '../../../components/edited-form.tsx';
import { ConfirmDialog } from '../../../components/modal.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { useChange } from '../use-change.ts';
import { familiesText, impactQuery, impactText } from './class-changes.ts';
import { ClassFields } from './class-fields.tsx';
import { venuesQuery } from './queries.ts';
import { type ClassForm, changedClassForm, useClassEdit } from './use-class-form.ts';

interface ClassChangeDialogProps {
  readonly cls: ManagedClass;
  readonly change: AnnouncedChange | null | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

// Asks before families are told of another time or venue, with their number (CAL-11).
const ClassChangeDialog = ({ cls, change, isPending, onClose, onConfirm }: ClassChangeDialogProps) => (
  <ConfirmDialog
    title="Tell the families?"
    isOpen={Boolean(change)}
    onClose={onClose}
    action={['Save and Tell Them', 'Saving...']}
    isPending={isPending}
    onConfirm={onConfirm}
  >
    {change?.venue && (
      <Concerned cls={cls} text={`The venue ${change.venue.before} becomes ${change.venue.after}`} />
    )}
    {change?.slots.map(({ slot_id, before, after }) => (
      <Concerned key={slot_id} cls={cls} slot={slot_id} text={`${before} becomes ${after}`} />
    ))}
    <Text>Each family gets one email, and may cancel free of charge until the next session.</Text>
  </ConfirmDialog>
);

interface ConcernedProps {
  readonly cls: ManagedClass;
  readonly slot?: SlotId;
  readonly text: string;
}

const Concerned = ({ cls, slot, text }: ConcernedProps) => {
  const { data } = useQuery(impactQuery(cls.id, slot));
  return (
    <Text role="status" fontWeight="bold">
      {text}: {data ? familiesText(data.families) : 'counting families...'}
    </Text>
  );
};

interface DateChangeNoticeProps {
  readonly cls: ManagedClass;
  readonly form: ClassForm;
}

const movedWeekday = (before: ManagedClass['start_date'], typed: string): string | null => {
  const date = calendarDateSchema.safeParse(typed);
  if (!date.success || weekdayName(date.data) === weekdayName(before)) return null;
  return `The sessions move from ${weekdayName(before)} to ${weekdayName(date.data)}.`;
};

// Warns how a change of dates, venue, or times of booked slots affects the families that have booked.
const DateChangeNotice = ({ cls, form }: DateChangeNoticeProps) => {
  const [start, end, rows, venueId] = useWatch({
    control: form.control,
    name: ['start_date', 'end_date', 'time_slots', 'venue_id'],
  });
  const moved = cls.time_slots.filter((slot) => {
    const row = rows.find(({ slot_id }) => slot_id === slot.id);
    if (!row || bookingCount(slot) === 0) return false;
    return !slot.start_time.startsWith(row.start_time) || !slot.end_time.startsWith(row.end_time);
  });
  const datesChange = start !== cls.start_date || end !== cls.end_date;
  const isBooked = cls.time_slots.some((slot) => bookingCount(slot) > 0);
  const hasNewVenue = venueId !== cls.venue_details.id;
  const concerns = isBooked && (datesChange || hasNewVenue || moved.length > 0);
  const { data: impact } = useQuery({ ...impactQuery(cls.id), enabled: concerns });
  if (!concerns) return null;
  const weekday = movedWeekday(cls.start_date, start);
  return (
    <Notice role="alert" status="warning" icon={TriangleAlert}>
      <Stack gap="1.5">
        <Text fontWeight="bold">
          This class has {impact ? impactText(impact) : 'bookings'}, made for the dates and times as they
          were.
        </Text>
        {weekday && <Text>{weekday}</Text>}
        {moved.map((slot) => (
          <Text key={slot.id}>
            {formatTimeRange(slot)} moves for {bookingCount(slot)} booked.
          </Text>
        ))}
        <Text>
          All bookings stay, at the price agreed, and My Bookings shows what is saved.
          {(hasNewVenue || moved.length > 0) &&
            ' Each family is told by email, and may cancel free of charge until the next session.'}
        </Text>
      </Stack>
    </Notice>
  );
};

interface EditClassFormProps {
  readonly cls: ManagedClass;
  readonly onClose: () => void;
}

type ClassEdit = EditOf<ChangedClass, ChangedClass>;

const EditClassForm = ({ cls, onClose }: EditClassFormProps) => {
  const edit = useClassEdit(cls.id, classValues(cls), changedClassForm(siteConfig().pictureHosts));
  const { form } = edit;
  /** This edit waits for a confirmation; `change` is what families are told. */
  const [asked, setAsked] = useState<{ readonly body: ClassEdit; readonly change: AnnouncedChange }>();
  const close = (now: ChangedClass): void => {
    edit.settle(now);
    onClose();
  };
  const save = useChange({
    send: (body: ClassEdit) => callRoute(classRoutes.updateClass, { params: { classId: cls.id }, body }),
    failure: 'Failed to update class',
    done: 'Class updated successfully',
    onDone: (saved) => close(classValues(saved)),
    isShown: edit.isShown,
    onFailed: (error) => {
      setAsked(undefined);
      edit.onFailed(error);
      showIssues(error, form.setError);
    },
  });

  const venues = useQuery(venuesQuery).data?.venues ?? [];
  /** The API announces the same for the stored class. */
  const announced = (entered: ChangedClass) => {
    const chosen = venues.find(({ id }) => id === entered.venue_id)?.name ?? 'another venue';
    const venue = entered.venue_id === cls.venue_details.id ? undefined : chosen;
    return announcedChange(cls, { ...entered, venue });
  };

  /** A changed time or venue asks first (CAL-11). */
  const submit = (entered: ChangedClass): void => {
    const send = (body: ClassEdit): void => {
      const change = announced(entered);
      if (change) setAsked({ body, change });
      else save.submit(body);
    };
    edit.save(entered, send, () => close(edit.shown));
  };

  const slotOf = (slotId: string) => cls.time_slots.find(({ id }) => id === slotId);
  return (
    <>
      <ChangeForm
        change={edit.conflict ? { ...save, error: null } : save}
        action={['Save Changes', 'Saving...']}
        onClose={onClose}
        onSubmit={form.handleSubmit(submit)}
      >
        {edit.conflict}
        {edit.isRestored && !edit.conflict && <DraftNotice onStartOver={edit.startOver} />}
        <ClassFields
          form={form}
          stored={cls}
          slotOf={slotOf}
          isBooked={cls.time_slots.some(({ current_bookings }) => current_bookings > 0)}
          dateNote={<DateChangeNotice cls={cls} form={form} />}
        />
      </ChangeForm>
      <ClassChangeDialog
        cls={cls}
        change={asked?.change}
        isPending={save.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && save.submit(asked.body)}
      />
    </>
  );
};

/** Closing the dialog keeps a draft (ADM-18). */
export const EditClassDialog = (dialog: DialogProps<ManagedClass>) => (
  <DialogOf {...dialog} width="72rem" title={() => 'Edit Class'} keepsText>
    {(cls) => <EditClassForm key={cls.id} cls={cls} onClose={dialog.onClose} />}
  </DialogOf>
);
