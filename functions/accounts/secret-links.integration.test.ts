import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put';
import { isChosen } from '#infra/testing/runner/slowness';
import { at, type SampleFamily, sampleFamily } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { newAddress } from '#infra/testing/services/account-system';
import { adminApi } from '#infra/testing/services/admin-api';
import { runMailer } from '#infra/testing/services/background';
import { invoke } from '#infra/testing/services/invoke';
import { startTermTests } from '#infra/testing/services/term-tests';
import { startTestUserPool } from '#infra/testing/services/test-user-pool';
import { insertRecord } from '#infra/testing/table/all-items';
import { accountRoutes } from '#shared/contract/account-routes';
import { parentRoutes } from '#shared/families/admin-routes';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeySchema, type UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { GrantedRole } from '#shared/roles';
import { type EndingEvent, linkKinds } from '../across/end-links.ts';
import { createDayLink } from '../booking/booking-changes.ts';
import { endBooking } from '../booking/end-booking.ts';
import { getManagedClass } from '../classes/classes.ts';
import { accountOperations } from '../entries/account-operations.ts';
import { getFamily } from '../families/families.ts';
import {
  accountLinksPartition,
  adultInvitationId,
  calendarFeedKey,
  type LinkKind,
} from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { addUser } from '../lib/identity/users.ts';
import { mailRequestEntity } from '../lib/mail/mail-requests.ts';
import { confirmJoining, createJoining, listReaders } from '../messages/newsletter.ts';
import { createFeed } from '../sessions/calendar-feeds.ts';
import { listApplications } from '../waiting/applications.ts';
import { settleList } from '../waiting/ask-list.ts';
import { createOfferLink, getOffer, type StoredOffer } from '../waiting/offers.ts';
import { joinList } from '../waiting/steps.ts';
import { getAccount, memberships } from './accounts.ts';
import { createInvitationLink, getInvitation, invitationPut, newInvitation } from './coaches.ts';
import { getRegistration } from './registrations.ts';
import { createToken } from './tokens.ts';

const tests = await startTermTests();
const { system, table, deps, givenClass, book, planned, publish, linksTo, viewOf, byLink, keep, decline } =
  tests;
const userPool = await startTestUserPool();
afterAll(() => userPool.stop());

const account = createHandler(
  accountRoutes,
  accountOperations,
  { ...deps, userPool, clientId: userPool.clientId, pause: async () => {} },
  { memberships: memberships(table) },
);
const office = adminApi({ table, clock: deps.clock, userPool });

const call = (route: keyof typeof accountRoutes, body: object | undefined, userId?: string) =>
  invoke(account, { route, ...(body && { body }), sourceIp: randomUUID(), ...(userId && { userId }) });

/** An account whose links end, or stay. */
interface Person {
  readonly id: UserId;
  readonly email: string;
}

const newUser = async (): Promise<Person> => {
  const email = newAddress();
  const id = await addUser(userPool, { email, password: 'before' });
  return { id: id ?? expect.unreachable('a user is expected'), email };
};

const givenFamily = async (...names: string[]): Promise<SampleFamily> => {
  const sample = sampleFamily({ children: names.map((name) => ({ name })) });
  const own = { ...sample, profile: { ...sample.profile, ...(await newUser()) } };
  await putFamily(table, own);
  return own;
};

interface Opened {
  readonly status: number;
  readonly body?: unknown;
}

/** A link: what its page reads, and what it does. */
interface Link {
  readonly read: () => Promise<Opened>;
  readonly use: readonly (() => Promise<Opened>)[];
}

const givenWaitingOffer = async ({ id, profile, children }: SampleFamily): Promise<StoredOffer> => {
  const cls = await givenClass(1);
  const slot = at(cls.time_slots, 0);
  const booking = await book(cls, await storedFamily(table));
  const order = { class_id: cls.id, time_slot_id: slot.id, child_ids: [at(children.slice(-1), 0).id] };
  const attempt = idempotencyKeySchema.parse(randomUUID());
  await joinList({ parentId: id, order, attempt, actor: profile.id }, deps);
  await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
  await settleList({ class_id: cls.id, id: slot.id }, deps);
  const { offer_id } = at(await listApplications(table, slot.id), 0);
  return (offer_id && (await getOffer(table, offer_id))) || expect.unreachable('an offer is expected');
};

