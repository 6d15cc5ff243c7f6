import { randomUUID } from 'node:crypto';
import { listBookingsOfSlot } from '#functions/data/bookings/bookings';
import { takePlace } from '#functions/data/bookings/take-place';
import { createClass } from '#functions/data/classes/classes';
import { getManagedClass } from '#functions/data/classes/managed-classes';
import { updateClass } from '#functions/data/classes/update-class';
import { endBooking } from '#functions/data/endings/end-booking';
import type { Table } from '#functions/data/table';
import { askList, readListedSlot } from '#functions/data/waiting/ask-list';
import { putFirst } from '#functions/data/waiting/change-entry';
import { dropEntry } from '#functions/data/waiting/drop-entry';
import { endOffer } from '#functions/data/waiting/end-offer';
import { joinList } from '#functions/data/waiting/join-list';
import { getOffer } from '#functions/data/waiting/stored-offer';
import { takeOffer } from '#functions/data/waiting/take-offer';
import { listEntries, type StoredEntry } from '#functions/data/waiting/waiting-entries';
import { businessMoment } from '#shared/domain/business-time';
import { byRank, isWaiting } from '#shared/domain/waiting';
import type { CommandOf, WaitingCommand } from '#shared/domain/waiting-command';
import { type ChildId, idempotencyKeySchema, type OfferId, type WaitingEntryId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { Instant } from '#shared/schemas/values';
import { at } from '../samples/at.ts';
import { sampleBooking } from '../samples/sample-booking.ts';
import { sampleClass, sampleNow, sampleTimeZone } from '../samples/samples.ts';

/** What became of a command that is carried out on the table; `unknown` where a fault hid it. */
export type Carried = 'done' | 'refused' | 'unknown' | 'not-tried';

/** A slot of a table, on which the commands of waiting lists are carried out. */
export const createWaitingSlot = async (table: Table, capacity: number, families: readonly Family[]) => {
  const cls = sampleClass({ capacities: [capacity] });
  await createClass(table, cls);
  const slotId = at(cls.time_slots, 0).id;
  const familyOf = (child: ChildId): Family => {
    const family = families.find(({ children }) => children.some(({ id }) => id === child));
    if (!family) throw new Error('No family has the child');
    return family;
  };
  const depsAt = (moment: Instant | Date) => ({
    table,
    clock: () => new Date(moment),
    timeZone: sampleTimeZone,
  });
  const find = async (id: WaitingEntryId) =>
    (await listEntries(table, slotId)).find((entry) => entry.id === id);

  const book = async (child: ChildId): Promise<Carried> => {
    const family = familyOf(child);
    const children = family.children.filter(({ id }) => id === child);
    // An attempt whose booking ended never books again.
    const idempotency_key = idempotencyKeySchema.parse(randomUUID());
    const booking = sampleBooking(cls, { ...family, children }, { idempotency_key });
    const { outcome } = await takePlace(table, booking);
    return outcome === 'booked' ? 'done' : 'refused';
  };

  const end = async ({ child, at: moment }: CommandOf<'end-booking'>): Promise<Carried> => {
    const bookings = await listBookingsOfSlot(table, slotId, { consistent: true });
    const booking = bookings.find(({ child_id }) => child_id === child);
    if (!booking) return 'refused';
    const request = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
    const result = await endBooking(depsAt(moment), booking, request);
    return result.outcome === 'ended' && !result.isRepeated ? 'done' : 'refused';
  };

  const join = async ({ entry, children, at: since }: CommandOf<'join'>): Promise<Carried> => {
    const stored: StoredEntry = {
      id: entry,
      parent_id: familyOf(at(children, 0)).profile.id,
      class_id: cls.id,
      time_slot_id: slotId,
      child_ids: [...children],
      since,
      put_first_at: null,
      passed_over_at: null,
      offer_id: null,
      idempotency_key: idempotencyKeySchema.parse(randomUUID()),
      put_first_reason: null,
    };
    const { slot } = (await readListedSlot(table, cls.id, slotId)) ?? {};
    if (!slot) throw new Error('The slot is gone');
    return (await joinList(table, stored, slot, [])).outcome === 'joined' ? 'done' : 'refused';
  };

  const leave = async (id: WaitingEntryId, moment: Instant): Promise<Carried> => {
    const entry = await find(id);
    if (!entry) return 'refused';
    const outcome = await dropEntry(table, entry, moment);
    return outcome === 'refused' ? leave(id, moment) : 'done';
  };

  const first = async (command: CommandOf<'put-first'>): Promise<Carried> => {
    const entry = await find(command.entry);
    if (!entry || !isWaiting(entry)) return 'refused';
    const outcome = await putFirst(table, entry, { at: command.at, reason: 'other' }, []);
    return outcome === 'refused' ? first(command) : 'done';
  };

  const ask = async (moment: Date): Promise<Carried> => {
    const listed = await readListedSlot(table, cls.id, slotId);
    const outcome = listed && (await askList(table, listed, businessMoment(moment, sampleTimeZone)));
    if (outcome === 'offered' || outcome === 'opened') return 'done';
    return outcome === 'nothing-kept' ? 'refused' : 'not-tried';
  };

  const answer = async (
    offerId: OfferId,
    command: CommandOf<'take' | 'decline' | 'expire' | 'withdraw'>,
  ): Promise<Carried> => {
    const offer = await getOffer(table, offerId);
    if (!offer) return 'refused';
    if (command.kind === 'take') {
      const { dates, calendar_version: calendarVersion } = offer;
      const attempt = idempotencyKeySchema.parse(randomUUID());
      const taking = { attempt, now: sampleNow, dates, calendarVersion };
      return (await takeOffer(table, offer, taking)).outcome === 'taken' ? 'done' : 'refused';
    }
    const ending = {
      decline: { state: 'declined', entry: 'to-the-end' },
      expire: { state: 'expired', entry: 'leaves' },
      withdraw: { state: 'withdrawn', entry: 'keeps-rank' },
    } as const;
    const chosen = ending[command.kind];
    const leaves = command.kind === 'decline' && !command.stays;
    const entry = leaves ? 'leaves' : chosen.entry;
    const result = await endOffer(table, offer, { ...chosen, entry, at: command.at });
    return result.outcome === 'done' ? 'done' : 'refused';
  };

  const setCapacity = async (command: CommandOf<'set-capacity'>): Promise<Carried> => {
    const current = await getManagedClass(table, cls.id);
    if (!current) throw new Error('The class is gone');
    const { id, class_id, start_time, end_time } = at(current.time_slots, 0);
    const { version: _, deleting: __, time_slots: ___, id: ____, ...rest } = current;
    const {
      trial_price: _____,
      created_by: ______,
      created_at: _______,
      session_changes: ________,
      ...fields
    } = rest;
    const { outcome } = await updateClass(
      table,
      current,
      {
        fields,
        time_slots: [{ id, class_id, start_time, end_time, max_capacity: command.capacity }],
        raisesCalendar: false,
        samePlaces: false,
        movedAt: () => undefined,
        at: command.at,
      },
      [],
    );
    if (outcome === 'changed') return setCapacity(command);
    return outcome === 'done' ? 'done' : 'refused';
  };

  return {
    carryOut: (
      command: WaitingCommand,
      { now, offerId }: { readonly now: Instant; readonly offerId: OfferId | undefined },
    ): Promise<Carried> => {
      switch (command.kind) {
        case 'book':
          return book(command.child);
        case 'end-booking':
          return end(command);
        case 'join':
          return join(command);
        case 'leave':
          return leave(command.entry, now);
        case 'put-first':
          return first(command);
        case 'ask':
          return ask(new Date(now));
        case 'set-capacity':
          return setCapacity(command);
        case 'take':
        case 'decline':
        case 'expire':
        case 'withdraw':
          return offerId ? answer(offerId, command) : Promise.resolve('refused');
        case 'remove-child':
        case 'close':
          throw new Error(`${command.kind} is no single step`);
      }
    },
    /** What is stored, with the counters of the slot. */
    read: async () => {
      const { slot } = (await readListedSlot(table, cls.id, slotId)) ?? {};
      if (!slot) throw new Error('The slot is gone');
      const entries = (await listEntries(table, slotId)).toSorted(byRank);
      const bookings = await listBookingsOfSlot(table, slotId, { consistent: true });
      return { slot, entries, booked: bookings.map(({ child_id }) => child_id) };
    },
  };
};
