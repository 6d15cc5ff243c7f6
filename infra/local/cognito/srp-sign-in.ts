import { createHash, randomUUID } from 'node:crypto';
import { InvalidParameterError } from 'cognito-local/lib/errors.js';
import type { Services } from 'cognito-local/lib/services';
import * as z from 'zod/mini';
import type { Clock } from '#functions/clock';
import { incorrectCredentials } from './errors.ts';
import type { Attempts } from './failed-sign-ins.ts';
import { quietContext } from './services.ts';
import type { Sessions } from './sessions.ts';
import { createChallenges, type SoftwareTokens, secretOf } from './software-tokens.ts';
import { challengeClient, type SrpChallenge } from './srp.ts';

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

const read = <Schema extends z.core.$ZodType>(schema: Schema, input: unknown): z.core.output<Schema> => {
  const parsed = z.safeParse(schema, input);
  if (!parsed.success) throw new InvalidParameterError();
  return parsed.data;
};

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

/** The two steps of signing in by SRP: `USER_SRP_AUTH`, then `PASSWORD_VERIFIER`. */
export const createSrpSignIn = (
  { cognito }: Services,
  { sessions, attempts, softwareTokens, clock }: SrpSignInOptions,
) => {
  const challenges = createChallenges<{ userId: string; challenge: SrpChallenge }>(clock);

  const start = async (input: unknown) => {
    const { ClientId, AuthParameters } = read(startSchema, input);
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
    const { ClientId, ChallengeResponses: answer, ClientMetadata } = read(answerSchema, input);
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
