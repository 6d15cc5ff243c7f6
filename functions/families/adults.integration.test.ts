import { randomUUID } from 'node:crypto';
import {
  AdminListGroupsForUserCommand,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleTimeZone, sampleToday } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { signUpBody } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-system';
import { startAccountTests } from '#infra/testing/services/start-tests';
import { parentPageSchema, parentRoutes } from '#shared/families/admin-routes';
import { profileRoutes } from '#shared/families/routes';
import { dayMs, minuteMs, secondMs } from '#shared/lib/durations';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import { calendarDateSchema } from '#shared/lib/values';
import { memberGroup } from '#shared/roles';
import { bookingAmount } from '#shared/testing/session-calendars';
import { findGrantable } from '../accounts/admin.ts';
import { getProfile, getProfileCounts } from '../accounts/profiles.ts';
import { createDayLink } from '../booking/booking-changes.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { settleList } from '../waiting/ask-list.ts';
import { createOfferLink, readOffers, replaceOfferLink } from '../waiting/offers.ts';
import { listEntries } from '../waiting/waiting-entries.ts';
import { getFamily } from './families.ts';
import { findFamilies } from './find-families.ts';

const system = await startAccountTests();
const { table, userPool } = system;

const office = () => adminApi({ table, userPool, clock: system.now });
const newAddress = () => `${randomUUID()}@example.com`;
const userOf = async (email: string): Promise<UserId> =>
  userIdSchema.parse((await userPool.usersOf(email))[0]);

/** The groups that the account's next token has. */
const groupsOf = async (userId: UserId) => {
  const { Groups = [] } = await userPool.client.send(
    new AdminListGroupsForUserCommand({ UserPoolId: userPool.id, Username: userId }),
  );
  return Groups.flatMap(({ GroupName }) => GroupName ?? []);
};

interface Person {
  readonly id: UserId;
  readonly email: string;
}

/** An account with a verified address: of a parent with two children, or without any. */
const newParent = async (): Promise<Person> => {
  const body = signUpBody();
  await system.call('signUp', { body });
  await system.deliver();
  const { browser_secret } = body;
  await system.call('verifyEmail', { body: { token: system.latestToken(body.email), browser_secret } });
  return { id: await userOf(body.email), email: body.email };
};

/** A new session of an account. @returns what renews it */
const sessionOf = async ({ email }: Person, password: string) => {
  const session = await userPool.signIn(email, password);
  const RefreshToken = 'refreshToken' in session ? session.refreshToken : expect.unreachable('no session');
  return () =>
    userPool.client.send(new GetTokensFromRefreshTokenCommand({ ClientId: userPool.clientId, RefreshToken }));
};
const sessionOver = { name: 'NotAuthorizedException' };

/** Calls as an account, with a token of now. */
const as = async (
  { id }: Person,
  route: Parameters<typeof system.call>[0],
  request: NonNullable<Parameters<typeof system.call>[1]> = {},
) =>
  system.call(route, {
    userId: id,
    groups: await groupsOf(id),
    ...request,
    headers: { 'idempotency-key': randomUUID(), ...request.headers },
  });

const familyOf = async (person: Person) =>
  profileRoutes.getMyFamily.response.parse((await as(person, 'getMyFamily')).body);
const childrenOf = async (person: Person) => (await familyOf(person)).children.map(({ name }) => name);
const membersOf = async (person: Person) =>
  (await familyOf(person)).members.map(({ full_name, family_role }) => [full_name, family_role]);

const person = { full_name: 'Alex Other', phone_number: '07700 900456', password: 'football1' };

