import { chakra } from '@chakra-ui/react/styled-system';
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isFindShortcut, takeFindShortcut } from '../../../lib/browser/find-shortcut.ts';
import { FindDialog, type FoundScreen } from './find-dialog.tsx';

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
      <Button
        type="button"
        aria-label="Find anything"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Search size="1.2em" aria-hidden />
        <span>Find anything</span>
        <kbd aria-hidden>Ctrl K</kbd>
      </Button>
      <FindDialog screens={screens} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
};

const Button = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '2',
    minHeight: 'touch',
    minWidth: 'touch',
    px: { base: '2', xl: '4' },
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'border.control',
    bg: 'bg.surface',
    color: 'fg.muted',
    cursor: 'pointer',
    _hover: { bg: 'bg.subtle' },
    '& span': { display: { base: 'none', xl: 'inline' } },
    '& kbd': { display: { base: 'none', xl: 'inline' }, fontFamily: 'inherit', fontSize: 'sm' },
  },
});
