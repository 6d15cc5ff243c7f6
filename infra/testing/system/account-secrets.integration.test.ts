import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { putClass } from '#infra/local/seed/put';
import { patiently } from '#infra/testing/runner/slowness';
import { localToday, runningDates, sampleClass } from '#infra/testing/samples/samples';
import { familyRoutes } from '#shared/contract/family-routes';
import { type RouteName, routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { bookingAmount } from '#shared/testing/session-calendars';
import { localPaths, resourceNames } from '../../local/addresses.ts';
import { type HttpAnswer, request, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

const newPerson = () => ({
  email: `${randomUUID()}@example.com`,
  password: `first-${randomUUID()}`,
  browser_secret: randomBytes(32).toString('base64url'),
  full_name: 'Ophelia Quartermaine',
  phone_number: '07700 900321',
  children: [{ name: 'Thaddeus', date_of_birth: '2018-06-15', medical_conditions: 'Haemophilia' }],
});
type Person = ReturnType<typeof newPerson>;

const call = (route: RouteName, body?: object, token?: string) => stack.call({ route, body, token });

const mailTo = async (email: string, count = 1) => {
  const mails = async () => (await stack.mails()).filter(({ to }) => to.includes(email));
  await vi.waitFor(async () => expect(await mails()).toHaveLength(count), patiently);
  const [latest] = await mails();
  return latest ?? expect.fail('no mail');
};
const linkIn = (text: string): URL => new URL(/https?:\/\/\S+[?&]token=[^\s)]+/.exec(text)?.[0] ?? '');
const tokenIn = (text: string): string => linkIn(text).searchParams.get('token') ?? '';

const signIn = async ({ email }: Person, password: string): Promise<HttpAnswer> =>
  request(stack.url + localPaths.cognito, {
    method: 'POST',
    headers: {
      'x-amz-target': 'AWSCognitoIdentityProviderService.AdminInitiateAuth',
      authorization: 'AWS4-HMAC-SHA256 test',
    },
    body: JSON.stringify({
      UserPoolId: resourceNames.userPoolId,
      ClientId: resourceNames.userPoolClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
const tokensSchema = z.object({
  AuthenticationResult: z.object({ AccessToken: z.string(), IdToken: z.string(), RefreshToken: z.string() }),
});
const tokensOf = (answer: HttpAnswer) => tokensSchema.parse(answer.body).AuthenticationResult;

/** Sends a body with any headers, and returns the status. `fetch` does not allow another Host header. */
const postAs = async (headers: Record<string, string>, route: RouteName, body: object): Promise<number> => {
  const sent = httpRequest(stack.url + routes[route].path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify(body));
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
};

it('no header of a request can change an emailed link [AUT-23, AUT-27, API-02]', async () => {
  const person = newPerson();
  const headers = {
    ...{ host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
    ...{
      forwarded: 'host=evil.example;proto=http',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    },
  };
  expect(await postAs(headers, 'signUp', person)).toBe(201);
  const verification = await mailTo(person.email);
  expect(await postAs(headers, 'resendVerification', { email: person.email })).toBe(202);
  const again = await mailTo(person.email, 2);
  expect(await postAs(headers, 'requestPasswordReset', { email: person.email })).toBe(202);
  const reset = await mailTo(person.email, 3);
  for (const { text, html } of [verification, again, reset]) {
    expect(linkIn(text).origin).toBe(stack.url);
    expect(html + text).not.toContain('evil.example');
  }
  expect(linkIn(reset.text).pathname + linkIn(reset.text).hash).toBe(`${paths.auth}#type=recovery`);
});

const readLog = () => {
  const lines: string[] = [];
  for (const level of ['debug', 'error', 'info', 'log', 'warn'] as const) {
    const spy = vi.spyOn(console, level);
    spy.mockImplementation((...parts: unknown[]) => {
      lines.push(parts.map((part) => (part instanceof Error ? part.stack : JSON.stringify(part))).join(' '));
    });
    onTestFinished(() => spy.mockRestore());
  }
  return lines;
};

it('the log of an account from sign-up to deletion has no password, token, email, name or note', async () => {
  const log = readLog();
  const person = newPerson();
  const nextPassword = `second-${randomUUID()}`;
  const today = localToday();
  const cls = sampleClass({
    overrides: { ...runningDates(today, { startedDaysAgo: 7 }), venue: 'Croquet Lawn' },
  });
  await putClass(stack.table, cls);

  // A refused sign-up, a successful one, and another one with the same address.
  await call('signUp', { ...person, password: 'abc' });
  await call('signUp', person);
  await call('signUp', person);
  const verification = await vi.waitFor(async () => {
    const mails = (await stack.mails()).filter(({ to }) => to.includes(person.email));
    expect(mails).toHaveLength(2);
    return mails.map(({ text }) => text).find((text) => text.includes('token=')) ?? '';
  }, patiently);
  const verificationToken = tokenIn(verification);
  await signIn(person, person.password);
  await call('verifyEmail', { token: 'guessed-verification' });
  await call('verifyEmail', { token: verificationToken, browser_secret: person.browser_secret });
  await signIn(person, 'wrong-password');
  const session = tokensOf(await signIn(person, person.password));
  const { AccessToken } = session;

  const family = await call('getMyFamily', undefined, AccessToken);
  const [child] = familyRoutes.getMyFamily.response.parse(family.body).children;
  await call(
    'updateMyProfile',
    { full_name: person.full_name, phone_number: person.phone_number },
    AccessToken,
  );
  await call('updateMyProfile', { full_name: '', phone_number: 'Ophelia' }, AccessToken);
  await stack.call({
    route: 'addChildren',
    body: { children: [{ ...person.children[0], name: 'Wilhelmina' }] },
    token: AccessToken,
    idempotencyKey: randomUUID(),
  });
  await stack.setMailFault('down');
  const booked = await stack.call({
    route: 'bookSlot',
    token: AccessToken,
    idempotencyKey: randomUUID(),
    body: {
      class_id: cls.id,
      time_slot_id: cls.time_slots[0]?.id,
      child_id: child?.id,
      is_trial: false,
      amount: bookingAmount(cls, false, today),
      calendar_version: 0,
    },
  });
  expect(booked.status).toBe(201);
  await vi.waitFor(() => expect(log.join('\n')).toContain('.failed'), patiently);
  await stack.setMailFault('none');
  await mailTo(person.email, 3);
  await call('exportMyData', undefined, AccessToken);

  await call('requestPasswordReset', { email: person.email });
  const resetToken = tokenIn((await mailTo(person.email, 4)).text);
  await call('resetPassword', { token: 'guessed-reset-token', newPassword: nextPassword });
  await call('resetPassword', { token: resetToken, newPassword: nextPassword });
  await call('resetPassword', { token: resetToken, newPassword: nextPassword });
  const next = tokensOf(await signIn(person, nextPassword));
  await call('getMyFamily', undefined, `${next.AccessToken}x`);
  await call('getMyFamily', undefined, next.IdToken);
  expect((await call('deleteMyAccount', { confirmation: 'DELETE' }, next.AccessToken)).status).toBe(204);

  const secrets = {
    'a browser secret': person.browser_secret,
    email: person.email,
    passwords: [person.password, nextPassword, 'wrong-password'],
    names: ['Ophelia', 'Quartermaine', 'Thaddeus', 'Wilhelmina'],
    phones: ['07700 900321', '7700900321'],
    note: 'Haemophilia',
    links: [verificationToken, resetToken, 'guessed-verification', 'guessed-reset-token'],
    tokens: [session, next].flatMap(({ AccessToken, IdToken, RefreshToken }) =>
      // The signature, or the end of the encrypted part, without which a token is useless.
      [AccessToken, IdToken, RefreshToken].map((token) => token.slice(-40)),
    ),
  };
  const text = log.join('\n');
  for (const event of ['account.opened', 'account.verified', 'account.password-set', 'account.deleted']) {
    expect(text).toContain(event);
  }
  for (const [what, values] of Object.entries(secrets)) {
    for (const value of [values].flat()) expect(text.includes(value), `${what} in the log`).toBe(false);
  }
});