/** Invites an address, and gives the link of the email. */
const linkFor = async (holder: Person, email: string): Promise<string> => {
  system.passTime(secondMs);
  expect(await as(holder, 'inviteAdult', { body: { email } })).toMatchObject({ status: 202 });
  expect(await system.deliver()).toEqual([]);
  const links = system
    .mailsTo(email)
    .flatMap(({ text = '' }) => [...text.matchAll(/\/family-invitation#([\w.-]+)/g)].map(([, link]) => link));
  return links.at(-1) ?? expect.unreachable('no link was sent');
};

const accept = (token: string, overrides: object = {}) =>
  system.call('acceptAdultInvitation', { body: { token, ...person, ...overrides } });

/** A family with a holder and a second adult who opened an account by the link. */
const newPair = async () => {
  const holder = await newParent();
  const email = newAddress();
  expect(await accept(await linkFor(holder, email))).toMatchObject({ status: 201 });
  await system.deliver();
  return { holder, adult: { id: await userOf(email), email } };
};

const kit = { name: 'Kit', date_of_birth: '2019-02-28', medical_conditions: null, nothing_to_know: true };
const addKit = (who: Person) => as(who, 'addChildren', { body: { children: [kit] } });
const invalid = { status: 404, body: { code: 'invitationInvalid' } };

it('gives the invited an own login that sees the same family, and both see each other by name alone [ADT-01]', async () => {
  const { parents } = await getProfileCounts(table);
  const holder = await newParent();
  const email = newAddress();
  const link = await linkFor(holder, email);
  const shown = await system.call('getAdultInvitation', { body: { token: link } });
  expect(shown.body).toEqual({ email, invited_by: 'Pat Parent', has_account: false });
  expect((await familyOf(holder)).invitation).toMatchObject({ email });
  expect(await accept(link)).toMatchObject({ status: 201 });
  const adult = { id: await userOf(email), email };

  expect(await groupsOf(adult.id)).toEqual([memberGroup]);
  const seen = await familyOf(adult);
  expect(seen.children).toEqual((await familyOf(holder)).children);
  expect(seen.profile).toMatchObject({ id: adult.id, email, full_name: person.full_name });
  expect(seen.members).toEqual([
    { full_name: 'Pat Parent', family_role: 'holder', is_caller: false },
    { full_name: 'Alex Other', family_role: 'adult', is_caller: true },
  ]);
  const { email: of, phone_number } = (await familyOf(holder)).profile;
  for (const secret of [of, phone_number]) expect(JSON.stringify(seen)).not.toContain(secret);
  expect(JSON.stringify(await familyOf(holder))).not.toContain(email);

  // No child exists twice, and no family more.
  expect(await addKit(adult)).toMatchObject({ status: 201 });
  expect(await childrenOf(holder)).toEqual(['Robin', 'Alex', 'Kit']);
  expect((await getProfileCounts(table)).parents).toBe(parents + 1);
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
  const { parents } = await getProfileCounts(table);
  expect(await join()).toMatchObject({ status: 204 });
  expect(await childrenOf(other)).toEqual(['Robin', 'Alex']);
  expect((await getProfileCounts(table)).parents).toBe(parents - 1);
  // A token of before acts for the account alone, which takes nothing.
  const before = { userId: other.id, headers: { 'idempotency-key': randomUUID() } };
  expect(await system.call('getMyFamily', before)).toMatchObject({ body: { code: 'profileNotFound' } });
  expect(await system.call('addChildren', { ...before, body: { children: [kit] } })).toMatchObject({
    body: { code: 'profileNotFound' },
  });
});

it.each(['the holder', 'the office', 'the adult'] as const)(
  'ends the access by %s with the next request, with feed, links and sessions [ADT-02]',
  async (by) => {
    const { holder, adult } = await newPair();
    const feed = Object((await as(adult, 'createCalendarFeed', { body: { replace: true } })).body).path;
    const own = Object((await as(holder, 'createCalendarFeed', { body: { replace: true } })).body).path;
    const [familyId = '', file = ''] = String(feed).split('/').slice(-2);
    const [ownId = '', ownFile = ''] = String(own).split('/').slice(-2);
    const read = (params: Record<string, string>) => system.call('getCalendarFeed', { params });
    expect((await read({ familyId, file })).status).toBe(200);
    const date = calendarDateSchema.parse('2025-09-20');
    const secret = await createDayLink(table, { parent_id: holder.id, date });
    expect(await system.call('getLinkedDay', { body: { secret } })).toMatchObject({ status: 200 });
    const renew = await sessionOf(adult, person.password);

    const ended =
      by === 'the office'
        ? await office().call('endAdultAccessOf', { params: { parentId: holder.id } })
        : await as(by === 'the holder' ? holder : adult, 'endAdultAccess');
    expect(ended).toMatchObject({ status: 204 });

    await expect(renew()).rejects.toMatchObject(sessionOver);
    expect(await childrenOf(adult)).toEqual([]);
    expect(await membersOf(holder)).toEqual([['Pat Parent', 'holder']]);
    expect((await read({ familyId, file })).status).toBe(404);
    expect((await read({ familyId: ownId, file: ownFile })).status).toBe(200);
    expect(await system.call('getLinkedDay', { body: { secret } })).toMatchObject({ status: 404 });
    // The login stays, as a family of its own.
    expect(await addKit(adult)).toMatchObject({ status: 201 });
    expect(await childrenOf(holder)).toEqual(['Robin', 'Alex']);
    await system.deliver();
    expect(system.mailsTo(adult.email).at(-1)?.subject).toContain('has ended');
  },
);

it('lets the second adult neither invite nor delete the family [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  expect(await as(adult, 'inviteAdult', { body: { email: newAddress() } })).toMatchObject({
    status: 403,
    body: { code: 'holderOnly' },
  });
  expect(await as(adult, 'deleteMyAccount', { body: { confirmation: 'DELETE' } })).toMatchObject({
    status: 204,
  });
  // The own account alone is gone.
  expect(await getProfile(table, adult.id)).toBeUndefined();
  expect(await userPool.usersOf(adult.email)).toEqual([]);
  expect(await childrenOf(holder)).toEqual(['Robin', 'Alex']);
  expect(await membersOf(holder)).toEqual([['Pat Parent', 'holder']]);
});

