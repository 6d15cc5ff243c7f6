import { lastingTokenSuffix, tokenKeyPrefix } from '#shared/document-script';
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

/** The role of the stored sign-in's account, by its access token, which may have expired. */
const storedRole = (): Role | undefined =>
  tryStorage(() => {
    const key = Object.keys(localStorage).find((name) => isTokenKey(name) && name.endsWith('.accessToken'));
    const [, payload = ''] = localStorage.getItem(key ?? '')?.split('.') ?? [];
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return roleOfGroups([
      ...(claims['cognito:groups'] ?? []),
      ...readWithheldRoles(claims[withheldRolesClaim]),
    ]);
  });

/** Has the links of a prerendered page with an address for each role (`ofRole`) lead to that of the stored sign-in, if there is one. */
export const showStoredRole = (): void => {
  const role = hasStoredTokens() && storedRole();
  if (!role) return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>(`a[data-${role}]`))
    link.setAttribute('href', link.dataset[role] ?? '');
};
