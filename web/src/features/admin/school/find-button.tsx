import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lateContent, Modal } from '../../../components/modal.tsx';
import { isFindShortcut, takeFindShortcut } from '../../../lib/browser/find-shortcut.ts';
import styles from './dashboard.module.css';
import type { FindFormProps, FoundScreen } from './find-anything.tsx';

const { Content, useSoon } = lateContent<'FindForm', FindFormProps>(
  () => import('./find-anything.tsx'),
  'FindForm',
);

/** Opens the search for anything; so does Ctrl or ⌘ with K. */
export const FindButton = ({ screens }: { readonly screens: readonly FoundScreen[] }) => {
  const [isOpen, setIsOpen] = useState(false);
  useSoon();
  useEffect(() => {
    const listening = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isFindShortcut(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', onKeyDown, { signal: listening.signal });
    if (takeFindShortcut()) setIsOpen(true);
    return () => listening.abort();
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.find}
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Search size="1.2em" aria-hidden />
        <span>Find anything</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </button>
      <Modal role="dialog" title="Find Anything" isOpen={isOpen} keepsText onClose={() => setIsOpen(false)}>
        <Content screens={screens} onClose={() => setIsOpen(false)} />
      </Modal>
    </>
  );
};
