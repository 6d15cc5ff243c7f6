import { useSyncExternalStore } from 'react';
import { isNewVersion, onNewVersion } from '../lib/browser/new-version.ts';
import { reloadWithText } from '../lib/forms/hand-over.ts';
import styles from './screen.module.css';
import { Button } from './ui/button.tsx';

/** Whether this page cannot go on, since the site has a newer version. */
export const useIsNewVersion = (): boolean => useSyncExternalStore(onNewVersion, isNewVersion, () => false);

/**
 * Says that the site has a newer version, and loads that without losing what was typed (REL-03).
 * @param isBar at the lower edge of the window, wherever the page is scrolled to
 */
export const NewVersionNotice = ({ isBar }: { readonly isBar?: boolean }) =>
  useIsNewVersion() && (
    <div role="alert" className={styles.newVersion} data-bar={isBar}>
      <p>
        <b>There is a new version.</b> Reload the page to go on. What you typed stays, except passwords.
      </p>
      <Button type="button" onClick={reloadWithText}>
        Reload
      </Button>
    </div>
  );
