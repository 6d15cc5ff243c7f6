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
import type { TokenGenerator } from 'cognito-local/lib/services/tokenGenerator';
import type { User, UserPoolService } from 'cognito-local/lib/services/userPoolService';
import type { Clock } from '#functions/lib/clock';
import { sessionSettings } from '#infra/cloud/service-settings';
import { resourceNames } from '../addresses.ts';
import type { PreTokenHandler } from '../handlers.ts';
import { incorrectCredentials, reusedRefreshToken, revokedRefreshToken, unknownUser } from './errors.ts';
import { quietContext } from './services.ts';

const keyId = 'local';

const encode = (part: unknown): string => Buffer.from(JSON.stringify(part)).toString('base64url');

const makeKey = async (path: string): Promise<KeyObject> => {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return privateKey;
};

export const openSigningKey = async (path: string) => {
  const key = await readFile(path)
    .then(createPrivateKey)
    .catch(() => makeKey(path));
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    sign: (claims: Record<string, unknown>): string => {
      const content = `${encode({ alg: 'RS256', kid: keyId, typ: 'JWT' })}.${encode(claims)}`;
      return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
    },
    jwks: { keys: [{ kty: 'RSA', kid: keyId, use: 'sig', alg: 'RS256', n, e }] } satisfies Jwks,
  };
};

type SigningKey = Awaited<ReturnType<typeof openSigningKey>>;

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

interface TokenOptions {
  readonly userPoolId: string;
  readonly issuer: string;
  readonly key: SigningKey;
  readonly lifetimeSeconds: number;
  readonly clock: Clock;
  readonly pretoken: () => Promise<PreTokenHandler>;
}

const runTrigger = async (pretoken: TokenOptions['pretoken'], event: PreTokenGenerationV2TriggerEvent) => {
  try {
    return (await (await pretoken())(event)).response.claimsAndScopeOverrideDetails;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CognitoError(
      'UserLambdaValidationException',
      `PreTokenGeneration failed with error ${reason}.`,
    );
  }
};

const exchangedTokenKey = 'exchanged-token';

/**
 * Runs the pool's trigger, version 2 of its event, then makes tokens with Cognito's claims: cognito-local omits `origin_jti`, which
 * Amplify's sign-out needs, and signs with a published key. A failure of the trigger is answered as Cognito does.
 */
export const createTokenGenerator = ({
  userPoolId,
  issuer,
  key,
  lifetimeSeconds,
  clock,
  pretoken,
}: TokenOptions): TokenGenerator => ({
  generate: async (_, user, groups, { ClientId }, metadata = {}, source) => {
    const { [exchangedTokenKey]: exchanged, ...clientMetadata } = metadata;
    const attributes = Object.fromEntries(user.Attributes.map(({ Name, Value = '' }) => [Name, Value]));
    const {
      groupOverrideDetails: { groupsToOverride: ownGroups = groups } = {},
      accessTokenGeneration: { claimsToAddOrOverride: claims = {}, scopesToSuppress: suppressed = [] } = {},
    } = await runTrigger(pretoken, {
      version: '2',
      region: resourceNames.region,
      userPoolId,
      userName: user.Username,
      callerContext: { awsSdkVersion: 'local', clientId: ClientId },
      triggerSource: `TokenGeneration_${source}`,
      request: {
        userAttributes: { ...attributes, 'cognito:user_status': user.UserStatus },
        groupConfiguration: { groupsToOverride: [...groups] },
        clientMetadata,
      },
      response: { claimsAndScopeOverrideDetails: {} },
    });
    const session = exchanged === undefined ? undefined : sessionOf(exchanged);
    const now = Math.floor(clock().getTime() / 1_000);
    const authTime = Number(session?.authTime ?? now);
    const originId = session?.originId ?? randomUUID();
    const common = {
      sub: attributes.sub,
      ...(ownGroups.length > 0 && { 'cognito:groups': ownGroups }),
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
        scope: suppressed.includes(ownOperationsScope) ? '' : ownOperationsScope,
        client_id: ClientId,
        username: user.Username,
      }),
      IdToken: key.sign({
        ...common,
        jti: randomUUID(),
        token_use: 'id',
        aud: ClientId,
        'cognito:username': user.Username,
        email: attributes.email,
        email_verified: attributes.email_verified === 'true',
      }),
      RefreshToken: [authTime, user.Username, originId, randomBytes(64).toString('base64url')].join('.'),
    };
  },
});

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
