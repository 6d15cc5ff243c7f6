import { Text } from '@chakra-ui/react/text';
import { useState } from 'react';
import { adminRoutes } from '#shared/contract/admin-routes';
import { listed } from '#shared/domain/text/listed';
import type { SlotId } from '#shared/schemas/ids';
import { type ListedEntry, type PutFirstReason, putFirstReasonSchema } from '#shared/schemas/waiting-admin';
import { Button } from '../../../../components/button.tsx';
import { Modal } from '../../../../components/modal.tsx';
import { ModalButtons } from '../../../../components/modal-buttons.tsx';
import { SelectField } from '../../../../components/select-field.tsx';
import { callRoute } from '../../../../lib/api/api-client.ts';
import { useSubmission } from '../../../../lib/forms/use-submission.ts';
import { showToast } from '../../../../lib/toasts/toasts.ts';
import { everyRead } from '../../reads.ts';
import { putFirstTexts } from './waiting-texts.ts';

/** What an administrator does with an entry of a waiting list. */
export interface EntryAction {
  readonly kind: 'first' | 'remove' | 'withdraw';
  readonly entry: ListedEntry;
}

interface EntryDialogProps {
  readonly slotId: SlotId;
  /** The dialog is open while this is set. */
  readonly action: EntryAction | undefined;
  readonly onClose: () => void;
}

const texts = {
  first: {
    title: 'Put first on the list?',
    text: 'The next place that fits is offered to this family. The activity log keeps the reason.',
    button: 'Put First',
    done: 'The family is first on the list',
  },
  remove: {
    title: 'Remove from the list?',
    text: 'The family leaves the waiting list, and an offer that it has ends. It is not told by email.',
    button: 'Remove',
    done: 'The family is off the list',
  },
  withdraw: {
    title: 'Withdraw the offer?',
    text: 'The family is told by email and keeps its rank. This place is offered to the families behind it; the family is asked again when another place becomes free.',
    button: 'Withdraw Offer',
    done: 'The offer is withdrawn',
  },
} as const;

const send = (slotId: SlotId, { kind, entry }: EntryAction, reason: PutFirstReason): Promise<unknown> => {
  const params = { slotId, entryId: entry.id };
  if (kind === 'first') return callRoute(adminRoutes.putWaitingFirst, { params, body: { reason } });
  if (kind === 'withdraw' && entry.offer)
    return callRoute(adminRoutes.withdrawOffer, { params: { offerId: entry.offer.id } });
  return callRoute(adminRoutes.removeFromWaitingList, { params });
};

/** What the family has on the list: "Number 2 on the list: Ana and Ben". */
const rankText = (entry: ListedEntry): string =>
  `${entry.rank === null ? 'An open offer' : `Number ${entry.rank} on the list`}: ${listed(entry.child_names)}`;

/** Confirms what is done with an entry of a waiting list (WAI-03, WAI-11). */
export const EntryDialog = ({ slotId, action, onClose }: EntryDialogProps) => {
  const [reason, setReason] = useState<PutFirstReason>('sibling');
  const submission = useSubmission({
    send: (chosen: EntryAction) => send(slotId, chosen, reason),
    failure: 'Failed to change the waiting list',
    changes: everyRead,
    onDone: (_, { kind }) => {
      showToast({ type: 'success', title: texts[kind].done });
      onClose();
    },
    onFailed: onClose,
  });
  const text = texts[action?.kind ?? 'first'];
  return (
    <Modal title={text.title} isOpen={action !== undefined} onClose={onClose}>
      {action && <Text fontWeight="bold">{rankText(action.entry)}</Text>}
      <Text>{text.text}</Text>
      {action?.kind === 'first' && (
        <SelectField
          label="Reason"
          value={reason}
          onChange={(event) => setReason(putFirstReasonSchema.parse(event.target.value))}
        >
          {putFirstReasonSchema.options.map((option) => (
            <option key={option} value={option}>
              {putFirstTexts[option]}
            </option>
          ))}
        </SelectField>
      )}
      <ModalButtons onCancel={onClose}>
        <Button
          type="button"
          variant={action?.kind === 'first' ? 'solid' : 'danger'}
          disabled={submission.isPending}
          onClick={() => action && submission.submit(action)}
        >
          {text.button}
        </Button>
      </ModalButtons>
    </Modal>
  );
};
