import type { Services } from 'cognito-local/lib/services';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService';
import { sessionSettings } from '#infra/cloud/sign-in-settings';
import { incorrectCredentials, revokedRefreshToken } from './errors.ts';
import { quietContext } from './services.ts';
import { authTimeKey, authTimeOf } from './token-issuer.ts';

const graceMs = sessionSettings.refreshTokenRotationGraceSeconds * 1_000;

/** Starts, renews and ends the sessions of a user pool with rotating refresh tokens. */
export const createSessions = ({ cognito, tokenGenerator }: Services) => {
  /** Expiry of exchanged refresh tokens, in epoch milliseconds. */
  const exchanged = new Map<string, number>();
  const hasEnded = (token: string): boolean =>
    (exchanged.get(token) ?? Number.POSITIVE_INFINITY) <= Date.now();

  const begin = async (clientId: string, user: User, renewed?: { readonly refreshToken: string }) => {
    const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
    const client = await cognito.getAppClient(quietContext, clientId);
    if (!client) throw incorrectCredentials();
    const groups = await pool.listUserGroupMembership(quietContext, user);
    const tokens = await tokenGenerator.generate(
      quietContext,
      user,
      groups,
      client,
      renewed && { [authTimeKey]: authTimeOf(renewed.refreshToken) },
      renewed ? 'RefreshTokens' : 'Authentication',
    );
    await pool.storeRefreshToken(quietContext, tokens.RefreshToken, user);
    return { AuthenticationResult: { ...tokens, TokenType: 'Bearer' } };
  };

  return {
    /** Creates tokens for a user. */
    begin,

    /** Creates new tokens, including a refresh token. The exchanged one stays valid for the grace period. */
    renew: async (clientId: string, refreshToken: string) => {
      const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
      const user = await pool.getUserByRefreshToken(quietContext, refreshToken);
      if (!user || hasEnded(refreshToken)) throw revokedRefreshToken();
      if (!exchanged.has(refreshToken)) exchanged.set(refreshToken, Date.now() + graceMs);
      const RefreshTokens = user.RefreshTokens.filter((token) => !hasEnded(token));
      return begin(clientId, { ...user, RefreshTokens }, { refreshToken });
    },

    /** Ends all sessions of a user. Issued access tokens stay valid until they expire. */
    endAll: async (pool: UserPoolService, { Username }: User): Promise<void> => {
      const user = await pool.getUserByUsername(quietContext, Username);
      if (user) await pool.saveUser(quietContext, { ...user, RefreshTokens: [] });
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
