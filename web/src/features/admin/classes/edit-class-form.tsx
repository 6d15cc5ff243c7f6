import { Stack } from '@chakra-ui/react/stack';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import * as z from 'zod/mini';
import { adminRoutes } from '#shared/contract/admin-routes';
import { announcedChange } from '#shared/domain/messages/announced-change';
import {
  type ManagedClass,
  pictureHostRule,
  type UpdateClass,
  updateClassSchema,
} from '#shared/schemas/class-input';
import { Button } from '../../../components/button.tsx';
import { DraftNotice } from '../../../components/draft-notice.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { showIssues } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../failure-notice.tsx';
import { everyRead } from '../reads.ts';
import { venuesQuery } from '../venues/venues-query.ts';
import { ClassChangeDialog } from './class-change-dialog.tsx';
import { type ClassChange, changesBetween } from './class-changes.ts';
import { ClassFields } from './class-fields.tsx';
import { type ClassFormValues, enteredClass, valuesOf } from './class-form-values.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { DateChangeNotice } from './date-change-notice.tsx';
import { mergeEdits } from './merge-edits.ts';
import { unsavedOf } from './unsaved-classes.ts';
import { useClassForm } from './use-class-form.ts';

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

const failure = 'Failed to update class';

/**
 * Edits a class with its time slots. After a version conflict the form merges the stored class into the unsaved edits,
 * lists the differences, and can be saved again.
 */
export const EditClassForm = ({ cls, onClose }: EditClassFormProps) => {
  const [opened, setOpened] = useState(() => unsavedOf(cls.id)?.opened ?? cls);
  const [isOutdated, setIsOutdated] = useState(false);
  const [otherChanges, setOtherChanges] = useState<readonly ClassChange[]>([]);
  const values = useMemo(() => valuesOf(opened), [opened]);
  const { form, isRestored, startOver, discardDraft } = useClassForm<UpdateClass>(
    schemaFor(opened, siteConfig().pictureHosts),
    { id: opened.id, values, opened },
  );
  const [asked, setAsked] = useState<UpdateClass>();
  const save = useSubmission({
    send: (body: UpdateClass) => callRoute(adminRoutes.updateClass, { params: { classId: cls.id }, body }),
    failure,
    changes: everyRead,
    onDone: () => {
      discardDraft();
      showToast({ type: 'success', title: 'Class updated successfully' });
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
      <form noValidate onSubmit={form.handleSubmit(submit)}>
        <Stack gap="5">
          {otherChanges.length > 0 && <ConflictNotice changes={otherChanges} />}
          {isRestored && otherChanges.length === 0 && <DraftNotice onStartOver={startOver} />}
          <ClassFields
            form={form}
            stored={opened}
            slotOf={slotOf}
            isBooked={cls.time_slots.some(({ current_bookings }) => current_bookings > 0)}
            dateNote={<DateChangeNotice cls={opened} form={form} />}
          />
          {otherChanges.length === 0 && <FailureNotice error={save.error} failure={failure} />}
          <ModalButtons onCancel={onClose}>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? 'Saving...' : 'Save Changes'}
            </Button>
          </ModalButtons>
        </Stack>
      </form>
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
