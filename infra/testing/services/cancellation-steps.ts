import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { bookingRef, listBookingsOfSlot, type StoredBooking } from '#functions/booking/bookings';
import { moveBooking } from '#functions/booking/move-steps';
import { readMoveItems } from '#functions/booking/moves';
import { getManagedClass } from '#functions/classes/classes';
import { familyLedgerRef } from '#functions/ledger/ledger';
import type { TimedDeps } from '#functions/lib/deps';
import { getItem } from '#functions/lib/dynamo/reads';
import { putClass } from '#infra/local/seed/put';
import { endableBooking, sessionsLeftValue } from '#shared/booking/endings';
import { keepTerms } from '#shared/booking/keep-terms';
import { moveTerms } from '#shared/booking/move-terms';
import type { FootballClass } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { type ClassId, idempotencyKeySchema, type SlotId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { CancellationTarget, CancelSessions, SessionKey } from '#shared/sessions/admin-routes';
import { date } from '#shared/testing/values';
import { at, type SampleFamily, sampleClass } from '../samples/samples.ts';
import { storedBooking, storedFamily } from '../samples/stored.ts';
import { adminApi } from './admin-api.ts';
import type { MessageSystem } from './message-system.ts';

/** The fourth of the nine sessions of the sample class; it is four days ahead. */
export const saturday = date('2025-09-27');

/**
 * Moves a booking to a slot by the terms of the moment, as a family that has just seen them.
 * @returns whether there was something to move
 */
export const moveOnTerms = async (
  booking: StoredBooking,
  target: { readonly class_id: ClassId; readonly time_slot_id: SlotId },
  deps: TimedDeps,
): Promise<boolean> => {
  const { booking: live, from, to } = await readMoveItems(deps.table, booking, target);
  if (!live || !from || !to) return false;
  const endable = endableBooking({ ...from, booking: live }, deps.timeZone);
  const sessions_left = sessionsLeftValue(endable, instantOf(deps.clock()));
  const terms = moveTerms({ ...live, sessions_left }, from, to, businessMoment(deps.clock(), deps.timeZone));
  if (!terms) throw new Error('The class has sessions to come');
  const { quote, calendar_version, trial_date } = terms;
  const order = { ...target, calendar_version, credit: quote.credit, charge: quote.charge, trial_date };
  const attempt = idempotencyKeySchema.parse(randomUUID());
  await moveBooking({ booking, order, attempt, by: 'parent', tell: false }, deps);
  return true;
};

export const cancellationSteps = (system: () => MessageSystem) => {
  const slotOf = (cls: FootballClass, index = 0) => at(cls.time_slots, index);

  const keyOf = (cls: FootballClass, day = saturday, index = 0): SessionKey => ({
    class_id: cls.id,
    slot_id: slotOf(cls, index).id,
    date: day,
  });

  const admin = (table = system().table) => adminApi({ table, clock: system().now });

  const cancel = (
    target: CancellationTarget,
    {
      remedy = { kind: 'credit' },
      key = randomUUID(),
      ...body
    }: Partial<CancelSessions> & { key?: string } = {},
    api = admin(),
  ) =>
    api.call('cancelSessions', {
      headers: { 'idempotency-key': key },
      body: { target, reason: 'weather', note: null, remedy, ...body },
    });

  const mailsTo = ({ profile }: SampleFamily) =>
    Promise.all(
      system()
        .mails.filter(({ to, isAccepted }) => to === profile.email && isAccepted)
        .map(({ data }) => PostalMime.parse(data)),
    );

  const givenClass = async (
    overrides: Partial<FootballClass> = {},
    capacities = [10],
  ): Promise<FootballClass> => {
    const cls = sampleClass({ capacities, overrides });
    await putClass(system().table, cls);
    return cls;
  };

  /** Books a class as it is stored now. @throws Error where it is refused */
  const book = async (
    { id }: Pick<FootballClass, 'id'>,
    family: SampleFamily,
    options: Parameters<typeof storedBooking>[3] = {},
  ): Promise<StoredBooking> => {
    const cls = await getManagedClass(system().table, id);
    if (!cls) throw new Error('The class is gone');
    return storedBooking(system().table, cls, family, { now: system().now(), ...options });
  };

  return {
    slotOf,
    keyOf,
    admin,
    cancel,
    mailsTo,
    givenClass,
    book,
    /** A class with a booking of a family in it. */
    givenBooking: async (
      options: Parameters<typeof book>[2] = {},
      overrides: Partial<FootballClass> = {},
    ) => {
      const [cls, family] = [await givenClass(overrides), await storedFamily(system().table)];
      return { cls, family, booking: await book(cls, family, options) };
    },
    /** Keeps the place of a trial. @throws Error where it is refused */
    keep: async ({ id, class_id, ...trial }: StoredBooking): Promise<StoredBooking> => {
      const { table, deps, now } = system();
      const cls = await getManagedClass(table, class_id);
      const slot = cls?.time_slots.find((one) => one.id === trial.time_slot_id);
      const terms = cls && slot && keepTerms(trial, cls, slot, businessMoment(now(), deps.timeZone));
      if (!trial.booked_by_adult) throw new Error('A trial that an account booked is expected');
      const caller = { profile: { id: trial.booked_by_adult }, id: trial.parent_id };
      const { status } = await system().asFamily(caller, 'upgradeTrial', {
        params: { bookingId: id },
        body: {
          booking: { class_id, time_slot_id: trial.time_slot_id, child_id: trial.child_id },
          amount: terms?.amount,
          calendar_version: slot?.calendar_version,
        },
      });
      const kept = await getItem(table, bookingRef(trial));
      if (status !== 200 || !kept) throw new Error(`The place was not kept: ${status}`);
      return kept;
    },
    cancelSaturday: (
      cls: FootballClass,
      options: Parameters<typeof cancel>[1] = {},
      api: Parameters<typeof cancel>[2] = admin(),
    ) => cancel({ kind: 'session', ...keyOf(cls) }, options, api),
    restore: (session: SessionKey) => admin().call('restoreSession', { body: session }),
    accountOf: ({ id }: SampleFamily) => getItem(system().table, familyLedgerRef(id)),
    bookingsOf: (cls: FootballClass, index = 0) =>
      listBookingsOfSlot(system().table, slotOf(cls, index).id, { consistent: true }),
    changesOf: async ({ id }: FootballClass) => (await getManagedClass(system().table, id))?.session_changes,
    subjectsTo: async (family: SampleFamily) => (await mailsTo(family)).map(({ subject }) => subject),
  };
};
