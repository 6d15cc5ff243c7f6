import { createHash, createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { InvalidParameterError } from 'cognito-local/lib/errors.js';
import type { Services } from 'cognito-local/lib/services';
import * as z from 'zod/mini';
import type { Clock } from '#functions/lib/clock';
import { type Attempts, incorrectCredentials } from './errors.ts';
import { quietContext } from './services.ts';
import type { Sessions } from './sessions.ts';
import { createChallenges, readInput, type SoftwareTokens, secretOf } from './software-tokens.ts';

/** Cognito's SRP-6a: RFC 3526's 3072-bit group, g = 2, SHA-256, two's complement, HKDF with "Caldera Derived Key". */
const N = BigInt(
  '0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DD' +
    'EF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7ED' +
    'EE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F' +
    '83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3B' +
    'E39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA0510' +
    '15728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7' +
    'ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200C' +
    'BBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
);
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

interface SrpProof {
  readonly timestamp: string;
  readonly signature: string;
}

interface SrpChallenge {
  readonly salt: string;
  readonly B: string;
  /** Base 64. The client signs it and sends it back, so that it identifies the challenge. */
  readonly secretBlock: string;
  verify(proof: SrpProof): boolean;
}

/** @param clientValue SRP_A, hexadecimal @throws RangeError where it is invalid: with a multiple of N any password is right */
const challengeClient = ({ poolName, userId, password }: SrpUser, clientValue: string): SrpChallenge => {
  if (!/^[0-9a-f]+$/i.test(clientValue)) throw new RangeError('SRP_A is not hexadecimal');
  const A = BigInt(`0x${clientValue}`);
  if (A % N === 0n) throw new RangeError('SRP_A is a multiple of N');

  const salt = toBigInt(randomBytes(16));
  const x = toBigInt(hash(toBytes(salt), hash(`${poolName}${userId}:${password}`)));
  const verifier = power(g, x);
  const b = toBigInt(randomBytes(32));
  const B = (k * verifier + power(g, b)) % N;
  const secretBlock = randomBytes(256);

  return {
    salt: salt.toString(16),
    B: B.toString(16),
    secretBlock: secretBlock.toString('base64'),
    verify: ({ timestamp, signature }) => {
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
  const challenges = createChallenges<{ userId: string; challenge: SrpChallenge }>(clock);

  const start = async (input: unknown) => {
    const { ClientId, AuthParameters } = readInput(startSchema, input);
    const pool = await cognito.getUserPoolForClientId(quietContext, ClientId);
    const user = await pool.getUserByUsername(quietContext, AuthParameters.USERNAME);
    const userId = user?.Username ?? inventUserId(AuthParameters.USERNAME);
    const poolName = pool.options.Id.split('_')[1] ?? '';
    let challenge: SrpChallenge;
    try {
      challenge = challengeClient(
        { poolName, userId, password: user?.Password ?? randomUUID() },
        AuthParameters.SRP_A,
      );
    } catch (error) {
      throw error instanceof RangeError ? new InvalidParameterError(error.message) : error;
    }
    const { secretBlock } = challenge;
    challenges.ask(secretBlock, { userId, challenge });
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: challenge.salt,
        SRP_B: challenge.B,
        SECRET_BLOCK: secretBlock,
        USERNAME: userId,
        USER_ID_FOR_SRP: userId,
      },
    };
  };

  const finish = async (input: unknown) => {
    const { ClientId, ChallengeResponses: answer, ClientMetadata } = readInput(answerSchema, input);
    const pending = challenges.find(answer.PASSWORD_CLAIM_SECRET_BLOCK);
    challenges.end(answer.PASSWORD_CLAIM_SECRET_BLOCK);
    const proof = { timestamp: answer.TIMESTAMP, signature: answer.PASSWORD_CLAIM_SIGNATURE };
    if (!pending || pending.userId !== answer.USERNAME) throw incorrectCredentials();
    attempts.check(pending.userId);
    if (!pending.challenge.verify(proof)) {
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
