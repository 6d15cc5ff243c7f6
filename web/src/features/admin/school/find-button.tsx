import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { lateDialog } from '../../../components/modal.tsx';
import { isFindShortcut, takeFindShortcut } from '../../../lib/browser/find-shortcut.ts';
import type { DialogProps } from '../dialogs.tsx';
import styles from './dashboard.module.css';
import type { FoundScreen } from './find-anything.tsx';

const FindDialog = lateDialog<'FindDialog', DialogProps<readonly FoundScreen[]>>(
  () => import('./find-anything.tsx'),
  'FindDialog',
);

/** Opens the search for anything; so does Ctrl or ⌘ with K. */
export const FindButton = ({ screens }: { readonly screens: readonly FoundScreen[] }) => {
  const [isOpen, setIsOpen] = useState(false);
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
      <FindDialog of={isOpen ? screens : undefined} onClose={() => setIsOpen(false)} />
    </>
  );
};
