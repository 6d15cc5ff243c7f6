import {
  InvalidParameterError,
  InvalidPasswordError,
  NotAuthorizedError,
  UserNotFoundError,
} from 'cognito-local/lib/errors.js';
import { Router } from 'cognito-local/lib/server/Router.js';
import type { Services } from 'cognito-local/lib/services';
import * as z from 'zod/mini';
import type { Clock } from '#functions/lib/clock';
import { limits } from '#shared/limits';
import {
  createAttempts,
  flowNotEnabled,
  incorrectCredentials,
  invalidAccessToken,
  missingScope,
  revokedAccessToken,
  shortPassword,
  signUpNotPermitted,
} from './errors.ts';
import { quietContext } from './services.ts';
import { createSessions, ownOperationsScope } from './sessions.ts';
import { createSoftwareTokens, secretOf } from './software-tokens.ts';
import { createSrpSignIn } from './srp-sign-in.ts';

const inputSchema = z.looseObject({
  AccessToken: z.optional(z.string()),
  AuthFlow: z.optional(z.string()),
  ClientId: z.optional(z.string()),
  Password: z.optional(z.string()),
  RefreshToken: z.optional(z.string()),
  Token: z.optional(z.string()),
  Username: z.optional(z.string()),
  UserPoolId: z.optional(z.string()),
  AuthParameters: z.optional(
    z.looseObject({ USERNAME: z.optional(z.string()), PASSWORD: z.optional(z.string()) }),
  ),
  ChallengeName: z.optional(z.string()),
  ClientMetadata: z.optional(z.record(z.string(), z.string())),
});
type Input = z.infer<typeof inputSchema>;
type Operation = (input: Input) => Promise<unknown>;

/** Cognito's user names are case-insensitive by default; cognito-local's are case-sensitive. */
const inLowerCase = (input: Input): Input => {
  const { Username, AuthParameters } = input;
  return {
    ...input,
    ...(Username && { Username: Username.toLowerCase() }),
    ...(AuthParameters?.USERNAME && {
      AuthParameters: { ...AuthParameters, USERNAME: AuthParameters.USERNAME.toLowerCase() },
    }),
  };
};

const checkPassword = ({ Password = '' }: Input): void => {
  if (Password.length < limits.passwordMinLength) throw shortPassword();
};

export interface OperationOptions {
  readonly userPoolId: string;
  readonly claimsOf: (token: string) => Readonly<Record<string, string>> | undefined;
  readonly clock: Clock;
}

