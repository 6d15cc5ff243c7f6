import { randomUUID } from 'node:crypto';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { endBooking } from '#functions/booking/end-booking';
import { listEndedBookings } from '#functions/booking/ended-bookings';
import { readDiscountFacts } from '#functions/booking/held-by-family';
import { getManagedClass } from '#functions/classes/classes';
import { getFamilyLedger, placesIn } from '#functions/ledger/ledger';
import { readSettings, readSettingsNow, saveSettings } from '#functions/school/settings';
import { putClass } from '#infra/local/seed/put';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { myBookingsSchema } from '#shared/booking/booking-input';
import { bookingTerms } from '#shared/booking/booking-terms';
import {
  type ChildWithPlace,
  dependsOnFamily,
  discountFor,
  withoutPlace,
  withPlaces,
} from '#shared/booking/discounts';
import { dueDates } from '#shared/booking/due-dates';
import { keepTerms } from '#shared/booking/keep-terms';
import { moveTerms } from '#shared/booking/move-terms';
import type { FootballClass } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { businessMoment } from '#shared/lib/business-time';
import type { ClassId } from '#shared/lib/ids';
import type { SchoolSettings } from '#shared/school/settings';
import { at, type SampleFamily, sampleClass, sampleTimeZone } from '../samples/samples.ts';
import { storedFamily } from '../samples/stored.ts';
import type { Answer } from './invoke.ts';
import type { Parts, SystemOf } from './system.ts';

interface BookingOptions {
  readonly slot?: number;
  readonly child?: number;
  readonly isTrial?: boolean;
  readonly siblings?: readonly number[];
}

interface ActOptions {
  readonly key?: string;
  readonly by?: Pick<SampleFamily, 'id' | 'profile'> | 'office';
  /** What is sent in place of what the site sends. */
  readonly change?: object | undefined;
}

