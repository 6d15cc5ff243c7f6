import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { isChosen } from '#infra/testing/runner/slowness';
import { at, formOf, type SampleFamily, sampleMessage } from '#infra/testing/samples/samples';
import { addSecondAdult, storedCoach, storedFamily } from '#infra/testing/samples/stored';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { startTermTests } from '#infra/testing/services/term-tests';
import type { FootballClass } from '#shared/classes/class';
import type { Profile } from '#shared/families/family';
import { dayMs } from '#shared/lib/durations';
import { type FamilyId, messageIdSchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { type MessageKind, messageContentSchema, messageKinds } from '#shared/messages/message';
import { date } from '#shared/testing/values';
import { getProfile } from '../accounts/accounts.ts';
import { familyFromItem, getStoredFamily } from '../accounts/stored-families.ts';
import { inviteHolders } from '../across/invite-holders.ts';
import { leaveFamily } from '../families/adults.ts';
import { setCardEnd } from '../families/children.ts';
import { addPhonedFamily, phonedFamily } from '../families/families.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { sendLeaseLifetimeSeconds } from '../limits.ts';
import { confirmJoining, createJoining } from './newsletter.ts';

const tests = await startTermTests();
const { system, table, givenClass, book, planned, publish, publishNext } = tests;
const { admin, keyOf, cancelSaturday, restore } = cancellationSteps(() => system);

/** The first moment at which a message that is stored now is too old to be sent, of whichever kind. */
const tooOld = (): Date => new Date(system.now().getTime() + sendLeaseLifetimeSeconds * 1_000 + 1);

const sessionBegins = new Date('2025-09-27T08:00:00Z');
/** The end of its day: a coach who stands in is told also while it is held. */
const endOfDay = new Date('2025-09-27T23:00:00Z');
/** The time until which `publishNext` keeps places. */
const renewalsUntil = new Date('2025-10-07T19:00:00Z');

const booked = async (isTrial = false): Promise<{ cls: FootballClass; family: SampleFamily }> => {
  const [cls, family] = [await givenClass(5), await storedFamily(table)];
  await book(cls, family, { isTrial });
  return { cls, family };
};

const call = async (...request: Parameters<ReturnType<typeof admin>['call']>): Promise<void> => {
  expect((await admin().call(...request)).status).toBeLessThan(300);
};

/** Stores a message whose emails are of use at any time. */
const stored = async (content: object): Promise<Date> => {
  const { id, created_at, made_by } = sampleMessage();
  await system.store(messageContentSchema.parse({ id, created_at, made_by, ...content }));
  return tooOld();
};

const to = ({ id }: SampleFamily) => ({ kind: 'families', parent_ids: [id] });
const written = { subject: 'Camp', text: 'In August' };

/**
 * Causes a message of each kind, or has the timer cause it later.
 * @returns its deadline: from then on nobody gets its email
 */
const causes: Readonly<Record<MessageKind, () => Promise<Date>>> = {
  'session-cancelled': async () => {
    const { cls } = await booked();
    expect((await cancelSaturday(cls)).status).toBe(200);
    return tooOld();
  },
  'session-restored': async () => {
    const { cls } = await booked();
    await cancelSaturday(cls);
    await system.settle();
    expect((await restore(keyOf(cls))).status).toBe(200);
    return sessionBegins;
  },
  'remedy-chosen': async () => {
    const { cls } = await booked();
    await cancelSaturday(cls, { remedy: { kind: 'later' } });
    await system.settle();
    const remedy = { kind: 'make-up', date: '2025-10-01' };
    await call('chooseRemedy', { body: { ...keyOf(cls), remedy } });
    return new Date('2025-10-01T08:00:00Z');
  },
  'class-deleted': async () => {
    const { cls } = await booked();
    await call('deleteClass', { params: { classId: cls.id } });
    return tooOld();
  },
  'class-changed': async () => {
    const { cls } = await booked(true);
    const time_slots = formOf(cls).time_slots.map((slot) => ({ ...slot, end_time: '10:00' }));
    const body = { ...formOf(cls), time_slots };
    await call('updateClass', { params: { classId: cls.id }, body });
    return endOfDay;
  },
  'coaching-changed': async () => {
    const { cls } = await booked();
    const coach = await storedCoach(table);
    const body = { slot_id: at(cls.time_slots, 0).id, date: saturday, coach_ids: [coach.profile.id] };
    await call('setCover', { params: { classId: cls.id }, body });
    return endOfDay;
  },
  'next-term': async () => {
    const { cls } = await booked();
    expect((await publish(await planned(cls))).status).toBe(202);
    return renewalsUntil;
  },
  test: async () => {
    const { profile } = await storedFamily(table);
    return stored({ kind: 'test', audience: { kind: 'author', account_id: profile.id }, facts: written });
  },
  broadcast: async () => {
    const { id } = await storedFamily(table);
    return stored({ kind: 'broadcast', audience: { kind: 'family', parent_id: id }, facts: written });
  },
  'trial-follow-up': async () => {
    await booked(true);
    // Its place is held until 8:00 PM of the third day.
    return new Date('2025-09-30T19:00:00Z');
  },
  reminder: async () => {
    await booked();
    return sessionBegins;
  },
  'renewal-reminder': async () => {
    const { cls } = await booked();
    await publishNext(cls);
    return renewalsUntil;
  },
  'renewal-ended': async () => {
    const { cls } = await booked();
    await publishNext(cls);
    system.setTime(renewalsUntil);
    await system.tick();
    return tooOld();
  },
  'payment-reminder': async () =>
    stored({ kind: 'payment-reminder', audience: to((await booked()).family), facts: {} }),
  'card-check': async () => {
    const { family } = await booked();
    const child_ids = family.children.map(({ id }) => id);
    return stored({ kind: 'card-check', audience: to(family), facts: { child_ids } });
  },
  'card-keep': async () => {
    const family = await storedFamily(table);
    const goes_on = date('2025-10-23');
    await sendTransaction(table, [setCardEnd(table, at(family.children, 0), goes_on)]);
    return stored({ kind: 'card-keep', audience: to(family), facts: { goes_on } });
  },
  'family-invitation': async () => {
    const { profile } = await storedFamily(table);
    const contact = { full_name: 'Ana Novak', phone_number: '', email: `${randomUUID()}@example.com` };
    const phoned = phonedFamily({ ...contact, children: [] }, system.now());
    await addPhonedFamily(table, phoned, []);
    const known = await getStoredFamily(table, phoned.family.id);
    const invited = { by: profile.id, now: system.now(), extraWrites: [] };
    expect(await inviteHolders(table, known ? [known] : [], invited)).toBe(1);
    return new Date(system.now().getTime() + limits.invitationDays * dayMs);
  },
  news: async () => {
    const token = await createJoining(table, `${randomUUID()}@example.com`, system.now());
    await confirmJoining(table, { token, wording: 'Yes', now: system.now() });
    return stored({ kind: 'news', audience: { kind: 'readers' }, facts: written });
  },
};

/** The timer and the messenger run again at a moment. @returns the emails of messages of a kind */
const sentAt = async (kind: MessageKind, moment: Date) => {
  system.setTime(moment);
  for (const _ of [0, 1]) {
    await system.tick();
    await system.settle();
  }
  const items = await system.items();
  const ids = new Set(items.flatMap((item) => (item.kind === kind && item.facts ? [item.id] : [])));
  return system.mails.filter(({ tags }) => ids.has(tags.message));
};

/** Their emails are of use at any time, as those of a broadcast. */
const asBroadcast: readonly MessageKind[] = ['test', 'payment-reminder', 'card-check', 'card-keep', 'news'];

it.each(messageKinds.filter((kind) => !asBroadcast.includes(kind)))(
  'emails of the kind %s are not sent from their deadline on where nothing ran for days [JOB-05, TRM-11]',
  async (kind) => {
    await system.scheduleDaily();
    const deadline = await causes[kind]();
    expect(await sentAt(kind, deadline)).toEqual([]);
  },
);

/** Messages about money, and those for one account. All others go to both adults. */
const toPayer: readonly MessageKind[] = ['payment-reminder'];
const toOne: readonly MessageKind[] = ['test', 'coaching-changed', 'family-invitation', 'news'];

/** Adds a second adult to each family with a holder, who gets the emails about money. @returns the addresses of each family */
const addAdults = async () => {
  const families = (await system.items()).flatMap((item) =>
    item.entity === 'family' ? [familyFromItem(item)] : [],
  );
  const withHolder = families.filter(({ members }) => members.length > 0);
  return Promise.all(
    withHolder.map(async ({ id, email }) => ({
      familyId: id,
      holder: email,
      adult: await addSecondAdult(table, id, 'adult'),
    })),
  );
};

const endAccess = async (familyId: FamilyId, adult: Pick<Profile, 'id'>): Promise<void> => {
  const family = (await getStoredFamily(table, familyId)) ?? expect.unreachable();
  const account = (await getProfile(table, adult.id)) ?? expect.unreachable();
  const leaving = { family, account, now: system.now(), isNoted: false };
  expect(await leaveFamily(table, leaving, [])).toEqual({ outcome: 'done' });
};

const chosenKinds = messageKinds.filter(
  (kind, index) => [...toPayer, ...toOne].includes(kind) || isChosen(index, 3),
);

it.each(chosenKinds)(
  'of families of two adults emails of the kind %s go to both, to the one chosen for money, or to one account [ADT-01]',
  async (kind) => {
    await system.scheduleDaily();
    const deadline = await causes[kind]();
    const pairs = await addAdults();
    const mails = await sentAt(kind, new Date(deadline.getTime() - 1));
    const got = mails.map(({ to: address }) => address).toSorted();
    const adults = new Set(pairs.map(({ adult }) => adult.email));
    if (toOne.includes(kind)) {
      expect(got).toHaveLength(1);
      expect(adults.has(at(got, 0))).toBe(false);
      return;
    }
    const pair = pairs.find(({ holder, adult }) => got.includes(holder) || got.includes(adult.email));
    expect(got).toEqual(
      toPayer.includes(kind) ? [pair?.adult.email] : [pair?.holder, pair?.adult.email].toSorted(),
    );
    if (toPayer.includes(kind)) return;
    const message = mails[0]?.tags.message;
    const stored = (await system.items()).find(({ id }) => id === message);
    expect(stored?.recipients).toBe(2);
  },
);

// One for each way to find the recipients.
it.each(['session-cancelled', 'next-term', 'renewal-ended', 'payment-reminder', 'broadcast'] as const)(
  'emails of the kind %s go to no adult whose access has ended [ADT-02]',
  async (kind) => {
    await system.scheduleDaily();
    const deadline = await causes[kind]();
    const pairs = await addAdults();
    for (const { familyId, adult } of pairs) await endAccess(familyId, adult);
    const mails = await sentAt(kind, new Date(deadline.getTime() - 1));
    expect(mails).toHaveLength(1);
    expect(pairs.map(({ adult }) => adult.email)).not.toContain(mails[0]?.to);
  },
);

it('holds an email to an adult back whose access ends after it was queued [ADT-02]', async () => {
  const { family } = await booked();
  const { id } = family;
  const adult = await addSecondAdult(table, id);
  system.answer((to) => (to === adult.email ? 'down' : 'accept'));
  const audience = { kind: 'family', parent_id: id };
  await stored({ kind: 'broadcast', audience, facts: written });
  await system.settle();
  const accepted = () => system.mails.filter(({ isAccepted }) => isAccepted).map(({ to }) => to);
  expect(accepted()).toEqual([family.profile.email]);
  await endAccess(id, adult);
  system.answer(() => 'accept');
  system.passTime(dayMs / 24);
  await system.tick();
  await system.settle();
  expect(accepted()).toEqual([family.profile.email]);
  const states = await system.statesOf(messageIdSchema.parse(system.mails[0]?.tags.message));
  expect(Object.values(states).toSorted()).toEqual(['accepted', 'held-back']);
});

it('tells of a make-up date that is none any more after the day of the session that is on again [JOB-05, CAN-11]', async () => {
  const { cls } = await booked();
  await cancelSaturday(cls, { remedy: { kind: 'make-up', date: date('2025-10-01') } });
  await system.settle();
  expect((await restore(keyOf(cls))).status).toBe(200);
  const mails = await sentAt('session-restored', sessionBegins);
  expect(mails.map(({ data }) => data.includes('There is no session on'))).toEqual([true]);
});

it.each([
  ['on the last day of', '2025-11-01T20:00:00Z', 1],
  ['no coach after', '2025-11-02T10:00:00Z', 0],
])('tells %s a class who has it now [JOB-05, COA-02]', async (_, moment, count) => {
  const coach = await storedCoach(table);
  const cls = await givenClass(5);
  system.setTime(new Date('2025-10-31T10:00:00Z'));
  const body = { ...formOf(cls), coach_ids: [coach.profile.id] };
  await call('updateClass', { params: { classId: cls.id }, body });
  expect(await sentAt('coaching-changed', new Date(moment))).toHaveLength(count);
});
