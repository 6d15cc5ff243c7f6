import type { Services } from 'cognito-local/lib/services';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService';
import { sessionSettings } from '#infra/session-settings';
import { incorrectCredentials, revokedRefreshToken } from './errors.ts';
import { quietContext } from './services.ts';

const graceMs = sessionSettings.refreshTokenRotationGraceSeconds * 1_000;

const forgetRefreshTokens = async (
  pool: UserPoolService,
  username: string,
  isForgotten: (token: string) => boolean,
): Promise<void> => {
  const user = await pool.getUserByUsername(quietContext, username);
  if (!user) return;
  const RefreshTokens = user.RefreshTokens.filter((token) => !isForgotten(token));
  await pool.saveUser(quietContext, { ...user, RefreshTokens });
};

/** What begins, renews and ends the sessions of a user pool whose refresh tokens rotate. */
export const createSessions = ({ cognito, tokenGenerator }: Services) => {
  const begin = async (clientId: string, user: User) => {
    const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
    const client = await cognito.getAppClient(quietContext, clientId);
    if (!client) throw incorrectCredentials();
    const groups = await pool.listUserGroupMembership(quietContext, user);
    const tokens = await tokenGenerator.generate(
      quietContext,
      user,
      groups,
      client,
      undefined,
      'Authentication',
    );
    await pool.storeRefreshToken(quietContext, tokens.RefreshToken, user);
    return { AuthenticationResult: { ...tokens, TokenType: 'Bearer' } };
  };

  return {
    /** Gives a user tokens. */
    begin,

    /** Gives new tokens, a refresh token included; the one used is good for a short while more. */
    renew: async (clientId: string, refreshToken: string) => {
      const pool = await cognito.getUserPoolForClientId(quietContext, clientId);
      const user = await pool.getUserByRefreshToken(quietContext, refreshToken);
      if (!user) throw revokedRefreshToken();
      const forget = () => forgetRefreshTokens(pool, user.Username, (token) => token === refreshToken);
      setTimeout(() => void forget(), graceMs).unref();
      return begin(clientId, user);
    },

    /** Ends all sessions of a user; access tokens already given out live to their end. */
    endAll: (pool: UserPoolService, user: User) => forgetRefreshTokens(pool, user.Username, () => true),
  };
};

export type Sessions = ReturnType<typeof createSessions>;