const linkOfOffer = async (offer: StoredOffer, { id }: Person) => ({
  offer_id: offer.id,
  secret: await createOfferLink(table, offer, { account: id }),
});

const offerLink = (link: { offer_id: string; secret: string }, elsewhere: object): Link => ({
  read: () => byLink('getLinkedOffer', link),
  use: [
    () => byLink('takeOffer', { ...link, calendar_version: 0 }),
    () => byLink('declineOffer', { ...link, stays: false }),
    () => byLink('moveOffer', { ...link, ...elsewhere }),
  ],
});

/** Links to kept places that ran out, are open, were moved, declined and taken, and to the offer of a list. */
const givenOffers = async (own: SampleFamily): Promise<Link[]> => {
  const [over, cls] = [await givenClass(3), await givenClass(8, 3)];
  await book(over, own);
  for (const child of [1, 2, 3, 4]) await book(cls, own, { child });
  await publish(await planned(over), { keep_until: '2025-09-25' });
  await system.settle();
  const old = at(linksTo(own), 0);
  system.passTime(5 * dayMs);
  await system.tick();
  await system.settle();
  const [next] = await planned(cls);
  await publish(next ? [next] : []);
  await system.settle();
  const kept = linksTo(own);
  const target = next && (await getManagedClass(table, next));
  const elsewhere = { class_id: next, time_slot_id: target?.time_slots[1]?.id };
  expect((await byLink('moveOffer', { ...at(kept, 1), ...elsewhere })).status).toBe(200);
  expect((await decline(at(kept, 2))).status).toBe(200);
  expect((await keep(at(kept, 3))).status).toBe(200);
  const offers = [old, ...kept, await linkOfOffer(await givenWaitingOffer(own), own.profile)];
  const states = await Promise.all(offers.map(async (link) => (await viewOf(link)).state));
  expect(states).toEqual(['expired', 'open', 'open', 'declined', 'taken', 'open']);
  return offers.map((link) => offerLink(link, elsewhere));
};

const givenReminder = async (
  own: SampleFamily,
  people: readonly Person[] = [own.profile],
): Promise<Link[]> => {
  const booking = await book(await givenClass(3), own, { child: own.children.length - 1 });
  const date = at(booking.dates, 3);
  const secrets = people.map(({ id }) => createDayLink(table, { parent_id: own.id, date, account: id }));
  return (await Promise.all(secrets)).map((secret) => ({
    read: () => byLink('getLinkedDay', { secret }),
    use: [() => byLink('setLinkedNotComing', { secret, booking_id: booking.id, not_coming: true })],
  }));
};

const givenFeed = async (
  { id: familyId }: Pick<SampleFamily, 'id'>,
  { id: userId }: Person,
): Promise<Link> => {
  const at = instantOf(system.now());
  const feed = await createFeed(table, { userId, familyId }, { replace: false, at });
  const params = { userId, file: `${feed.outcome === 'created' ? feed.secret : ''}.ics` };
  return { read: () => invoke(tests.links, { route: 'getCalendarFeed', params }), use: [] };
};

const invitationRoutes = {
  coach: { read: 'getCoachInvitation', use: 'acceptMyCoachInvitation' },
  admin: { read: 'getAdminInvitation', use: 'acceptMyAdminInvitation' },
  adult: { read: 'getAdultInvitation', use: 'acceptMyAdultInvitation' },
} as const;

/** An invitation that was mailed to an account: to a role, or to join the family of somebody else. */
const givenInvitation = async (
  { id, email }: Person,
  role: GrantedRole | 'adult' = 'coach',
): Promise<Link> => {
  const inviting = await storedFamily(table);
  const ofFamily = role === 'adult' && { familyId: inviting.id };
  const by = inviting.profile.id;
  const invitation = newInvitation({ email, by, now: system.now(), role, ...ofFamily });
  await sendTransaction(table, [invitationPut(table, invitation)]);
  const token = await createInvitationLink(table, invitation);
  const { read, use } = invitationRoutes[role];
  return { read: () => call(read, { token }), use: [() => call(use, { token }, id)] };
};

const givenToken = async (kind: 'verify-email' | 'reset-password', { id, email }: Person): Promise<Link> => {
  const token = await createToken(table, { kind, userId: id, now: system.now() });
  const read = async () => {
    const { body } = await call('getLinkedAddress', { token });
    return { status: Object(body).email === email ? 200 : 404 };
  };
  return { read, use: [() => call('resetPassword', { token, newPassword: 'of somebody else' })] };
};

