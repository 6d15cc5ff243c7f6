import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put';
import { at, sampleFamily } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-system';
import { invoke } from '#infra/testing/services/invoke';
import { startTermTests } from '#infra/testing/services/term-tests';
import { startTestUserPool } from '#infra/testing/services/test-user-pool';
import { insertRecord } from '#infra/testing/table/all-items';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { accountRoutes } from '#shared/contract/account-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { Family } from '#shared/families/family';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { GrantedRole } from '#shared/roles';
import { createDayLink } from '../booking/booking-changes.ts';
import { endBooking } from '../booking/end-booking.ts';
import { getManagedClass } from '../classes/classes.ts';
import { accountOperations } from '../entries/account-operations.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { handleRecords } from '../entries/mailer-records.ts';
import { invitationIdOf, type LinkKind } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { addUser } from '../lib/identity/users.ts';
import { mailRequestEntity } from '../lib/mail/mail-requests.ts';
import { confirmJoining, createJoining, listReaders } from '../messages/newsletter.ts';
import { createFeed } from '../sessions/calendar-feeds.ts';
import { settleList } from '../waiting/ask-list.ts';
import { createOfferLink, getOffer } from '../waiting/offers.ts';
import { joinList } from '../waiting/steps.ts';
import { listEntries } from '../waiting/waiting-entries.ts';
import { createInvitationLink, invitationPut, newInvitation } from './coaches.ts';
import { createToken } from './tokens.ts';

const tests = await startTermTests();
const { system, table, deps, givenClass, book, planned, publish, linksTo, viewOf, byLink, keep, decline } =
  tests;
const userPool = await startTestUserPool();
afterAll(() => userPool.stop());

const account = createHandler(accountRoutes, accountOperations, {
  ...deps,
  userPool,
  clientId: userPool.clientId,
  pause: async () => {},
});
const family = createHandler(familyRoutes, familyOperations, deps);
const office = adminApi({ table, clock: deps.clock, userPool });

const call = (route: keyof typeof accountRoutes, body: object, userId?: string) =>
  invoke(account, { route, body, sourceIp: randomUUID(), ...(userId && { userId }) });

