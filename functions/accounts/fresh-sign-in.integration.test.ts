import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getSecondFactor } from '#functions/accounts/second-factor';
import { listActivity } from '#functions/school/activity';
import { patiently } from '#infra/testing/runner/slowness';
import { startTestStack, type TestStack } from '#infra/testing/stack/test-stack';
import { type RouteName, routeList } from '#shared/contract/routes';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

it('another administrator removes a factor: sessions end, both get a mail, and it is logged [MFA-05]', async () => {
  const [admin, owner] = [
    await stack.createAccount(undefined, { role: 'admin' }),
    await stack.createAccount(undefined, { role: 'admin' }),
  ];
  const { id: userId, email } = owner.family.profile;
  const reset = (token: string, id = userId) =>
    stack.call({ route: 'resetSecondFactor', token, params: { userId: id } });
  expect(await reset(admin.token)).toMatchObject({ status: 409, body: { code: 'noSecondFactor' } });
  const { code } = await stack.setUpSecondFactor(owner);
  const token = await stack.signInWithCode(email, code());
  expect(await reset(token)).toMatchObject({ status: 409, body: { code: 'ownSecondFactor' } });
  expect(await stack.asksForCode(email)).toBe(true);

  expect((await reset(admin.token)).status).toBe(204);

  expect(await stack.asksForCode(email)).toBe(false);
  expect(await getSecondFactor(stack.table, userId)).toBeUndefined();
  await vi.waitFor(async () => {
    const subjects = (await stack.mails()).map(({ to, subject }) => `${to[0]}: ${subject}`);
    expect(subjects.toSorted()).toEqual(
      [
        `${email}: Two-step login was set up at Ballerz`,
        `${admin.family.profile.email}: An administrator at Ballerz set up two-step login`,
        `${email}: Your two-step login at Ballerz was removed`,
        `${admin.family.profile.email}: You reset a two-step login at Ballerz`,
      ].toSorted(),
    );
  }, patiently);
  const [entry] = await listActivity(stack.table, { before: undefined, now: new Date(), limit: 1 });
  expect(entry).toMatchObject({
    action: 'second-factor.reset',
    actor_id: admin.family.profile.id,
    subject_id: userId,
  });
});

it('the lists of administrators and coaches say who has a second factor, for a reset [MFA-05]', async () => {
  await stack.clear();
  const admin = await stack.createAccount(undefined, { role: 'admin' });
  const coaches = [
    await stack.createAccount(undefined, { role: 'coach' }),
    await stack.createAccount(undefined, { role: 'coach' }),
  ] as const;
  await stack.setUpSecondFactor(coaches[0]);
  const factorsIn = async (route: 'listAdmins' | 'listCoaches') => {
    const { admins, coaches: listed } = Object((await stack.call({ route, token: admin.token })).body);
    return Object.fromEntries(
      (admins ?? listed).map(({ id, has_second_factor }: { id: string; has_second_factor: boolean }) => [
        id,
        has_second_factor,
      ]),
    );
  };
  expect(await factorsIn('listAdmins')).toEqual({ [admin.family.profile.id]: false });
  const [withFactor, without] = coaches.map(({ family }) => family.profile.id);
  expect(await factorsIn('listCoaches')).toEqual({ [String(withFactor)]: true, [String(without)]: false });
  const params = { userId: String(withFactor) };
  expect((await stack.call({ route: 'resetSecondFactor', token: admin.token, params })).status).toBe(204);
  expect(await factorsIn('listCoaches')).toEqual({ [String(withFactor)]: false, [String(without)]: false });
});

/** The one that turns the factor on again is last: sign-ins from before are not enough from then on. */
const fresh = routeList
  .filter(({ route }) => route.freshSignIn === true)
  .map(({ name }) => name)
  .toSorted((one, other) => Number(one === 'turnOnSecondFactor') - Number(other === 'turnOnSecondFactor'));

/** Whether the route refuses the sign-in of a token. What the request lacks is refused otherwise. */
const isRefused = async (route: RouteName, token: string): Promise<boolean> => {
  const params = { userId: crypto.randomUUID(), parentId: crypto.randomUUID() };
  const body = route === 'deleteMyAccount' ? { confirmation: 'DELETE' } : undefined;
  const answer = await stack.call({ route, token, params, ...(body && { body }) });
  return answer.status === 403 && Object(answer.body).code === 'freshSignInRequired';
};

it('what needs a fresh sign-in needs the code where the account has a factor [MFA-06]', async () => {
  await stack.clear();
  const account = await stack.createAccount(undefined, { role: 'admin' });
  const { email } = account.family.profile;
  expect(await isRefused('exportMyData', account.token)).toBe(false);
  // Tokens have whole seconds: the set-up is completed in a later one.
  const signedIn = Math.floor(Date.now() / 1_000);
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(signedIn);
  const { code } = await stack.setUpSecondFactor(account);

  // The password alone begins no session, and the session from before the set-up is not enough, fresh as it is.
  await expect(stack.signIn(email)).rejects.toThrow();
  for (const route of fresh) expect(await isRefused(route, account.token), route).toBe(true);
  const token = await stack.signInWithCode(email, code());
  for (const route of fresh) expect(await isRefused(route, token), route).toBe(false);
});
