import {
  AdminAddUserToGroupCommand,
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUserGlobalSignOutCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { getRequestListener } from '@hono/node-server';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { Hono } from 'hono';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sessionSettings } from '#infra/cloud/session-settings';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { localAws } from '../dynamodb.ts';
import { startHttpServer } from '../http-server.ts';
import { createCognitoGateway } from './gateway.ts';

const names = { userPoolId: 'eu-west-2_Test', clientId: 'testclient', groups: ['admin'] };
const UserPoolId = names.userPoolId;
const ClientId = names.clientId;
const email = 'parent@example.com';
const password = 'secret';

/** A pool over HTTP, with Amplify configured as on the site. */
const startPool = async ({ dataDir, port = 0 }: { dataDir?: string; port?: number } = {}) => {
  const app = new Hono({ strict: false });
  const server = await startHttpServer(getRequestListener(app.fetch), port);
  onTestFinished(server.close);
  const endpoint = `http://localhost:${server.port}/pool`;
  const gateway = await createCognitoGateway({ dataDir: dataDir ?? (await tempDir()), endpoint, ...names });
  app.route('/pool', gateway.app);
  Amplify.configure({
    Auth: { Cognito: { userPoolId: UserPoolId, userPoolClientId: ClientId, userPoolEndpoint: endpoint } },
  });
  onTestFinished(() => signOut());
  const client = new CognitoIdentityProviderClient({ ...localAws, endpoint, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return { client, endpoint, jwks: gateway.jwks, port: server.port, close: server.close };
};

const signUp = (client: CognitoIdentityProviderClient, Password = password) =>
  client.send(new SignUpCommand({ ClientId, Username: email, Password }));

const confirm = (client: CognitoIdentityProviderClient) =>
  client.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));

const startPoolWithParent = async () => {
  const pool = await startPool();
  const { UserSub } = await signUp(pool.client);
  await confirm(pool.client);
  return { ...pool, userId: UserSub };
};

const amplifySignIn = (username = email, secret = password) => signIn({ username, password: secret });

it('signs in by SRP as Amplify does in the browser, with the claims of Cognito', async () => {
  const { client, endpoint, userId } = await startPoolWithParent();
  await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username: email, GroupName: 'admin' }));

  expect(await amplifySignIn()).toMatchObject({ isSignedIn: true });

  const { tokens } = await fetchAuthSession();
  expect(tokens?.accessToken.payload).toMatchObject({
    sub: userId,
    iss: `${endpoint}/${UserPoolId}`,
    client_id: ClientId,
    token_use: 'access',
    'cognito:groups': ['admin'],
  });
  expect(tokens?.idToken?.payload).toMatchObject({ aud: ClientId, token_use: 'id', email });
});

it('signs in with the email in any case', async () => {
  await startPoolWithParent();
  expect(await amplifySignIn('Parent@Example.COM')).toMatchObject({ isSignedIn: true });
});

it.each([
  ['a wrong password', email, 'wrong-password'],
  ['an unknown user', 'nobody@example.com', password],
])('refuses %s with the same error', async (_, username, secret) => {
  await startPoolWithParent();
  await expect(amplifySignIn(username, secret)).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
});

it('accepts only the new password after a change', async () => {
  const { client } = await startPoolWithParent();
  await client.send(
    new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: 'another', Permanent: true }),
  );
  await expect(amplifySignIn()).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  expect(await amplifySignIn(email, 'another')).toMatchObject({ isSignedIn: true });
});

it('asks an unconfirmed user with the right password to confirm first', async () => {
  const { client } = await startPool();
  await signUp(client);
  expect(await amplifySignIn()).toMatchObject({
    isSignedIn: false,
    nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
  });
  await expect(amplifySignIn(email, 'wrong-password')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

it('renews the session as Amplify does', async () => {
  await startPoolWithParent();
  await amplifySignIn();
  const before = await fetchAuthSession();
  const after = await fetchAuthSession({ forceRefresh: true });
  expect(after.tokens?.accessToken.payload.jti).toBeTypeOf('string');
  expect(after.tokens?.accessToken.payload.jti).not.toBe(before.tokens?.accessToken.payload.jti);
});

it('ends the session at a renewal after a global sign-out', async () => {
  const { client } = await startPoolWithParent();
  await amplifySignIn();
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId, Username: email }));
  expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
});

const adminSignIn = async (client: CognitoIdentityProviderClient) => {
  const { AuthenticationResult } = await client.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );
  return AuthenticationResult?.RefreshToken;
};

const renew = async (client: CognitoIdentityProviderClient, RefreshToken: string | undefined) => {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken });
  return (await client.send(command)).AuthenticationResult?.RefreshToken;
};

const refused = { name: 'NotAuthorizedException', message: 'Refresh Token has been revoked' };

it('rotates refresh tokens: an exchanged one stays valid for a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client } = await startPoolWithParent();
  const first = await adminSignIn(client);

  const second = await renew(client, first);
  expect(second).not.toBe(first);
  await renew(client, first);

  vi.setSystemTime(Date.now() + sessionSettings.refreshTokenRotationGraceSeconds * 1_000);
  await expect(renew(client, first)).rejects.toMatchObject(refused);
  await renew(client, second);
});

it('a sign-out revokes that session only', async () => {
  const { client } = await startPoolWithParent();
  const [here, elsewhere] = [await adminSignIn(client), await adminSignIn(client)];
  await client.send(new RevokeTokenCommand({ ClientId, Token: here }));
  await expect(renew(client, here)).rejects.toMatchObject(refused);
  await renew(client, elsewhere);
});

it('refuses to renew a session of a deleted user', async () => {
  const { client } = await startPoolWithParent();
  const token = await adminSignIn(client);
  await client.send(new AdminDeleteUserCommand({ UserPoolId, Username: email }));
  await expect(renew(client, token)).rejects.toMatchObject(refused);
});

it('requires six characters of a password and nothing else', async () => {
  const { client } = await startPool();
  await expect(signUp(client, '12345')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
  await signUp(client, 'aaaaaa');
  await expect(
    client.send(
      new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password: '12345', Permanent: true }),
    ),
  ).rejects.toMatchObject({ name: 'InvalidPasswordException' });
});

it('refuses a second sign-up with the same email, in any case', async () => {
  const { client } = await startPool();
  await signUp(client);
  await expect(
    client.send(new SignUpCommand({ ClientId, Username: email.toUpperCase(), Password: password })),
  ).rejects.toMatchObject({ name: 'UsernameExistsException' });
});

it('administration needs AWS credentials', async () => {
  const { endpoint } = await startPoolWithParent();
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminAddUserToGroup' },
    body: JSON.stringify({ UserPoolId, Username: email, GroupName: 'admin' }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
});

it('keeps users, sessions and its signing key after a restart', async () => {
  const dataDir = await tempDir();
  const before = await startPool({ dataDir });
  await signUp(before.client);
  await confirm(before.client);
  const token = await adminSignIn(before.client);
  await before.close();

  const after = await startPool({ dataDir, port: before.port });
  await renew(after.client, token);
  const jwks = await fetch(`${after.endpoint}/${UserPoolId}/.well-known/jwks.json`);
  expect(await jwks.json()).toEqual(before.jwks);
});