/** Adds what cognito-local lacks. @returns runs an operation by name; throws `CognitoError` or `UnsupportedError` */
export const createOperations = (services: Services, { userPoolId, claimsOf, clock }: OperationOptions) => {
  const router = Router(services);
  const inherited = (name: string, input: Input): Promise<unknown> => router(name)(quietContext, input);
  const sessions = createSessions(services, clock);
  const attempts = createAttempts(clock);
  const softwareTokens = createSoftwareTokens(services, { sessions, attempts, clock });
  const srp = createSrpSignIn(services, { sessions, attempts, softwareTokens, clock });

  const findUser = async ({ UserPoolId = '', Username = '' }: Input) => {
    const pool = await services.cognito.getUserPool(quietContext, UserPoolId);
    const user = await pool.getUserByUsername(quietContext, Username);
    if (!user) throw new UserNotFoundError('User does not exist.');
    return { pool, user };
  };

  /** The user of an access token. A session that was ended, and a token without the scope, authorize nothing. */
  const findOwner = async ({ AccessToken = '' }: Input) => {
    const { token_use, sub = '', origin_jti = '', scope = '' } = claimsOf(AccessToken) ?? {};
    if (token_use !== 'access') throw invalidAccessToken();
    const pool = await services.cognito.getUserPool(quietContext, userPoolId);
    const user = await pool.getUserByUsername(quietContext, sub);
    if (!user || !sessions.isLive(user, origin_jti)) throw revokedAccessToken();
    if (!scope.split(' ').includes(ownOperationsScope)) throw missingScope();
    return { pool, user };
  };

  type Found = Awaited<ReturnType<typeof findUser>>;
  type Work = (found: Found, input: Input) => Promise<unknown>;
  const withEmptyAnswer =
    (find: (input: Input) => Promise<Found>) =>
    (work: Work): Operation =>
    async (input) =>
      (await work(await find(input), input)) ?? {};
  const forOwner = withEmptyAnswer(findOwner);
  const forUser = withEmptyAnswer(findUser);
  const endAll: Work = ({ pool, user }) => sessions.endAll(pool, user);
  const setPreference: Work = ({ pool, user }, input) => softwareTokens.setPreference(pool, user, input);

  const own: Readonly<Record<string, Operation>> = {
    SignUp: async () => {
      throw signUpNotPermitted();
    },
    InitiateAuth: async (input) => {
      if (input.AuthFlow === 'USER_SRP_AUTH') return srp.start(input);
      throw flowNotEnabled(String(input.AuthFlow));
    },
    RespondToAuthChallenge: (input) =>
      input.ChallengeName === 'SOFTWARE_TOKEN_MFA' ? softwareTokens.answer(input) : srp.finish(input),
    GetTokensFromRefreshToken: ({ ClientId = '', RefreshToken = '', ClientMetadata }) =>
      sessions.renew(ClientId, RefreshToken, ClientMetadata),
    RevokeToken: async ({ ClientId = '', Token = '' }) => {
      await sessions.end(ClientId, Token);
      return {};
    },
    AssociateSoftwareToken: forOwner(({ user }) => softwareTokens.associate(user)),
    VerifySoftwareToken: forOwner(({ pool, user }, input) => softwareTokens.verify(pool, user, input)),
    SetUserMFAPreference: forOwner(setPreference),
    GetUser: forOwner((_, input) => inherited('GetUser', input)),
    // It asks for nothing but the token, and leaves what the product has stored of the user.
    DeleteUser: forOwner(({ pool, user }) => pool.deleteUser(quietContext, user)),
    GlobalSignOut: forOwner(endAll),
    AdminSetUserPassword: async (input) => {
      checkPassword(input);
      return inherited('AdminSetUserPassword', input);
    },
    AdminSetUserMFAPreference: forUser(setPreference),
    AdminDeleteSoftwareToken: forUser(({ pool, user }) => softwareTokens.remove(pool, user)),
    AdminUpdateUserAttributes: forUser((_, input) => inherited('AdminUpdateUserAttributes', input)),
    AdminUserGlobalSignOut: forUser(endAll),
    // The function for recovery codes, and tests and the benchmark, which need many tokens.
    AdminInitiateAuth: async (input) => {
      const { AuthParameters: { USERNAME = '', PASSWORD } = {} } = input;
      const pool = await services.cognito.getUserPool(quietContext, userPoolId);
      const user = await pool.getUserByUsername(quietContext, USERNAME);
      const userId = user?.Username ?? USERNAME;
      attempts.check(userId);
      try {
        if (user && secretOf(user) && user.Password === PASSWORD) return softwareTokens.challenge(user);
        const tokens = await inherited('AdminInitiateAuth', input);
        attempts.succeeded(userId);
        return tokens;
      } catch (error) {
        const isRefused = error instanceof NotAuthorizedError || error instanceof InvalidPasswordError;
        if (!isRefused) throw error;
        attempts.failed(userId);
        throw incorrectCredentials();
      }
    },
  };

  return async (name: string, body: unknown): Promise<unknown> => {
    const parsed = inputSchema.safeParse(body);
    if (!parsed.success) throw new InvalidParameterError();
    const input = inLowerCase(parsed.data);
    const operation = Object.hasOwn(own, name) ? own[name] : undefined;
    return operation ? operation(input) : inherited(name, input);
  };
};
