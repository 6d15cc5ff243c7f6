import { randomUUID } from 'node:crypto';
import { getActiveProfile } from '#functions/accounts/accounts';
import { changeRole } from '#functions/accounts/admin';
import type { StoredBooking } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { createStripeClient } from '#functions/cards/stripe';
import { newApplicationId, newOfferId } from '#functions/lib/ids';
import type { Table } from '#functions/lib/table';
import { listApplications } from '#functions/waiting/applications';
import { settleList } from '#functions/waiting/ask-list';
import { createOfferLink, getOffer } from '#functions/waiting/offers';
import { joinList } from '#functions/waiting/steps';
import { putClass, putDraft, putVenue } from '#infra/local/seed/put';
import { defaultTimeZone } from '#infra/settings/settings-schema';
import {
  at,
  enteredFutureClass,
  enteredSlot,
  localToday,
  runningDates,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleVenue,
} from '#infra/testing/samples/samples';
import type { FootballClass } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { idempotencyKeySchema } from '#shared/lib/ids';
import type { ProfileRole, Role } from '#shared/roles';
import type { SessionKey } from '#shared/sessions/admin-routes';
import { resourceNames } from '../../local/addresses.ts';
import { resetAccounts, storedFamily } from '../samples/stored.ts';
import type { Account, TestStack } from '../stack/test-stack.ts';
import { stripeKey } from './attack-stack.ts';

/** Kinds of callers. An account without a verified address gets no token, so that it calls as a visitor. */
export const callers = ['visitor', 'parent', 'deleted', 'coach', 'admin', 'revoked'] as const;
export type CallerName = (typeof callers)[number];

export interface Caller {
  /** The caller's family, whose holder it is. A visitor has the family of the `parent` caller. */
  readonly family: SampleFamily;
  readonly token: string | undefined;
}

export const today = localToday();

/** Creates a caller of each kind, and functions that create classes, bookings and accounts for requests. */
export const createFixtures = async (stack: TestStack) => {
  await putVenue(stack.table, sampleVenue);
  const draft = await putDraft(stack.table, {
    ...enteredFutureClass,
    coach_name: 'Unpublished Coach',
    time_slots: [enteredSlot],
  });
  const newAccount = (options?: { role: Role }): Promise<Account> =>
    stack.createAccount(sampleFamily({ now: new Date() }), options);

  /** A class in its second week, with two slots. By default it has sessions today. */
  const newClass = async ({ startedDaysAgo = 7 } = {}): Promise<FootballClass> => {
    const dates = runningDates(today, { startedDaysAgo });
    const cls = sampleClass({ now: new Date(), capacities: [10, 10], overrides: dates });
    await putClass(stack.table, cls);
    return cls;
  };

  const newBooking = async (
    family: SampleFamily,
    overrides: Partial<StoredBooking> = {},
  ): Promise<StoredBooking> => {
    const booking = sampleBooking(await newClass(), family, overrides);
    // The same family books more often than it may in an hour.
    await resetAccounts(stack.table, [{ family }]);
    await takePlace(stack.table, booking);
    return booking;
  };

  /** A booking of the parent that was cancelled after its first session. */
  const newLateEnding = async (): Promise<StoredBooking> => {
    const booking = await newBooking(byName.parent.family);
    const { id, class_id, time_slot_id, child_id } = booking;
    const { status } = await stack.call({
      route: 'cancelBooking',
      token: byName.parent.token,
      params: { bookingId: id },
      body: { class_id, time_slot_id, child_id, credit: 0 },
    });
    if (status !== 200) throw new Error(`The cancellation of the booking answered ${status}`);
    return booking;
  };

  const cancel = async (session: SessionKey): Promise<void> => {
    const { status } = await stack.call({
      route: 'cancelSessions',
      token: byName.admin.token,
      idempotencyKey: randomUUID(),
      body: {
        target: { kind: 'session', ...session },
        reason: 'weather',
        note: null,
        remedy: { kind: 'later' },
      },
    });
    if (status !== 200) throw new Error(`The cancellation answered ${status}`);
  };

  const recordWaiver = async (parentId: string): Promise<string> => {
    const { body } = await stack.call({
      route: 'recordAllowance',
      params: { parentId },
      token: byName.admin.token,
      idempotencyKey: randomUUID(),
      body: { kind: 'waiver', amount: 1_000, note: 'Hardship' },
    });
    return routes.recordAllowance.response.parse(body).key;
  };

  /** A payment by card of a family that owes for a new booking, recorded by a press of the administrator among the callers. */
  const newCardPayment = async ({ family, token }: Caller) => {
    await newBooking(family);
    const started = await stack.call({
      ...{ route: 'startCardPayment', token, idempotencyKey: randomUUID() },
      body: { amount: 5_000, booking_id: null },
    });
    const { id, url } = routes.startCardPayment.response.parse(started.body);
    await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ by: 'card' }) });
    const client = createStripeClient(stripeKey, stack.url);
    const { payment_intent } = await client.checkout.sessions.retrieve(url.slice(url.lastIndexOf('/') + 1));
    const intent = String(payment_intent);
    const recorded = {
      route: 'recordCardDifference',
      token: byName.admin.token,
      params: { intent },
    } as const;
    const { status } = await stack.call(recorded);
    if (status !== 204) throw new Error(`The press was answered with ${status}`);
    return { id, intent };
  };

  /** Changes a role at a past or future time, because two changes within seconds are refused. */
  const changeRoleOf = async (
    { profile }: SampleFamily,
    role: ProfileRole,
    seconds: number,
  ): Promise<void> => {
    const active = await getActiveProfile(stack.table, profile.id);
    if (!active) throw new Error(`No active profile ${profile.id}`);
    await changeRole(active, role, active.id, {
      table: stack.table,
      userPool: { id: resourceNames.userPoolId, client: stack.pool },
      clock: () => new Date(Date.now() + seconds * 1000),
    });
  };

  const newSettledAdmin = async (): Promise<Account> => {
    const account = await newAccount();
    await changeRoleOf(account.family, 'admin', -60);
    return account;
  };

  /** An administrator whose role was revoked and whose older token is still valid. */
  const newRevoked = async (): Promise<Account> => {
    const account = await newAccount({ role: 'admin' });
    await changeRoleOf(account.family, 'parent', 60);
    return account;
  };

  /** An account that its owner has deleted and whose last token is still valid. */
  const newDeleted = async (): Promise<Account> => {
    const account = await newAccount();
    await newBooking(account.family);
    const { status } = await stack.call({
      route: 'deleteMyAccount',
      token: account.token,
      body: { confirmation: 'DELETE' },
    });
    if (status !== 204) throw new Error(`The deletion answered ${status}`);
    return account;
  };

  const newStranger = (): Promise<Account> => {
    const sample = sampleFamily({
      now: new Date(),
      children: [{ name: 'Strangerchild', medical_conditions: 'Strangernote' }],
    });
    const profile = { ...sample.profile, phone_number: '+44 20 7946 0000' };
    return stack.createAccount({ ...sample, profile });
  };

  const signUpUnverified = async (): Promise<string> => {
    const email = `${randomUUID()}@example.com`;
    const child = { name: 'Robin', date_of_birth: '2018-06-15', medical_conditions: null };
    await stack.call({
      route: 'signUp',
      body: {
        email,
        password: 'football1',
        full_name: 'Uma',
        phone_number: '07700 900123',
        children: [child],
      },
    });
    return email;
  };

  const parent = await newAccount();
  const unverifiedEmail = await signUpUnverified();
  const visitor: Caller = { family: parent.family, token: undefined };
  const byName: Record<CallerName, Caller> = {
    visitor,
    parent,
    coach: await newAccount({ role: 'coach' }),
    admin: await newAccount({ role: 'admin' }),
    revoked: await newRevoked(),
    deleted: await newDeleted(),
  };

  return {
    stack,
    unverifiedEmail,
    callers: byName,
    /** Another parent, to whom the callers have no access. */
    stranger: await newStranger(),
    /** A draft of a class, which only administrators see. */
    draft,
    newAccount,
    newSettledAdmin,
    newClass,
    newBooking,
    newLateEnding,
    cancel,
    recordWaiver,
    newCardPayment,
    another: async (name: CallerName): Promise<Caller> => {
      if (name === 'parent') return newAccount();
      if (name === 'coach') return newAccount({ role: 'coach' });
      if (name === 'revoked') return newRevoked();
      if (name === 'deleted') return newDeleted();
      return byName[name];
    },
  };
};

