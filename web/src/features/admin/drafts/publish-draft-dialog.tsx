import { Text } from '@chakra-ui/react/text';
import { adminRoutes } from '#shared/contract/admin-routes';
import type { ClassDraft } from '#shared/schemas/class-draft';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';
import { instantText } from '../activity/activity-text.ts';
import { everyRead } from '../reads.ts';

export interface DraftDialogProps {
  /** The dialog is open while this is set. */
  readonly draft: ClassDraft | undefined;
  /** Names the draft. */
  readonly title: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** From when on families may book what is published. */
const openingText = ({ form: { opens_for_current_at, opens_at } }: ClassDraft): string => {
  if (!opens_at) return 'They can book it at once.';
  const everybody = `everybody can book it from ${instantText(opens_at)} on`;
  return opens_for_current_at
    ? `Current families can book it from ${instantText(opens_for_current_at)} on, ${everybody}.`
    : `${everybody.charAt(0).toUpperCase()}${everybody.slice(1)}.`;
};

/** Publishes a draft (TRM-01). */
export const PublishDraftDialog = ({ draft, title, onClose, onDone }: DraftDialogProps) => {
  const publishing = useSubmission({
    send: ({ id, version }: ClassDraft) =>
      callRoute(adminRoutes.publishDraft, { params: { classId: id }, body: { version } }),
    failure: 'Failed to publish the class',
    changes: everyRead,
    onDone: () => {
      showToast({ type: 'success', title: 'Class published' });
      onClose();
      onDone();
    },
    onFailed: onClose,
  });
  return (
    <Modal title={`Publish ${title}?`} isOpen={draft !== undefined} onClose={onClose}>
      <Text>From now on every family sees this class. {draft && openingText(draft)}</Text>
      <ModalButtons onCancel={onClose}>
        <Button
          type="button"
          disabled={publishing.isPending}
          onClick={() => draft && publishing.submit(draft)}
        >
          {publishing.isPending ? 'Publishing...' : 'Publish Class'}
        </Button>
      </ModalButtons>
    </Modal>
  );
};
