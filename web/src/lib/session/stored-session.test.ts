import { describe, expect, it } from 'vitest';
import { hasStoredSession, isSessionKey, removeStoredSession } from './stored-session.ts';

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

const session = [
  'CognitoIdentityServiceProvider.client.LastAuthUser',
  'CognitoIdentityServiceProvider.client.pat@example.com.accessToken',
  'CognitoIdentityServiceProvider.client.pat@example.com.refreshToken',
];

describe('a stored session', () => {
  it('is found by its refresh token', () => {
    expect(hasStoredSession(storageWith('theme', ...session))).toBe(true);
  });

  it('is not found in an empty storage, nor by the other keys of an ended session', () => {
    expect(hasStoredSession(storageWith())).toBe(false);
    expect(hasStoredSession(storageWith('CognitoIdentityServiceProvider.client.LastAuthUser'))).toBe(false);
    expect(hasStoredSession(storageWith('other.refreshToken'))).toBe(false);
  });

  it('is removed without removing other keys', () => {
    const storage = storageWith('theme', ...session);
    removeStoredSession(storage);
    expect(Object.keys(storage)).toEqual(['theme']);
  });

  it('is recognised by the keys of storage events', () => {
    expect(session.every(isSessionKey)).toBe(true);
    expect(isSessionKey('theme')).toBe(false);
  });
});
