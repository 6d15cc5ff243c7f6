import { useSyncExternalStore } from 'react';
import { css } from '#styled-system/css';
import { isNewVersion, onNewVersion } from '../lib/browser/new-version.ts';
import { reloadWithText } from '../lib/forms/hand-over.ts';
import { Button } from './ui/button.tsx';

export const useIsNewVersion = (): boolean => useSyncExternalStore(onNewVersion, isNewVersion, () => false);

/** Offers to load the newer version without losing typed text (REL-03). @param isBar fixed to the lower edge of the window */
export const NewVersionNotice = ({ isBar }: { readonly isBar?: boolean }) =>
  useIsNewVersion() && (
    <div role="alert" className={css(look, isBar && bar)}>
      <p>
        <b>There is a new version.</b> Reload the page to go on. What you typed stays, except passwords.
      </p>
      <Button type="button" onClick={reloadWithText}>
        Reload
      </Button>
    </div>
  );

const look = css.raw({
  display: 'grid',
  justifyItems: 'center',
  gap: '2',
  px: '4',
  pt: '3',
  pb: '3',
  bg: 'warning.subtle',
  color: 'warning.fg',
  textAlign: 'center',
});

const bar = css.raw({
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'header',
  pb: '[calc(0.75rem + env(safe-area-inset-bottom))]',
  borderTopWidth: '1px',
});