export const bookingSteps = ({ table, deps, now, asFamily, admin }: Parts) => {
  const classNow = async (id: ClassId): Promise<ManagedClass> => {
    const cls = await getManagedClass(table, id);
    if (!cls) throw new Error('The class is gone');
    return cls;
  };

  const changeSettings = async (change: Partial<SchoolSettings>): Promise<void> => {
    await saveSettings(table, await readSettingsNow(table), change, []);
  };

  /** What is asked for a place at the price and with the dates of the moment. */
  const orderOf = async (
    family: SampleFamily,
    cls: FootballClass,
    { slot = 0, child = 0, isTrial = false, siblings = [] }: BookingOptions = {},
  ) => {
    const stored = await classNow(cls.id);
    const timeSlot = at(stored.time_slots, slot);
    const moment = businessMoment(now(), sampleTimeZone);
    const { due_rule, discounts } = await readSettings(table);
    const ledger = dependsOnFamily(discounts) && (await getFamilyLedger(table, family.id));
    const facts = await readDiscountFacts(table, ledger ? placesIn(ledger) : [], moment);
    const ids = [child, ...siblings].map((index) => at(family.children, index).id);
    const placed: ChildWithPlace[] = [];
    const [first, ...others] = ids.map((child_id) => {
      const place = { cls: stored, child_id, day: moment.today };
      const discountOn = discountFor(place, withPlaces(facts, timeSlot, placed));
      const terms = bookingTerms(stored, timeSlot, isTrial, moment, discountOn);
      const due_dates = terms ? dueDates(due_rule, { ...terms, today: moment.today, isTrial }) : undefined;
      placed.push({ child_id, discount: terms?.discount });
      return { terms, asked: { child_id, amount: terms?.amount, due_dates } };
    });
    return {
      ...first?.asked,
      class_id: cls.id,
      time_slot_id: timeSlot.id,
      is_trial: isTrial,
      trial_date: first?.terms?.trial_date,
      calendar_version: first?.terms?.calendar_version,
      ...(others.length > 0 && { siblings: others.map(({ asked }) => asked) }),
    };
  };

  /** A booking as the site shows it to its family, with what it says about the family's other places. */
  const shownTo = async (family: SampleFamily, { id }: Pick<Booking, 'id'>) => {
    const { bookings, discounts } = myBookingsSchema.parse((await asFamily(family, 'listMyBookings')).body);
    const shown = bookings.find((booking) => booking.id === id);
    if (!shown) throw new Error('The booking is not listed');
    const { class_id, time_slot_id, child_id } = shown;
    return { shown, discounts, place: { class_id, time_slot_id, child_id } };
  };

  /** What a family agrees to that moves a booking now. */
  const moveOrderOf = async (
    family: SampleFamily,
    booking: Pick<Booking, 'id'>,
    { id: class_id }: Pick<FootballClass, 'id'>,
    index = 0,
  ) => {
    const { shown, discounts, place } = await shownTo(family, booking);
    const cls = await classNow(class_id);
    const slot = at(cls.time_slots, index);
    const from = { cls: shown.time_slot.class, slot: shown.time_slot };
    const moment = businessMoment(now(), sampleTimeZone);
    const wanted = { cls, child_id: shown.child_id, day: moment.today };
    const discountOn = discountFor(wanted, withoutPlace(discounts, shown));
    const terms = moveTerms(shown, from, { cls, slot }, moment, discountOn);
    const { credit = 0, charge = 0 } = terms?.quote ?? {};
    const { calendar_version = 0, trial_date } = terms ?? {};
    const target = { class_id, time_slot_id: slot.id };
    return { booking: place, ...target, calendar_version, credit, charge, trial_date };
  };

  /** What a family agrees to that keeps the place of a trial now. */
  const keepOrderOf = async (family: SampleFamily, trial: Pick<Booking, 'id'>) => {
    const { shown, discounts, place } = await shownTo(family, trial);
    const cls = await classNow(shown.class_id);
    const { child_id, time_slot_id } = shown;
    const slot = cls.time_slots.find(({ id }) => id === time_slot_id);
    if (!slot) throw new Error('The slot is gone');
    const moment = businessMoment(now(), sampleTimeZone);
    const { due_rule } = await readSettings(table);
    const discountOn = discountFor({ cls, child_id, day: moment.today }, discounts);
    const terms = keepTerms(shown, cls, slot, moment, { due_rule, discountOn });
    const { amount, due_dates } = terms ?? {};
    return { booking: place, amount, due_dates, calendar_version: slot.calendar_version };
  };

  const tryToBook = async (
    family: SampleFamily,
    cls: FootballClass,
    { key = randomUUID(), by = family, change, ...asked }: BookingOptions & ActOptions = {},
  ): Promise<Answer> => {
    const headers = { 'idempotency-key': key };
    const order = { ...(await orderOf(family, cls, asked)), ...change };
    if (by !== 'office') return asFamily(by, 'bookSlot', { headers, body: order });
    const body = { order, above_capacity: null };
    return admin.call('bookForFamily', { params: { parentId: family.id }, headers, body });
  };

  return {
    classNow,
    moveOrderOf,
    keepOrderOf,
    move: async (
      family: SampleFamily,
      booking: Pick<Booking, 'id'>,
      cls: FootballClass,
      slot = 0,
      { key = randomUUID(), by = family, change }: ActOptions = {},
    ): Promise<Answer> => {
      const order = await moveOrderOf(family, booking, cls, slot);
      const request = { params: { bookingId: booking.id }, headers: { 'idempotency-key': key } };
      if (by !== 'office')
        return asFamily(by, 'moveMyBooking', { ...request, body: { ...order, ...change } });
      const found = { ...order.booking, parent_id: family.id };
      return admin.call('moveBooking', {
        ...request,
        body: { ...order, booking: found, tell: false, ...change },
      });
    },
    keep: async (
      family: SampleFamily,
      trial: Pick<Booking, 'id'>,
      { key = randomUUID(), change }: Omit<ActOptions, 'by'> = {},
    ): Promise<Answer> =>
      asFamily(family, 'upgradeTrial', {
        params: { bookingId: trial.id },
        headers: { 'idempotency-key': key },
        body: { ...(await keepOrderOf(family, trial)), ...change },
      }),
    end: (booking: Booking, reason: 'cancelled' | 'trial-over' = 'cancelled') =>
      endBooking(deps, booking, { ending: { reason }, by: 'parent', tell: false }),
    moment: () => businessMoment(now(), sampleTimeZone),
    changeSettings,
    setDueRule: (due_rule: SchoolSettings['due_rule']) => changeSettings({ due_rule }),

    addClass: async (...options: Parameters<typeof sampleClass>): Promise<FootballClass> => {
      const cls = sampleClass(...options);
      await putClass(table, cls);
      return cls;
    },
    addFamily: (...names: readonly string[]): Promise<SampleFamily> =>
      storedFamily(table, { children: (names.length > 0 ? names : ['Robin']).map((name) => ({ name })) }),

    orderOf,
    tryToBook,
    book: async (
      family: SampleFamily,
      cls: FootballClass,
      options: BookingOptions & ActOptions = {},
    ): Promise<Booking> => {
      const { status, body } = await tryToBook(family, cls, options);
      if (status !== 201) throw new Error(`The booking was answered with ${status}: ${JSON.stringify(body)}`);
      return bookingSchema.parse(body);
    },

    placesOf: async (cls: FootballClass, slot = 0) => {
      const { id, current_bookings } = at((await classNow(cls.id)).time_slots, slot);
      return {
        counted: current_bookings,
        bookings: await listBookingsOfSlot(table, id, { consistent: true }),
      };
    },
    historyOf: ({ id }: SampleFamily) => listEndedBookings(table, id),
    accountOf: ({ id }: SampleFamily) => getFamilyLedger(table, id, { consistent: true }),
  };
};
export type BookingSystem = SystemOf<typeof bookingSteps>;
