import {
  AdminDeleteSoftwareTokenCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AssociateSoftwareTokenCommand,
  GetTokensFromRefreshTokenCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { generateSync } from 'otplib';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accountSteps } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { dayMs, secondMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { recoveryMinimumMs } from '../limits.ts';
import { getSecondFactor, isRecoveryCode, putSecondFactor } from './second-factor.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
beforeEach(async () => {
  await system.clear();
});

const codesSchema = z.object({ recovery_codes: z.array(z.string()) });

/** What the pool answers to the password of an account: tokens, or the challenge for a code. */
const signIn = (email: string, password: string) =>
  system.userPool.client.send(
    new AdminInitiateAuthCommand({
      UserPoolId: system.userPool.id,
      ClientId: system.userPool.clientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  );

const givenAccount = async () => {
  const { id: userId, ...body } = await system.openAccount();
  const { AuthenticationResult: tokens } = await signIn(body.email, body.password);
  return { ...body, userId, tokens };
};
type Given = Awaited<ReturnType<typeof givenAccount>>;

/** A new authenticator of an account, begun by a login for it. */
const beginAuthenticator = async (
  { email, password }: Given,
  token = system.userPool.signInForSetUp(email, password),
) => {
  const { client } = system.userPool;
  const AccessToken = await token;
  const { SecretCode: secret = '' } = await client.send(new AssociateSoftwareTokenCommand({ AccessToken }));
  return { token: AccessToken, secret };
};

/** A session of password and code. The code is of a phone that is ahead: the one of the set-up is used. */
const signInWithCode = async ({ email, password }: Given, secret: string) => {
  const { client, clientId: ClientId } = system.userPool;
  const { Session, ChallengeParameters } = await signIn(email, password);
  const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 });
  const ChallengeResponses = {
    USERNAME: ChallengeParameters?.USER_ID_FOR_SRP ?? '',
    SOFTWARE_TOKEN_MFA_CODE: code,
  };
  const ChallengeName = 'SOFTWARE_TOKEN_MFA';
  const answer = { ClientId, ChallengeName, Session, ChallengeResponses } as const;
  return (await client.send(new RespondToAuthChallengeCommand(answer))).AuthenticationResult;
};

const renew = (RefreshToken: string | undefined) =>
  system.userPool.client.send(
    new GetTokensFromRefreshTokenCommand({ ClientId: system.userPool.clientId, RefreshToken }),
  );

const turnOn = (
  { userId }: Given,
  { token, code }: { token: string; code: string },
  signedInAt = new Date(Date.now() + 3_600_000),
) => {
  const headers = { authorization: `Bearer ${token}` };
  return system.call('turnOnSecondFactor', { userId, signedInAt, body: { code }, headers });
};

const givenSecondFactor = async () => {
  const account = await givenAccount();
  const { token, secret } = await beginAuthenticator(account);
  const answer = await turnOn(account, { token, code: generateSync({ secret }) });
  const { recovery_codes } = codesSchema.parse(answer.body);
  await system.deliver();
  return { ...account, secret, codes: recovery_codes };
};

const recover = (email: string, password: string, recovery_code: string, sourceIp?: string) =>
  system.call('recoverSecondFactor', {
    body: { email, password, recovery_code },
    ...(sourceIp && { sourceIp }),
  });

const asksForCode = async ({ email, password }: Given) =>
  (await signIn(email, password)).ChallengeName === 'SOFTWARE_TOKEN_MFA';

const stateOf = async ({ userId }: Given) => (await system.call('getMySecondFactor', { userId })).body;

describe('the set-up', () => {
  it('turns the code on, ends all sessions, and gives ten recovery codes, stored as hashes [MFA-02, MFA-04]', async () => {
    const account = await givenSecondFactor();
    expect(await asksForCode(account)).toBe(true);
    await expect(renew(account.tokens?.RefreshToken)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    expect(await stateOf(account)).toEqual({
      email: account.email,
      on_since: expect.any(String),
      recovery_codes: 10,
    });
    expect(new Set(account.codes).size).toBe(10);
    const stored = JSON.stringify(await system.items(), (_, value) =>
      value instanceof Set ? [...value] : value,
    );
    for (const code of account.codes) {
      expect(code).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
    const user = await system.userPool.client.send(
      new AdminGetUserCommand({ UserPoolId: system.userPool.id, Username: account.userId }),
    );
    expect(user.UserMFASettingList).toEqual(['SOFTWARE_TOKEN_MFA']);
  });

  it('changes nothing before a code of the authenticator was right, nor without a fresh sign-in [MFA-02]', async () => {
    const account = await givenAccount();
    const notProved = { status: 409, body: { code: 'secondFactorNotProved' } };
    const { token, secret } = await beginAuthenticator(account);
    const code = generateSync({ secret });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await turnOn(account, { token, code: wrong })).toMatchObject(notProved);
    // The token of any other login authorizes nothing in the user pool.
    const other = account.tokens?.AccessToken ?? '';
    expect(await turnOn(account, { token: other, code })).toMatchObject(notProved);
    await expect(beginAuthenticator(account, Promise.resolve(other))).rejects.toThrow('required scopes');
    const old = new Date(Date.now() - 600_000);
    expect(await turnOn(account, { token, code }, old)).toMatchObject({
      status: 403,
      body: { code: 'freshSignInRequired' },
    });
    expect(await asksForCode(account)).toBe(false);
    expect(await stateOf(account)).toEqual({ email: account.email, on_since: null, recovery_codes: 0 });
  });

  it('shows recovery codes to one of two at once, and those work [MFA-08]', async () => {
    const account = await givenAccount();
    const { token, secret } = await beginAuthenticator(account);
    const signedInAt = new Date();
    const code = generateSync({ secret });
    const answers = await Promise.all([1, 2].map(() => turnOn(account, { token, code }, signedInAt)));
    const shown = answers.filter(({ status }) => status === 200);
    expect(shown).toHaveLength(1);
    const [first = ''] = codesSchema.parse(shown[0]?.body).recovery_codes;
    expect(await recover(account.email, account.password, first)).toMatchObject({ status: 200 });
  });

  it.each([0, 1])(
    'gives no codes to a session from %s s before another set-up was completed meanwhile [MFA-08]',
    async (seconds) => {
      const account = await givenAccount();
      const { token, secret } = await beginAuthenticator(account);
      const signedInAt = new Date(Math.floor(Date.now() / secondMs) * secondMs);
      const at = instantOf(new Date(signedInAt.getTime() + seconds * secondMs));
      const setUp = () => turnOn(account, { token, code: generateSync({ secret }) }, signedInAt);
      const other = () => putSecondFactor(system.table, account.userId, { at, codes: ['other'] });
      expect(await withChangeBetween(system.table, other, setUp)).toMatchObject({
        status: 403,
        body: { code: 'freshSignInRequired' },
      });
      const stored = await getSecondFactor(system.table, account.userId);
      expect([stored?.on_since, stored && isRecoveryCode(stored, 'other')]).toEqual([at, true]);
    },
  );
});

describe('a recovery code', () => {
  const refused = { status: 400, body: { code: 'recoveryRefused' } };

  it('removes the factor with the password, and sends a mail; all codes end [MFA-04]', async () => {
    const account = await givenSecondFactor();
    const { email, password, codes } = account;
    const [first = '', second = ''] = codes;
    system.mails.length = 0;
    expect(await recover(email, password, first.toLowerCase())).toMatchObject({ status: 200 });
    expect(await asksForCode(account)).toBe(false);
    expect(await stateOf(account)).toEqual({ email: account.email, on_since: null, recovery_codes: 0 });
    await system.deliver();
    expect(system.mailsTo(email).map(({ subject }) => subject)).toEqual([
      'Your two-step login at Ballerz was removed',
    ]);
    for (const code of [first, second]) expect(await recover(email, password, code)).toMatchObject(refused);
  });

  it('leaves a factor that was set up since it was read, and tells of no removal [MFA-04]', async () => {
    const { email, password, codes, userId } = await givenSecondFactor();
    await system.deliver();
    system.mails.length = 0;
    const at = instantOf(new Date(system.now().getTime() + dayMs));
    const setUp = () => putSecondFactor(system.table, userId, { at, codes: ['other'] });
    const isRemoval = (_: string, input: object) => JSON.stringify(input).includes('"Delete"');
    await withChangeBetween(system.table, setUp, () => recover(email, password, codes[0] ?? ''), isRemoval);
    expect(await getSecondFactor(system.table, userId)).toMatchObject({ on_since: at });
    await system.deliver();
    expect(system.mailsTo(email)).toEqual([]);
  });

  it('ends every session [MFA-04]', async () => {
    const account = await givenSecondFactor();
    const session = await signInWithCode(account, account.secret);
    const { AuthenticationResult: renewed } = await renew(session?.RefreshToken);
    await recover(account.email, account.password, account.codes[0] ?? '');
    await expect(renew(renewed?.RefreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('completes a removal that was interrupted after the user pool had deleted the authenticator [MFA-04]', async () => {
    const account = await givenSecondFactor();
    const { client, id } = system.userPool;
    await client.send(new AdminDeleteSoftwareTokenCommand({ UserPoolId: id, Username: account.userId }));
    expect(await recover(account.email, account.password, account.codes[0] ?? '')).toMatchObject({
      status: 200,
    });
    expect(await stateOf(account)).toMatchObject({ on_since: null });
  });

  it('works once in requests at the same time, of which all answer [MFA-04]', async () => {
    const { email, password, codes } = await givenSecondFactor();
    system.mails.length = 0;
    const code = codes[3] ?? '';
    const answers = await Promise.all([1, 2, 3].map(() => recover(email, password, code)));
    expect(answers.map(({ status }) => status)).toContain(200);
    await system.deliver();
    expect(system.mailsTo(email)).toHaveLength(1);
  });

  it('changes nothing without the password, and no password without a code; every refusal is the same [MFA-04]', async () => {
    const account = await givenSecondFactor();
    const other = await givenAccount();
    const [code = ''] = account.codes;
    system.pauses.length = 0;
    for (const answer of [
      await recover(account.email, 'wrong-password', code),
      await recover(account.email, account.password, 'ABCD-EFGH-JKMN-PQRS'),
      await recover(other.email, other.password, code),
      await recover('nobody@example.com', account.password, code),
    ])
      expect(answer).toMatchObject(refused);
    expect(system.pauses.filter((ms) => ms === recoveryMinimumMs)).toHaveLength(4);
    expect(await asksForCode(account)).toBe(true);
    expect(await recover(account.email, account.password, code)).toMatchObject({ status: 200 });
  });
});
