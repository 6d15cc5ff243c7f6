import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listActivity } from '#functions/data/audit/activity';
import { getSecondFactor } from '#functions/data/families/second-factor';
import { startTestStack, type TestStack } from '#infra/testing/stack/test-stack';

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
  await stack.addAuthenticator(owner);
  const on = await stack.call({ route: 'turnOnSecondFactor', token: owner.token });
  expect(on.status).toBe(200);
  expect(await reset(owner.token)).toMatchObject({ status: 409, body: { code: 'ownSecondFactor' } });
  expect(await stack.asksForCode(email)).toBe(true);

  expect((await reset(admin.token)).status).toBe(204);

  expect(await stack.asksForCode(email)).toBe(false);
  expect(await getSecondFactor(stack.table, userId)).toBeUndefined();
  await vi.waitFor(async () => {
    const subjects = (await stack.mails()).map(({ to, subject }) => `${to[0]}: ${subject}`);
    expect(subjects.toSorted()).toEqual(
      [
        `${email}: Your two-step login at Ballerz was removed`,
        `${admin.family.profile.email}: You reset a two-step login at Ballerz`,
      ].toSorted(),
    );
  }, 30_000);
  const [entry] = await listActivity(stack.table, { before: undefined, now: new Date(), limit: 1 });
  expect(entry).toMatchObject({
    action: 'second-factor.reset',
    actor_id: admin.family.profile.id,
    subject_id: userId,
  });
});
