import { randomUUID } from 'node:crypto';
import { AdminListGroupsForUserCommand } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { accountSteps, signUpBody } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { routes } from '#shared/contract/routes';
import { dayMs, hourMs, secondMs } from '#shared/lib/durations';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { coachGroup } from '#shared/roles';
import { mailsPerPeriod } from '../limits.ts';
import { getActiveProfile, getPeopleCounts, getProfile } from './accounts.ts';
import { isCoach } from './coaches.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool } = system;

const office = () => adminApi({ table, userPool, clock: system.now });
const invite = (email: string) => office().call('inviteCoach', { body: { email } });
const listed = async () => routes.listCoaches.response.parse((await office().call('listCoaches')).body);
const invited = async (email: string) =>
  (await listed()).invitations.find((invitation) => invitation.email === email);

const linksTo = (email: string): string[] =>
  system
    .mailsTo(email)
    .flatMap(({ text = '' }) => [...text.matchAll(/\/coach-invitation#([\w.-]+)/g)])
    .map(([, link]) => link ?? '');

const linkFor = async (email: string): Promise<string> => {
  system.passTime(secondMs);
  expect((await invite(email)).status).toBe(202);
  expect(await system.deliver()).toEqual([]);
  return linksTo(email).at(-1) ?? expect.unreachable('no link was sent');
};

const newAddress = () => `${randomUUID()}@example.com`;
const person = { full_name: 'Casey Coach', phone_number: '07700 900123', password: 'football1' };
const read = (link: string) => system.call('getCoachInvitation', { body: { token: link } });
const accept = (link: string, overrides: object = {}) =>
  system.call('acceptCoachInvitation', { body: { token: link, ...person, ...overrides } });
const acceptAs = (userId: UserId, link: string) =>
  system.call('acceptMyCoachInvitation', { userId, body: { token: link } });
const userOf = async (email: string): Promise<UserId> =>
  userIdSchema.parse((await userPool.usersOf(email))[0]);
const groupsOf = async (userId: UserId) => {
  const { Groups = [] } = await userPool.client.send(
    new AdminListGroupsForUserCommand({ UserPoolId: userPool.id, Username: userId }),
  );
  return Groups.map(({ GroupName }) => GroupName);
};

const newParent = async () => {
  const body = signUpBody();
  await system.call('signUp', { body });
  await system.deliver();
  const { browser_secret } = body;
  await system.call('verifyEmail', { body: { token: system.latestToken(body.email), browser_secret } });
  const id = await userOf(body.email);
  return { id, email: body.email };
};

const invalid = { status: 404, body: { code: 'invitationInvalid' } };

describe('an invitation of an address without an account', () => {
  it('opens an account with name, phone and password, verified and a coach, without children [COA-01]', async () => {
    const email = newAddress();
    const { families } = await getPeopleCounts(table);
    const link = await linkFor(email);
    expect((await read(link)).body).toEqual({ email, has_account: false });
    expect(await accept(link)).toMatchObject({ status: 201, body: { success: true } });
    const id = await userOf(email);
    expect(await getActiveProfile(table, id)).toMatchObject({
      email,
      email_verified: true,
      role: 'parent',
      full_name: person.full_name,
      phone_number: '07700 900123',
    });
    expect(await isCoach(table, id)).toBe(true);
    expect(await groupsOf(id)).toEqual([coachGroup]);
    expect(await invited(email)).toBeUndefined();
    expect((await listed()).coaches).toContainEqual(expect.objectContaining({ id, email, pending: false }));
    expect(await getPeopleCounts(table)).toMatchObject({ families: families + 1 });
    // No email asks to verify the address.
    await system.deliver();
    expect(system.mailsTo(email)).toHaveLength(1);
  });

  it('is good for one use, whoever has the link [COA-01]', async () => {
    const email = newAddress();
    const link = await linkFor(email);
    await accept(link);
    expect(await read(link)).toMatchObject(invalid);
    expect(await accept(link, { password: 'another1' })).toMatchObject(invalid);
    expect(await acceptAs(await userOf(email), link)).toMatchObject(invalid);
  });

  it('opens one account for several requests at once [COA-01]', async () => {
    const email = newAddress();
    const link = await linkFor(email);
    const answers = await Promise.all([accept(link), accept(link), accept(link)]);
    const opened = answers.filter(({ status }) => status === 201);
    expect(answers.every(({ status }) => status < 500 || status === 503)).toBe(true);
    // Without the pause between two looks, the three can end each other: the link then still works.
    if (opened.length === 0) expect((await accept(link)).status).toBe(201);
    else expect(opened).toHaveLength(1);
    expect(await userPool.usersOf(email)).toHaveLength(1);
    expect(await isCoach(table, await userOf(email))).toBe(true);
  });

  it.each([
    ['no name', { full_name: ' ' }],
    ['no phone', { phone_number: '12' }],
    ['a short password', { password: 'x' }],
  ])('is refused with %s, and stays [COA-01]', async (_, overrides) => {
    const link = await linkFor(newAddress());
    expect(await accept(link, overrides)).toMatchObject({ status: 400, body: { code: 'invalidRequest' } });
    expect((await read(link)).status).toBe(200);
  });
});

describe('an invitation of an address with an account', () => {
  it('is accepted by that account alone, which stays a parent [COA-01]', async () => {
    const [{ id, email }, other] = [await newParent(), await newParent()];
    const link = await linkFor(email);
    expect((await read(link)).body).toEqual({ email, has_account: true });
    expect(await accept(link)).toMatchObject({ status: 409, body: { code: 'invitationHasAccount' } });
    expect(await acceptAs(other.id, link)).toMatchObject({
      status: 403,
      body: { code: 'invitationForOther' },
    });
    expect(await isCoach(table, other.id)).toBe(false);
    expect((await acceptAs(id, link)).status).toBe(204);
    expect([await isCoach(table, id), await groupsOf(id)]).toEqual([true, [coachGroup]]);
    expect(await getProfile(table, id)).toMatchObject({ role: 'parent' });
    expect(await acceptAs(id, link)).toMatchObject(invalid);
  });

  it('gives no role again after the role was taken [COA-01, COA-05]', async () => {
    const { id, email } = await newParent();
    const link = await linkFor(email);
    await acceptAs(id, link);
    await office().call('revokeCoach', { params: { userId: id } });
    system.passTime(60 * secondMs);
    expect(await acceptAs(id, link)).toMatchObject(invalid);
    expect(await isCoach(table, id)).toBe(false);
  });
});

describe('an invitation that changes during its acceptance', () => {
  /** Accepts, with a change before the first or the last step, which each store the role in one transaction. */
  const acceptWith = async (step: 'first' | 'last', change: (email: string) => Promise<unknown>) => {
    const { id, email } = await newParent();
    const link = await linkFor(email);
    const isStep = (_: string, input: object) =>
      JSON.stringify(input).includes(step === 'first' ? 'coach.granted' : '"REMOVE #pending"');
    const answer = await withChangeBetween(
      table,
      () => change(email),
      () => acceptAs(id, link),
      isStep,
    );
    return { id, email, answer };
  };
  const withdraw = async (email: string) => {
    const { id: invitationId } = (await invited(email)) ?? expect.unreachable('it is listed');
    expect((await office().call('withdrawCoachInvitation', { params: { invitationId } })).status).toBe(204);
    const { entries } = routes.listActivity.response.parse((await office().call('listActivity')).body);
    // In the acceptance, the entry of the role stands beside it.
    expect(entries.map(({ action }) => action)).toContain('coach.invitation-withdrawn');
  };

  it.each(['first', 'last'] as const)(
    'gives no role where it is withdrawn before the %s step [COA-01]',
    async (step) => {
      const { id, answer } = await acceptWith(step, withdraw);
      expect(answer).toMatchObject({ status: 409, body: { code: 'roleChanging' } });
      expect(await isCoach(table, id)).toBe(false);
    },
  );

  it('is not used up where it is repeated meanwhile: the new link is good [COA-01]', async () => {
    const { email, id } = await acceptWith('last', linkFor);
    expect(await isCoach(table, id)).toBe(false);
    expect((await read(linksTo(email).at(-1) ?? '')).status).toBe(200);
  });
});

describe('the link of an invitation', () => {
  it('ends after seven days, with "Invite again" and with "Withdraw" [COA-01]', async () => {
    const email = newAddress();
    const first = await linkFor(email);
    const second = await linkFor(email);
    expect(await read(first)).toMatchObject(invalid);
    expect((await read(second)).status).toBe(200);
    expect(linksTo(email)).toEqual([first, second]);
    system.passTime(limits.invitationDays * dayMs - 60 * secondMs);
    expect((await read(second)).status).toBe(200);
    system.passTime(60 * secondMs);
    expect(await accept(second)).toMatchObject(invalid);
    // It is listed as expired, and can be repeated.
    expect((await invited(email))?.email).toBe(email);
    const third = await linkFor(email);
    expect((await read(third)).status).toBe(200);
    const { id: invitationId } = (await invited(email)) ?? expect.unreachable('it is listed');
    const withdraw = () => office().call('withdrawCoachInvitation', { params: { invitationId } });
    expect((await withdraw()).status).toBe(204);
    expect(await accept(third)).toMatchObject(invalid);
    expect(await invited(email)).toBeUndefined();
    expect((await withdraw()).status).toBe(404);
  });

  it('is sent to an address a few times an hour, however often it is invited [COA-01]', async () => {
    const email = newAddress();
    // The beginning of an hour, so that all requests fall into it.
    system.passTime(hourMs - (system.now().getTime() % hourMs));
    for (let time = 0; time <= mailsPerPeriod['coach-invitation']; time += 1) await linkFor(email);
    expect(linksTo(email)).toHaveLength(mailsPerPeriod['coach-invitation']);
  });

  it.each([
    ['is sent by a mailer that was off until it ends', -1, 1],
    ['is not sent by a mailer that was off until it had ended', 1, 0],
  ])('%s [COA-01, OPS-02]', async (_, seconds, links) => {
    const email = newAddress();
    await invite(email);
    system.passTime(limits.invitationDays * dayMs + seconds * secondMs);
    await system.deliver();
    expect(linksTo(email)).toHaveLength(links);
  });

  it('is refused with the secret of another one [COA-01]', async () => {
    const [own, other] = [await linkFor(newAddress()), await linkFor(newAddress())];
    const mixed = [own.split('.')[0], other.split('.')[1]].join('.');
    expect(await read(mixed)).toMatchObject(invalid);
    expect(await accept(mixed)).toMatchObject(invalid);
    expect((await read(own)).status).toBe(200);
  });

  it.each(['', '.', 'guessed', `${'a'.repeat(43)}.${'b'.repeat(43)}`])(
    'that was not sent is refused: %j [COA-01]',
    async (link) => {
      expect(await read(link)).toMatchObject(invalid);
      expect(await accept(link)).toMatchObject(invalid);
    },
  );

  it.each(['withdrawn', 'repeated'] as const)(
    'is not made where the invitation is %s while its email is written [COA-01]',
    async (change) => {
      const email = newAddress();
      await invite(email);
      const { id: invitationId } = (await invited(email)) ?? expect.unreachable('it is listed');
      system.passTime(secondMs);
      const isLink = (_: string, input: object) => JSON.stringify(input).includes('SET #secret_hash');
      const params = { invitationId };
      const end = () =>
        change === 'repeated' ? invite(email) : office().call('withdrawCoachInvitation', { params });
      const records = await system.waiting();
      await withChangeBetween(table, end, () => system.hand(records), isLink);
      expect(linksTo(email)).toEqual([]);
      const stored = await system.items(
        ({ entity, email: to }) => entity === 'coach-invitation' && to === email,
      );
      expect(stored.map(({ secret_hash }) => secret_hash)).toEqual(change === 'repeated' ? [undefined] : []);
    },
  );

  it('is not sent where the invitation was withdrawn or repeated before [COA-01]', async () => {
    const email = newAddress();
    await invite(email);
    system.passTime(secondMs);
    await invite(email);
    expect(await system.deliver()).toEqual([]);
    expect(system.mailsTo(email)).toHaveLength(1);
    expect((await read(linksTo(email)[0] ?? '')).status).toBe(200);
  });
});
