import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AssociateSoftwareTokenCommand,
  CognitoIdentityProviderClient,
  GetTokensFromRefreshTokenCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { getRequestListener } from '@hono/node-server';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { Hono } from 'hono';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { checkTokens } from '#functions/entries/pretoken-check-tokens';
import { sessionSettings } from '#infra/cloud/service-settings';
import { emailNotVerifiedRefusal, type GrantedRole, withheldRolesClaim } from '#shared/roles';
import { tempDir } from '../../testing/stack/temp-dir.ts';
import { localAws } from '../dynamodb.ts';
import { startHttpServer } from '../http-server.ts';
import { createCognitoGateway } from './gateway.ts';

const names = { userPoolId: 'eu-west-2_Test', clientId: 'testclient', groups: ['admin'] };
const UserPoolId = names.userPoolId;
const ClientId = names.clientId;
const email = 'parent@example.com';
const password = 'secret';

let rolesWithFactor: readonly GrantedRole[];
let hasFactor: boolean;
let clockShiftMs: number;

const startPool = async ({ dataDir, port = 0 }: { dataDir?: string; port?: number } = {}) => {
  rolesWithFactor = [];
  hasFactor = false;
  clockShiftMs = 0;
  const app = new Hono({ strict: false });
  const server = await startHttpServer(getRequestListener(app.fetch), port);
  onTestFinished(server.close);
  const endpoint = `http://localhost:${server.port}/pool`;
  const gateway = await createCognitoGateway({
    dataDir: dataDir ?? (await tempDir()),
    endpoint,
    clock: () => new Date(Date.now() + clockShiftMs),
    pretoken: async () => async (event) => {
      const rules = {
        noteLogin: async () => {},
        rolesWithFactor,
        openFactor: async () => {},
        hasFactor: async () => hasFactor,
        familyOf: async () => undefined,
      };
      const answer = await checkTokens(rules)(event);
      const { accessTokenGeneration } = answer.response.claimsAndScopeOverrideDetails;
      // With the scope that the product withholds, tokens authorize the pool's own operations.
      Object.assign(Object(accessTokenGeneration), { scopesToSuppress: [] });
      return answer;
    },
    ...names,
  });
  app.route('/pool', gateway.app);
  Amplify.configure({
    Auth: { Cognito: { userPoolId: UserPoolId, userPoolClientId: ClientId, userPoolEndpoint: endpoint } },
  });
  onTestFinished(() => signOut());
  const client = new CognitoIdentityProviderClient({ ...localAws, endpoint, maxAttempts: 1 });
  onTestFinished(() => client.destroy());
  return { client, endpoint, jwks: gateway.jwks, port: server.port, close: server.close };
};

const user = { UserPoolId, Username: email };

const createUser = async (client: CognitoIdentityProviderClient, Username = email) => {
  const { User } = await client.send(
    new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'SUPPRESS' }),
  );
  return User?.Attributes?.find(({ Name }) => Name === 'sub')?.Value;
};

const setPassword = (client: CognitoIdentityProviderClient, Password = password, Permanent = true) =>
  client.send(new AdminSetUserPasswordCommand({ ...user, Password, Permanent }));

const setVerified = (client: CognitoIdentityProviderClient, Value: 'true' | 'false' = 'true') =>
  client.send(
    new AdminUpdateUserAttributesCommand({
      ...user,
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value },
      ],
    }),
  );

const addParent = async (client: CognitoIdentityProviderClient) => {
  const userId = await createUser(client);
  await setPassword(client);
  await setVerified(client);
  return userId;
};

const startPoolWithParent = async () => {
  const pool = await startPool();
  return { ...pool, userId: await addParent(pool.client) };
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

it('makes tokens with the groups and claims of its trigger, also of a session that is older than its rule [MFA-01]', async () => {
  const { client } = await startPoolWithParent();
  await client.send(new AdminAddUserToGroupCommand({ UserPoolId, Username: email, GroupName: 'admin' }));
  await amplifySignIn();
  const rolesNow = async () => {
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    const { 'cognito:groups': groups, [withheldRolesClaim]: withheld } = tokens?.accessToken.payload ?? {};
    expect(tokens?.idToken?.payload['cognito:groups']).toEqual(groups);
    return { groups, withheld };
  };
  expect(await rolesNow()).toEqual({ groups: ['admin'], withheld: undefined });
  rolesWithFactor = ['admin'];
  expect(await rolesNow()).toEqual({ groups: undefined, withheld: 'admin' });
  hasFactor = true;
  expect(await rolesNow()).toEqual({ groups: ['admin'], withheld: undefined });
});

it('gives no tokens while the email is not verified, and says so to the right password only [AUT-07, AUT-08]', async () => {
  const { client } = await startPool();
  await createUser(client);
  await setPassword(client);
  await expect(amplifySignIn()).rejects.toMatchObject({
    name: 'UserLambdaValidationException',
    message: `PreTokenGeneration failed with error ${emailNotVerifiedRefusal}.`,
  });
  await expect(adminSignIn(client)).rejects.toMatchObject({ name: 'UserLambdaValidationException' });
  await expect(amplifySignIn(email, 'wrong-password')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect((await fetchAuthSession()).tokens).toBeUndefined();
});

it('follows its clock, a day before the machine’s, in tokens and codes alike', async () => {
  const { client } = await startPoolWithParent();
  clockShiftMs = -24 * 3_600_000;
  const shown = () => Math.floor((Date.now() + clockShiftMs) / 1_000);
  expect(await amplifySignIn()).toMatchObject({ isSignedIn: true });
  const { payload } = (await fetchAuthSession()).tokens?.accessToken ?? {};
  for (const time of [payload?.iat, Number(payload?.auth_time)])
    expect(Math.abs((time ?? 0) - shown())).toBeLessThan(60);
  expect((await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.payload.auth_time).toBe(
    payload?.auth_time,
  );
  const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
  const { SecretCode: secret = '' } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  const UserCode = generateSync({ secret, epoch: shown() });
  const { Status } = await client.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
  expect(Status).toBe('SUCCESS');
});

const adminSession = async (client: CognitoIdentityProviderClient) => {
  const { AuthenticationResult } = await client.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );
  return AuthenticationResult;
};

const adminSignIn = async (client: CognitoIdentityProviderClient) =>
  (await adminSession(client))?.RefreshToken;

const renew = async (client: CognitoIdentityProviderClient, RefreshToken: string | undefined) => {
  const command = new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken });
  return (await client.send(command)).AuthenticationResult?.RefreshToken;
};

