import type { NavigateFunction } from 'react-router-dom';
import { paths } from '#shared/paths';
import { isKnownBrowser, storeChosenPlace } from '../../../lib/sign-in/chosen-place.ts';
import { returnTo } from '../../../lib/sign-in/return-to.ts';
import { showToast } from '../../../lib/toasts/toasts.ts';

// Loaded at the press: most visits need none of it.

const texts = {
  book: 'Please log in to book a class',
  join: 'Please log in to join a waiting list',
} as const;

/** A browser in which nobody has ever logged in goes to the sign-up; both lead on to the screen of the place (PUB-51, FAM-04). */
export const askToLogIn = (navigate: NavigateFunction, screen: string, action: keyof typeof texts): void => {
  showToast({ type: 'error', subject: 'sign-in', title: 'Login Required', description: texts[action] });
  storeChosenPlace(screen);
  void navigate(isKnownBrowser() ? paths.auth : paths.signUp, { state: returnTo(screen) });
};
