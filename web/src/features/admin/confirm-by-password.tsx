import type { ReactNode } from 'react';
import { IdentityForm } from '../../components/identity-fields.tsx';
import { Modal, ModalButtons } from '../../components/modal.tsx';
import { Button } from '../../components/ui/button.tsx';
import { showToast } from '../../lib/toasts/toasts.ts';
import type { DialogProps } from './dialogs.tsx';
import { FailureNotice } from './notices.tsx';
import { everyRead } from './queries.ts';

interface ConfirmByPasswordProps<Subject> extends DialogProps<Subject> {
  readonly title: (of: Subject) => string;
  readonly action: readonly [idle: string, busy: string];
  readonly colorPalette: 'danger' | 'accent';
  readonly send: (of: Subject) => Promise<unknown>;
  readonly failure: string;
  readonly done: { readonly title: string; readonly description?: string };
  readonly children: (of: Subject) => ReactNode;
}

/** Asks for the administrator's password before a change. After a failure it stays open and says why. */
export const ConfirmByPassword = <Subject,>({
  of,
  title,
  action,
  colorPalette,
  send,
  failure,
  done,
  onClose,
  onDone,
  children,
}: ConfirmByPasswordProps<Subject>) => {
  const isOpen = of !== undefined && of !== null;
  return (
    <Modal title={isOpen ? title(of) : ''} isOpen={isOpen} onClose={onClose}>
      {isOpen && (
        <IdentityForm
          send={() => send(of)}
          failure={failure}
          changes={everyRead}
          onDone={() => {
            onClose();
            showToast({ type: 'success', ...done });
            onDone?.();
          }}
          buttons={(isPending, error) => (
            <>
              <FailureNotice error={error} failure={failure} />
              <ModalButtons onCancel={onClose}>
                <Button type="submit" colorPalette={colorPalette} disabled={isPending}>
                  {action[isPending ? 1 : 0]}
                </Button>
              </ModalButtons>
            </>
          )}
        >
          {children(of)}
        </IdentityForm>
      )}
    </Modal>
  );
};