it('leaves the second adult a login when the holder deletes the family [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  await as(holder, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
  expect(await getProfile(table, holder.id)).toBeUndefined();
  expect(await childrenOf(adult)).toEqual([]);
  await system.deliver();
  expect(system.mailsTo(adult.email).at(-1)?.subject).toContain('was deleted');
});

const exportOf = async (who: Person) =>
  profileRoutes.exportMyData.response.parse((await as(who, 'exportMyData')).body);

/** A family with a booking, whose second adult has no phone number of the holder's. */
const newBookedPair = async () => {
  const { holder, adult } = await newPair();
  const phone_number = '07700 900111';
  await as(holder, 'updateMyProfile', { body: { full_name: 'Pat Parent', phone_number } });
  const cls = sampleClass();
  await putClass(table, cls);
  const { profile, children } = (await getFamily(table, holder.id)) ?? expect.unreachable('no family');
  await takePlace(table, sampleBooking(cls, { profile, children }));
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
  const own = await exportOf(holder);
  expect(own).toMatchObject({ profile: { email: holder.email }, bookings: [{}] });
  expect(JSON.stringify(own)).not.toContain(adult.email);
});

it('names in the export which adult booked [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  const cls = sampleClass({ capacities: [5] });
  await putClass(table, cls);
  const { children } = await familyOf(holder);
  const order = {
    class_id: cls.id,
    time_slot_id: at(cls.time_slots, 0).id,
    is_trial: false,
    amount: bookingAmount(cls, false, sampleToday),
    calendar_version: 0,
  };
  for (const [index, who] of [holder, adult].entries())
    expect(await as(who, 'bookSlot', { body: { ...order, child_id: at(children, index).id } })).toMatchObject(
      { status: 201 },
    );
  const bookers = async (who: Person) =>
    Object.fromEntries(
      (await exportOf(who)).bookings.map(({ child_name, booked_by_name }) => [child_name, booked_by_name]),
    );
  for (const who of [holder, adult])
    expect(await bookers(who)).toEqual({ Robin: 'Pat Parent', Alex: 'Alex Other' });

  const other = sampleClass({ capacities: [5] });
  await putClass(table, other);
  const { id, child_id } =
    (await exportOf(holder)).bookings.find(({ child_name }) => child_name === 'Robin') ??
    expect.unreachable('no booking');
  const { class_id, time_slot_id, amount, calendar_version } = order;
  const to = { class_id: other.id, time_slot_id: at(other.time_slots, 0).id, calendar_version };
  const body = { booking: { class_id, time_slot_id, child_id }, ...to, credit: amount, charge: amount };
  const moved = await as(adult, 'moveMyBooking', { params: { bookingId: id }, body });
  expect(moved).toMatchObject({ status: 200 });
  expect(await bookers(holder)).toEqual({ Robin: 'Alex Other', Alex: 'Alex Other' });
});

