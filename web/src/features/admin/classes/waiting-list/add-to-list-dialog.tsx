import { Stack } from '@chakra-ui/react/stack';
import { chakra } from '@chakra-ui/react/styled-system';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { TimeSlot } from '#shared/schemas/slot';
import { Button } from '../../../../components/button.tsx';
import { CheckBox } from '../../../../components/check-box.tsx';
import { Modal } from '../../../../components/modal.tsx';
import { ModalButtons } from '../../../../components/modal-buttons.tsx';
import { callRoute } from '../../../../lib/api/api-client.ts';
import { attemptKeys } from '../../../../lib/api/attempt-key.ts';
import { routeQuery } from '../../../../lib/api/route-query.ts';
import { useSubmission } from '../../../../lib/forms/use-submission.ts';
import { showToast } from '../../../../lib/toasts/toasts.ts';
import { FailureNotice } from '../../failure-notice.tsx';
import { FamilySearch } from '../../find/family-search.tsx';
import { everyRead } from '../../reads.ts';

interface AddToListDialogProps {
  readonly slot: TimeSlot;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds a family to the waiting list of a time slot (WAI-11): one entry for the chosen children, together. */
export const AddToListDialog = ({ slot, isOpen, onClose }: AddToListDialogProps) => (
  <Modal role="dialog" title="Add a Family" isOpen={isOpen} onClose={onClose}>
    <AddForm slot={slot} onClose={onClose} />
  </Modal>
);

const familyFailure = 'Failed to load parent details';
const addFailure = 'Failed to add the family';

const AddForm = ({ slot, onClose }: Omit<AddToListDialogProps, 'isOpen'>) => {
  const [parentId, setParentId] = useState<UserId>();
  if (parentId) return <ChildrenForm slot={slot} parentId={parentId} onClose={onClose} />;
  return (
    <Stack gap="4">
      <FamilySearch onChoose={({ id }) => setParentId(id)} />
      <ModalButtons onCancel={onClose} />
    </Stack>
  );
};

const ChildrenForm = ({
  slot,
  parentId,
  onClose,
}: Omit<AddToListDialogProps, 'isOpen'> & { readonly parentId: UserId }) => {
  const { data, error } = useQuery(
    routeQuery(adminRoutes.getParent, { params: { parentId } }, familyFailure),
  );
  const [chosen, setChosen] = useState<readonly ChildId[]>([]);
  const [keyOf] = useState(attemptKeys);
  const adding = useSubmission({
    send: (child_ids: readonly ChildId[]) => {
      const ids = { class_id: slot.class_id, time_slot_id: slot.id, parent_id: parentId };
      const body = { ...ids, child_ids: [...child_ids] };
      return callRoute(adminRoutes.addToWaitingList, { body, idempotencyKey: keyOf(body) });
    },
    failure: addFailure,
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'The family is on the list' });
      onClose();
    },
  });
  return (
    <Stack gap="4">
      <chakra.fieldset minWidth="0">
        <chakra.legend fontWeight="bold">
          Children of {data?.profile.full_name ?? 'this family'}
        </chakra.legend>
        {data?.children.map(({ id, name }) => (
          <CheckBox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name}
          </CheckBox>
        ))}
        {data?.children.length === 0 && <Text color="fg.muted">This family has no children.</Text>}
      </chakra.fieldset>
      {chosen.length > 1 && <Text color="fg.muted">They get places only together.</Text>}
      <FailureNotice error={data ? null : error} failure={familyFailure} />
      <FailureNotice error={adding.error} failure={addFailure} />
      <ModalButtons onCancel={onClose}>
        <Button
          type="button"
          disabled={adding.isPending || chosen.length === 0}
          onClick={() => adding.submit(chosen)}
        >
          {adding.isPending ? 'Adding...' : 'Add to the List'}
        </Button>
      </ModalButtons>
    </Stack>
  );
};