const givenJoining = async ({ email }: Person): Promise<Link> => {
  const token = await createJoining(table, email, system.now());
  const waits = async () => (await system.items()).some((item) => item.email === email && item.reader_id);
  return {
    read: async () => ({ status: (await waits()) ? 200 : 404 }),
    use: [() => byLink('confirmNewsletter', { token })],
  };
};

const givenLeaving = async ({ email }: Person): Promise<Link> => {
  const now = system.now();
  const token = await createJoining(table, email, now);
  expect((await confirmJoining(table, { token, wording: 'Yes', now })).outcome).toBe('on-list');
  const { id: reader = '', leave_secret: secret = '' } =
    (await listReaders(table)).find((one) => one.email === email) ?? {};
  const isReader = async () => (await listReaders(table)).some(({ id }) => id === reader);
  return {
    read: async () => ({ status: (await isReader()) ? 200 : 404 }),
    use: [() => invoke(tests.links, { route: 'leaveNewsletter', query: { reader, secret } })],
  };
};

/** The links that were mailed to an account, whatever its family. An address has one invitation: it is to the role. */
const ofLogin = (person: Person, role: GrantedRole) => ({
  'adult-invitation': () => givenInvitation(person, 'adult'),
  'coach-invitation': () => (role === 'coach' ? givenInvitation(person, role) : undefined),
  'admin-invitation': () => (role === 'admin' ? givenInvitation(person, role) : undefined),
  'verify-email': () => givenToken('verify-email', person),
  'reset-password': () => givenToken('reset-password', person),
  'newsletter-confirmation': () => givenJoining(person),
  'newsletter-leave': () => givenLeaving(person),
});

type Given = Record<LinkKind, () => Promise<Link | readonly Link[]> | undefined>;

type Made = { readonly kind: string; readonly link: Link };

const makeEach = async (given: Given): Promise<Made[]> => {
  const links: Made[] = [];
  for (const [kind, make] of Object.entries(given))
    for (const link of [(await make()) ?? []].flat()) links.push({ kind, link });
  for (const { kind, link } of links) expect([kind, (await link.read()).status]).toEqual([kind, 200]);
  return links;
};

/** What is stored besides counters. */
const stored = async () => (await system.items()).filter(({ PK }) => !String(PK).startsWith('USES#'));

/** Opens and uses links that have ended: each is refused, and nothing changes. */
const expectEnded = async (links: readonly Made[]): Promise<void> => {
  const before = await stored();
  for (const { kind, link } of links)
    for (const open of [link.read, ...link.use]) {
      const { status, body } = await open();
      expect([kind, status, body]).toEqual([kind, expect.toBeOneOf([400, 404]), body]);
    }
  expect(await stored()).toEqual(before);
};

type Fate = 'ends' | 'stays';
const always = (fate: Fate): Record<EndingEvent, Fate> => ({ password: fate, erasure: fate, left: fate });
/** It is for the login, which stays where the account is no member any more. */
const untilErased = { password: 'ends', erasure: 'ends', left: 'stays' } as const;

/** What becomes of the links of an account (AUT-45, FID-03). A kind or an occasion without its entry does not compile. */
const fates: Record<LinkKind, Record<EndingEvent, Fate>> = {
  offer: always('ends'),
  reminder: always('ends'),
  'calendar-feed': always('ends'),
  'adult-invitation': untilErased,
  'coach-invitation': untilErased,
  'admin-invitation': untilErased,
  'verify-email': untilErased,
  'reset-password': untilErased,
  'newsletter-confirmation': untilErased,
  // It can do nothing but end the newsletter, also of an account that is gone.
  'newsletter-leave': always('stays'),
};

const isEndedBy =
  (occasion: EndingEvent | undefined) =>
  ({ kind }: Made): boolean =>
    occasion !== undefined && Object(fates)[kind][occasion] === 'ends';

const newPassword = async ({ id }: Person) => {
  const token = await createToken(table, { kind: 'reset-password', userId: id, now: system.now() });
  system.passTime(1);
  return call('resetPassword', { token, newPassword: 'new password' });
};

const eraseAccount = ({ id }: Person) => call('deleteMyAccount', { confirmation: 'DELETE' }, id);
const eraseFamily = ({ id }: Pick<SampleFamily, 'id'>) =>
  office.call('deleteParent', { params: { parentId: id } });

