import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { accountSteps, newAddress } from '#infra/testing/services/account-system';
import type { Answer } from '#infra/testing/services/invoke';
import { startTests } from '#infra/testing/services/system';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { parentRoutes } from '#shared/families/admin-routes';
import type { FamilyExport } from '#shared/families/family-export';
import { profileRoutes } from '#shared/families/routes';
import { dayMs, minuteMs, secondMs } from '#shared/lib/durations';
import type { FamilyId, UserId } from '#shared/lib/ids';
import { isAdultAction } from '#shared/school/activity';
import { bookingAmount } from '#shared/testing/session-calendars';
import { getAccount, getPeopleCounts } from '../accounts/accounts.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { updateItem } from '../lib/dynamo/writes.ts';
import { listApplications } from '../waiting/applications.ts';
import { settleList } from '../waiting/ask-list.ts';
import { readOffers } from '../waiting/offers.ts';
import { getFamily } from './families.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, admin: office, as, openAccount: newParent } = system;

interface Person {
  readonly id: UserId;
  readonly email: string;
  /** The family of which the account was a member when it was opened. */
  readonly familyId: FamilyId;
}

const personOf = async (email: string): Promise<Person> => {
  const id = await system.userOf(email);
  const { family_id } = (await getAccount(table, id)) ?? expect.unreachable('no account');
  return { id, email, familyId: family_id };
};

const familyOf = async (person: Person) =>
  profileRoutes.getMyFamily.response.parse((await as(person, 'getMyFamily')).body);
const childrenOf = async (person: Person) => (await familyOf(person)).children.map(({ name }) => name);
const membersOf = async (person: Person) =>
  (await familyOf(person)).members.map(({ full_name, family_role }) => [full_name, family_role]);

const person = { full_name: 'Alex Other', phone_number: '07700 900456', password: 'football1' };

const linkFor = async (holder: Person, email: string): Promise<string> => {
  system.passTime(secondMs);
  expect(await as(holder, 'inviteAdult', { body: { email } })).toMatchObject({ status: 202 });
  expect(await system.deliver()).toEqual([]);
  return system.linksTo(email, 'family-invitation').at(-1) ?? expect.unreachable('no link was sent');
};

const accept = (token: string, overrides: object = {}) =>
  system.call('acceptAdultInvitation', { body: { token, ...person, ...overrides } });

/** A family with a holder and a second adult who opened an account by the link. */
const newPair = async () => {
  const holder = await newParent();
  const email = newAddress();
  expect(await accept(await linkFor(holder, email))).toMatchObject({ status: 201 });
  await system.deliver();
  return { holder, adult: await personOf(email) };
};

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
  expect(await join()).toMatchObject({ status: 409, body: { code: 'hasFamily' } });
  expect(await childrenOf(other)).toEqual(['Robin', 'Alex']);
  for (const { id } of (await familyOf(other)).children)
    expect(await as(other, 'removeChild', { params: { childId: id } })).toMatchObject({ status: 204 });
  const { families } = await getPeopleCounts(table);
  expect(await join()).toMatchObject({ status: 204 });
  expect(await childrenOf(other)).toEqual(['Robin', 'Alex']);
  expect((await getPeopleCounts(table)).families).toBe(families - 1);
  expect(await getStoredFamily(table, other.familyId)).toBeUndefined();
  // A token of before names the family that is gone. The account acts for the one that it joined.
  const before = { familyId: other.familyId };
  const seen = await as(other, 'getMyFamily', before);
  expect(profileRoutes.getMyFamily.response.parse(seen.body).children).toMatchObject([
    { name: 'Robin', parent_id: holder.familyId },
    { name: 'Alex', parent_id: holder.familyId },
  ]);
  expect(await as(other, 'addChildren', { ...before, body: { children: [kit] } })).toMatchObject({
    status: 201,
  });
  expect(await childrenOf(holder)).toEqual(['Robin', 'Alex', 'Kit']);
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

it('shows the second adult nothing that the holder entered but the name, in bookings and in the export [ADT-01]', async () => {
  const { holder, adult, secrets } = await newBookedPair();
  const bookings = (await as(adult, 'listMyBookings')).body;
  const data = await exportOf(adult);
  expect(Object(bookings).bookings).toMatchObject([{ parent: { full_name: 'Pat Parent' } }]);
  expect(data).toMatchObject({
    profile: { id: adult.id, email: adult.email },
    children: [{ name: 'Robin' }, { name: 'Alex' }],
    bookings: [{ child_name: 'Robin' }],
    members: [
      { full_name: 'Pat Parent', is_caller: false },
      { full_name: 'Alex Other', is_caller: true },
    ],
    former_family: null,
  });
  for (const secret of secrets) expect(JSON.stringify([bookings, data])).not.toContain(secret);
  // What the office typed may be the contact of the holder.
  const office_contact = { full_name: 'Pat Parent', email: holder.email, phone_number: '07700 900112' };
  await updateItem(table, familyKey(holder.familyId), { set: { office_contact } });
  expect(await exportOf(adult)).not.toHaveProperty('office_contact');
  expect(await exportOf(holder)).toMatchObject({ office_contact });
  const own = await exportOf(holder);
  expect(own).toMatchObject({ profile: { email: holder.email }, bookings: [{}] });
  expect(JSON.stringify(own)).not.toContain(adult.email);
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

const erase = (who: Person) => as(who, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
type Pair = Awaited<ReturnType<typeof newPair>>;

/** How one goes, after which the other one reads, and the name that is left of the one who went. */
const departures: Readonly<Record<string, [keyof Pair, string | null, (pair: Pair) => Promise<Answer>]>> = {
  'the second adult has left': ['adult', 'Alex Other', ({ adult }) => as(adult, 'endAdultAccess')],
  'the office has taken the login of the holder off': [
    'holder',
    'Pat Parent',
    ({ holder: { id, familyId } }) =>
      office.call('removeLogin', { params: { parentId: familyId, userId: id } }),
  ],
  'the second adult has erased the account': ['adult', null, ({ adult }) => erase(adult)],
  'the former holder has erased the account': [
    'holder',
    null,
    async ({ holder }) => {
      await makeHolder(holder);
      return erase(holder);
    },
  ],
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

const makeHolder = ({ familyId: parentId }: Person) =>
  office.call('makeAdultHolder', { params: { parentId } });

it.each(['first', 'new'] as const)(
  'gives the office what the %s holder may download, of the other adult the name alone [ADT-01]',
  async (which) => {
    const { holder: first, adult: second } = await newBookedPair();
    if (which === 'new') await makeHolder(first);
    const [holder, adult] = which === 'new' ? [second, first] : [first, second];
    const { former_family: _, ...own } = await exportOf(holder);
    const params = { parentId: first.familyId };
    const { body } = await office.call('downloadFamilyData', { params });
    const { card_views, ...given } = parentRoutes.downloadFamilyData.response.parse(body);
    const { card_views: none, ...same } = own;
    expect([given, none]).toEqual([same, []]);
    expect(card_views).toHaveLength(2);
    expect(given.profile.email).toBe(holder.email);
    expect(JSON.stringify(given)).not.toContain(adult.email);
  },
);
