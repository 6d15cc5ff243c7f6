import {
  createHash,
  createHmac,
  getDiffieHellman,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { InvalidParameterError } from 'cognito-local/lib/errors.js';
import type { Services } from 'cognito-local/lib/services';
import * as z from 'zod/mini';
import type { Clock } from '#functions/lib/clock';
import { type Attempts, incorrectCredentials } from './errors.ts';
import { quietContext } from './services.ts';
import type { Sessions } from './sessions.ts';
import { createChallenges, readInput, type SoftwareTokens, secretOf } from './software-tokens.ts';

/** Cognito's SRP-6a: RFC 3526's 3072-bit group, g = 2, SHA-256, two's complement, HKDF with "Caldera Derived Key". */
const N = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`);
const g = 2n;

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

/** Big-endian two's complement of a non-negative number: the highest bit is 0. */
const toBytes = (number: bigint): Buffer => {
  const hex = number.toString(16);
  const even = hex.length % 2 === 0 ? hex : `0${hex}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
};

const hash = (...parts: readonly (Buffer | string)[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n;
  let square = base % N;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
};

const k = toBigInt(hash(toBytes(N), toBytes(g)));

interface SrpUser {
  readonly poolName: string;
  readonly userId: string;
  readonly password: string;
}

/** @param clientValue SRP_A, hexadecimal @throws InvalidParameterError where it is invalid: with a multiple of N any password is right */
const challengeClient = ({ poolName, userId, password }: SrpUser, clientValue: string) => {
  if (!/^[0-9a-f]+$/i.test(clientValue)) throw new InvalidParameterError('SRP_A is not hexadecimal');
  const A = BigInt(`0x${clientValue}`);
  if (A % N === 0n) throw new InvalidParameterError('SRP_A is a multiple of N');

  const salt = toBigInt(randomBytes(16));
  const x = toBigInt(hash(toBytes(salt), hash(`${poolName}${userId}:${password}`)));
  const verifier = power(g, x);
  const b = toBigInt(randomBytes(32));
  const B = (k * verifier + power(g, b)) % N;
  const secretBlock = randomBytes(256);

  return {
    salt: salt.toString(16),
    B: B.toString(16),
    /** The client signs it and sends it back, so that it identifies the challenge. */
    secretBlock: secretBlock.toString('base64'),
    verify: (timestamp: string, signature: string): boolean => {
      const u = toBigInt(hash(toBytes(A), toBytes(B)));
      const S = power(A * power(verifier, u), b);
      const key = Buffer.from(hkdfSync('sha256', toBytes(S), toBytes(u), 'Caldera Derived Key', 16));
      const expected = createHmac('sha256', key)
        .update(poolName)
        .update(userId)
        .update(secretBlock)
        .update(timestamp)
        .digest();
      const actual = Buffer.from(signature, 'base64');
      return actual.length === expected.length && timingSafeEqual(actual, expected);
    },
  };
};

const startSchema = z.object({
  ClientId: z.string(),
  AuthParameters: z.object({ USERNAME: z.string(), SRP_A: z.string() }),
});

const answerSchema = z.object({
  ClientId: z.string(),
  ChallengeName: z.literal('PASSWORD_VERIFIER'),
  ChallengeResponses: z.object({
    USERNAME: z.string(),
    PASSWORD_CLAIM_SECRET_BLOCK: z.string(),
    PASSWORD_CLAIM_SIGNATURE: z.string(),
    TIMESTAMP: z.string(),
  }),
  ClientMetadata: z.optional(z.record(z.string(), z.string())),
});

/** A stable fake id, so that an unknown email gets the same answer as a known one. */
const inventUserId = (username: string): string => {
  const hex = createHash('sha256').update(username).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
};

interface SrpSignInOptions {
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly softwareTokens: SoftwareTokens;
  readonly clock: Clock;
}

export const createSrpSignIn = (
  { cognito }: Services,
  { sessions, attempts, softwareTokens, clock }: SrpSignInOptions,
) => {
  const challenges = createChallenges<{ userId: string; challenge: ReturnType<typeof challengeClient> }>(
    clock,
  );

  const start = async (input: unknown) => {
    const { ClientId, AuthParameters } = readInput(startSchema, input);
    const pool = await cognito.getUserPoolForClientId(quietContext, ClientId);
    const user = await pool.getUserByUsername(quietContext, AuthParameters.USERNAME);
    const userId = user?.Username ?? inventUserId(AuthParameters.USERNAME);
    const poolName = pool.options.Id.split('_')[1] ?? '';
    const password = user?.Password ?? randomUUID();
    const challenge = challengeClient({ poolName, userId, password }, AuthParameters.SRP_A);
    challenges.ask(challenge.secretBlock, { userId, challenge });
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: challenge.salt,
        SRP_B: challenge.B,
        SECRET_BLOCK: challenge.secretBlock,
        USERNAME: userId,
        USER_ID_FOR_SRP: userId,
      },
    };
  };

  const finish = async (input: unknown) => {
    const { ClientId, ChallengeResponses: answer, ClientMetadata } = readInput(answerSchema, input);
    const pending = challenges.find(answer.PASSWORD_CLAIM_SECRET_BLOCK);
    challenges.end(answer.PASSWORD_CLAIM_SECRET_BLOCK);
    if (!pending || pending.userId !== answer.USERNAME) throw incorrectCredentials();
    attempts.check(pending.userId);
    if (!pending.challenge.verify(answer.TIMESTAMP, answer.PASSWORD_CLAIM_SIGNATURE)) {
      attempts.failed(pending.userId);
      throw incorrectCredentials();
    }
    const pool = await cognito.getUserPoolForClientId(quietContext, ClientId);
    const user = await pool.getUserByUsername(quietContext, pending.userId);
    if (!user) throw incorrectCredentials();
    // Temporary passwords are random and never sent, so their challenge has no second step here.
    if (user.UserStatus === 'FORCE_CHANGE_PASSWORD') {
      const ChallengeParameters = {
        USER_ID_FOR_SRP: user.Username,
        requiredAttributes: '[]',
        userAttributes: '{}',
      };
      return { ChallengeName: 'NEW_PASSWORD_REQUIRED', ChallengeParameters };
    }
    if (secretOf(user)) return softwareTokens.challenge(user);
    const tokens = await sessions.begin(ClientId, user, ClientMetadata);
    attempts.succeeded(user.Username);
    return { ChallengeParameters: {}, ...tokens };
  };

  return { start, finish };
};
