import { Text } from '@chakra-ui/react/text';
import { Button } from '../../../components/button.tsx';
import { Modal } from '../../../components/modal.tsx';
import { ModalButtons } from '../../../components/modal-buttons.tsx';
import { EmailPreview } from '../email-preview.tsx';

/** A message as its recipients will see it. */
export interface Preview {
  readonly recipients: number;
  readonly subject: string;
  readonly html: string;
}

interface SendDialogProps {
  /** The dialog is open while this is set. */
  readonly preview: Preview | undefined;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

const recipientsText = (count: number): string => {
  if (count === 0) return 'Nobody would get this message.';
  return count === 1 ? 'One email will be sent.' : `${count} emails will be sent, one to each.`;
};

/** A message as its recipients will read it, with their number, before it is sent (MSG-01). */
export const SendDialog = ({ preview, isPending, onClose, onSend }: SendDialogProps) => (
  <Modal title="Send This Message?" isOpen={preview !== undefined} role="dialog" onClose={onClose}>
    {preview && (
      <>
        <Text fontWeight="semibold">{recipientsText(preview.recipients)}</Text>
        <EmailPreview subject={preview.subject} html={preview.html} />
        <ModalButtons onCancel={onClose}>
          <Button type="button" disabled={isPending || preview.recipients === 0} onClick={onSend}>
            {isPending ? 'Sending...' : 'Send Message'}
          </Button>
        </ModalButtons>
      </>
    )}
  </Modal>
);
