import {
  type ComponentType,
  createContext,
  type PropsWithChildren,
  type ReactNode,
  Suspense,
  use,
  useCallback,
  useEffect,
  useState,
} from 'react';
import { css } from '#styled-system/css';
import { loadChunk } from '../lib/browser/load-chunk.ts';
import { useLeaveWarning } from '../lib/forms/form-draft.ts';
import { createTypedText } from '../lib/forms/typed-text.ts';
import { atFirstUse, lazyScreen } from '../lib/pages/lazy-screen.tsx';
import type { DialogFrameProps } from './dialog-frame.tsx';
import { useOpening } from './drawer.tsx';
import { Button } from './ui/button.tsx';
import { Stack } from './ui/stack.tsx';
import { Text } from './ui/text.tsx';

/** Dialogs with typed text ask before a button closes them. */
const CloseRequest = createContext<(close: () => void) => void>((close) => close());

const Frame = lazyScreen<'DialogFrame', PropsWithChildren<DialogFrameProps>>(
  () => loadChunk(() => import('./dialog-frame.tsx')),
  'DialogFrame',
);

let isAwaited = false;

/** Loads the frame (23 KB gzip) at the first use of a page that has dialogs. */
const loadFrameSoon = (): void => {
  if (isAwaited) return;
  isAwaited = true;
  atFirstUse(() => void Frame.preload(window.location));
};

/** The cover hides the page, so that nothing else is opened meanwhile. */
const openingCover = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  display: 'flex',
  alignItems: 'end',
  justifyContent: 'center',
  px: '3',
  pb: '20',
});

const openingBox = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'end',
  gap: '2',
  p: '4',
  borderRadius: 'xl',
  bg: 'bg.surface',
  boxShadow: 'raised',
  animation: 'rise 200ms ease-out 400ms backwards',
});

const Opening = ({ onClose }: Pick<DialogFrameProps, 'onClose'>) => {
  const box = useOpening(onClose);
  return (
    <div className={openingCover}>
      <div ref={box} className={openingBox}>
        <p role="status">Opening... If this takes long, check your connection or load the page again.</p>
        <Button type="button" variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
};

/** Many dialogs of a screen never open, so a dialog is mounted at its first opening. */
const ModalFrame = (frame: PropsWithChildren<DialogFrameProps>) => {
  const [wasOpened, setWasOpened] = useState(frame.isOpen);
  useEffect(loadFrameSoon, []);
  if (frame.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={frame.isOpen && <Opening onClose={frame.onClose} />}>
      <Frame.Screen {...frame} />
    </Suspense>
  );
};

const summary = css({
  minHeight: 'touch',
  alignContent: 'center',
  fontWeight: 'semibold',
  cursor: 'pointer',
});

/** Hides what a dialog says besides the consequence (FAM-08). */
export const Details = ({ children }: PropsWithChildren) => (
  <details className={css({ color: 'fg.muted' })}>
    <summary className={summary}>Details</summary>
    <Stack gap="2">{children}</Stack>
  </details>
);

interface ModalButtonsProps {
  readonly cancelLabel?: string;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

export const ModalButtons = ({ cancelLabel = 'Cancel', onCancel, children }: ModalButtonsProps) => {
  const request = use(CloseRequest);
  return (
    <div
      className={css({
        display: 'flex',
        flexWrap: 'wrap-reverse',
        justifyContent: 'flex-end',
        gap: '3',
        '& > *': { flexGrow: { base: '1', sm: '0' } },
      })}
    >
      <Button type="button" variant="ghost" onClick={() => request(onCancel)}>
        {cancelLabel}
      </Button>
      {children}
    </div>
  );
};

/** A dialog whose chunk is loaded at the first use of the page and mounted at its first opening. It is open while `of` is set. */
export const lateDialog = <
  Name extends string,
  Props extends { readonly of: unknown; readonly onClose: () => void },
>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) => {
  const { preload, Screen } = lazyScreen<Name, Props>(() => loadChunk(load), name);
  return (props: Props) => {
    const isOpen = props.of !== undefined && props.of !== null;
    const [wasOpened, setWasOpened] = useState(isOpen);
    useEffect(loadFrameSoon, []);
    useEffect(() => atFirstUse(() => void preload(window.location)), []);
    if (isOpen && !wasOpened) setWasOpened(true);
    if (!wasOpened) return null;
    return (
      <Suspense fallback={isOpen && <Opening onClose={props.onClose} />}>
        <Screen {...props} />
      </Suspense>
    );
  };
};

interface ModalProps extends Pick<DialogFrameProps, 'title' | 'isOpen' | 'onClose'> {
  /** `alertdialog` asks a question; `dialog` has a form and is wider. */
  readonly role?: DialogFrameProps['role'];
  readonly width?: string | undefined;
  /** Whether typed text survives closing, so that no question is needed. */
  readonly keepsText?: boolean | undefined;
}

const widths = { alertdialog: '28rem', dialog: '48rem' };

/** Asks before it discards typed text, also when the page is left. */
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
  // A form that was saved meanwhile closes without an answer.
  if (isAsking && !isOpen) setIsAsking(false);
  const [{ add, hasText }] = useState(createTypedText);
  const wouldDiscard = useCallback(() => !keepsText && hasText(), [keepsText, hasText]);
  useLeaveWarning(isOpen && !keepsText ? hasText : undefined);
  const request = (close: () => void): void => {
    if (wouldDiscard()) setIsAsking(true);
    else close();
  };
  return (
    <>
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
              colorPalette="danger"
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
        title={title}
        isOpen={isOpen}
        role={role}
        width={width}
        onClose={onClose}
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

export interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly cancelLabel?: string;
  readonly action: readonly [idle: string, busy: string];
  readonly colorPalette?: 'danger' | 'brand' | undefined;
  readonly isPending: boolean;
  /** Whether data of the question are still loading. */
  readonly isLoading?: boolean | undefined;
  readonly onConfirm: () => void;
}

/** `children` say what is lost, in numbers, and name a less destructive alternative if there is one. */
export const ConfirmDialog = ({
  title,
  isOpen,
  onClose,
  cancelLabel = 'Cancel',
  action: [idle, busy],
  colorPalette = 'danger',
  isPending,
  isLoading = false,
  onConfirm,
  children,
}: PropsWithChildren<ConfirmDialogProps>) => (
  <Modal title={title} isOpen={isOpen} onClose={onClose}>
    {children}
    <ModalButtons cancelLabel={cancelLabel} onCancel={onClose}>
      <Button type="button" colorPalette={colorPalette} disabled={isPending || isLoading} onClick={onConfirm}>
        {isPending ? busy : idle}
      </Button>
    </ModalButtons>
  </Modal>
);
