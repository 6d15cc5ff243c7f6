import { Text } from '@chakra-ui/react/text';
import { type PropsWithChildren, useCallback, useRef, useState } from 'react';
import { useLeaveWarning } from '../lib/forms/use-leave-warning.ts';
import { Button } from './button.tsx';
import { CloseRequest } from './close-request.ts';
import { ModalButtons } from './modal-buttons.tsx';
import { ModalFrame, type ModalFrameProps } from './modal-frame.tsx';

interface ModalProps extends Pick<ModalFrameProps, 'title' | 'isOpen' | 'onClose'> {
  /** `alertdialog` asks a question; `dialog` holds a form and is wider. */
  readonly role?: ModalFrameProps['role'];
  /** As wide as the window at most. */
  readonly width?: string;
  /** Whether closing keeps what was typed, so that nothing is asked. */
  readonly keepsText?: boolean;
}

const widths = { alertdialog: '28rem', dialog: '48rem' };

/** Controls whose text is entered again without effort, or not at all. */
const passingTypes = ['search', 'password', 'checkbox', 'radio'];

type TextControl = HTMLInputElement | HTMLTextAreaElement;

const isTextControl = (control: EventTarget): control is TextControl =>
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !passingTypes.includes(control.type));

/** The text that was typed into a dialog: fields that were removed since do not count. */
const useTypedText = () => {
  const typed = useRef(new Set<TextControl>());
  const add = useCallback((control: EventTarget) => {
    if (isTextControl(control)) typed.current.add(control);
  }, []);
  const hasText = useCallback(
    () => [...typed.current].some(({ isConnected, value }) => isConnected && value.trim() !== ''),
    [],
  );
  return { add, hasText };
};

/** A modal dialog. One with a form asks before it discards typed text, also when the page is left. */
export const Modal = ({
  title,
  isOpen,
  role = 'alertdialog',
  width = widths[role],
  keepsText = role === 'alertdialog',
  onClose,
  children,
}: PropsWithChildren<ModalProps>) => {
  const [isAsking, setIsAsking] = useState(false);
  const { add, hasText } = useTypedText();
  const wouldDiscard = useCallback(() => !keepsText && hasText(), [keepsText, hasText]);
  useLeaveWarning(wouldDiscard);
  const request = (close: () => void): void => {
    if (wouldDiscard()) setIsAsking(true);
    else close();
  };
  return (
    <>
      {/* First, so that it closes before the dialog, which then returns the focus. */}
      {!keepsText && (
        <ModalFrame
          title="Discard what you entered?"
          isOpen={isOpen && isAsking}
          role="alertdialog"
          width={widths.alertdialog}
          onClose={() => setIsAsking(false)}
        >
          <Text>It is not saved yet.</Text>
          <ModalButtons cancelLabel="Keep Editing" onCancel={() => setIsAsking(false)}>
            <Button
              type="button"
              variant="danger"
              onClick={() => {
                setIsAsking(false);
                onClose();
              }}
            >
              Discard
            </Button>
          </ModalButtons>
        </ModalFrame>
      )}
      <ModalFrame
        {...{ title, isOpen, role, width, onClose }}
        mayClose={() => {
          setIsAsking(wouldDiscard());
          return !wouldDiscard();
        }}
        onInput={add}
      >
        <CloseRequest value={request}>{children}</CloseRequest>
      </ModalFrame>
    </>
  );
};
