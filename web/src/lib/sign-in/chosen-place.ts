import { matchPath } from 'react-router-dom';
import { hourMs } from '#shared/lib/durations';
import { limits } from '#shared/limits';
import { pathPatterns } from '#shared/paths';
import { tryStorage } from '../browser/try-storage.ts';

export interface ChosenPlace {
  readonly path: string;
  readonly classId: string;
  readonly slotId: string;
}

export const placeAt = (path: string): ChosenPlace | undefined => {
  for (const pattern of [pathPatterns.bookClass, pathPatterns.joinWaitingList]) {
    const { classId, slotId } = matchPath(pattern, path)?.params ?? {};
    if (classId && slotId) return { path, classId, slotId };
  }
  return undefined;
};

const placeKey = 'chosen-place';
/** A sign-up must be confirmed within this time, perhaps in another tab. */
const lifetimeMs = limits.linkHours['verify-email'] * hourMs;

/** Stores the place until a login leads back to it (FAM-04). */
export const storeChosenPlace = (path: string): void => {
  tryStorage(() => localStorage.setItem(placeKey, `${Date.now() + lifetimeMs} ${path}`));
};

export const readChosenPlace = (): ChosenPlace | undefined => {
  const [end, path = ''] = tryStorage(() => localStorage.getItem(placeKey))?.split(' ') ?? [];
  return Number(end) > Date.now() ? placeAt(path) : undefined;
};

export const forgetChosenPlace = (): void => {
  tryStorage(() => localStorage.removeItem(placeKey));
};

const knownKey = 'has-logged-in';

export const isKnownBrowser = (): boolean => tryStorage(() => localStorage.getItem(knownKey)) != null;

export const noteKnownBrowser = (): void => {
  tryStorage(() => localStorage.setItem(knownKey, 'yes'));
};