it('names in the export who cancelled, who said that a child does not come, and who changed a card [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  const { profile, children } = (await getFamily(table, holder.id)) ?? expect.unreachable('no family');
  const book = async (child: number) => {
    const cls = sampleClass({ capacities: [5] });
    await putClass(table, cls);
    const booking = sampleBooking(cls, { profile, children: [at(children, child)] });
    await takePlace(table, booking);
    return booking;
  };
  // One after the other: each changes the family's account.
  const byHolder = await book(0);
  const byAdult = await book(0);
  const live = await book(1);
  for (const [who, booking] of [
    [holder, byHolder],
    [adult, byAdult],
  ] as const) {
    const { class_id, time_slot_id, child_id, amount: credit } = booking;
    const body = { class_id, time_slot_id, child_id, credit };
    const ended = await as(who, 'cancelBooking', { params: { bookingId: booking.id }, body });
    expect(ended).toMatchObject({ status: 200 });
  }
  const { time_slot_id, child_id, dates } = live;
  const days = dates.slice(-3);
  const say = (who: Person, date: string, not_coming: boolean) =>
    as(who, 'setNotComing', {
      params: { bookingId: live.id },
      body: { time_slot_id, child_id, date, not_coming },
    });
  for (const [who, day] of [
    [holder, at(days, 0)],
    [adult, at(days, 1)],
  ] as const)
    expect(await say(who, day, true)).toMatchObject({ status: 204 });
  const byLink = async (sent: { adult?: UserId }) => {
    const date = at(days, 2);
    const secret = await createDayLink(table, { parent_id: holder.id, date, ...sent });
    const body = { secret, booking_id: live.id };
    for (const not_coming of [false, true])
      expect(await system.call('setLinkedNotComing', { body: { ...body, not_coming } })).toMatchObject({
        status: 200,
      });
    const { bookings } = await exportOf(holder);
    return at(bookings, 0).not_coming_by_name;
  };
  const said = { [at(days, 0)]: 'Pat Parent', [at(days, 1)]: 'Alex Other' };
  expect(await byLink({ adult: adult.id })).toEqual({ ...said, [at(days, 2)]: 'Alex Other' });
  expect(await byLink({ adult: holder.id })).toEqual({ ...said, [at(days, 2)]: 'Pat Parent' });
  expect(await byLink({})).toEqual({ ...said, [at(days, 2)]: 'by an emailed link' });
  // What one said, the other takes back and says again.
  for (const not_coming of [false, true]) await say(holder, at(days, 1), not_coming);

  const contacts = [
    { name: 'Gran', relation: 'Grandmother', phone_number: '07700 900222', may_collect: true },
  ];
  const body = { contacts, photos_web: false };
  for (const who of [holder, adult]) {
    const params = { childId: at(children, who === holder ? 0 : 1).id };
    expect(await as(who, 'updateCard', { params, body })).toMatchObject({ status: 200 });
  }
  for (const who of [holder, adult]) {
    const data = await exportOf(who);
    const names = data.ended_bookings.map(({ id, ended_by_name }) => [id, ended_by_name]);
    expect(Object.fromEntries(names)).toEqual({ [byHolder.id]: 'Pat Parent', [byAdult.id]: 'Alex Other' });
    expect(at(data.bookings, 0).not_coming_by_name[at(days, 1)]).toBe('Pat Parent');
    expect(data.children).toMatchObject([
      { card_by_name: 'Pat Parent', photos_web_by_name: 'Pat Parent' },
      { card_by_name: 'Alex Other', photos_web_by_name: 'Alex Other' },
    ]);
  }
});

/** An open offer to a family whose adult joined the list, in a class of its own. */
const newOfferTo = async (who: Person, familyId: UserId) => {
  const cls = sampleClass({ capacities: [1] });
  await putClass(table, cls);
  const booking = sampleBooking(cls, await storedFamily(table));
  await takePlace(table, booking);
  const { children } = (await getFamily(table, familyId)) ?? expect.unreachable('no family');
  const [time_slot_id, child_ids] = [at(cls.time_slots, 0).id, [at(children, 0).id]];
  const order = { class_id: cls.id, time_slot_id, child_ids };
  expect(await as(who, 'joinWaitingList', { body: order })).toMatchObject({ status: 201 });
  const joined = (await exportOf(who)).waiting.find((entry) => entry.class_id === cls.id);
  const deps = { table, clock: system.now, timeZone: sampleTimeZone };
  await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
  await settleList({ class_id: cls.id, id: time_slot_id }, deps);
  const [offer] = await readOffers(
    table,
    (await listEntries(table, time_slot_id)).flatMap(({ offer_id }) => offer_id ?? []),
  );
  return { offer: offer ?? expect.unreachable('no offer'), joined };
};

