import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagedClass } from '#shared/classes/class-input';
import { adminRoutes } from '#shared/contract/admin-routes';
import { classTypeName } from '#shared/lib/format';
import type { ClassId } from '#shared/lib/ids';
import { ConfirmDialog } from '../../../components/modal.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../lib/api/attempt-key.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { everyRead } from '../queries.ts';
import { familiesText, impactQuery, impactText } from './class-changes.tsx';

interface DeleteClassDialogProps {
  /** The dialog is open while this is set. */
  readonly cls: ManagedClass | undefined;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Confirms the deletion of a class with its slots and bookings (ADM-19). */
export const DeleteClassDialog = ({ cls, onClose, onDeleted }: DeleteClassDialogProps) => {
  const [keyOf] = useState(attemptKeys);
  const deletion = useSubmission({
    send: (classId: ClassId) =>
      callRoute(adminRoutes.deleteClass, { params: { classId }, idempotencyKey: keyOf({ classId }) }),
    failure: 'Failed to delete class',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Class deleted successfully' });
      onClose();
      onDeleted();
    },
    onFailed: onClose,
  });
  return (
    <ConfirmDialog
      title={cls ? `Delete ${classTypeName(cls.class_type)} at ${cls.venue}?` : 'Delete class?'}
      isOpen={cls !== undefined}
      onClose={onClose}
      action={['Delete Class', 'Deleting...']}
      isPending={deletion.isPending}
      onConfirm={() => cls && deletion.submit(cls.id)}
    >
      <Text>
        This will permanently delete this class and all its time slots and bookings. This action cannot be
        undone.
      </Text>
      {cls && <Impact classId={cls.id} />}
    </ConfirmDialog>
  );
};

const Impact = ({ classId }: { readonly classId: ClassId }) => {
  const { data, isPending } = useQuery(impactQuery(classId));
  if (isPending) return <Text color="fg.muted">Counting the bookings...</Text>;
  if (!data) return null;
  return (
    <>
      <Text fontWeight="bold">
        {data.bookings === 0
          ? 'Nobody has booked it.'
          : `${impactText(data)} end. Each family is credited the sessions left and told once; a class that is over ends without credit and email.`}
      </Text>
      {data.waiting_families > 0 && (
        <Text fontWeight="bold">
          Its waiting lists, with {familiesText(data.waiting_families)}, close. Each family gets an email.
        </Text>
      )}
      {data.bookings > 0 && (
        <Text color="fg.muted">
          To end it early and keep its bookings, choose Edit and set an earlier end date instead.
        </Text>
      )}
    </>
  );
};
