import {
  accessTokenSuffix,
  clockDriftSuffix,
  lastingTokenSuffix,
  renewBeforeMs,
  tokenKeyPrefix,
} from '#shared/document-script';
import { type Role, readWithheldRoles, roleOfGroups, withheldRolesClaim } from '#shared/roles';
import { tryStorage } from '../browser/try-storage.ts';
import { forgetSessions } from '../offline/stored-sessions.ts';

export const isTokenKey = (key: string): boolean => key.startsWith(tokenKeyPrefix);

/** The stored sign-in may have expired. Visitors never load Amplify (40 KB), because this does not need it. */
export const hasStoredTokens = (storage?: Storage): boolean =>
  tryStorage(() =>
    Object.keys(storage ?? localStorage).some((key) => isTokenKey(key) && key.endsWith(lastingTokenSuffix)),
  ) ?? false;

/** Removes the sign-in and its data for the offline page from this browser, without a request. */
export const removeStoredTokens = (given?: Storage): void => {
  forgetSessions();
  tryStorage(() => {
    const storage = given ?? localStorage;
    for (const key of Object.keys(storage).filter(isTokenKey)) storage.removeItem(key);
  });
};

export interface Claims {
  readonly sub?: unknown;
  readonly exp?: number | undefined;
  readonly 'cognito:groups'?: unknown;
  readonly [withheldRolesClaim]?: unknown;
}

/** A stored access token, which may have expired, by Amplify's names. */
interface StoredAccess {
  readonly key: string;
  readonly token: string;
  readonly claims: Claims;
  /** Milliseconds of validity by the user pool's clock. */
  readonly validMs: number;
}

const readAccess = (): StoredAccess | undefined =>
  tryStorage(() => {
    const key = Object.keys(localStorage).find(
      (name) => isTokenKey(name) && name.endsWith(accessTokenSuffix),
    );
    const token = key && localStorage.getItem(key);
    if (!token) return undefined;
    const [, payload = ''] = token.split('.');
    const claims: Claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const drift = Number(localStorage.getItem(key.replace(accessTokenSuffix, clockDriftSuffix)));
    return { key, token, claims, validMs: Number(claims.exp) * 1_000 - Date.now() - drift };
  });

/** Returns a stored token that is usable without Amplify. @param clientId of the user pool; without it, any */
export const usableAccess = (clientId?: string): StoredAccess | undefined => {
  const stored = hasStoredTokens() ? readAccess() : undefined;
  if (!stored || !(stored.validMs > renewBeforeMs)) return undefined;
  return clientId === undefined || stored.key.startsWith(`${tokenKeyPrefix}${clientId}.`)
    ? stored
    : undefined;
};

const storedRole = (): Role | undefined =>
  tryStorage(() => {
    const claims = readAccess()?.claims;
    const groups = claims?.['cognito:groups'];
    return (
      claims &&
      roleOfGroups([
        ...(Array.isArray(groups) ? groups : []),
        ...readWithheldRoles(claims[withheldRolesClaim]),
      ])
    );
  });

/** Points prerendered links with an address for each role (`ofRole`) to that of the stored sign-in. */
export const showStoredRole = (): void => {
  const role = hasStoredTokens() && storedRole();
  if (!role) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[data-${role}]`))
    link.setAttribute('href', link.dataset[role] ?? '');
};
