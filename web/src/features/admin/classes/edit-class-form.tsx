import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { classRoutes } from '#shared/classes/admin-routes';
import { bookingCount } from '#shared/classes/class';
import { pictureHostRule, type UpdateClass, updateClassSchema } from '#shared/classes/class-input';
import type { ManagedClass } from '#shared/classes/managed-class';
import { formatTimeRange, weekdayName } from '#shared/lib/format';
import type { SlotId } from '#shared/lib/ids';
import { calendarDateSchema } from '#shared/lib/values';
import { type AnnouncedChange, announcedChange } from '#shared/messages/changes';
import { Notice } from '../../../components/card.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { ConfirmDialog } from '../../../components/modal.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { ChangeForm, DialogOf, type DialogProps } from '../dialogs.tsx';
import { useChange } from '../use-change.ts';
import {
  type ClassChange,
  ConflictNotice,
  changesBetween,
  familiesText,
  impactQuery,
  impactText,
} from './class-changes.tsx';
import { ClassFields } from './class-fields.tsx';
import { type ClassFormValues, enteredClass, mergeEdits, valuesOf } from './class-form-values.ts';
import { venuesQuery } from './queries.ts';
import { type ClassForm, unsavedOf, useClassForm } from './use-class-form.ts';

interface ClassChangeDialogProps {
  readonly cls: ManagedClass;
  /** What changes for families; the dialog is open while this is set. */
  readonly change: AnnouncedChange | null | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Asks before families are told of another time or venue of their class, with their number (CAL-11). */
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
  /** All slots of the class if it is left out. */
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
  /** The class as it is stored. */
  readonly cls: ManagedClass;
  readonly form: ClassForm;
}

const movedWeekday = (before: ManagedClass['start_date'], typed: string): string | null => {
  const date = calendarDateSchema.safeParse(typed);
  if (!date.success || weekdayName(date.data) === weekdayName(before)) return null;
  return `The sessions move from ${weekdayName(before)} to ${weekdayName(date.data)}.`;
};

/** Warns how a change of dates, venue, or times of booked slots affects the families that have booked. */
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
    <Notice role="alert" tone="warning" icon={TriangleAlert}>
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

const schemaFor = ({ version }: ManagedClass, pictureHosts: readonly string[]) =>
  z.pipe(
    z.transform((values: ClassFormValues): unknown => ({ ...enteredClass(values), version })),
    updateClassSchema.check(pictureHostRule(pictureHosts)),
  );

interface EditClassFormProps {
  /** The stored class. */
  readonly cls: ManagedClass;
  readonly onClose: () => void;
}

/**
 * Edits a class with its time slots. After a version conflict the form merges the stored class into the unsaved edits,
 * lists the differences, and can be saved again.
 */
const EditClassForm = ({ cls, onClose }: EditClassFormProps) => {
  const [opened, setOpened] = useState(() => unsavedOf(cls.id)?.opened ?? cls);
  const [isOutdated, setIsOutdated] = useState(false);
  const [otherChanges, setOtherChanges] = useState<readonly ClassChange[]>([]);
  const values = useMemo(() => valuesOf(opened), [opened]);
  const { form, isRestored, startOver, discardDraft } = useClassForm<UpdateClass>(
    schemaFor(opened, siteConfig().pictureHosts),
    { id: opened.id, values, opened },
  );
  const [asked, setAsked] = useState<UpdateClass>();
  const save = useChange({
    send: (body: UpdateClass) => callRoute(classRoutes.updateClass, { params: { classId: cls.id }, body }),
    failure: 'Failed to update class',
    done: 'Class updated successfully',
    onDone: () => {
      discardDraft();
      onClose();
    },
    onFailed: (error) => {
      setAsked(undefined);
      setIsOutdated(error instanceof ApiError && error.code === 'classChanged');
      showIssues(error, form.setError);
    },
  });

  // After the refusal the list is invalidated; `cls` then is the version that is stored.
  useEffect(() => {
    if (!isOutdated || cls.version === opened.version) return;
    form.reset(mergeEdits({ opened: valuesOf(opened), typed: form.getValues(), stored: valuesOf(cls) }));
    setOtherChanges(changesBetween(opened, cls));
    setOpened(cls);
    setIsOutdated(false);
  }, [isOutdated, cls, opened, form]);

  const venues = useQuery(venuesQuery).data?.venues ?? [];
  /** What families are told of; the API says the same of the stored class. */
  const announced = (body: UpdateClass) => {
    const chosen = venues.find(({ id }) => id === body.venue_id)?.name ?? 'another venue';
    const venue = body.venue_id === opened.venue_details.id ? undefined : chosen;
    return announcedChange(opened, { ...body, venue });
  };

  /** A changed time or venue asks first (CAL-11). */
  const submit = (body: UpdateClass): void => {
    if (announced(body)) setAsked(body);
    else save.submit(body);
  };

  const slotOf = (slotId: string) => cls.time_slots.find(({ id }) => id === slotId);
  return (
    <>
      <ChangeForm
        change={otherChanges.length > 0 ? { ...save, error: null } : save}
        action={['Save Changes', 'Saving...']}
        onClose={onClose}
        onSubmit={form.handleSubmit(submit)}
      >
        {otherChanges.length > 0 && <ConflictNotice changes={otherChanges} />}
        {isRestored && otherChanges.length === 0 && <DraftNotice onStartOver={startOver} />}
        <ClassFields
          form={form}
          stored={opened}
          slotOf={slotOf}
          isBooked={cls.time_slots.some(({ current_bookings }) => current_bookings > 0)}
          dateNote={<DateChangeNotice cls={opened} form={form} />}
        />
      </ChangeForm>
      <ClassChangeDialog
        cls={opened}
        change={asked && announced(asked)}
        isPending={save.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => asked && save.submit(asked)}
      />
    </>
  );
};

/** Edits a class (ADM-18). Closing the dialog keeps a draft. */
export const EditClassDialog = (dialog: DialogProps<ManagedClass>) => (
  <DialogOf {...dialog} width="72rem" title={() => 'Edit Class'} keepsText>
    {(cls) => <EditClassForm key={cls.id} cls={cls} onClose={dialog.onClose} />}
  </DialogOf>
);