/** A family with children of these names, whose account has a user. */
const givenFamily = async (...names: string[]): Promise<Family> => {
  const email = `${randomUUID()}@example.com`;
  const id = await addUser(userPool, { email, password: 'before' });
  const { profile, children } = sampleFamily({ children: names.map((name) => ({ name })) });
  if (!id) throw new Error('A user is expected');
  const own = {
    profile: { ...profile, id, email },
    children: children.map((child) => ({ ...child, parent_id: id })),
  };
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

/** A link to the open offer of a waiting list, for the last child of a family. */
const givenWaitingOffer = async ({ profile, children }: Family) => {
  const cls = await givenClass(1);
  const slot = at(cls.time_slots, 0);
  const booking = await book(cls, await storedFamily(table));
  const order = { class_id: cls.id, time_slot_id: slot.id, child_ids: [at(children, 5).id] };
  const attempt = idempotencyKeySchema.parse(randomUUID());
  await joinList({ parentId: profile.id, order, attempt, by: 'parent' }, deps);
  await endBooking(deps, booking, { ending: { reason: 'cancelled' }, by: 'parent', tell: false });
  await settleList({ class_id: cls.id, id: slot.id }, deps);
  const { offer_id } = at(await listEntries(table, slot.id), 0);
  const offer = offer_id && (await getOffer(table, offer_id));
  if (!offer) throw new Error('An offer is expected');
  return { offer_id: offer.id, secret: await createOfferLink(table, offer) };
};

/** Links to kept places that ran out, are open, were moved, declined and taken, and to the offer of a list. */
const givenOffers = async (own: Family): Promise<Link[]> => {
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
  const offers = [old, ...kept, await givenWaitingOffer(own)];
  const states = await Promise.all(offers.map(async (link) => (await viewOf(link)).state));
  expect(states).toEqual(['expired', 'open', 'open', 'declined', 'taken', 'open']);
  return offers.map((link) => ({
    read: () => byLink('getLinkedOffer', link),
    use: [
      () => byLink('takeOffer', { ...link, calendar_version: 0 }),
      () => byLink('declineOffer', { ...link, stays: false }),
      () => byLink('moveOffer', { ...link, ...elsewhere }),
    ],
  }));
};

const givenReminder = async (own: Family): Promise<Link> => {
  const booking = await book(await givenClass(3), own, { child: 5 });
  const day = at(booking.dates, 3);
  const secret = await createDayLink(table, { parent_id: own.profile.id, date: day });
  return {
    read: () => byLink('getLinkedDay', { secret }),
    use: [() => byLink('setLinkedNotComing', { secret, booking_id: booking.id, not_coming: true })],
  };
};

const givenFeed = async ({ profile: { id } }: Family): Promise<Link> => {
  const feed = await createFeed(
    table,
    { userId: id, familyId: id },
    { replace: false, at: instantOf(system.now()) },
  );
  const params = { familyId: id, file: `${feed.outcome === 'created' ? feed.secret : ''}.ics` };
  return { read: () => invoke(tests.links, { route: 'getCalendarFeed', params }), use: [] };
};

const invitationRoutes = {
  coach: { read: 'getCoachInvitation', use: 'acceptMyCoachInvitation' },
  admin: { read: 'getAdminInvitation', use: 'acceptMyAdminInvitation' },
  adult: { read: 'getAdultInvitation', use: 'acceptMyAdultInvitation' },
} as const;

const givenInvitation = async (
  { profile: { id, email } }: Family,
  role: GrantedRole | 'adult' = 'coach',
): Promise<Link> => {
  const by = (await storedFamily(table)).profile.id;
  const family = role === 'adult' && { familyId: by };
  const invitation = newInvitation({ email, by, now: system.now(), role, ...family });
  await sendTransaction(table, [invitationPut(table, invitation)]);
  const token = await createInvitationLink(table, invitation);
  const { read, use } = invitationRoutes[role];
  return {
    read: () => call(read, { token }),
    use: [() => call(use, { token }, id)],
  };
};

const givenToken = async (kind: 'verify-email' | 'reset-password', { profile }: Family): Promise<Link> => {
  const token = await createToken(table, { kind, userId: profile.id, now: system.now() });
  const read = async () => {
    const { body } = await call('getLinkedAddress', { token });
    return { status: Object(body).email === profile.email ? 200 : 404 };
  };
  return { read, use: [() => call('resetPassword', { token, newPassword: 'of somebody else' })] };
};

const givenJoining = async ({ profile: { email } }: Family): Promise<Link> => {
  const token = await createJoining(table, email, system.now());
  const waits = async () => (await system.items()).some((item) => item.email === email && item.reader_id);
  return {
    read: async () => ({ status: (await waits()) ? 200 : 404 }),
    use: [() => byLink('confirmNewsletter', { token })],
  };
};

type Given = Record<Exclude<LinkKind, 'newsletter-leave'>, (own: Family) => Promise<Link | Link[]>>;

/**
 * Links of every kind, in every state. A kind that is missing here does not compile. An address has one invitation: it is to
 * the role.
 */
const givenLinks = (role: GrantedRole): Given => ({
  offer: givenOffers,
  reminder: givenReminder,
  'adult-invitation': (own) => givenInvitation(own, 'adult'),
  'calendar-feed': givenFeed,
  'coach-invitation': async (own) => (role === 'coach' ? givenInvitation(own, role) : []),
  'admin-invitation': async (own) => (role === 'admin' ? givenInvitation(own, role) : []),
  'verify-email': (own) => givenToken('verify-email', own),
  'reset-password': (own) => givenToken('reset-password', own),
  'newsletter-confirmation': givenJoining,
});

/** The link that a newsletter ends by. */
const givenLeaving = async ({ profile: { email } }: Family) => {
  const now = system.now();
  const token = await createJoining(table, email, now);
  expect((await confirmJoining(table, { token, wording: 'Yes', now })).outcome).toBe('on-list');
  const { id: reader = '', leave_secret: secret = '' } =
    (await listReaders(table)).find((one) => one.email === email) ?? {};
  return () => invoke(tests.links, { route: 'leaveNewsletter', query: { reader, secret } });
};

const newPassword = async ({ profile: { id } }: Family) => {
  const token = await createToken(table, { kind: 'reset-password', userId: id, now: system.now() });
  system.passTime(1);
  return call('resetPassword', { token, newPassword: 'new password' });
};

it.each([
  ['a new password', 'coach', newPassword],
  ['a new password', 'admin', newPassword],
  [
    'the erasure by the family',
    'admin',
    ({ profile: { id } }: Family) => call('deleteMyAccount', { confirmation: 'DELETE' }, id),
  ],
  [
    'the erasure by the office',
    'coach',
    ({ profile: { id } }: Family) => office.call('deleteParent', { params: { parentId: id } }),
  ],
] as const)(
  '%s ends every secret link, in every state, with an invitation as %s [AUT-45, SCH-01]',
  async (_, role, end) => {
    const own = await givenFamily('Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn');
    const leave = await givenLeaving(own);
    const links: [string, Link][] = [];
    for (const [kind, make] of Object.entries(givenLinks(role)))
      for (const link of [await make(own)].flat()) links.push([kind, link]);
    for (const [kind, { read }] of links) expect([kind, (await read()).status]).toEqual([kind, 200]);

    expect([200, 204]).toContain((await end(own)).status);

    const stored = async () => (await system.items()).filter(({ PK }) => !String(PK).startsWith('USES#'));
    const before = await stored();
    for (const [kind, { read, use }] of links)
      for (const open of [read, ...use]) {
        const { status, body } = await open();
        expect([kind, status, body]).toEqual([kind, expect.toBeOneOf([400, 404]), body]);
      }
    expect(await stored()).toEqual(before);
    const listed = before.filter(({ GSI1PK }) => GSI1PK === `TOKENS#${own.profile.id}`);
    expect(listed.every(({ entity }) => end === newPassword && entity === 'token')).toBe(true);
    // It can do nothing but end the newsletter, also of an account that is gone.
    expect((await leave()).status).toBe(200);
  },
);

it('a new password leaves places and calendar for the family, which gets new links to them [AUT-45]', async () => {
  const own = await givenFamily('Ana', 'Ben', 'Cleo', 'Dan', 'Eva', 'Finn');
  const userId = own.profile.id;
  const offers = await givenOffers(own);
  await givenFeed(own);
  await givenInvitation(own);
  const waiting = async () => (await invoke(family, { route: 'getMyWaiting', userId })).body;
  const before = await waiting();
  expect(Object(before).offers.length).toBeGreaterThan(1);

  system.passTime(1);
  expect((await newPassword(own)).status).toBe(200);
  expect((await at(offers, 1).read()).status).toBe(404);

  expect(await waiting()).toEqual(before);
  const feed = { route: 'createCalendarFeed', userId, body: { replace: false } } as const;
  expect((await invoke(family, feed)).status).toBe(201);
  const requests = (await system.items()).filter(({ entity }) => entity === mailRequestEntity);
  await handleRecords(
    requests.map((item) => insertRecord(item)),
    deps,
  );
  const mail = system.mails.findLast(({ to }) => to === own.profile.email);
  const token = /coach-invitation#([\w.-]+)/.exec(mail?.data.replaceAll('=\r\n', '') ?? '')?.[1];
  expect(await call('getCoachInvitation', { token })).toMatchObject({ status: 200 });
});

it('a new password brings no invitation back that is withdrawn meanwhile [AUT-45]', async () => {
  const own = await givenFamily('Ana');
  await givenInvitation(own);
  const params = { invitationId: invitationIdOf(own.profile.email) };
  const withdraw = () => office.call('withdrawCoachInvitation', { params });
  expect((await withChangeBetween(table, withdraw, () => newPassword(own))).status).toBe(200);
  expect((await system.items()).filter(({ entity }) => entity === 'coach-invitation')).toEqual([]);
});

it('another account keeps its links [AUT-45]', async () => {
  const [own, other] = [await givenFamily('Ana'), await givenFamily('Ana', 'B', 'C', 'D', 'E', 'F')];
  const links = await Promise.all(
    [givenReminder, givenFeed, givenInvitation, givenJoining].map((make) => make(other)),
  );
  expect((await newPassword(own)).status).toBe(200);
  for (const { read } of links) expect((await read()).status).toBe(200);
});

it('every secret is made where its kind is named [AUT-45]', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const making = files.filter((file) => readFileSync(`functions/${file}`, 'utf8').includes('randomBytes('));
  // Recovery codes are no links.
  expect(making.toSorted()).toEqual(['accounts/second-factor.ts', 'lib/ids.ts']);
});
