import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestStack, type TestStack } from '#infra/testing/stack/test-stack';
import { type RouteName, routeList } from '#shared/contract/routes';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

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