it('names in the export who joined a list, and who answered an offer, by its link too [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  const answered = async (offerId: string) => {
    const { offers, bookings } = await exportOf(holder);
    const offer = offers.find(({ id }) => id === offerId);
    const booking = bookings.find(({ class_id }) => class_id === offer?.class_id);
    return [offer?.state, offer?.answered_by_name, booking?.booked_by_name];
  };
  for (const [who, name] of [
    [holder, 'Pat Parent'],
    [adult, 'Alex Other'],
  ] as const) {
    const { offer, joined } = await newOfferTo(who, holder.id);
    expect(joined?.joined_by_name).toBe(name);
    const declined = await as(who, 'declineMyOffer', {
      params: { offerId: offer.id },
      body: { stays: false },
    });
    expect(declined).toMatchObject({ status: 200 });
    expect(await answered(offer.id)).toEqual(['declined', name, undefined]);
  }
  const { offer } = await newOfferTo(adult, holder.id);
  const secret = await replaceOfferLink(table, offer, { email: 'one', adult: adult.id });
  const body = { offer_id: offer.id, secret, calendar_version: offer.calendar_version };
  const headers = { 'idempotency-key': randomUUID() };
  expect(await system.call('takeOffer', { body, headers })).toMatchObject({ status: 200 });
  expect(await answered(offer.id)).toEqual(['taken', 'Alex Other', 'Alex Other']);

  const other = (await newOfferTo(holder, holder.id)).offer;
  const unknown = { offer_id: other.id, secret: await createOfferLink(table, other), stays: false };
  expect(await system.call('declineOffer', { body: unknown })).toMatchObject({ status: 200 });
  expect(await answered(other.id)).toEqual(['declined', 'by an emailed link', undefined]);
});

