import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject, sign } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Jwks } from 'aws-jwt-verify/jwk';

/** The key of a user pool, which signs its tokens. */
export interface SigningKey {
  /** Signs claims as a JWT (RS256). */
  sign(claims: Record<string, unknown>): string;
  /** The public key, as in `/.well-known/jwks.json`. */
  readonly jwks: Jwks;
}

const keyId = 'local';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const readKey = async (path: string): Promise<KeyObject | undefined> => {
  try {
    return createPrivateKey(await readFile(path));
  } catch {
    return undefined;
  }
};

const makeKey = async (path: string): Promise<KeyObject> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return privateKey;
};

/** Opens the key at `path`, or creates it. Sessions stay valid after a restart. */
export const openSigningKey = async (path: string): Promise<SigningKey> => {
  const key = (await readKey(path)) ?? (await makeKey(path));
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    sign: (claims) => {
      const content = `${encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    },
    jwks: { keys: [{ kty: 'RSA', kid: keyId, use: 'sig', alg: 'RS256', n, e }] },
  };
};
