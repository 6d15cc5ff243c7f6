import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
} from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Jwks } from 'aws-jwt-verify/jwk';
import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { CognitoError } from 'cognito-local/lib/errors.js';
import type { Services } from 'cognito-local/lib/services';
import type { TokenGenerator, Tokens } from 'cognito-local/lib/services/tokenGenerator';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService';
import type { Clock } from '#functions/lib/clock';
import { sessionSettings } from '#infra/cloud/service-settings';
import { resourceNames } from '../addresses.ts';
import type { PreTokenHandler } from '../handlers.ts';
import { incorrectCredentials, reusedRefreshToken, revokedRefreshToken, unknownUser } from './errors.ts';
import { quietContext } from './services.ts';

export interface SigningKey {
  sign(claims: Record<string, unknown>): string;
  readonly jwks: Jwks;
}

const keyId = 'local';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const readKey = async (path: string): Promise<KeyObject | undefined> => {
  try {
    return createPrivateKey(await readFile(path));
  } catch {
    return undefined;
  }
};

const makeKey = async (path: string): Promise<KeyObject> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return privateKey;
};

export const openSigningKey = async (path: string): Promise<SigningKey> => {
  const key = (await readKey(path)) ?? (await makeKey(path));
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    sign: (claims) => {
      const content = `${encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    },
    jwks: { keys: [{ kty: 'RSA', kid: keyId, use: 'sig', alg: 'RS256', n, e }] },
  };
};

interface TokenIssuerOptions {
  readonly issuer: string;
  readonly key: SigningKey;
  readonly lifetimeSeconds: number;
  readonly clock: Clock;
}

interface PoolSession {
  readonly authTime: string;
  readonly userId: string;
  readonly originId: string;
}

/** The session of a refresh token; undefined for a token of an earlier form. Cognito's refresh tokens are opaque. */
const sessionOf = (refreshToken: string): PoolSession | undefined => {
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
  readonly claims: Readonly<Record<string, string>>;
  readonly suppressedScopes: readonly string[];
  readonly session: PoolSession | undefined;
}

type IssueTokens = (user: User, content: TokenContent) => Tokens;

/** Has Cognito's claims: cognito-local omits `origin_jti`, which Amplify's sign-out needs, and signs with a published key. */
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

const attributesOf = ({ Attributes }: User): Record<string, string> =>
  Object.fromEntries(Attributes.map(({ Name, Value = '' }) => [Name, Value]));

interface PretokenOptions {
  readonly pretoken: () => Promise<PreTokenHandler>;
  readonly userPoolId: string;
}

const exchangedTokenKey = 'exchanged-token';

/** Runs the pool's trigger, version 2 of its event, before tokens are made. A failure is answered as Cognito does. */
export const invokePretoken = (
  issue: IssueTokens,
  { pretoken, userPoolId }: PretokenOptions,
): TokenGenerator => ({
  generate: async (_, user, groups, { ClientId }, metadata = {}, source) => {
    const { [exchangedTokenKey]: exchanged, ...clientMetadata } = metadata;
    const event: PreTokenGenerationV2TriggerEvent = {
      version: '2',
      region: resourceNames.region,
      userPoolId,
      userName: user.Username,
      callerContext: { awsSdkVersion: 'local', clientId: ClientId },
      triggerSource: `TokenGeneration_${source}`,
      request: {
        userAttributes: { ...attributesOf(user), 'cognito:user_status': user.UserStatus },
        groupConfiguration: { groupsToOverride: [...groups] },
        clientMetadata,
      },
      response: { claimsAndScopeOverrideDetails: {} },
    };
    const { claimsAndScopeOverrideDetails: details } = await runTrigger(pretoken, event);
    return issue(user, {
      clientId: ClientId,
      groups: details.groupOverrideDetails?.groupsToOverride ?? groups,
      claims: details.accessTokenGeneration?.claimsToAddOrOverride ?? {},
      suppressedScopes: details.accessTokenGeneration?.scopesToSuppress ?? [],
      session: exchanged === undefined ? undefined : sessionOf(exchanged),
    });
  },
});

const runTrigger = async (pretoken: PretokenOptions['pretoken'], event: PreTokenGenerationV2TriggerEvent) => {
  try {
    return (await (await pretoken())(event)).response;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoError(
      'UserLambdaValidationException',
      `PreTokenGeneration failed with error ${reason}.`,
    );
  }
};

const graceMs = sessionSettings.refreshTokenRotationGraceSeconds * 1_000;

type ClientMetadata = Readonly<Record<string, string>>;

export const createSessions = ({ cognito, tokenGenerator }: Services, clock: Clock) => {
  const now = (): number => clock().getTime();
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

    isLive: ({ RefreshTokens = [] }: User, originId: string): boolean =>
      RefreshTokens.some((token) => sessionOf(token)?.originId === originId),

    endAll: async (pool: UserPoolService, { Username }: User): Promise<void> => {
      const user = await pool.getUserByUsername(quietContext, Username);
      if (user) await pool.saveUser(quietContext, { ...user, RefreshTokens: [] });
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;
