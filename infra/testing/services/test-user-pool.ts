import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AdminInitiateAuthCommand,
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { getRequestListener } from '@hono/node-server';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { Hono } from 'hono';
import { checkTokens } from '#functions/entries/pretoken-check-tokens';
import { askCheck, beforeRequest } from '#functions/lib/aws-requests';
import { deleteUser, type UserPool } from '#functions/lib/identity/users';
import { createCognitoGateway } from '#infra/local/cognito/gateway';
import { localAws } from '#infra/local/dynamodb';
import { startHttpServer } from '#infra/local/http-server';
import { userIdSchema } from '#shared/lib/ids';
import { factorSetUpMetadata, grantedRoles } from '#shared/roles';

export const emptyUserPool = async (pool: UserPool): Promise<void> => {
  const { Users = [] } = await pool.client.send(new ListUsersCommand({ UserPoolId: pool.id }));
  for (const { Username } of Users) await deleteUser(pool, userIdSchema.parse(Username));
};

interface SetUpSignIn {
  readonly userPoolId: string;
  readonly userPoolClientId: string;
  readonly userPoolEndpoint: string;
  readonly username: string;
  readonly password: string;
  /** Of the present authenticator, where the account has one. */
  readonly code?: string | undefined;
}

/**
 * Signs in as the site does for the set-up of a second factor: only an answer to a challenge carries its metadata.
 * @returns an access token that authorizes the user pool's own operations
 */
export const signInForSetUp = async ({ username, password, code, ...pool }: SetUpSignIn): Promise<string> => {
  Amplify.configure({ Auth: { Cognito: pool } });
  const entries = new Map<string, string>();
  // Each sign-in has a new storage: Amplify refuses one while there is another.
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    setItem: async (key, value) => void entries.set(key, value),
    getItem: async (key) => entries.get(key) ?? null,
    removeItem: async (key) => void entries.delete(key),
    clear: async () => entries.clear(),
  });
  const options = { clientMetadata: { ...factorSetUpMetadata } };
  const { isSignedIn } = await signIn({ username, password, options });
  if (!isSignedIn) await confirmSignIn({ challengeResponse: code ?? '', options });
  return (await fetchAuthSession()).tokens?.accessToken.toString() ?? '';
};

export interface TestUserPool extends UserPool {
  readonly clientId: string;
  signIn(email: string, password: string): Promise<{ refreshToken: string } | { refusal: string }>;
  signInForSetUp(email: string, password: string): Promise<string>;
  usersOf(email: string): Promise<readonly string[]>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export const startTestUserPool = async (): Promise<TestUserPool> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'user-pool-'));
  const app = new Hono({ strict: false });
  const server = await startHttpServer(getRequestListener(app.fetch), 0);
  const endpoint = `http://localhost:${server.port}/pool`;
  const [id, clientId] = ['eu-west-2_Test', 'testclient'];
  const gateway = await createCognitoGateway({
    dataDir,
    endpoint,
    userPoolId: id,
    clientId,
    groups: [...grantedRoles],
    // Logins of these tests are in no table.
    pretoken: async () =>
      checkTokens({
        noteLogin: async () => {},
        rolesWithFactor: [],
        openFactor: async () => {},
        hasFactor: async () => false,
        familyOf: async () => undefined,
      }),
  });
  app.route('/pool', gateway.app);
  const connect = () => new CognitoIdentityProviderClient({ ...localAws, endpoint });
  // Two clients, so that faults in the functions' client do not affect the test's own.
  const [client, own] = [connect(), connect()];
  client.middlewareStack.add(askCheck, beforeRequest);
  return {
    id,
    clientId,
    client,
    signIn: async (email, password) => {
      try {
        const { AuthenticationResult } = await own.send(
          new AdminInitiateAuthCommand({
            UserPoolId: id,
            ClientId: clientId,
            AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
            AuthParameters: { USERNAME: email, PASSWORD: password },
          }),
        );
        return { refreshToken: AuthenticationResult?.RefreshToken ?? '' };
      } catch (error) {
        if (error instanceof CognitoIdentityProviderServiceException) return { refusal: error.name };
        throw error;
      }
    },
    signInForSetUp: (username, password) =>
      signInForSetUp({
        userPoolId: id,
        userPoolClientId: clientId,
        userPoolEndpoint: endpoint,
        username,
        password,
      }),
    usersOf: async (email) => {
      const { Users = [] } = await own.send(
        new ListUsersCommand({ UserPoolId: id, Filter: `email = "${email}"` }),
      );
      return Users.map(({ Username = '' }) => Username);
    },
    clear: () => emptyUserPool({ id, client: own }),
    stop: async () => {
      client.destroy();
      own.destroy();
      await server.close();
      await rm(dataDir, { recursive: true });
    },
  };
};