/** Its next session is tomorrow: no place is kept within two hours before a session. */
export const fromTomorrow = { startedDaysAgo: 6 };

export type Fixtures = Awaited<ReturnType<typeof createFixtures>>;

const depsOf = (table: Table) => ({ table, clock: () => new Date(), timeZone: defaultTimeZone });

/** A class in its second week with one place, which another family has booked. */
export const newFullSlot = async (table: Table) => {
  const overrides = runningDates(today, { startedDaysAgo: 7 });
  const cls = sampleClass({ now: new Date(), capacities: [1], overrides });
  await putClass(table, cls);
  const booking = sampleBooking(cls, await storedFamily(table));
  await takePlace(table, booking);
  return { cls, slot: at(cls.time_slots, 0), booking };
};

/** An entry of a family on the list of a new full slot; without the family, ids of things that do not exist. */
export const newEntry = async (table: Table, family: SampleFamily | undefined) => {
  const { cls, slot, booking } = await newFullSlot(table);
  if (!family) return { slotId: slot.id, entryId: newApplicationId(new Date()), cls, booking };
  const { id } = await joinList(
    {
      parentId: family.id,
      order: { class_id: cls.id, time_slot_id: slot.id, child_ids: family.children.map((child) => child.id) },
      attempt: idempotencyKeySchema.parse(randomUUID()),
      actor: family.profile.id,
    },
    depsOf(table),
  );
  return { slotId: slot.id, entryId: id, cls, booking };
};

/** An open offer to a family with its link; without the family, an id and a secret of nothing. */
export const newOffer = async (table: Table, family: SampleFamily | undefined) => {
  if (!family) return { offer_id: newOfferId(new Date()), secret: 'x'.repeat(43) };
  // The same family takes more offers than it may in an hour.
  await resetAccounts(table, [{ family }]);
  const { slotId, cls, booking } = await newEntry(table, family);
  const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  await endBooking(depsOf(table), booking, request);
  await settleList({ class_id: cls.id, id: slotId }, depsOf(table));
  const offerId = at(await listApplications(table, slotId), 0).offer_id;
  const offer = offerId && (await getOffer(table, offerId));
  if (!offer) throw new Error('There is no offer');
  return { offer_id: offer.id, secret: await createOfferLink(table, offer, { account: family.profile.id }) };
};
