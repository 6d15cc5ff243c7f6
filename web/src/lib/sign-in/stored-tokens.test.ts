import { describe, expect, it } from 'vitest';
import { hasStoredTokens, isTokenKey, removeStoredTokens } from './stored-tokens.ts';

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