it('rotates refresh tokens: an exchanged one stays valid for a minute, and its use is named afterwards', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client } = await startPoolWithParent();
  const first = await adminSignIn(client);

  const second = await renew(client, first);
  expect(second).not.toBe(first);
  await renew(client, first);

  vi.setSystemTime(Date.now() + sessionSettings.refreshTokenRotationGraceSeconds * 1_000);
  const reused = { name: 'RefreshTokenReuseException' };
  await expect(renew(client, first)).rejects.toMatchObject(reused);
  const third = await renew(client, second);
  await expect(renew(client, first)).rejects.toMatchObject(reused);
  await renew(client, third);
});

it('keeps users, sessions and its signing key after a restart', async () => {
  const dataDir = await tempDir();
  const before = await startPool({ dataDir });
  await addParent(before.client);
  const token = await adminSignIn(before.client);
  await before.close();

  const after = await startPool({ dataDir, port: before.port });
  await renew(after.client, token);
  const jwks = await fetch(`${after.endpoint}/${UserPoolId}/.well-known/jwks.json`);
  expect(await jwks.json()).toEqual(before.jwks);
});

describe('software tokens', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    return () => void vi.useRealTimers();
  });

  const tick = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

  const codeOf = (secret: string, offBy = 0) =>
    generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + offBy });

  const accessToken = async () => (await fetchAuthSession()).tokens?.accessToken.toString();

  const associate = async (client: CognitoIdentityProviderClient) => {
    const command = new AssociateSoftwareTokenCommand({ AccessToken: await accessToken() });
    return (await client.send(command)).SecretCode ?? '';
  };
  const verify = async (client: CognitoIdentityProviderClient, UserCode: string) =>
    client.send(new VerifySoftwareTokenCommand({ AccessToken: await accessToken(), UserCode }));
  const turn = async (client: CognitoIdentityProviderClient, Enabled: boolean) =>
    client.send(
      new SetUserMFAPreferenceCommand({
        AccessToken: await accessToken(),
        SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
      }),
    );

  const startPoolWithAuthenticator = async () => {
    const pool = await startPoolWithParent();
    await amplifySignIn();
    const secret = await associate(pool.client);
    await verify(pool.client, codeOf(secret));
    await turn(pool.client, true);
    await signOut();
    tick(60);
    return { ...pool, secret };
  };

  const asksForCode = { isSignedIn: false, nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' } };
  const confirm = (challengeResponse: string) => confirmSignIn({ challengeResponse });

  it('give tokens for password and code only [MFA-03]', async () => {
    const { client, secret } = await startPoolWithAuthenticator();
    expect(await amplifySignIn()).toMatchObject(asksForCode);
    expect((await fetchAuthSession()).tokens).toBeUndefined();
    expect(await confirm(codeOf(secret))).toMatchObject({ isSignedIn: true });
    expect((await fetchAuthSession()).tokens).toBeDefined();
    const { UserMFASettingList } = await client.send(new AdminGetUserCommand(user));
    expect(UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
    await expect(adminSignIn(client)).resolves.toBeUndefined();
  });

  it('take the code of a clock that is off by up to 30 seconds, and no other [MFA-03]', async () => {
    const { secret } = await startPoolWithAuthenticator();
    for (const offBy of [-90, 90, -30, 30]) {
      await amplifySignIn();
      const answer = confirm(codeOf(secret, offBy));
      if (Math.abs(offBy) > 30) await expect(answer).rejects.toMatchObject({ name: 'CodeMismatchException' });
      else expect(await answer).toMatchObject({ isSignedIn: true });
      await signOut();
    }
  });

  it('take a code once, the one of the set-up included [MFA-03]', async () => {
    const { client } = await startPoolWithParent();
    await amplifySignIn();
    const secret = await associate(client);
    await verify(client, codeOf(secret));
    await turn(client, true);
    const usedError = { name: 'ExpiredCodeException' };
    for (let use = 1; use <= 2; use += 1) {
      await signOut();
      await amplifySignIn();
      await expect(confirm(codeOf(secret))).rejects.toMatchObject(usedError);
      tick(30);
      expect(await confirm(codeOf(secret))).toMatchObject({ isSignedIn: true });
    }
  });
});
