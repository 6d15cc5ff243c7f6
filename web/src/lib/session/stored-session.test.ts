import { describe, expect, it } from 'vitest';
import { hasStoredSession, isSessionKey, removeStoredSession } from './stored-session.ts';

/** A storage that, as a browser's, has its keys as properties of its own. */
const storageWith = (...keys: string[]): Storage =>
  Object.assign(
    Object.create({
      removeItem(key: string) {
        Reflect.deleteProperty(this, key);
      },
    }),
    Object.fromEntries(keys.map((key) => [key, 'value'])),
  );

const session = [
  'CognitoIdentityServiceProvider.client.LastAuthUser',
  'CognitoIdentityServiceProvider.client.pat@example.com.accessToken',
  'CognitoIdentityServiceProvider.client.pat@example.com.refreshToken',
];

describe('a stored session', () => {
  it('is found by its refresh token', () => {
    expect(hasStoredSession(storageWith('theme', ...session))).toBe(true);
  });

  it('is not found in an empty storage, nor in what a finished session left behind', () => {
    expect(hasStoredSession(storageWith())).toBe(false);
    expect(hasStoredSession(storageWith('CognitoIdentityServiceProvider.client.LastAuthUser'))).toBe(false);
    expect(hasStoredSession(storageWith('other.refreshToken'))).toBe(false);
  });

  it('is removed without touching anything else', () => {
    const storage = storageWith('theme', ...session);
    removeStoredSession(storage);
    expect(Object.keys(storage)).toEqual(['theme']);
  });

  it('is what a storage event may be about', () => {
    expect(session.every(isSessionKey)).toBe(true);
    expect(isSessionKey('theme')).toBe(false);
  });
});
