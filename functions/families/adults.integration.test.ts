import { beforeEach, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { accountSteps, newAddress } from '#infra/testing/services/account-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { parentRoutes } from '#shared/families/admin-routes';
import type { FamilyExport } from '#shared/families/family-export';
import { profileRoutes } from '#shared/families/routes';
import { dayMs, minuteMs, secondMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { isAdultAction } from '#shared/school/activity';
import { schoolRoutes } from '#shared/school/admin-routes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { storeFirstLogin } from '../accounts/account-marks.ts';
import { getAccount, getActiveProfile, getPeopleCounts } from '../accounts/accounts.ts';
import { isCoach } from '../accounts/coaches.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { closeAccount } from '../across/delete-account.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { createFeed, familyOfFeed } from '../sessions/calendar-feeds.ts';
import { listApplications } from '../waiting/applications.ts';
import { settleList } from '../waiting/ask-list.ts';
import { readOffers } from '../waiting/offers.ts';
import { getFamily } from './families.ts';
import { listNotes } from './notes.ts';
import { listFamilyTasks } from './tasks.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, userPool, admin: office, as, openAccount: newParent, canSignIn, groupsOf } = system;
beforeEach(() => system.clear());

interface Person {
  readonly id: UserId;
  readonly email: string;
  readonly password: string;
  readonly full_name: string;
  /** The family of which the account was a member when it was opened. */
  readonly familyId: FamilyId;
}

const person = { full_name: 'Alex Other', phone_number: '07700 900456', password: 'football1' };

const personOf = async (email: string): Promise<Person> => {
  const id = await system.userOf(email);
  const { family_id } = (await getAccount(table, id)) ?? expect.unreachable('no account');
  return { id, email, familyId: family_id, ...person };
};

const familyOf = async (person: Person) =>
  profileRoutes.getMyFamily.response.parse((await as(person, 'getMyFamily')).body);
const childrenOf = async (person: Person) => (await familyOf(person)).children.map(({ name }) => name);
const membersOf = async (person: Person) =>
  (await familyOf(person)).members.map(({ full_name, family_role }) => [full_name, family_role]);

const latestLink = async (email: string): Promise<string> => {
  expect(await system.deliver()).toEqual([]);
  return system.linksTo(email, 'family-invitation').at(-1) ?? expect.unreachable('no link was sent');
};
const linkFor = async (holder: Person, email: string): Promise<string> => {
  system.passTime(secondMs);
  expect(await as(holder, 'inviteAdult', { body: { email } })).toMatchObject({ status: 202 });
  return latestLink(email);
};

const accept = (token: string, overrides: object = {}) =>
  system.call('acceptAdultInvitation', { body: { token, ...person, ...overrides } });

/** A family of a holder, Pat Parent, and a second adult, Alex Other, who opened an account by the link. */
const newPair = async () => {
  const holder = await newParent();
  const email = newAddress();
  expect(await accept(await linkFor(holder, email))).toMatchObject({ status: 201 });
  await system.deliver();
  return { familyId: holder.familyId, holder, adult: await personOf(email) };
};
type Pair = Awaited<ReturnType<typeof newPair>>;

const erase = (who: Person) => as(who, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
const makeHolder = (parentId: FamilyId) => office.call('makeAdultHolder', { params: { parentId } });
const removeLogin = (parentId: FamilyId, { id: userId }: Person) =>
  office.call('removeLogin', { params: { parentId, userId } });

const kit = { name: 'Kit', date_of_birth: '2019-02-28', medical_conditions: null, nothing_to_know: true };
const addKit = (who: Person) => as(who, 'addChildren', { body: { children: [kit] } });
const invalid = { status: 404, body: { code: 'invitationInvalid' } };

it('gives the invited an own login that sees the same family, and both see each other by name alone [ADT-01]', async () => {
  const { families } = await getPeopleCounts(table);
  const holder = await newParent();
  const email = newAddress();
  const link = await linkFor(holder, email);
  const shown = await system.call('getAdultInvitation', { body: { token: link } });
  expect(shown.body).toEqual({ email, invited_by: 'Pat Parent', has_account: false, asks: null });
  expect((await familyOf(holder)).invitation).toMatchObject({ email });
  expect(await accept(link)).toMatchObject({ status: 201 });
  const adult = await personOf(email);

  expect(adult.familyId).toBe(holder.familyId);
  const seen = await familyOf(adult);
  expect(seen.children).toEqual((await familyOf(holder)).children);
  expect(seen.profile).toMatchObject({ id: adult.id, email, full_name: person.full_name });
  expect(seen.members).toEqual([
    { id: holder.id, full_name: 'Pat Parent', family_role: 'holder', is_caller: false },
    { id: adult.id, full_name: 'Alex Other', family_role: 'adult', is_caller: true },
  ]);
  const { email: of, phone_number } = (await familyOf(holder)).profile;
  for (const secret of [of, phone_number]) expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(await familyOf(holder))).not.toContain(email);

  // No child exists twice, and no family more.
  expect(await addKit(adult)).toMatchObject({ status: 201 });
  expect(await childrenOf(holder)).toEqual(['Robin', 'Alex', 'Kit']);
  expect((await getPeopleCounts(table)).families).toBe(families + 1);
  await system.deliver();
  expect(system.mailsTo(holder.email).at(-1)?.subject).toContain('second adult');
  // The own contact is changed, and not that of the holder.
  await as(adult, 'updateMyProfile', { body: { full_name: 'Alexa Other', phone_number: '07700 900789' } });
  expect(await membersOf(holder)).toEqual([
    ['Pat Parent', 'holder'],
    ['Alexa Other', 'adult'],
  ]);
});

it('is good for one use, ends with another one, and is withdrawn [ADT-01]', async () => {
  const holder = await newParent();
  const [first, second] = [await linkFor(holder, newAddress()), await linkFor(holder, newAddress())];
  expect(await accept(first)).toMatchObject(invalid);
  expect(await as(holder, 'withdrawAdultInvitation')).toMatchObject({ status: 204 });
  expect(await accept(second)).toMatchObject(invalid);
  const third = await linkFor(holder, newAddress());
  expect(await accept(third)).toMatchObject({ status: 201 });
  expect(await accept(third)).toMatchObject(invalid);
  expect(await as(holder, 'inviteAdult', { body: { email: newAddress() } })).toMatchObject({
    body: { code: 'adultExists' },
  });
});

it('merges no families: an account with children is told so, one without them joins [ADT-02]', async () => {
  const [holder, other] = [await newParent(), await newParent()];
  const link = await linkFor(holder, other.email);
  const join = () => as(other, 'acceptMyAdultInvitation', { body: { token: link } });
  const feed = await createFeed(
    table,
    { userId: other.id, familyId: other.familyId },
    { replace: false, at: instantOf(system.now()) },
  );
  const feedFamily = () => familyOfFeed(table, other.id, 'secret' in feed ? feed.secret : '');
  expect(await join()).toMatchObject({ status: 409, body: { code: 'hasFamily' } });
  expect(await feedFamily()).toBe(other.familyId);
  expect(await childrenOf(other)).toEqual(['Robin', 'Alex']);
  for (const { id } of (await familyOf(other)).children)
    expect(await as(other, 'removeChild', { params: { childId: id } })).toMatchObject({ status: 204 });
  const { families } = await getPeopleCounts(table);
  expect(await join()).toMatchObject({ status: 204 });
  expect(await childrenOf(other)).toEqual(['Robin', 'Alex']);
  expect((await getPeopleCounts(table)).families).toBe(families - 1);
  expect(await getStoredFamily(table, other.familyId)).toBeUndefined();
  expect(await feedFamily()).toBeUndefined();
});

it('takes what the office noted of an empty family into the family that its account joins [ADT-02, EME-07]', async () => {
  const [{ holder, adult }, next] = [await newPair(), await newParent()];
  expect(await as(holder, 'endAdultAccess')).toMatchObject({ status: 204 });
  const { familyId: left } = await personOf(adult.email);
  const note = { text: 'Alex works nights', corrects: null };
  expect(await office.call('addFamilyNote', { params: { parentId: left }, body: note })).toMatchObject({
    status: 201,
  });
  const token = await linkFor(next, adult.email);
  expect(await as(adult, 'acceptMyAdultInvitation', { body: { token } })).toMatchObject({ status: 204 });
  expect(await listNotes(table, left)).toEqual([]);
  expect(await listNotes(table, next.familyId)).toMatchObject([note]);
});

const exportOf = async (who: Person) =>
  profileRoutes.exportMyData.response.parse((await as(who, 'exportMyData')).body);

/** The family of an account, as bookings of samples are made for it. */
const sampleOf = async ({ id, familyId }: Person): Promise<SampleFamily> => {
  const { family, children } = (await getFamily(table, familyId)) ?? expect.unreachable('no family');
  const member = family.members.find((one) => one.id === id) ?? expect.unreachable('no member');
  return { id: familyId, profile: { ...member, created_at: family.created_at }, children };
};

/** A family with a booking, whose second adult has no phone number of the holder's. */
const newBookedPair = async () => {
  const { holder, adult } = await newPair();
  const phone_number = '07700 900111';
  await as(holder, 'updateMyProfile', { body: { full_name: 'Pat Parent', phone_number } });
  const cls = sampleClass();
  await putClass(table, cls);
  await takePlace(table, sampleBooking(cls, await sampleOf(holder)));
  return { holder, adult, secrets: [holder.email, phone_number] };
};

it('shows the second adult nothing that the holder entered but the name, in the export [ADT-01]', async () => {
  const { holder, adult, secrets } = await newBookedPair();
  for (const secret of secrets) expect(JSON.stringify(await exportOf(adult))).not.toContain(secret);
  // What the office typed may be the contact of the holder.
  const office_contact = { full_name: 'Pat Parent', email: holder.email, phone_number: '07700 900112' };
  await updateItem(table, familyKey(holder.familyId), { set: { office_contact } });
  expect(await exportOf(adult)).not.toHaveProperty('office_contact');
  expect(await exportOf(holder)).toMatchObject({ office_contact });
  expect(JSON.stringify(await exportOf(holder))).not.toContain(adult.email);
});

/** An open offer to a family whose adult joined the list, in a class of its own. */
const newOfferTo = async (who: Person) => {
  const cls = sampleClass({ capacities: [1] });
  await putClass(table, cls);
  const booking = sampleBooking(cls, await storedFamily(table));
  await takePlace(table, booking);
  const { children } = (await getFamily(table, who.familyId)) ?? expect.unreachable('no family');
  const [time_slot_id, child_ids] = [at(cls.time_slots, 0).id, [at(children, 0).id]];
  const order = { class_id: cls.id, time_slot_id, child_ids };
  expect(await as(who, 'joinWaitingList', { body: order })).toMatchObject({ status: 201 });
  const deps = { table, clock: system.now, timeZone: sampleTimeZone };
  await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
  await settleList({ class_id: cls.id, id: time_slot_id }, deps);
  const [offer] = await readOffers(
    table,
    (await listApplications(table, time_slot_id)).flatMap(({ offer_id }) => offer_id ?? []),
  );
  return { offer: offer ?? expect.unreachable('no offer') };
};

/** What one adult does, for a child of the family. @returns whom an export names for each of it */
const actAs = async (who: Person, index: number) => {
  const child = at((await sampleOf(who)).children, index);
  const classAt = async (hour: number) => {
    const cls = sampleClass({ hour });
    await putClass(table, cls);
    return cls;
  };
  const book = async (cls: FootballClass) => {
    const amount = bookingAmount(cls, false, sampleToday);
    const order = { class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id, child_id: child.id, amount };
    const body = { ...order, is_trial: false, calendar_version: 0 };
    const answer = await as(who, 'bookSlot', { body });
    expect(answer).toMatchObject({ status: 201 });
    return { ...order, ...routes.bookSlot.response.parse(answer.body) };
  };
  const live = await book(await classAt(12));
  const ended = await book(await classAt(15));
  const { class_id, time_slot_id, child_id, amount: credit } = ended;
  const cancel = { params: { bookingId: ended.id }, body: { class_id, time_slot_id, child_id, credit } };
  expect(await as(who, 'cancelBooking', cancel)).toMatchObject({ status: 200 });
  const day = at(live.dates, 0);
  const absence = { time_slot_id: live.time_slot_id, child_id, date: day, not_coming: true };
  const say = { params: { bookingId: live.id }, body: absence };
  expect(await as(who, 'setNotComing', say)).toMatchObject({ status: 204 });
  const { offer } = await newOfferTo(who);
  const decline = { params: { offerId: offer.id }, body: { stays: true } };
  expect(await as(who, 'declineMyOffer', decline)).toMatchObject({ status: 200 });
  const card = { params: { childId: child.id }, body: { contacts: [], photos_web: false } };
  expect(await as(who, 'updateCard', card)).toMatchObject({ status: 200 });

  return (data: FamilyExport) => {
    const booking = data.bookings.find(({ id }) => id === live.id);
    const record = data.ended_bookings.find(({ id }) => id === ended.id);
    const of = data.children.find(({ id }) => id === child.id);
    return {
      booked: booking?.booked_by_name,
      'booked and ended': record?.booked_by_name,
      ended: record?.ended_by_name,
      'not coming': booking?.not_coming_by_name[day],
      declined: data.offers.find(({ id }) => id === offer.id)?.answered_by_name,
      joined: data.waiting.find((entry) => entry.class_id === offer.class_id)?.joined_by_name,
      card: of?.card_by_name,
      photos: of?.photos_web_by_name,
    };
  };
};

/** How one goes, after which the other one reads, and the name that is left of the one who went. */
const departures: Readonly<Record<string, [keyof Pair, string | null, (pair: Pair) => Promise<Answer>]>> = {
  'the office has taken the login of the holder off': [
    'holder',
    'Pat Parent',
    ({ familyId, holder }) => removeLogin(familyId, holder),
  ],
  'the second adult has erased the account': ['adult', null, ({ adult }) => erase(adult)],
};

it.each(Object.entries(departures))(
  'log, history and export name who acted, and nobody else, where %s [FID-06]',
  async (_, [who, left, depart]) => {
    const pair = await newPair();
    const { holder, adult } = pair;
    const [namesOfHolder, namesOfAdult] = [await actAs(holder, 0), await actAs(adult, 1)];
    const before = await exportOf(holder);
    expect(new Set(Object.values(namesOfHolder(before)))).toEqual(new Set(['Pat Parent']));
    expect(new Set(Object.values(namesOfAdult(before)))).toEqual(new Set(['Alex Other']));

    expect(await depart(pair)).toMatchObject({ status: 204 });
    const stays = who === 'holder' ? adult : holder;
    const [nameOfHolder, nameOfAdult] = who === 'holder' ? [left, 'Alex Other'] : ['Pat Parent', left];
    const params = { parentId: holder.familyId };
    const ofOffice = await office.call('downloadFamilyData', { params });
    for (const data of [
      await exportOf(stays),
      parentRoutes.downloadFamilyData.response.parse(ofOffice.body),
    ]) {
      expect(new Set(Object.values(namesOfHolder(data)))).toEqual(new Set([nameOfHolder]));
      expect(new Set(Object.values(namesOfAdult(data)))).toEqual(new Set([nameOfAdult]));
    }
    const { entries } = routes.listActivity.response.parse((await office.call('listActivity')).body);
    const cancelled = entries.filter((entry) => entry.action === 'booking.cancelled');
    const actorOf = ({ id }: Person) => cancelled.filter(({ actor_id }) => actor_id === id);
    expect(actorOf(holder).map(({ actor_name }) => actor_name)).toEqual([nameOfHolder]);
    expect(actorOf(adult).map(({ actor_name }) => actor_name)).toEqual([nameOfAdult]);
    // The screen says "A former adult of this family".
    for (const entry of [...actorOf(holder), ...actorOf(adult)]) expect(isAdultAction(entry)).toBe(true);
  },
);

it.each(['the holder', 'the office'] as const)(
  'leaves the second adult of a family that %s erases what it could read, for 14 days [ADT-02]',
  async (by) => {
    const { holder, adult, secrets } = await newBookedPair();
    const erased =
      by === 'the holder'
        ? await erase(holder)
        : await office.call('deleteParent', { params: { parentId: holder.familyId } });
    expect(erased.status).toBeLessThan(300);
    await system.deliver();
    const mail = system.mailsTo(adult.email).at(-1);
    expect(mail?.subject).toContain('was deleted');
    expect(mail?.text).toContain('14 days');

    const { former_family, children } = await exportOf(adult);
    expect(children).toEqual([]);
    expect(former_family).toMatchObject({
      profile: { id: adult.id },
      children: [{ name: 'Robin' }, { name: 'Alex' }],
      bookings: [{ child_name: 'Robin' }],
    });
    for (const secret of secrets) expect(JSON.stringify(former_family)).not.toContain(secret);
    // The login is a family of its own.
    expect(await addKit(adult)).toMatchObject({ status: 201 });
    expect((await exportOf(await newParent())).former_family).toBeNull();
    system.passTime(14 * dayMs - minuteMs);
    expect((await exportOf(adult)).former_family).not.toBeNull();
    system.passTime(minuteMs);
    expect((await exportOf(adult)).former_family).toBeNull();
  },
);

it('keeps nothing of an erased family for an adult who deletes the account, or whose access ended before [ADT-02]', async () => {
  const { holder, adult } = await newBookedPair();
  await as(adult, 'endAdultAccess');
  await erase(holder);
  expect((await exportOf(adult)).former_family).toBeNull();
  const other = await newBookedPair();
  await erase(other.holder);
  const kept = () => system.items(({ SK }) => SK === 'ERASED-FAMILY');
  const before = (await kept()).length;
  await erase(other.adult);
  expect((await kept()).length).toBe(before - 1);
});

it('gives the office what a new holder may download, of the other adult the name alone [ADT-01]', async () => {
  const { holder: first, adult: second } = await newBookedPair();
  await makeHolder(first.familyId);
  const [holder, adult] = [second, first];
  const { former_family: _, ...own } = await exportOf(holder);
  const params = { parentId: first.familyId };
  const { body } = await office.call('downloadFamilyData', { params });
  const { card_views, ...given } = parentRoutes.downloadFamilyData.response.parse(body);
  const { card_views: none, ...same } = own;
  expect([given, none]).toEqual([same, []]);
  expect(card_views).toHaveLength(2);
  expect(given.profile.email).toBe(holder.email);
  expect(JSON.stringify(given)).not.toContain(adult.email);
});

/** Delivers what waits. @returns the emails to a person since */
const newMails = async (...people: readonly Person[]) => {
  const before = people.map(({ email }) => system.mailsTo(email).length);
  await system.deliver();
  return people.map(({ email }, index) => system.mailsTo(email).slice(before[index]));
};

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
      expect(await as(holder, 'inviteAdult', { body: { email: newAddress() } })).toMatchObject({
        body: { code: 'holderOnly' },
      });
      const by = who === 'the new holder ends' ? adult : holder;
      expect(await as(by, 'endAdultAccess')).toMatchObject({ status: 204 });
      expect(await childrenOf(holder)).toEqual([]);
      expect(await familyOf(adult)).toMatchObject({
        children: [{ name: 'Robin' }, { name: 'Alex' }],
        members: [{ id: adult.id, family_role: 'holder' }],
      });
      expect(await as(adult, 'inviteAdult', { body: { email: newAddress() } })).toMatchObject({
        status: 202,
      });
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
    'are chosen by the %s, which is told to the other adult alone [FID-05]',
    async (role) => {
      const { familyId, ...people } = await newPair();
      const [by, other] = role === 'holder' ? [people.holder, people.adult] : [people.adult, people.holder];
      expect(await as(by, 'chooseMoneyMails', { body: { money_mails: by.id } })).toMatchObject({
        status: 204,
      });
      const [own = [], theirs = []] = await newMails(by, other);
      expect(own).toEqual([]);
      expect(theirs).toMatchObject([{ subject: expect.stringContaining('gets emails about payments') }]);
      expect(theirs[0]?.text).toContain(by.full_name);
      await makeHolder(familyId);
      expect(await payerOf(by)).toBe(by.id);
    },
  );

  it('are for no person outside the family [FID-05]', async () => {
    const { holder } = await newPair();
    const stranger = await newParent();
    expect(await as(holder, 'chooseMoneyMails', { body: { money_mails: stranger.id } })).toMatchObject({
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
    expect(await erase(adult)).toMatchObject({ status: 204 });
    const [toAdult = [], toHolder = []] = await newMails(adult, holder);
    expect(toAdult).toEqual([]);
    expect(toHolder).toMatchObject([{ subject: expect.stringContaining(gone) }]);
    expect(toHolder[0]?.text).toContain('Alex Other');
    expect((await detailsOf(familyId)).members).toMatchObject([{ id: holder.id }]);
    expect(await withoutLogin()).toEqual([]);
  });

  it('of the only adult is a task of the office until somebody accepts its invitation [FID-07, FID-10]', async () => {
    const only = await newParent();
    const { familyId } = only;
    expect(await removeLogin(familyId, only)).toMatchObject({ status: 204 });
    expect(await withoutLogin()).toMatchObject([{ id: familyId }]);
    const [toLeft = []] = await newMails(only);
    expect(toLeft).toMatchObject([{ subject: expect.stringContaining(ended) }]);
    const email = newAddress();
    const params = { parentId: familyId };
    expect(await office.call('inviteFamily', { params, body: { email } })).toMatchObject({ status: 202 });
    expect(await withoutLogin()).toMatchObject([{ id: familyId }]);
    const proof = { date_of_birth: '2018-06-15' };
    expect(await accept(await latestLink(email), { proof })).toMatchObject({ status: 201 });
    const next = await personOf(email);
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
      const left = await newParent();
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
    await erase(adult);
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

  it.each([
    ['ends the access', (holder: Person) => as(holder, 'endAdultAccess')],
    ['erases the family', erase],
    [
      'is erased by the office',
      ({ familyId: parentId }: Person) =>
        office.call('deleteParent', { params: { parentId }, body: { confirmation: 'DELETE' } }),
    ],
  ])('that was interrupted is completed where the holder %s [FID-07, EME-07]', async (_, act) => {
    const { familyId, holder, adult } = await newPair();
    await closeAccount(table, adult);
    expect([200, 204]).toContain((await act(holder)).status);
    expect(await getAccount(table, adult.id)).toBeUndefined();
    expect(await userPool.usersOf(adult.email)).toEqual([]);
    const members = (await getStoredFamily(table, familyId))?.members ?? [];
    expect(members.map(({ id }) => id)).not.toContain(adult.id);
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
