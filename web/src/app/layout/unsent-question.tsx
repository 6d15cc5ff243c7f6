import { useEffect, useState } from 'react';
import { counted } from '#shared/lib/text';
import { Modal, ModalButtons } from '../../components/modal.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Text } from '../../components/ui/text.tsx';
import { countUnsent, removeUnsent, unsentDays } from '../../lib/offline/unsent-marks.ts';

interface UnsentQuestionProps {
  readonly onLogout: () => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks what to do with a coach's unsent marks, which have names of children. Without any it logs out at once. */
export const UnsentQuestion = ({ onLogout, onCancel }: UnsentQuestionProps) => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    void countUnsent().then((unsent) => (unsent > 0 ? setCount(unsent) : onLogout()));
  }, [onLogout]);
  if (count === 0) return null;
  return (
    <Modal title={`${counted(count, 'entry was', 'entries were')} not sent`} isOpen onClose={onCancel}>
      <Text>
        They have names of children. This browser keeps them for {unsentDays} days, and sends them when you
        log in again. On a phone that is not yours, remove them.
      </Text>
      <ModalButtons cancelLabel="Stay logged in" onCancel={onCancel}>
        <Button type="button" variant="outline" onClick={() => void onLogout()}>
          Log out and keep
        </Button>
        <Button
          type="button"
          colorPalette="danger"
          onClick={() => {
            removeUnsent();
            void onLogout();
          }}
        >
          Log out and remove
        </Button>
      </ModalButtons>
    </Modal>
  );
};
