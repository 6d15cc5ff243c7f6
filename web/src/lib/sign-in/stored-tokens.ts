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

/** Whether a key of local storage belongs to a sign-in. */
export const isTokenKey = (key: string): boolean => key.startsWith(tokenKeyPrefix);

/**
 * Whether this browser has a stored sign-in, which may have expired. Does not need Amplify (40 KB), so visitors never
 * load it.
 */
export const hasStoredTokens = (storage?: Storage): boolean =>
  tryStorage(() =>
    Object.keys(storage ?? localStorage).some((key) => isTokenKey(key) && key.endsWith(lastingTokenSuffix)),
  ) ?? false;

/** Removes the sign-in from this browser, with what is kept of it for the offline page, without a request. */
export const removeStoredTokens = (given?: Storage): void => {
  forgetSessions();
  tryStorage(() => {
    const storage = given ?? localStorage;
    for (const key of Object.keys(storage).filter(isTokenKey)) storage.removeItem(key);
  });
};

/** The claims of an access token that the site reads. */
export interface Claims {
  readonly sub?: unknown;
  /** Epoch seconds. */
  readonly exp?: number | undefined;
  readonly 'cognito:groups'?: unknown;
  readonly [withheldRolesClaim]?: unknown;
}

/** A stored access token, which may have expired, by the names that Amplify gives to its keys. */
interface StoredAccess {
  readonly key: string;
  readonly token: string;
  readonly claims: Claims;
  /** How long it is valid, in milliseconds, by the clock of the user pool. */
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

/**
 * The stored access token that can be used as it is, without Amplify; undefined where Amplify is to look.
 * @param clientId of the user pool; without it, any
 */
export const usableAccess = (clientId?: string): StoredAccess | undefined => {
  const stored = hasStoredTokens() ? readAccess() : undefined;
  if (!stored || !(stored.validMs > renewBeforeMs)) return undefined;
  return clientId === undefined || stored.key.startsWith(`${tokenKeyPrefix}${clientId}.`)
    ? stored
    : undefined;
};

/** The role of the stored sign-in's account, by its access token, which may have expired. */
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

/** Has the links of a prerendered page with an address for each role (`ofRole`) lead to that of the stored sign-in, if there is one. */
export const showStoredRole = (): void => {
  const role = hasStoredTokens() && storedRole();
  if (!role) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[data-${role}]`))
    link.setAttribute('href', link.dataset[role] ?? '');
};
