import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { css } from '#styled-system/css';
import { lateDialog } from '../../../components/modal.tsx';
import { isFindShortcut, takeFindShortcut } from '../../../lib/browser/find-shortcut.ts';
import type { DialogProps } from '../dialogs.tsx';
import type { FoundScreen } from './find-anything.tsx';

const FindDialog = lateDialog<'FindDialog', DialogProps<readonly FoundScreen[]>>(
  () => import('./find-anything.tsx'),
  'FindDialog',
);

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
        className={findButton}
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

const findButton = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '2',
  minWidth: 'touch',
  minHeight: 'touch',
  px: { base: '2', xl: '4' },
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'full',
  bg: 'bg.surface',
  color: 'fg.muted',
  cursor: 'pointer',
  _hover: { bg: 'bg.subtle' },
  '& > kbd': { fontSize: 'sm', fontFamily: '[inherit]' },
  '& > :not(svg)': { display: { xlDown: 'none' } },
});
