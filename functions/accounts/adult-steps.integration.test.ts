import { beforeEach, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { accountSteps, newAddress } from '#infra/testing/services/account-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { parentRoutes } from '#shared/families/admin-routes';
import { profileRoutes } from '#shared/families/routes';
import { minuteMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { schoolRoutes } from '#shared/school/admin-routes';
import { closeAccount } from '../across/delete-account.ts';
import { takePlace } from '../booking/take-place.ts';
import { getFamily } from '../families/families.ts';
import { listFamilyTasks } from '../families/tasks.ts';
import { storeFirstLogin } from './account-marks.ts';
import { getAccount, getActiveProfile } from './accounts.ts';
import { isCoach } from './coaches.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, admin: office, canSignIn, groupsOf } = system;
beforeEach(() => system.clear());

interface Person {
  readonly id: UserId;
  readonly email: string;
  readonly password: string;
  readonly full_name: string;
}

const as = (who: Person, route: Parameters<typeof system.call>[0], body?: object) =>
  system.as(who, route, { ...(body && { body }) });

const familyOf = async (person: Person) =>
  profileRoutes.getMyFamily.response.parse((await as(person, 'getMyFamily')).body);
const childrenOf = async (person: Person) => (await familyOf(person)).children.map(({ name }) => name);

const joining = { full_name: 'Alex Other', phone_number: '07700 900456', password: 'football1' };

const accept = async (email: string, proof?: object): Promise<Person> => {
  await system.deliver();
  const token = system.linksTo(email, 'family-invitation').at(-1);
  const body = { token, ...joining, ...(proof && { proof }) };
  expect(await system.call('acceptAdultInvitation', { body })).toMatchObject({ status: 201 });
  await system.deliver();
  return { id: await system.userOf(email), email, ...joining };
};

interface Pair {
  readonly familyId: FamilyId;
  readonly holder: Person;
  readonly adult: Person;
}

/** A family of a holder, Pat Parent, and a second adult, Alex Other. */
const newPair = async (): Promise<Pair> => {
  const holder = await system.openAccount();
  const email = newAddress();
  expect(await as(holder, 'inviteAdult', { email })).toMatchObject({ status: 202 });
  return { familyId: holder.familyId, holder, adult: await accept(email) };
};

/** Delivers what waits. @returns the emails to a person since */
const newMails = async (...people: readonly Person[]) => {
  const before = people.map(({ email }) => system.mailsTo(email).length);
  await system.deliver();
  return people.map(({ email }, index) => system.mailsTo(email).slice(before[index]));
};

const makeHolder = (parentId: FamilyId) => office.call('makeAdultHolder', { params: { parentId } });
const removeLogin = (parentId: FamilyId, { id: userId }: Person) =>
  office.call('removeLogin', { params: { parentId, userId } });

const detailsOf = async (parentId: FamilyId) =>
  parentRoutes.getParent.response.parse((await office.call('getParent', { params: { parentId } })).body);

const withoutLogin = async () =>
  schoolRoutes.getDashboard.response.parse((await office.call('getDashboard')).body).without_login;

describe('a change of the holder', () => {
  it('is told to both by mail, with the name of the other and without a waiting time [FID-04]', async () => {
    const { familyId, holder, adult } = await newPair();
    expect(await makeHolder(familyId)).toMatchObject({ status: 204 });
    const [toHolder, toAdult] = await newMails(holder, adult);
    expect(toAdult).toMatchObject([{ subject: expect.stringContaining('You hold your family') }]);
    expect(toAdult?.[0]?.text).toContain('Pat Parent is its second adult');
    expect(toHolder).toMatchObject([{ subject: expect.stringContaining('Another adult holds your family') }]);
    expect(toHolder?.[0]?.text).toContain('Alex Other holds the family');
    for (const mail of [...(toHolder ?? []), ...(toAdult ?? [])])
      expect(mail.text).not.toMatch(/minute|hour|wait|soon/i);
  });

  it.each(['the new holder ends', 'the former holder ends'] as const)(
    'counts with the next request of both: %s the access of the former one [FID-04]',
    async (who) => {
      const { familyId, holder, adult } = await newPair();
      expect(await makeHolder(familyId)).toMatchObject({ status: 204 });
      expect(await as(holder, 'inviteAdult', { email: newAddress() })).toMatchObject({
        body: { code: 'holderOnly' },
      });
      const by = who === 'the new holder ends' ? adult : holder;
      expect(await as(by, 'endAdultAccess')).toMatchObject({ status: 204 });
      expect(await childrenOf(holder)).toEqual([]);
      expect(await familyOf(adult)).toMatchObject({
        children: [{ name: 'Robin' }, { name: 'Alex' }],
        members: [{ id: adult.id, family_role: 'holder' }],
      });
      expect(await as(adult, 'inviteAdult', { email: newAddress() })).toMatchObject({ status: 202 });
    },
  );

  it('makes nobody the holder whose account is being deleted [FID-04]', async () => {
    const { familyId, holder, adult } = await newPair();
    const close = () => closeAccount(table, adult);
    expect(await withChangeBetween(table, close, () => makeHolder(familyId))).toMatchObject({ status: 503 });
    expect(await makeHolder(familyId)).toMatchObject({ body: { code: 'adultNotFound' } });
    expect((await detailsOf(familyId)).members).toMatchObject([
      { id: holder.id, family_role: 'holder' },
      { id: adult.id, family_role: 'adult' },
    ]);
  });
});

describe('the emails about money', () => {
  const payerOf = async (person: Person) => (await familyOf(person)).money_mails;
  /** Records a payment. @returns how many receipts each of them gets */
  const receiptsOf = async (familyId: FamilyId, ...people: readonly Person[]) => {
    const payment = { amount: 2_000, day: '2025-09-23', method: 'cash', note: null, booking_id: null };
    const params = { parentId: familyId };
    const paid = await office.call('recordPayment', { params, body: { ...payment, receipt: true } });
    expect(paid).toMatchObject({ status: 201 });
    return (await newMails(...people)).map(({ length }) => length);
  };

  it('go on to the same person when the roles change, and to the holder when that one leaves [FID-05]', async () => {
    const { familyId, holder, adult } = await newPair();
    expect(await payerOf(adult)).toBe(holder.id);
    await makeHolder(familyId);
    await system.deliver();
    expect(await payerOf(adult)).toBe(holder.id);
    expect(await receiptsOf(familyId, holder, adult)).toEqual([1, 0]);
    expect(await as(holder, 'endAdultAccess')).toMatchObject({ status: 204 });
    await system.deliver();
    expect(await payerOf(adult)).toBe(adult.id);
    expect(await receiptsOf(familyId, holder, adult)).toEqual([0, 1]);
  });

  it.each(['holder', 'adult'] as const)(
    'are chosen by the %s, which is logged and told to the other adult alone [FID-05]',
    async (role) => {
      const { familyId, ...people } = await newPair();
      const [by, other] = role === 'holder' ? [people.holder, people.adult] : [people.adult, people.holder];
      expect(await as(by, 'chooseMoneyMails', { money_mails: by.id })).toMatchObject({ status: 204 });
      const [own = [], theirs = []] = await newMails(by, other);
      expect(own).toEqual([]);
      expect(theirs).toMatchObject([{ subject: expect.stringContaining('gets emails about payments') }]);
      expect(theirs[0]?.text).toContain(by.full_name);
      const logged = await system.items(({ action }) => action === 'family.money-mails-changed');
      expect(logged).toMatchObject([{ actor_id: by.id, subject_id: familyId }]);
      await makeHolder(familyId);
      expect(await payerOf(by)).toBe(by.id);
    },
  );

  it('are for no person outside the family [FID-05]', async () => {
    const { holder } = await newPair();
    const stranger = await system.openAccount();
    expect(await as(holder, 'chooseMoneyMails', { money_mails: stranger.id })).toMatchObject({
      status: 404,
      body: { code: 'adultNotFound' },
    });
    expect(await payerOf(holder)).toBe(holder.id);
  });
});

describe('the end of a membership', () => {
  const gone = 'no longer looks after your family';
  const ended = 'Your access to a family';

  const ends: Record<string, (pair: Pair) => Promise<Answer>> = {
    'the second adult, who leaves': ({ adult }) => as(adult, 'endAdultAccess'),
    'the second adult, by the holder': ({ holder }) => as(holder, 'endAdultAccess'),
    'the second adult, by the office': ({ familyId }) =>
      office.call('endAdultAccessOf', { params: { parentId: familyId } }),
    'the second adult, whose login the office takes off': ({ familyId, adult }) =>
      removeLogin(familyId, adult),
    'the holder, whose login the office takes off': ({ familyId, holder }) => removeLogin(familyId, holder),
  };

  it.each(Object.entries(ends))('of %s is told to both adults [FID-07, ADT-02]', async (whose, end) => {
    const pair = await newPair();
    const [left, stays] = whose.startsWith('the holder')
      ? [pair.holder, pair.adult]
      : [pair.adult, pair.holder];
    const [renew, renewOther] = [
      await system.beginSession(left.email, left.password),
      await system.beginSession(stays.email, stays.password),
    ];
    expect(await end(pair)).toMatchObject({ status: 204 });
    expect([await renew(), await renewOther()]).toEqual([false, true]);
    // A token of before names the family, which does not have the member any more. The login stays, as a family of its own.
    const before = { userId: left.id, familyId: pair.familyId };
    expect((await system.call('getMyFamily', before)).body).toMatchObject({ children: [] });
    const children = [{ name: 'Kit', date_of_birth: '2019-02-28', nothing_to_know: true }];
    const added = await system.as(left, 'addChildren', { familyId: pair.familyId, body: { children } });
    expect([added.status, await childrenOf(left)]).toEqual([201, ['Kit']]);
    const [toLeft = [], toOther = []] = await newMails(left, stays);
    expect(toLeft).toMatchObject([{ subject: expect.stringContaining(ended) }]);
    expect(toOther).toMatchObject([{ subject: expect.stringContaining(gone) }]);
    expect(toOther[0]?.text).toContain(left.full_name);
    expect(await familyOf(stays)).toMatchObject({
      children: [{ name: 'Robin' }, { name: 'Alex' }],
      members: [{ id: stays.id, family_role: 'holder' }],
    });
    expect(await withoutLogin()).toEqual([]);
  });

  it('of the second adult who erases the own account is told to the holder alone [FID-07]', async () => {
    const { familyId, holder, adult } = await newPair();
    expect(await as(adult, 'deleteMyAccount', { confirmation: 'DELETE' })).toMatchObject({ status: 204 });
    const [toAdult = [], toHolder = []] = await newMails(adult, holder);
    expect(toAdult).toEqual([]);
    expect(toHolder).toMatchObject([{ subject: expect.stringContaining(gone) }]);
    expect(toHolder[0]?.text).toContain('Alex Other');
    expect((await detailsOf(familyId)).members).toMatchObject([{ id: holder.id }]);
    expect(await withoutLogin()).toEqual([]);
  });

  it('of the only adult is a task of the office until somebody accepts its invitation [FID-07, FID-10]', async () => {
    const only = await system.openAccount();
    const { familyId } = only;
    expect(await removeLogin(familyId, only)).toMatchObject({ status: 204 });
    expect(await withoutLogin()).toMatchObject([{ id: familyId }]);
    const [toLeft = []] = await newMails(only);
    expect(toLeft).toMatchObject([{ subject: expect.stringContaining(ended) }]);
    const email = newAddress();
    const params = { parentId: familyId };
    expect(await office.call('inviteFamily', { params, body: { email } })).toMatchObject({ status: 202 });
    expect(await withoutLogin()).toMatchObject([{ id: familyId }]);
    const next = await accept(email, { date_of_birth: '2018-06-15' });
    expect(await withoutLogin()).toEqual([]);
    expect(await childrenOf(next)).toEqual(['Robin', 'Alex']);
    expect(await childrenOf(only)).toEqual([]);
  });
});

describe('a login that the office takes off a family', () => {
  const cases: Record<string, () => Promise<{ familyId: FamilyId; left: Person; stays?: Person }>> = {
    'the holder': async () => {
      const { familyId, holder: left, adult: stays } = await newPair();
      return { familyId, left, stays };
    },
    'the only adult': async () => {
      const left = await system.openAccount();
      return { familyId: left.familyId, left };
    },
  };

  it.each(Object.entries(cases))(
    '%s keeps login and person, and sees nothing of the family, which keeps everything [FID-10]',
    async (_, given) => {
      const { familyId, left, stays } = await given();
      const stored = (await getFamily(table, familyId)) ?? expect.unreachable('it is stored');
      const cls = sampleClass();
      await putClass(table, cls);
      const own = { ...sampleFamily(), id: familyId, children: stored.children };
      expect(await takePlace(table, sampleBooking(cls, own))).toMatchObject({ outcome: 'booked' });
      const before = await detailsOf(familyId);
      const profile = await getActiveProfile(table, left.id);
      const renew = await system.beginSession(left.email, left.password);
      expect(await renew()).toBe(true);

      expect(await removeLogin(familyId, left)).toMatchObject({ status: 204 });

      expect(await renew()).toBe(false);
      expect(await canSignIn(left)).toBe(true);
      const { full_name, email, phone_number, email_verified } =
        profile ?? expect.unreachable('it was there');
      const now = await getActiveProfile(table, left.id);
      expect(now).toMatchObject({ id: left.id, full_name, email, phone_number, email_verified });
      expect(now?.family_id).not.toBe(familyId);
      // A token of before names the family.
      const { id: userId } = left;
      const answer = await system.call('getMyFamily', { userId, familyId });
      expect(answer).toMatchObject({ status: 200, body: { children: [], members: [{ id: userId }] } });
      expect((await as(left, 'listMyBookings')).body).toMatchObject({ bookings: [], ended: [] });
      expect((await as(left, 'exportMyData')).body).toMatchObject({ former_family: null, bookings: [] });

      const after = await detailsOf(familyId);
      const { children, bookings } = before;
      expect(after).toMatchObject({ children, bookings: bookings.map(({ id }) => ({ id })) });
      expect(after.members.map(({ id, family_role }) => [id, family_role])).toEqual(
        stays ? [[stays.id, 'holder']] : [],
      );
      const since = stored.family.members.find(({ id }) => id === left.id)?.since;
      expect(after.removed_logins).toMatchObject([{ id: left.id, full_name, email, since }]);
      expect(after.removed_logins[0]?.until).toBeDefined();
      if (stays) expect(await childrenOf(stays)).toEqual(['Robin', 'Alex']);
    },
  );

  it('is noted each time, with who it is now, also after the account is gone [FID-10]', async () => {
    const { familyId, holder, adult } = await newPair();
    for (const who of [adult, holder]) {
      expect(await removeLogin(familyId, who)).toMatchObject({ status: 204 });
      system.passTime(minuteMs);
    }
    const removed = async () =>
      (await detailsOf(familyId)).removed_logins.map(({ id, email }) => [id, email]);
    expect(await removed()).toEqual([
      [holder.id, holder.email],
      [adult.id, adult.email],
    ]);
    await as(adult, 'deleteMyAccount', { confirmation: 'DELETE' });
    expect(await removed()).toEqual([
      [holder.id, holder.email],
      [adult.id, null],
    ]);
    // An end of the access that is no mistake is none of these.
    const other = await newPair();
    await as(other.holder, 'endAdultAccess');
    expect((await detailsOf(other.familyId)).removed_logins).toEqual([]);
  });

  it('of a coach leaves the role and the classes [FID-10, COA-01]', async () => {
    const { familyId, holder, adult } = await newPair();
    for (const who of [holder, adult]) {
      await storeFirstLogin(table, who.id, instantOf(system.now()));
      expect(await office.call('grantCoach', { body: { email: who.email } })).toMatchObject({ status: 200 });
    }
    const cls = sampleClass({ overrides: { created_by: holder.id } });
    await putClass(table, { ...cls, coach_ids: [holder.id, adult.id] });
    for (const who of [holder, adult])
      expect(await removeLogin(familyId, who)).toMatchObject({ status: 204 });
    for (const who of [holder, adult]) {
      expect(await isCoach(table, who.id)).toBe(true);
      expect(await groupsOf(who.id)).toEqual(['coach']);
      expect(await canSignIn(who)).toBe(true);
    }
    const { body } = await office.call('listManagedClasses');
    expect(body).toMatchObject({ classes: [{ id: cls.id, coach_ids: [holder.id, adult.id] }] });
    expect((await detailsOf(familyId)).members).toEqual([]);
  });
});

describe('the deletion of an account', () => {
  const erase = (who: Person) => as(who, 'deleteMyAccount', { confirmation: 'DELETE' });

  it('by a holder who is none any more when it begins erases the own account alone [FID-04, FID-07]', async () => {
    const { familyId, holder, adult } = await newPair();
    const change = () => makeHolder(familyId);
    expect(await withChangeBetween(table, change, () => erase(holder))).toMatchObject({ status: 204 });
    expect(await userPool.usersOf(holder.email)).toEqual([]);
    expect(await getAccount(table, holder.id)).toBeUndefined();
    expect(await canSignIn(adult)).toBe(true);
    expect(await familyOf(adult)).toMatchObject({
      children: [{ name: 'Robin' }, { name: 'Alex' }],
      members: [{ id: adult.id, family_role: 'holder' }],
    });
  });

  it('that was interrupted is completed, also where the other login is taken off meanwhile [FID-07]', async () => {
    const { familyId, holder, adult } = await newPair();
    await closeAccount(table, adult);
    expect(await removeLogin(familyId, holder)).toMatchObject({ status: 204 });
    // The family stays, also where no adult is left: the office is told.
    expect(await erase(adult)).toMatchObject({ status: 204 });
    expect(await getAccount(table, adult.id)).toBeUndefined();
    expect(await getFamily(table, familyId)).toMatchObject({ family: { members: [] } });
    expect(await listFamilyTasks(table)).toContainEqual(
      expect.objectContaining({ kind: 'no-login', family_id: familyId }),
    );
    expect(await canSignIn(holder)).toBe(true);
  });

  it('sent twice at once is done once, and answers both [FID-07]', async () => {
    const { familyId, holder, adult } = await newPair();
    for (const who of [adult, holder]) {
      const answers = await Promise.all([erase(who), erase(who)]);
      for (const { status } of answers) expect([204, 503]).toContain(status);
      expect(await erase(who)).toMatchObject({ status: 204 });
      expect(await getAccount(table, who.id)).toBeUndefined();
    }
    expect(await getFamily(table, familyId)).toBeUndefined();
  });
});
