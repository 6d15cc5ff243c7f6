import { describe, expect, it } from 'vitest';
import { accountSteps, newAddress } from '#infra/testing/services/account-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { routes } from '#shared/contract/routes';
import { dayMs, secondMs } from '#shared/lib/durations';
import type { UserId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { coachGroup } from '#shared/roles';
import { getActiveProfile, getPeopleCounts, getProfile } from './accounts.ts';
import { isCoach } from './coaches.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, admin: office, userOf, groupsOf, openAccount: newParent } = system;

const invite = (email: string) => office.call('inviteCoach', { body: { email } });
const listed = async () => routes.listCoaches.response.parse((await office.call('listCoaches')).body);
const invited = async (email: string) =>
  (await listed()).invitations.find((invitation) => invitation.email === email);

const linksTo = (email: string) => system.linksTo(email, 'coach-invitation');

const linkFor = async (email: string): Promise<string> => {
  system.passTime(secondMs);
  expect((await invite(email)).status).toBe(202);
  expect(await system.deliver()).toEqual([]);
  return linksTo(email).at(-1) ?? expect.unreachable('no link was sent');
};

const person = { full_name: 'Casey Coach', phone_number: '07700 900123', password: 'football1' };
const read = (link: string) => system.call('getCoachInvitation', { body: { token: link } });
const accept = (link: string, overrides: object = {}) =>
  system.call('acceptCoachInvitation', { body: { token: link, ...person, ...overrides } });
const acceptAs = (userId: UserId, link: string) =>
  system.call('acceptMyCoachInvitation', { userId, body: { token: link } });
const invalid = { status: 404, body: { code: 'invitationInvalid' } };

it('an invitation of an address without an account opens one with name, phone and password, verified and a coach, without children [COA-01]', async () => {
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

it('an invitation of an address with an account is accepted by that account alone, which stays a parent [COA-01]', async () => {
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
    expect((await office.call('withdrawCoachInvitation', { params: { invitationId } })).status).toBe(204);
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
    const withdraw = () => office.call('withdrawCoachInvitation', { params: { invitationId } });
    expect((await withdraw()).status).toBe(204);
    expect(await accept(third)).toMatchObject(invalid);
    expect(await invited(email)).toBeUndefined();
    expect((await withdraw()).status).toBe(404);
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

  it('is refused with the secret of another one, and where it was not sent [COA-01]', async () => {
    const [own, other] = [await linkFor(newAddress()), await linkFor(newAddress())];
    for (const link of [[own.split('.')[0], other.split('.')[1]].join('.'), '', '.', 'guessed']) {
      expect(await read(link)).toMatchObject(invalid);
      expect(await accept(link)).toMatchObject(invalid);
    }
    expect((await read(own)).status).toBe(200);
  });

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
        change === 'repeated' ? invite(email) : office.call('withdrawCoachInvitation', { params });
      const records = await system.waiting();
      await withChangeBetween(table, end, () => system.hand(records), isLink);
      expect(linksTo(email)).toEqual([]);
      const stored = await system.items(
        ({ entity, email: to }) => entity === 'coach-invitation' && to === email,
      );
      expect(stored.map(({ secret_hash }) => secret_hash)).toEqual(change === 'repeated' ? [undefined] : []);
    },
  );
});