it.each([
  ['a new password', 'coach', 'password', ({ profile }: SampleFamily) => newPassword(profile)],
  ['a new password', 'admin', 'password', ({ profile }: SampleFamily) => newPassword(profile)],
  ['the erasure by the family', 'admin', 'erasure', ({ profile }: SampleFamily) => eraseAccount(profile)],
  ['the erasure by the office', 'coach', 'erasure', eraseFamily],
] as const)(
  'the links of the only adult of a family end with %s in every state, with an invitation as %s [AUT-45, SCH-01]',
  async (_, role, occasion, end) => {
    const own = await givenFamily('Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn');
    const { profile } = own;
    const links = await makeEach({
      offer: () => givenOffers(own),
      reminder: () => givenReminder(own),
      'calendar-feed': () => givenFeed(own, profile),
      ...ofLogin(profile, role),
    });

    expect([200, 204]).toContain((await end(own)).status);

    await expectEnded(links.filter(isEndedBy(occasion)));
    const listed = (await stored()).filter(
      ({ GSI1PK }) => GSI1PK === accountLinksPartition(profile.id).GSI1PK,
    );
    expect(listed.every(({ entity }) => occasion === 'password' && entity === 'token')).toBe(true);
    for (const { link } of links.filter(({ kind }) => kind === 'newsletter-leave'))
      for (const leave of link.use) expect((await leave()).status).toBe(200);
  },
);

/** Two adults of a family, and the one whom something happens to. */
interface Pair {
  readonly own: SampleFamily;
  readonly holder: Person;
  readonly adult: Person;
}
interface Case extends Pair {
  readonly subject: Person;
  readonly other: Person;
}

const accept = async (familyId: SampleFamily['id'], email: string, proof?: object): Promise<Person> => {
  const invitation = await getInvitation(table, { email, invitation: adultInvitationId(familyId) });
  const token = await createInvitationLink(table, invitation ?? expect.unreachable('nobody is invited'));
  const person = { full_name: 'Alex Other', phone_number: '07700 900456', password: 'football1' };
  const accepted = await call('acceptAdultInvitation', { token, ...person, ...(proof && { proof }) });
  expect(accepted).toMatchObject({ status: 201 });
  const registration = await getRegistration(table, email);
  return registration?.holder === 'account'
    ? { id: registration.userId, email }
    : expect.unreachable('no account was opened');
};

const givenByOffice = async (...names: string[]): Promise<SampleFamily> => {
  const children = names.map((name) => ({ name, date_of_birth: '2018-05-04' }));
  const contact = { full_name: 'Zofia Kowalska', phone_number: '07700 900456', email: '' };
  const added = await office.call('addFamily', { body: { ...contact, children } });
  const { id } = parentRoutes.addFamily.response.parse(added.body);
  const email = newAddress();
  await office.call('inviteFamily', { params: { parentId: id }, body: { email } });
  const holder = await accept(id, email, { date_of_birth: '2018-05-04' });
  const known = (await getFamily(table, id)) ?? expect.unreachable('it is stored');
  return { id, children: known.children, profile: { ...sampleFamily().profile, ...holder } };
};

const withSecond = async (own: SampleFamily): Promise<Pair> => {
  const email = newAddress();
  expect(await call('inviteAdult', { email }, own.profile.id)).toMatchObject({ status: 202 });
  return { own, holder: own.profile, adult: await accept(own.id, email) };
};

const changeHolder = ({ own: { id } }: Pair) => office.call('makeAdultHolder', { params: { parentId: id } });

const accounts: Record<string, () => Promise<Case>> = {
  'a holder who signed up': async () => {
    const pair = await withSecond(await givenFamily('Ana', 'Ben'));
    return { ...pair, subject: pair.holder, other: pair.adult };
  },
  'a holder whom the office invited': async () => {
    const pair = await withSecond(await givenByOffice('Ana', 'Ben'));
    return { ...pair, subject: pair.holder, other: pair.adult };
  },
  'a second adult': async () => {
    const pair = await withSecond(await givenFamily('Ana', 'Ben'));
    return { ...pair, subject: pair.adult, other: pair.holder };
  },
  'a former holder': async () => {
    const { own, holder: former, adult: holder } = await withSecond(await givenFamily('Ana', 'Ben'));
    expect(await changeHolder({ own, holder, adult: former })).toMatchObject({ status: 204 });
    return { own, holder, adult: former, subject: former, other: holder };
  },
};

