import { describe, expect, it, vi } from 'vitest';
import { renewBeforeMs } from '#shared/document-script';
import { hasStoredTokens, isTokenKey, removeStoredTokens, usableAccess } from './stored-tokens.ts';

/** A storage whose keys are own properties, as in a browser. */
const storageWith = (...keys: string[]): Storage =>
  Object.assign(
    Object.create({
      removeItem(key: string) {
        Reflect.deleteProperty(this, key);
      },
    }),
    Object.fromEntries(keys.map((key) => [key, 'value'])),
  );

const signIn = [
  'CognitoIdentityServiceProvider.client.LastAuthUser',
  'CognitoIdentityServiceProvider.client.pat@example.com.accessToken',
  'CognitoIdentityServiceProvider.client.pat@example.com.refreshToken',
];

describe('a stored sign-in', () => {
  it('is found by its refresh token', () => {
    expect(hasStoredTokens(storageWith('theme', ...signIn))).toBe(true);
  });

  it('is not found in an empty storage, nor by the other keys of an ended sign-in', () => {
    expect(hasStoredTokens(storageWith())).toBe(false);
    expect(hasStoredTokens(storageWith('CognitoIdentityServiceProvider.client.LastAuthUser'))).toBe(false);
    expect(hasStoredTokens(storageWith('other.refreshToken'))).toBe(false);
  });

  it('is removed without removing other keys', () => {
    const storage = storageWith('theme', ...signIn);
    removeStoredTokens(storage);
    expect(Object.keys(storage)).toEqual(['theme']);
  });

  it('is recognised by the keys of storage events', () => {
    expect(signIn.every(isTokenKey)).toBe(true);
    expect(isTokenKey('theme')).toBe(false);
  });
});

describe('a stored access token', () => {
  const now = Date.UTC(2026, 10, 29);
  const tokenUntil = (exp: unknown) => `h.${btoa(JSON.stringify({ sub: 'usr', exp })).replace(/=+$/, '')}.s`;
  const soon = (now + renewBeforeMs) / 1_000;

  const usable = (token: string, { drift = '0', client = 'client', refreshToken = 'r' } = {}) => {
    const ofUser = 'CognitoIdentityServiceProvider.client.usr';
    const entries: Record<string, string> = {
      [`${ofUser}.accessToken`]: token,
      [`${ofUser}.clockDrift`]: drift,
      ...(refreshToken && { [`${ofUser}.refreshToken`]: refreshToken }),
    };
    vi.stubGlobal(
      'localStorage',
      Object.assign(Object.create({ getItem: (key: string) => entries[key] ?? null }), entries),
    );
    vi.useFakeTimers({ now });
    try {
      return usableAccess(client)?.token;
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
  };

  it.each([
    ['is used while it is valid for more than a minute', tokenUntil(soon + 1), {}, true],
    ['is not used in its last minute', tokenUntil(soon), {}, false],
    ['is not used after its end', tokenUntil(now / 1_000 - 1), {}, false],
    [
      'ends earlier where the clock of the user pool is ahead',
      tokenUntil(soon + 1),
      { drift: '2000' },
      false,
    ],
    ['ends later where it is behind', tokenUntil(soon - 1), { drift: '-2000' }, true],
    ['is not used for another client of the user pool', tokenUntil(soon + 9), { client: 'other' }, false],
    ['is not used without a refresh token', tokenUntil(soon + 9), { refreshToken: '' }, false],
    ['is not used where it says no end', tokenUntil(undefined), {}, false],
    ['is not used where it cannot be read', 'x', {}, false],
  ])('%s [NET-02]', (_, token, options, isUsed) => {
    expect(usable(token, options)).toBe(isUsed ? token : undefined);
  });
});
