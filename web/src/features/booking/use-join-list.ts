import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { familyRoutes } from '#shared/contract/family-routes';
import { paths } from '#shared/paths';
import type { ChildId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { callRoute } from '../../lib/api/api-client.ts';
import { attemptKeys } from '../../lib/api/attempt-key.ts';
import { readAgain } from '../../lib/api/read-again.ts';
import { useSubmission } from '../../lib/forms/use-submission.ts';
import { showToast } from '../../lib/toasts/toasts.ts';
import { waitingFailures } from '../../lib/toasts/waiting-failures.ts';

/** Joins the list of a slot with one entry for each group of children, then shows the ranks. A retry joins once. */
export const useJoinList = ({ class_id, id }: TimeSlot) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  // One for each group: a retry after a lost answer repeats the key of its group.
  const [keys] = useState(() => new Map<string, ReturnType<typeof attemptKeys>>());
  const keyOf = (body: { readonly child_ids: readonly ChildId[] }): string => {
    const group = body.child_ids.join();
    const keyOfGroup = keys.get(group) ?? attemptKeys();
    keys.set(group, keyOfGroup);
    return keyOfGroup(body);
  };
  return useSubmission({
    send: async (entries: readonly (readonly ChildId[])[]) => {
      for (const children of entries) {
        const body = { class_id, time_slot_id: id, child_ids: [...children] };
        const idempotencyKey = keyOf(body);
        await callRoute(familyRoutes.joinWaitingList, { body, idempotencyKey });
      }
    },
    failure: waitingFailures.join,
    changes: [familyRoutes.getMyWaiting],
    onDone: () => {
      showToast({ type: 'success', title: 'You are on the waiting list' });
      navigate(paths.parentBookings, { replace: true });
    },
    onFailed: () => readAgain(queryClient, familyRoutes.getBookableSlot),
  });
};