type Ends = (of: Case) => readonly (readonly [Person, EndingEvent])[];
const adultLeaves: Ends = ({ adult }) => [[adult, 'left']];
const removeLogin = ({ id: parentId }: Pick<SampleFamily, 'id'>, { id: userId }: Person) =>
  office.call('removeLogin', { params: { parentId, userId } });
const bothEnd: Ends = ({ holder, adult }) => [
  [holder, 'erasure'],
  [adult, 'left'],
];

/** What is done, and whose links end by what. Those of everybody else stay. */
const happenings: Record<string, readonly [act: (of: Case) => Promise<Opened>, ends: Ends]> = {
  'a new password': [({ subject }) => newPassword(subject), ({ subject }) => [[subject, 'password']]],
  'the end of the access by the account itself': [
    ({ subject }) => call('endAdultAccess', undefined, subject.id),
    adultLeaves,
  ],
  'the end of the access by the other adult': [
    ({ other }) => call('endAdultAccess', undefined, other.id),
    adultLeaves,
  ],
  'the end of the access by the office': [
    ({ own: { id } }) => office.call('endAdultAccessOf', { params: { parentId: id } }),
    adultLeaves,
  ],
  'the login taken off by the office': [
    ({ own, subject }) => removeLogin(own, subject),
    ({ subject }) => [[subject, 'left']],
  ],
  'another holder': [changeHolder, () => []],
  // The holder erases the family.
  'the erasure of the account': [
    ({ subject }) => eraseAccount(subject),
    (of) => (of.subject === of.holder ? bothEnd(of) : [[of.subject, 'erasure']]),
  ],
  'the erasure of the family by the office': [({ own }) => eraseFamily(own), bothEnd],
};

/** A kept place and the offer of a list, with a link for each adult. */
const givenForBoth = async ({ own, holder, adult }: Pair) => {
  const cls = await givenClass(3);
  await book(cls, own);
  await publish(await planned(cls));
  await system.settle();
  const offer = await givenWaitingOffer(own);
  const people = [holder, adult];
  const reminders = await givenReminder(own, people);
  return Promise.all(
    people.map(async (person, index) => ({
      person,
      offers: [
        at(linksTo({ profile: { ...own.profile, email: person.email } }), 0),
        await linkOfOffer(offer, person),
      ].map((link) => offerLink(link, { class_id: cls.id, time_slot_id: at(cls.time_slots, 0).id })),
      reminder: at(reminders, index),
    })),
  );
};

/** Whether an item is a link that shows or changes something of a family, for its member. */
const isLinkToFamilyOf =
  ({ id }: Person) =>
  ({ PK, GSI1PK, kind }: Awaited<ReturnType<typeof stored>>[number]): boolean =>
    PK === calendarFeedKey(id).PK ||
    (GSI1PK === accountLinksPartition(id).GSI1PK && (kind === 'offer' || kind === 'reminder'));

/** Each happening, and two of each account. */
const chosenCases = Object.entries(accounts).flatMap(([whose, given], account) =>
  Object.entries(happenings)
    .filter((_, happening) => isChosen(happening - account, 4))
    .map(([what, happening]) => [whose, what, given, ...happening] as const),
);

it.each(chosenCases)(
  'the links of %s, and of the other adult, end as they must with %s [FID-03]',
  async (_, __, given, act, ends) => {
    const one = await given();
    const links = (await givenForBoth(one)).map(({ person, offers, reminder }) => ({
      person,
      made: () =>
        makeEach({
          offer: async () => offers,
          reminder: async () => reminder,
          'calendar-feed': () => givenFeed(one.own, person),
          ...ofLogin(person, person === one.holder ? 'coach' : 'admin'),
        }),
    }));
    const made: (readonly [Person, Made[]])[] = [];
    for (const { person, made: make } of links) made.push([person, await make()]);

    expect([200, 204]).toContain((await act(one)).status);

    const ended = new Map(ends(one));
    for (const [person, each] of made) {
      const occasion = ended.get(person);
      const isEnded = isEndedBy(occasion);
      // An account that joins the family again has none of the links that it had.
      const kept = occasion ? (await stored()).filter(isLinkToFamilyOf(person)) : [];
      expect(kept).toEqual([]);
      await expectEnded(each.filter(isEnded));
      for (const { kind, link } of each.filter((one) => !isEnded(one)))
        expect([kind, (await link.read()).status]).toEqual([kind, 200]);
    }
  },
);

