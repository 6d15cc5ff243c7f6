import { randomBytes, randomUUID } from 'node:crypto';
import type { Tokens } from 'cognito-local/lib/services/tokenGenerator';
import type { User } from 'cognito-local/lib/services/userPoolService';
import type { SigningKey } from './signing-key.ts';

export interface TokenIssuerOptions {
  readonly issuer: string;
  readonly key: SigningKey;
  /** Lifetime of access and id tokens. */
  readonly lifetimeSeconds: number;
}

/** The key, in the metadata of a renewal, of the time of the sign-in: epoch seconds. */
export const authTimeKey = 'auth_time';

/** The time of the sign-in that a refresh token goes back to: epoch seconds. Cognito's refresh tokens are opaque. */
export const authTimeOf = (refreshToken: string): string => refreshToken.split('.')[0] ?? '';

const attributeOf = (user: User, name: string): string | undefined =>
  user.Attributes.find((attribute) => attribute.Name === name)?.Value;

interface TokenContent {
  readonly clientId: string;
  readonly groups: readonly string[];
  /** Of the access token, besides Cognito's. */
  readonly claims: Readonly<Record<string, string>>;
  /** That of the session which is renewed, in epoch seconds; undefined where one begins. */
  readonly authTime: string | undefined;
}

export type IssueTokens = (user: User, content: TokenContent) => Tokens;

/**
 * Issues tokens with Cognito's claims. cognito-local's generator omits `origin_jti`, without which Amplify does not revoke
 * a session on sign-out, and signs with a published key.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html
 */
export const createTokenIssuer =
  ({ issuer, key, lifetimeSeconds }: TokenIssuerOptions): IssueTokens =>
  (user, { clientId, groups, claims, authTime: since }) => {
    const now = Math.floor(Date.now() / 1_000);
    const authTime = Number(since ?? now);
    const common = {
      sub: attributeOf(user, 'sub'),
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      iss: issuer,
      origin_jti: randomUUID(),
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
        scope: 'aws.cognito.signin.user.admin',
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
      RefreshToken: `${authTime}.${randomBytes(64).toString('base64url')}`,
    };
  };
