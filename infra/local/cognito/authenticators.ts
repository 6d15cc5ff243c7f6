import type { Services } from 'cognito-local/lib/services';
import type { User } from 'cognito-local/lib/services/userPoolService';
import { generateSecret, generateSync } from 'otplib';
import type { Clock } from '#functions/clock';
import { quietContext } from './services.ts';
import { method, secretOf } from './software-tokens.ts';

/** What an authenticator app shows for an account. */
export interface ShownCode {
  readonly email: string;
  readonly code: string;
  /** Seconds until the next one. */
  readonly secondsLeft: number;
}

/** Seconds of which a code is, by RFC 6238. */
const period = 30;

const emailOf = ({ Attributes, Username }: User): string =>
  Attributes.find(({ Name }) => Name === 'email')?.Value ?? Username;

/** The authenticator apps of a local user pool: what nobody but the owner's phone has in the cloud (MFA-07). */
export const createAuthenticators = ({ cognito }: Services, poolId: string, clock: Clock) => ({
  /**
   * Gives a user an authenticator, whose codes sign-ins ask for.
   * @returns its key, or undefined where the user has one already, or does not exist
   */
  add: async (userId: string): Promise<string | undefined> => {
    const pool = await cognito.getUserPool(quietContext, poolId);
    const user = await pool.getUserByUsername(quietContext, userId);
    if (!user || secretOf(user)) return undefined;
    const Secret = generateSecret({ length: 20 });
    const SoftwareTokenMfaConfiguration = { Secret, Verified: true };
    await pool.saveUser(quietContext, {
      ...user,
      SoftwareTokenMfaConfiguration,
      UserMFASettingList: [method],
    });
    return Secret;
  },

  /** The present codes of all accounts that have one, by email. */
  list: async (): Promise<readonly ShownCode[]> => {
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
