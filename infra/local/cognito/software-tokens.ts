import { randomBytes } from 'node:crypto';
import { InvalidParameterError } from 'cognito-local/lib/errors.js';
import type { Services } from 'cognito-local/lib/services';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService';
import { generateSecret, generateSync, verifySync } from 'otplib';
import * as z from 'zod/mini';
import type { Clock } from '#functions/lib/clock';
import {
  type Attempts,
  expiredChallenge,
  noSoftwareToken,
  noTokenToDelete,
  usedCode,
  wrongCode,
  wrongFirstCode,
} from './errors.ts';
import { quietContext } from './services.ts';
import type { Sessions } from './sessions.ts';

const method = 'SOFTWARE_TOKEN_MFA';

const toleranceSeconds = 30;

const answerWithinMs = 180_000;

/** What was asked, by an id that the answer names, until it is answered or too old. */
export const createChallenges = <Asked>(clock: Clock) => {
  const challenges = new Map<string, { readonly asked: Asked; readonly until: number }>();
  const forget = (): void => {
    for (const [id, { until }] of challenges) if (until <= clock().getTime()) challenges.delete(id);
  };
  return {
    ask: (id: string, asked: Asked): void => {
      forget();
      challenges.set(id, { asked, until: clock().getTime() + answerWithinMs });
    },
    find: (id: string): Asked | undefined => {
      forget();
      return challenges.get(id)?.asked;
    },
    end: (id: string): void => {
      challenges.delete(id);
    },
  };
};

const answerSchema = z.object({
  ClientId: z.string(),
  ChallengeName: z.literal(method),
  Session: z.string(),
  ChallengeResponses: z.object({ USERNAME: z.string(), SOFTWARE_TOKEN_MFA_CODE: z.string() }),
  ClientMetadata: z.optional(z.record(z.string(), z.string())),
});

const verifySchema = z.object({ UserCode: z.string().check(z.regex(/^\d{6}$/)) });

const preferenceSchema = z.object({
  SoftwareTokenMfaSettings: z.object({ Enabled: z.boolean() }),
});

/** @throws CognitoError for input of another shape */
export const readInput = <Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
): z.core.output<Schema> => {
  const parsed = z.safeParse(schema, input);
  if (!parsed.success) throw new InvalidParameterError();
  return parsed.data;
};

const periodOf = (secret: string, code: string, now: Date): number | undefined => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
};

export const secretOf = ({ SoftwareTokenMfaConfiguration, UserMFASettingList }: User): string | undefined =>
  UserMFASettingList?.includes(method) && SoftwareTokenMfaConfiguration?.Verified
    ? SoftwareTokenMfaConfiguration.Secret
    : undefined;

interface SoftwareTokenOptions {
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly clock: Clock;
}