it.each(['the holder', 'the office'] as const)(
  'leaves the second adult of a family that %s erases what it could read, for 14 days [ADT-02]',
  async (by) => {
    const { holder, adult, secrets } = await newBookedPair();
    const erased =
      by === 'the holder'
        ? await as(holder, 'deleteMyAccount', { body: { confirmation: 'DELETE' } })
        : await office().call('deleteParent', { params: { parentId: holder.id } });
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
  await as(holder, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
  expect((await exportOf(adult)).former_family).toBeNull();
  const other = await newBookedPair();
  await as(other.holder, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
  const kept = () => system.items(({ SK }) => SK === 'FORMER-FAMILY');
  const before = (await kept()).length;
  await as(other.adult, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
  expect((await kept()).length).toBe(before - 1);
});

it('keeps the family where the first holder leaves it: only the second adult can be made the holder before [ADT-02]', async () => {
  const { holder, adult } = await newBookedPair();
  // A holder can end the access of the other one, but not leave.
  const alone = await newParent();
  expect(await as(alone, 'endAdultAccess')).toMatchObject({ body: { code: 'adultNotFound' } });
  expect(await makeHolder(holder)).toMatchObject({ status: 204 });
  system.passTime(16 * minuteMs);
  expect(await as(holder, 'deleteMyAccount', { body: { confirmation: 'DELETE' } })).toMatchObject({
    status: 204,
  });
  expect(await userPool.usersOf(holder.email)).toEqual([]);
  expect(await exportOf(adult)).toMatchObject({
    profile: { id: adult.id },
    children: [{ name: 'Robin' }, { name: 'Alex' }],
    bookings: [{ child_name: 'Robin' }],
    members: [{ full_name: 'Alex Other', family_role: 'holder' }],
  });
});

it('erases the account of a holder of another id with the family that the office erases [ADT-02]', async () => {
  const { holder, adult } = await newPair();
  await makeHolder(holder);
  system.passTime(16 * minuteMs);
  expect(await as(adult, 'endAdultAccess')).toMatchObject({ status: 204 });
  expect(await office().call('deleteParent', { params: { parentId: holder.id } })).toMatchObject({
    status: 200,
  });
  expect(await userPool.usersOf(adult.email)).toEqual([]);
  const left = await system.items((item) => {
    const text = JSON.stringify(item);
    return text.includes(adult.email) || (text.includes(holder.id) && text.includes('Robin'));
  });
  expect(left).toEqual([]);
});

const makeHolder = ({ id: parentId }: Person) => office().call('makeAdultHolder', { params: { parentId } });

it('makes the second adult the holder by the office, who can end the access of the first one [ADT-02]', async () => {
  const { holder, adult } = await newPair();
  const renew = await sessionOf(holder, signUpBody().password);
  expect(await makeHolder(holder)).toMatchObject({ status: 204 });
  await expect(renew()).rejects.toMatchObject(sessionOver);
  expect(await membersOf(adult)).toEqual([
    ['Alex Other', 'holder'],
    ['Pat Parent', 'adult'],
  ]);
  expect(await as(holder, 'inviteAdult', { body: { email: newAddress() } })).toMatchObject({
    body: { code: 'holderOnly' },
  });
  // Tokens of before the change do not say that the table is to be asked.
  expect(await as(adult, 'endAdultAccess')).toMatchObject({ body: { code: 'roleChanging' } });
  const groups = await groupsOf(holder.id);
  expect(groups).toEqual([memberGroup]);
  system.passTime(16 * minuteMs);
  expect(await as(adult, 'endAdultAccess')).toMatchObject({ status: 204 });

  const former = await system.call('getMyFamily', { userId: holder.id, groups });
  expect(former).toMatchObject({ status: 401 });
  expect(await userPool.usersOf(holder.email)).not.toContain(holder.id);
  // The family keeps its id, with the contact of the new holder and without that of the former one.
  expect(await childrenOf(adult)).toEqual(['Robin', 'Alex']);
  const details = (await office().call('getParent', { params: { parentId: holder.id } })).body;
  expect(parentRoutes.getParent.response.parse(details)).toMatchObject({
    profile: { id: holder.id, full_name: 'Alex Other', email: adult.email },
    members: [{ id: adult.id, family_role: 'holder' }],
  });
  const stored = await system.items((item) => JSON.stringify(item).includes(holder.email));
  expect(stored.filter((item) => JSON.stringify(item).includes(holder.id))).toEqual([]);
  // The address has an account of its own, whose password is not chosen yet.
  await expect(findGrantable(holder.email, { table })).rejects.toMatchObject({ code: 'neverLoggedIn' });
  // The new holder has all rights.
  const next = newAddress();
  expect(await accept(await linkFor(adult, next))).toMatchObject({ status: 201 });
  await as(adult, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
  expect(await getProfile(table, holder.id)).toBeUndefined();
  expect(await getProfile(table, adult.id)).toBeUndefined();
});

it.each(['first', 'new'] as const)(
  'gives the office what the %s holder may download, of the other adult the name alone [ADT-01]',
  async (which) => {
    const { holder: first, adult: second } = await newBookedPair();
    if (which === 'new') await makeHolder(first);
    const [holder, adult] = which === 'new' ? [second, first] : [first, second];
    system.passTime(16 * minuteMs);
    const { former_family: _, ...own } = await exportOf(holder);
    const params = { parentId: first.id };
    const { body } = await office().call('downloadFamilyData', { params });
    const { card_views, ...given } = parentRoutes.downloadFamilyData.response.parse(body);
    const { card_views: none, ...same } = own;
    expect([given, none]).toEqual([same, []]);
    expect(card_views).toHaveLength(2);
    expect(given.profile.email).toBe(holder.email);
    expect(JSON.stringify(given)).not.toContain(adult.email);
    // An adult who does not have the family's id is no family.
    const ofAdult = { params: { parentId: second.id } };
    expect(await office().call('downloadFamilyData', ofAdult)).toMatchObject({
      body: { code: 'parentNotFound' },
    });
  },
);

/** The new account of an adult whose login was that of the family's id, once its owner has chosen a password by a link. */
const loginOf = async (email: string): Promise<Person> => {
  expect(await system.call('requestPasswordReset', { body: { email } })).toMatchObject({ status: 202 });
  await system.deliver();
  const body = { token: system.latestToken(email), newPassword: 'football2' };
  expect(await system.call('resetPassword', { body })).toMatchObject({ status: 200 });
  return { id: await userOf(email), email };
};

it.each(['the new holder', 'the office'] as const)(
  'tells a former holder of a family that %s erases, and leaves a login with what could be read [ADT-02]',
  async (by) => {
    const { holder, adult } = await newBookedPair();
    const { parents } = await getProfileCounts(table);
    expect(await makeHolder(holder)).toMatchObject({ status: 204 });
    const erase = () =>
      by === 'the office'
        ? office().call('deleteParent', { params: { parentId: holder.id } })
        : as(adult, 'deleteMyAccount', { body: { confirmation: 'DELETE' } });
    // Tokens of before the change do not say that the table is to be asked.
    expect(await erase()).toMatchObject({ body: { code: 'roleChanging' } });
    system.passTime(16 * minuteMs);
    expect((await erase()).status).toBeLessThan(300);
    await system.deliver();
    const mail = system.mailsTo(holder.email).at(-1);
    expect(mail?.subject).toContain('was deleted');
    for (const said of ['14 days', 'choose a password', '/auth?tab=forgot-password'])
      expect(mail?.text).toContain(said);

    const former = await loginOf(holder.email);
    expect(former.id).not.toBe(holder.id);
    const { former_family, children, profile } = await exportOf(former);
    expect([children, profile.full_name, profile.email_verified]).toEqual([[], 'Pat Parent', true]);
    expect(former_family).toMatchObject({
      children: [{ name: 'Robin' }, { name: 'Alex' }],
      bookings: [{ child_name: 'Robin' }],
    });
    expect(JSON.stringify(former_family)).not.toContain(adult.email);
    // The login is a family of its own, and nothing of the erased one is left.
    expect((await getProfileCounts(table)).parents).toBe(parents);
    expect(await getProfile(table, holder.id)).toBeUndefined();
    expect(await getProfile(table, adult.id)).toBeUndefined();
    expect(await addKit(former)).toMatchObject({ status: 201 });
    expect(await childrenOf(former)).toEqual(['Kit']);
    system.passTime(14 * dayMs);
    expect((await exportOf(former)).former_family).toBeNull();
  },
);

it.each(['the new holder', 'the office', 'the former holder'] as const)(
  'leaves a former holder whose access %s ends a login of its own, as every second adult [ADT-02]',
  async (by) => {
    const { holder, adult } = await newBookedPair();
    const { parents } = await getProfileCounts(table);
    await makeHolder(holder);
    system.passTime(16 * minuteMs);
    const ended =
      by === 'the office'
        ? await office().call('endAdultAccessOf', { params: { parentId: holder.id } })
        : await as(by === 'the new holder' ? adult : holder, 'endAdultAccess');
    expect(ended).toMatchObject({ status: 204 });
    await system.deliver();
    const mail = system.mailsTo(holder.email).at(-1);
    expect(mail?.subject).toContain('has ended');
    expect(mail?.text).toContain('choose a password');
    const former = await loginOf(holder.email);
    expect((await getProfileCounts(table)).parents).toBe(parents + 1);
    expect(await exportOf(former)).toMatchObject({ children: [], bookings: [], former_family: null });
    expect(await childrenOf(adult)).toEqual(['Robin', 'Alex']);
    expect(await membersOf(adult)).toEqual([['Alex Other', 'holder']]);
  },
);

it('is found by the office by the name, email and phone of the second adult, which lead to the family [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  const full_name = `Quirin ${randomUUID().slice(0, 8)}`;
  const phone_number = `07${String(Date.now()).slice(-9)}`;
  await as(adult, 'updateMyProfile', { body: { full_name, phone_number } });
  const listed = async (query: string) =>
    parentPageSchema.parse((await office().call('searchParents', { body: { query, limit: 10 } })).body)
      .parents;
  const anything = (query: string) => findFamilies(table, query, 5);
  for (const search of [listed, anything])
    for (const query of [full_name, adult.email.split('@')[0] ?? '', phone_number])
      expect((await search(query)).map(({ id }) => id)).toEqual([holder.id]);
  await as(adult, 'endAdultAccess');
  for (const search of [listed, anything])
    expect((await search(full_name)).map(({ id }) => id)).toEqual([adult.id]);
});

it('names who did it in the log [ADT-01]', async () => {
  const { holder, adult } = await newPair();
  await as(adult, 'endAdultAccess');
  const acts = await system.items(({ subject_id }) => subject_id === holder.id);
  expect(acts.map(({ actor_id, action }) => [actor_id, action])).toEqual(
    expect.arrayContaining([
      [holder.id, 'family.adult-invited'],
      [adult.id, 'family.adult-joined'],
      [adult.id, 'family.adult-removed'],
    ]),
  );
});
