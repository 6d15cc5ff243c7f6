import { useQuery } from '@tanstack/react-query';
import { classRoutes } from '#shared/classes/admin-routes';
import type { ManagedClass } from '#shared/classes/managed-class';
import { classTypeName } from '#shared/lib/format';
import type { ClassId } from '#shared/lib/ids';
import { Details } from '../../../components/modal.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ConfirmChange, type DialogProps } from '../dialogs.tsx';
import { familiesText, impactQuery, impactText } from './class-changes.ts';

export const DeleteClassDialog = (dialog: DialogProps<ManagedClass>) => (
  <ConfirmChange
    {...dialog}
    title={({ class_type, venue }) => `Delete ${classTypeName(class_type)} at ${venue}?`}
    action={['Delete Class', 'Deleting...']}
    send={({ id: classId }, keyOf) =>
      callRoute(classRoutes.deleteClass, { params: { classId }, idempotencyKey: keyOf({ classId }) })
    }
    failure="Failed to delete class"
    done="Class deleted successfully"
  >
    {({ id }) => (
      <>
        <Text>
          This will permanently delete this class and all its time slots and bookings. This action cannot be
          undone.
        </Text>
        <Impact classId={id} />
      </>
    )}
  </ConfirmChange>
);

const Impact = ({ classId }: { readonly classId: ClassId }) => {
  const { data, isPending } = useQuery(impactQuery(classId));
  if (isPending) return <Text color="fg.muted">Counting the bookings...</Text>;
  if (!data) return null;
  return (
    <>
      <Text fontWeight="bold">
        {data.bookings === 0
          ? 'Nobody has booked it.'
          : `${impactText(data)} end. Each family is credited the sessions left and told once.`}
      </Text>
      {data.waiting_families > 0 && (
        <Text fontWeight="bold">
          Its waiting lists, with {familiesText(data.waiting_families)}, close. Each family gets an email.
        </Text>
      )}
      {data.bookings > 0 && (
        <Details>
          <Text>A class that is over ends without credit and email.</Text>
          <Text>To end it early and keep its bookings, choose Edit and set an earlier end date instead.</Text>
        </Details>
      )}
    </>
  );
};
