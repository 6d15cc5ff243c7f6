import type { Services } from 'cognito-local/lib/services';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService';
import type { Clock } from '#functions/clock';
import { sessionSettings } from '#infra/cloud/sign-in-settings';
import { incorrectCredentials, reusedRefreshToken, revokedRefreshToken, unknownUser } from './errors.ts';
import { exchangedTokenKey } from './invoke-pretoken.ts';
import { quietContext } from './services.ts';
import { sessionOf } from './token-issuer.ts';

const graceMs = sessionSettings.refreshTokenRotationGraceSeconds * 1_000;

/** What a client sends for the pool's trigger, in the answer to a challenge or at a renewal. */
export type ClientMetadata = Readonly<Record<string, string>>;

/** Starts, renews and ends the sessions of a user pool with rotating refresh tokens. */
export const createSessions = ({ cognito, tokenGenerator }: Services, clock: Clock) => {
  const now = (): number => clock().getTime();
  /** Expiry of exchanged refresh tokens, in epoch milliseconds. */
  const exchanged = new Map<string, number>();
  const hasEnded = (token: string): boolean => (exchanged.get(token) ?? Number.POSITIVE_INFINITY) <= now();

  const makeTokens = async (
    clientId: string,
    user: User,
    source: 'Authentication' | 'RefreshTokens',
    metadata: ClientMetadata,
  ) => {
    const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
    const client = await cognito.getAppClient(quietContext, clientId);
    if (!client) throw incorrectCredentials();
    const groups = await pool.listUserGroupMembership(quietContext, user);
    const tokens = await tokenGenerator.generate(quietContext, user, groups, client, { ...metadata }, source);
    await pool.storeRefreshToken(quietContext, tokens.RefreshToken, user);
    return { AuthenticationResult: { ...tokens, TokenType: 'Bearer' } };
  };

  return {
    /** Creates tokens for a user. The trigger sees the metadata of the answer to a challenge, and none of a first request. */
    begin: (clientId: string, user: User, metadata: ClientMetadata = {}) =>
      makeTokens(clientId, user, 'Authentication', metadata),

    /** Creates new tokens, including a refresh token. The exchanged one stays valid for the grace period. */
    renew: async (clientId: string, refreshToken: string, metadata: ClientMetadata = {}) => {
      const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
      const session = sessionOf(refreshToken);
      if (session && !(await pool.getUserByUsername(quietContext, session.userId))) throw unknownUser();
      if (hasEnded(refreshToken)) throw reusedRefreshToken();
      const user = await pool.getUserByRefreshToken(quietContext, refreshToken);
      if (!user) throw revokedRefreshToken();
      if (!exchanged.has(refreshToken)) exchanged.set(refreshToken, now() + graceMs);
      const RefreshTokens = user.RefreshTokens.filter((token) => !hasEnded(token));
      return makeTokens(clientId, { ...user, RefreshTokens }, 'RefreshTokens', {
        ...metadata,
        [exchangedTokenKey]: refreshToken,
      });
    },

    /** Ends the session of a refresh token, with all access tokens that come from the same sign-in. */
    end: async (clientId: string, refreshToken: string): Promise<void> => {
      const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
      const user = await pool.getUserByRefreshToken(quietContext, refreshToken);
      if (!user) return;
      const originId = sessionOf(refreshToken)?.originId;
      const RefreshTokens = user.RefreshTokens.filter(
        (token) => token !== refreshToken && sessionOf(token)?.originId !== originId,
      );
      await pool.saveUser(quietContext, { ...user, RefreshTokens });
    },

    /** Whether a session of a user has not been ended: only then the pool takes its access tokens. */
    isLive: ({ RefreshTokens = [] }: User, originId: string): boolean =>
      RefreshTokens.some((token) => sessionOf(token)?.originId === originId),

    /** Ends all sessions of a user. Other services take the access tokens until they expire. */
    endAll: async (pool: UserPoolService, { Username }: User): Promise<void> => {
      const user = await pool.getUserByUsername(quietContext, Username);
      if (user) await pool.saveUser(quietContext, { ...user, RefreshTokens: [] });
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