describe('the invitation that a holder made, or an intruder with the holder’s login', () => {
  const happens: Record<string, (own: SampleFamily) => Promise<Opened>> = {
    'a new password': ({ profile }) => newPassword(profile),
    'the login taken off by the office': (own) => removeLogin(own, own.profile),
    'the erasure of the account': ({ profile }) => eraseAccount(profile),
    'the erasure of the family by the office': eraseFamily,
  };
  const families = { 'that signed up': givenFamily, 'that the office made': givenByOffice };

  it.each(
    Object.entries(families).flatMap(([whose, make]) =>
      Object.entries(happens).map(([what, end]) => [whose, what, make, end] as const),
    ),
  )('of a family %s ends with %s: nobody joins by it [FID-03]', async (_, __, make, end) => {
    const own = await make('Ana');
    const email = newAddress();
    expect(await call('inviteAdult', { email }, own.profile.id)).toMatchObject({ status: 202 });
    const invitation = await getInvitation(table, { email, invitation: adultInvitationId(own.id) });
    const token = await createInvitationLink(table, invitation ?? expect.unreachable('somebody is invited'));
    expect(await call('getAdultInvitation', { token })).toMatchObject({ status: 200 });

    expect([200, 204]).toContain((await end(own)).status);

    const invalid = { status: 404, body: { code: 'invitationInvalid' } };
    const person = { full_name: 'Iggy Intruder', phone_number: '07700 900999', password: 'football1' };
    expect(await call('getAdultInvitation', { token })).toMatchObject(invalid);
    expect(await call('acceptAdultInvitation', { token, ...person })).toMatchObject(invalid);
    expect(await userPool.usersOf(email)).toEqual([]);
    expect((await getFamily(table, own.id))?.family.adult_invited).toBeUndefined();
  });

  it('that the office sent stays with a new password of an account that has left [FID-03]', async () => {
    const own = await givenByOffice('Ana');
    const params = { parentId: own.id, userId: own.profile.id };
    expect(await office.call('removeLogin', { params })).toMatchObject({ status: 204 });
    const email = newAddress();
    await office.call('inviteFamily', { params: { parentId: own.id }, body: { email } });
    expect(await newPassword(own.profile)).toMatchObject({ status: 200 });
    const { id } = await accept(own.id, email, { date_of_birth: '2018-05-04' });
    expect((await getAccount(table, id))?.family_id).toBe(own.id);
  });
});

it('says of every kind what becomes of it [FID-03]', () => {
  expect(Object.keys(fates).toSorted()).toEqual(linkKinds.toSorted());
});

it('a new password leaves places and calendar for the family, which gets new links to them [AUT-45]', async () => {
  const own = await givenFamily('Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn');
  const { id: familyId, profile } = own;
  const userId = profile.id;
  const offers = await givenOffers(own);
  await givenFeed(own, profile);
  await givenInvitation(profile);
  const waiting = async () =>
    (await invoke(system.handler, { route: 'getMyWaiting', userId, familyId })).body;
  const before = await waiting();
  expect(Object(before).offers.length).toBeGreaterThan(1);

  system.passTime(1);
  expect((await newPassword(own.profile)).status).toBe(200);
  expect((await at(offers, 1).read()).status).toBe(404);

  expect(await waiting()).toEqual(before);
  const feed = { route: 'createCalendarFeed', userId, body: { replace: false } } as const;
  expect((await invoke(system.handler, feed)).status).toBe(201);
  const requests = (await system.items()).filter(({ entity }) => entity === mailRequestEntity);
  await runMailer(
    requests.map((item) => insertRecord(item)),
    deps,
  );
  const mail = system.mails.findLast(({ to }) => to === profile.email);
  const token = /coach-invitation#([\w.-]+)/.exec(mail?.data.replaceAll('=\r\n', '') ?? '')?.[1];
  expect(await call('getCoachInvitation', { token })).toMatchObject({ status: 200 });
});

it('every secret is made where its kind is named [AUT-45]', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const making = files.filter((file) => readFileSync(`functions/${file}`, 'utf8').includes('randomBytes('));
  // Recovery codes are no links.
  expect(making.toSorted()).toEqual(['accounts/second-factor.ts', 'lib/ids.ts']);
});
