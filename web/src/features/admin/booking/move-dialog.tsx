import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bookingRoutes, type RosterRow } from '#shared/booking/admin-routes';
import type { MoveOrder } from '#shared/booking/booking-change';
import { isMovable, type MovableBooking } from '#shared/booking/move-terms';
import { changeProblems } from '#shared/contract/change-problems';
import { parentRoutes } from '#shared/families/admin-routes';
import { classTypeName, formatTimeRange } from '#shared/lib/format';
import { CheckBox } from '../../../components/choices.tsx';
import { LoadFailure } from '../../../components/loading.tsx';
import { ModalButtons } from '../../../components/modal.tsx';
import { MoveForm } from '../../../components/move-form.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { moveOptions } from '../../../lib/moves.ts';
import { useBusinessNow } from '../../../lib/time/today.ts';
import { classesQuery } from '../classes/queries.ts';
import { DialogOf, type DialogProps } from '../dialogs.tsx';
import { FailureNotice } from '../notices.tsx';
import { useChange } from '../use-change.ts';

export type BookingToMove = MovableBooking &
  Pick<
    RosterRow,
    'id' | 'class_id' | 'time_slot_id' | 'child_id' | 'parent_id' | 'child_name' | 'date_of_birth'
  >;

export const MoveDialog = (dialog: DialogProps<BookingToMove>) => (
  <DialogOf {...dialog} title={({ child_name }) => `Move ${child_name}`}>
    {(booking) => <Move booking={booking} onClose={dialog.onClose} />}
  </DialogOf>
);

const Move = ({ booking, onClose }: { readonly booking: BookingToMove; readonly onClose: () => void }) => {
  const { data, isPending, isLoadingError, refetch } = useQuery(classesQuery);
  const params = { parentId: booking.parent_id };
  const parent = useQuery(routeQuery(parentRoutes.getParent, { params }, 'Failed to load the family'));
  const [tell, setTell] = useState(true);
  const { id, class_id, time_slot_id, child_id, parent_id, child_name } = booking;
  const move = useChange({
    send: (order: MoveOrder & { readonly tell: boolean }, keyOf) => {
      const body = { booking: { class_id, time_slot_id, child_id, parent_id }, ...order };
      return callRoute(bookingRoutes.moveBooking, {
        params: { bookingId: id },
        body,
        idempotencyKey: keyOf(body),
      });
    },
    failure: 'Failed to move the booking',
    done: `${child_name} was moved`,
    onDone: onClose,
  });
  const moment = useBusinessNow();
  const close = <ModalButtons cancelLabel="Close" onCancel={onClose} />;
  if (isPending || parent.isPending) return <Skeleton height="60" borderRadius="xl" />;
  if (isLoadingError || parent.isLoadingError) {
    return (
      <>
        <LoadFailure
          onRetry={() => {
            void refetch();
            void parent.refetch();
          }}
        />
        {close}
      </>
    );
  }
  const classes = data.classes.filter(({ deleting }) => !deleting);
  const cls = classes.find((each) => each.id === class_id);
  const slot = cls?.time_slots.find((each) => each.id === time_slot_id);
  if (!cls || !slot || !isMovable(booking, { cls, slot, earlier_slots: cls.time_slots }, moment)) {
    return (
      <>
        <Text>{changeProblems[booking.is_trial ? 'trialNotMovable' : 'classEnded'].text}</Text>
        {close}
      </>
    );
  }
  return (
    <>
      <Text>
        Now in {classTypeName(cls.class_type)}, {cls.venue}, {formatTimeRange(slot)}.
      </Text>
      <MoveForm
        booking={booking}
        dateOfBirth={booking.date_of_birth}
        ownClass={cls.id}
        options={moveOptions({ booking, cls, slot }, classes, new Set(), moment, parent.data.discounts)}
        isPending={move.isPending}
        onMove={(order) => move.submit({ ...order, tell })}
      >
        <CheckBox checked={tell} onChange={(event) => setTell(event.target.checked)}>
          Tell the parent
        </CheckBox>
        <FailureNotice error={move.error} failure={move.failure} />
      </MoveForm>
      <ModalButtons onCancel={onClose} />
    </>
  );
};
