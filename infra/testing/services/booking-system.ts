import { randomUUID } from 'node:crypto';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { listEndedBookings } from '#functions/booking/ended-bookings';
import { readDiscountFacts } from '#functions/booking/held-by-family';
import { getManagedClass } from '#functions/classes/classes';
import { getFamilyLedger, placesIn } from '#functions/ledger/ledger';
import { readSettings, readSettingsNow, saveSettings } from '#functions/school/settings';
import { putClass } from '#infra/local/seed/put';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { bookingTerms } from '#shared/booking/booking-terms';
import { type ChildWithPlace, dependsOnFamily, discountFor, withPlaces } from '#shared/booking/discounts';
import { dueDates } from '#shared/booking/due-dates';
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
  readonly key?: string;
}

export const bookingSteps = ({ table, now, asFamily }: Parts) => {
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
    { slot = 0, child = 0, isTrial = false, siblings = [] }: Omit<BookingOptions, 'key'> = {},
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

  return {
    classNow,
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
    tryToBook: async (
      family: SampleFamily,
      cls: FootballClass,
      { key = randomUUID(), ...asked }: BookingOptions = {},
    ): Promise<Answer> =>
      asFamily(family, 'bookSlot', {
        headers: { 'idempotency-key': key },
        body: await orderOf(family, cls, asked),
      }),
    async book(family: SampleFamily, cls: FootballClass, options: BookingOptions = {}): Promise<Booking> {
      const { status, body } = await this.tryToBook(family, cls, options);
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
