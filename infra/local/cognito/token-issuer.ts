import { randomBytes, randomUUID } from 'node:crypto';
import type { Tokens } from 'cognito-local/lib/services/tokenGenerator';
import type { User } from 'cognito-local/lib/services/userPoolService';
import type { Clock } from '#functions/clock';
import type { SigningKey } from './signing-key.ts';

export interface TokenIssuerOptions {
  readonly issuer: string;
  readonly key: SigningKey;
  /** Lifetime of access and id tokens. */
  readonly lifetimeSeconds: number;
  readonly clock: Clock;
}

/** The session that a token belongs to: what a renewal does not change. */
export interface PoolSession {
  /** The time of the sign-in, in epoch seconds. */
  readonly authTime: string;
  readonly userId: string;
  /** The `origin_jti` of its access tokens. */
  readonly originId: string;
}

/** The session of a refresh token; undefined for a token of an earlier form. Cognito's refresh tokens are opaque. */
export const sessionOf = (refreshToken: string): PoolSession | undefined => {
  const [authTime = '', userId = '', originId = '', secret] = refreshToken.split('.');
  return secret ? { authTime, userId, originId } : undefined;
};

/** Lets a client use the pool's own operations for its user: `GetUser`, `DeleteUser`, `AssociateSoftwareToken` and others. */
export const ownOperationsScope = 'aws.cognito.signin.user.admin';

const attributeOf = (user: User, name: string): string | undefined =>
  user.Attributes.find((attribute) => attribute.Name === name)?.Value;

interface TokenContent {
  readonly clientId: string;
  readonly groups: readonly string[];
  /** Of the access token, besides Cognito's. */
  readonly claims: Readonly<Record<string, string>>;
  readonly suppressedScopes: readonly string[];
  /** The session that is renewed; undefined where one begins. */
  readonly session: PoolSession | undefined;
}

export type IssueTokens = (user: User, content: TokenContent) => Tokens;

/**
 * Issues tokens with Cognito's claims. cognito-local's generator omits `origin_jti`, without which Amplify does not revoke
 * a session on sign-out, and signs with a published key.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export const createTokenIssuer =
  ({ issuer, key, lifetimeSeconds, clock }: TokenIssuerOptions): IssueTokens =>
  (user, { clientId, groups, claims, suppressedScopes, session }) => {
    const now = Math.floor(clock().getTime() / 1_000);
    const authTime = Number(session?.authTime ?? now);
    const originId = session?.originId ?? randomUUID();
    const common = {
      sub: attributeOf(user, 'sub'),
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      iss: issuer,
      origin_jti: originId,
      event_id: randomUUID(),
      auth_time: authTime,
      iat: now,
      exp: now + lifetimeSeconds,
    };
    return {
      AccessToken: key.sign({
        ...common,
        ...claims,
        jti: randomUUID(),
        token_use: 'access',
        scope: [ownOperationsScope].filter((scope) => !suppressedScopes.includes(scope)).join(' '),
        client_id: clientId,
        username: user.Username,
      }),
      IdToken: key.sign({
        ...common,
        jti: randomUUID(),
        token_use: 'id',
        aud: clientId,
        'cognito:username': user.Username,
        email: attributeOf(user, 'email'),
        email_verified: attributeOf(user, 'email_verified') === 'true',
      }),
      RefreshToken: [authTime, user.Username, originId, randomBytes(64).toString('base64url')].join('.'),
    };
  };