/** Software tokens of a user pool that offers them: set-up, preference, and the challenge of a sign-in. */
export const createSoftwareTokens = (
  { cognito }: Services,
  { sessions, attempts, clock }: SoftwareTokenOptions,
) => {
  /** Secrets that no code has proved yet, by the user's id. A restart forgets them: the set-up begins again. */
  const unproved = new Map<string, string>();
  const challenges = createChallenges<string>(clock);
  const used = new Map<string, number>();

  const setMethods = (pool: UserPoolService, user: User, isOn: boolean): Promise<void> => {
    const others = (user.UserMFASettingList ?? []).filter((name) => name !== method);
    return pool.saveUser(quietContext, { ...user, UserMFASettingList: isOn ? [...others, method] : others });
  };

  return {
    associate: async (user: User) => {
      const secret = generateSecret({ length: 20 });
      unproved.set(user.Username, secret);
      return { SecretCode: secret };
    },

    verify: async (pool: UserPoolService, user: User, input: unknown) => {
      const { UserCode } = readInput(verifySchema, input);
      const secret = unproved.get(user.Username);
      if (!secret) throw noSoftwareToken();
      const period = periodOf(secret, UserCode, clock());
      if (period === undefined) throw wrongFirstCode();
      unproved.delete(user.Username);
      used.set(user.Username, period);
      const SoftwareTokenMfaConfiguration = { Secret: secret, Verified: true };
      await pool.saveUser(quietContext, { ...user, SoftwareTokenMfaConfiguration });
      return { Status: 'SUCCESS' };
    },

    setPreference: async (pool: UserPoolService, user: User, input: unknown): Promise<void> => {
      const { Enabled } = readInput(preferenceSchema, input).SoftwareTokenMfaSettings;
      if (Enabled && !user.SoftwareTokenMfaConfiguration?.Verified) throw noSoftwareToken();
      await setMethods(pool, user, Enabled);
    },

    remove: async (pool: UserPoolService, user: User): Promise<void> => {
      const { SoftwareTokenMfaConfiguration: token, ...rest } = user;
      if (!token) throw noTokenToDelete();
      used.delete(user.Username);
      unproved.delete(user.Username);
      await setMethods(pool, rest, false);
    },

    challenge: ({ Username }: User) => {
      const Session = randomBytes(32).toString('base64url');
      challenges.ask(Session, Username);
      return { ChallengeName: method, ChallengeParameters: { USER_ID_FOR_SRP: Username }, Session };
    },

    answer: async (input: unknown) => {
      const { ClientId, Session, ChallengeResponses, ClientMetadata } = readInput(answerSchema, input);
      const userId = challenges.find(Session);
      const pool = await cognito.getUserPoolForClientId(quietContext, ClientId);
      const user = userId && (await pool.getUserByUsername(quietContext, userId));
      const secret = user && secretOf(user);
      if (!secret) throw expiredChallenge();
      attempts.check(user.Username);
      const period = periodOf(secret, ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE, clock());
      const isUsed = period !== undefined && period <= (used.get(user.Username) ?? 0);
      if (period === undefined || isUsed) {
        attempts.failed(user.Username);
        throw isUsed ? usedCode() : wrongCode();
      }
      used.set(user.Username, period);
      challenges.end(Session);
      const tokens = await sessions.begin(ClientId, user, ClientMetadata);
      attempts.succeeded(user.Username);
      return { ChallengeParameters: {}, ...tokens };
    },
  };
};

export type SoftwareTokens = ReturnType<typeof createSoftwareTokens>;

const period = 30;

const emailOf = ({ Attributes, Username }: User): string =>
  Attributes.find(({ Name }) => Name === 'email')?.Value ?? Username;

/** The authenticator apps of a local user pool: what nobody but the owner's phone has in the cloud (MFA-07). */
export const createAuthenticators = ({ cognito }: Services, poolId: string, clock: Clock) => ({
  /** Gives a user an authenticator. @returns its key, or undefined where the user has one already, or does not exist */
  add: async (userId: string): Promise<string | undefined> => {
    const pool = await cognito.getUserPool(quietContext, poolId);
    const user = await pool.getUserByUsername(quietContext, userId);
    if (!user || secretOf(user)) return undefined;
    const Secret = generateSecret({ length: 20 });
    const token = { SoftwareTokenMfaConfiguration: { Secret, Verified: true }, UserMFASettingList: [method] };
    await pool.saveUser(quietContext, { ...user, ...token });
    return Secret;
  },

  list: async () => {
    const pool = await cognito.getUserPool(quietContext, poolId);
    const seconds = Math.floor(clock().getTime() / 1_000);
    return (await pool.listUsers(quietContext))
      .flatMap((user) => {
        const secret = secretOf(user);
        const code = secret && generateSync({ secret, epoch: seconds });
        return code ? [{ email: emailOf(user), code, secondsLeft: period - (seconds % period) }] : [];
      })
      .toSorted((one, other) => one.email.localeCompare(other.email));
  },
});

export type Authenticators = ReturnType<typeof createAuthenticators>;
export type ShownCode = Awaited<ReturnType<Authenticators['list']>>[number];
