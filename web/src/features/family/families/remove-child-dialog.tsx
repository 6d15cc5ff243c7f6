import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { familyRoutes } from '#shared/contract/family-routes';
import { fillText, shownProblems } from '#shared/contract/shown-problems';
import type { Child } from '#shared/families/family';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { counted } from '#shared/lib/text';
import { paths } from '#shared/paths';
import { Modal, ModalButtons } from '../../../components/modal.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Link } from '../../../components/ui/link.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { bookingsQuery } from '../../../lib/api/family-queries.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { type CancellableBooking, isCancellable } from '../booking/cancellation-text.ts';
import { waitingQuery } from '../waiting/waiting-section.tsx';

interface RemoveChildDialogProps {
  readonly child: Child | undefined;
  readonly onClose: () => void;
  readonly onRemoved: () => void;
}

export const RemoveChildDialog = ({ child, onClose, onRemoved }: RemoveChildDialogProps) => (
  <Modal title={`Remove ${child?.name ?? 'child'}?`} isOpen={child !== undefined} onClose={onClose}>
    {child && <RemoveChild child={child} onClose={onClose} onRemoved={onRemoved} />}
  </Modal>
);

const RemoveChild = ({ child, onClose, onRemoved }: RemoveChildDialogProps & { readonly child: Child }) => {
  const { data } = useQuery(bookingsQuery);
  const remove = useSubmission({
    send: ({ id }: Child) => callRoute(familyRoutes.removeChild, { params: { childId: id } }),
    failure: 'Failed to remove child',
    changes: [familyRoutes.getMyFamily, familyRoutes.listMyBookings],
    onDone: () => {
      showToast({ type: 'success', title: 'Child removed successfully' });
      onClose();
      onRemoved();
    },
    onFailed: onClose,
  });
  const bookings = (data?.bookings ?? [])
    .filter(({ child_id }) => child_id === child.id)
    .filter(isCancellable);
  // The bookings may arrive while the dialog is open: the focused button stays.
  return (
    <>
      {bookings.length > 0 ? <BookingsFirst child={child} bookings={bookings} /> : <Loss child={child} />}
      <ModalButtons onCancel={onClose}>
        {bookings.length === 0 && (
          <Button
            type="button"
            colorPalette="danger"
            disabled={remove.isPending}
            onClick={() => remove.submit(child)}
          >
            {remove.isPending ? 'Removing...' : 'Remove Child'}
          </Button>
        )}
      </ModalButtons>
    </>
  );
};

const Loss = ({ child }: { readonly child: Child }) => {
  const { data } = useQuery(waitingQuery);
  const applications = data?.entries.filter(({ child_ids }) => child_ids.includes(child.id)).length ?? 0;
  return (
    <>
      <Text>
        The details with the medical conditions and contacts will be deleted. This cannot be undone.
        {applications > 0 &&
          ` ${child.name} leaves ${counted(applications, 'waiting list', 'waiting lists')}.`}
      </Text>
      <Text color="fg.muted">To correct the details, choose “Edit” instead.</Text>
    </>
  );
};

interface BookingsFirstProps {
  readonly child: Child;
  readonly bookings: readonly CancellableBooking[];
}

const BookingsFirst = ({ child, bookings }: BookingsFirstProps) => (
  <>
    <Text>
      {fillText(shownProblems.childHasBookings.text, {
        name: child.name,
        bookings: counted(bookings.length, 'booking', 'bookings'),
      })}
      .
    </Text>
    <Stack as="ul" gap="1" listStyleType="none">
      {bookings.map(({ id, time_slot }) => (
        <li key={id}>
          <Link asChild>
            <RouterLink to={`${paths.parentBookings}#${id}`}>
              {classTypeName(time_slot.class.class_type)}, {formatTimeRange(time_slot)}
            </RouterLink>
          </Link>
        </li>
      ))}
    </Stack>
  </>
);
