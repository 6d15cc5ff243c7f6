import { afterAll, beforeAll, expect, it } from 'vitest';
import { repetitions } from '#infra/testing/repetitions';
import { at } from '#infra/testing/samples/at';
import { formOf } from '#infra/testing/samples/class-form';
import { sampleNow, sampleToday } from '#infra/testing/samples/samples';
import { type BookingSystem, startBookingSystem } from '#infra/testing/services/booking-system';
import { captureLog } from '#infra/testing/services/capture-log';
import { randomOf } from '#infra/tools/soak/random';
import { routes } from '#shared/contract/routes';
import { keepTerms } from '#shared/domain/bookings/keep-terms';
import { moveTerms } from '#shared/domain/bookings/move-terms';
import { balanceOf, ledgerTotals } from '#shared/domain/ledger/balance';
import { duePlans } from '#shared/domain/ledger/charge-state';
import { dueBalance } from '#shared/domain/ledger/due-balance';
import { discountFor, withoutPlace } from '#shared/domain/pricing/discounts';
import { addDays } from '#shared/domain/time/calendar';
import { programmeIds } from '#shared/programmes';
import type { FootballClass } from '#shared/schemas/class';
import type { DiscountFacts } from '#shared/schemas/discount-facts';
import type { MyBooking } from '#shared/schemas/my-bookings';
import type { Family } from '#shared/schemas/profile';
import { discountRulesSchema } from '#shared/schemas/school-settings';
import { date } from '#shared/testing/values';
import { ContentionError } from '../../contention-error.ts';
import { listBookingsOfSlot, type StoredBooking } from '../../data/bookings/bookings.ts';
import { listEndedCharges } from '../../data/bookings/ended-charges.ts';
import { listCancellations } from '../../data/cancellations/cancellations.ts';
import { settleCancellation } from '../../data/cancellations/settle-cancellation.ts';
import { readFigures } from '../../data/classes/figures.ts';
import { deleteFamily } from '../../data/deletions/delete-family.ts';
import { dueOfLedger } from '../../data/ledger/due-plans.ts';
import { listLedgerEntries } from '../../data/ledger/entries.ts';
import { placeMark } from '../../data/ledger/places.ts';
import { chargesOf } from '../../data/views/full-ledger.ts';

captureLog();
let system: BookingSystem;
beforeAll(async () => {
  system = await startBookingSystem();
});
afterAll(() => system.stop());

type Random = ReturnType<typeof randomOf>;

interface World {
  readonly random: Random;
  readonly classes: readonly FootballClass[];
  readonly families: readonly Family[];
}

/** The school's rule: the first of a booking's due dates is soon, the last one is weeks ahead. */
const dueRule = 'monthly';

/** The sessions of the first slots of this day are cancelled. */
const cancelledDay = date('2025-10-11');

const placeOf = ({ class_id, time_slot_id, child_id }: MyBooking) => ({ class_id, time_slot_id, child_id });

const book = async (family: Family, { random, classes }: World) => {
  await system.tryToBook(family, random.pick(classes), {
    slot: random.below(2),
    child: random.below(2),
    isTrial: random.chance(0.4),
  });
};

const discounts = discountRulesSchema.parse({
  sibling: { reduction: { by: 'percent', percent: 7 }, programmes: [...programmeIds] },
  second_class: { reduction: { by: 'amount', amount: 333 }, programmes: [...programmeIds] },
  early: null,
});

const move = async (
  family: Family,
  booking: MyBooking,
  { random, classes, facts }: World & { readonly facts: DiscountFacts },
) => {
  const cls = await system.classNow(random.chance(0.5) ? booking.class_id : random.pick(classes).id);
  const slot = random.pick(cls.time_slots);
  const from = { cls: booking.time_slot.class, slot: booking.time_slot };
  const moment = system.moment();
  const place = { cls, child_id: booking.child_id, day: moment.today };
  const discountOn = discountFor(place, withoutPlace(facts, booking));
  const terms = moveTerms(booking, from, { cls, slot }, moment, discountOn);
  await system.call(family, 'moveMyBooking', {
    params: { bookingId: booking.id },
    body: {
      booking: placeOf(booking),
      ...{ class_id: cls.id, time_slot_id: slot.id },
      ...{ credit: terms?.quote.credit ?? 0, charge: terms?.quote.charge ?? 0 },
      ...{ calendar_version: terms?.calendar_version ?? 0, trial_date: terms?.trial_date },
    },
  });
};

const keep = async (family: Family, booking: MyBooking, facts: DiscountFacts) => {
  const cls = await system.classNow(booking.class_id);
  const slot = cls.time_slots.find(({ id }) => id === booking.time_slot_id);
  const moment = system.moment();
  const place = { cls, child_id: booking.child_id, day: moment.today };
  const terms =
    slot &&
    keepTerms(booking, cls, slot, moment, { due_rule: dueRule, discountOn: discountFor(place, facts) });
  await system.call(family, 'keepPlace', {
    params: { bookingId: booking.id },
    body: {
      booking: placeOf(booking),
      ...{
        amount: terms?.amount ?? 0,
        due_dates: terms?.due_dates,
        calendar_version: slot?.calendar_version ?? 0,
      },
    },
  });
};

const changeBooking = async (family: Family, world: World) => {
  const { random } = world;
  const { body } = await system.call(family, 'listMyBookings');
  const { bookings, discounts: facts } = routes.listMyBookings.response.parse(body);
  if (bookings.length === 0 || random.chance(0.5)) return book(family, world);
  const booking = random.pick(bookings);
  const params = { bookingId: booking.id };
  switch (random.below(4)) {
    case 0:
      await system.call(family, 'cancelBooking', {
        params,
        body: { ...placeOf(booking), credit: booking.ending?.credit ?? 0 },
      });
      break;
    case 1:
      await (booking.is_trial ? keep(family, booking, facts) : move(family, booking, { ...world, facts }));
      break;
    case 2:
      await move(family, booking, { ...world, facts });
      break;
    default:
      await system.admin.call('deleteBooking', {
        params,
        query: { credit: random.pick(['charge', 'sessions', 'nothing']), tell: 'no' },
      });
  }
};

const changeMoney = async ({ profile }: Family, { random }: World) => {
  const params = { parentId: profile.id };
  const amount = 100 * (1 + random.below(50));
  if (random.chance(0.7)) {
    const payment = {
      amount,
      day: sampleToday,
      method: 'cash',
      note: null,
      booking_id: null,
      receipt: false,
    };
    await system.admin.call('recordPayment', { params, body: payment });
    return;
  }
  const [entry] = await listLedgerEntries(system.table, profile.id);
  const key = entry?.cause.type === 'attempt' ? `ATTEMPT#${entry.cause.attempt}` : 'ATTEMPT#unknown';
  await system.admin.call('takeBackEntry', { params, body: { entry: key } });
};

const cancelSession = async ({ id }: FootballClass) => {
  const cls = await system.classNow(id);
  const slot = at(cls.time_slots, 0);
  const session = { class_id: cls.id, slot_id: slot.id, date: cancelledDay };
  await system.admin.call('cancelSessions', {
    body: {
      target: { kind: 'session', ...session },
      ...{ reason: 'weather', note: null, remedy: { kind: 'credit' } },
    },
  });
  for (const cancellation of await listCancellations(system.table, session))
    await settleCancellation(cancellation, system);
};

const changeClass = async (cls: FootballClass, { random }: World) => {
  const now = await system.classNow(cls.id);
  const form = formOf(now);
  const time_slots = form.time_slots.map((slot) => ({
    ...slot,
    max_capacity: random.chance(0.5) ? 4 + random.below(4) : slot.max_capacity,
  }));
  await system.admin.call('updateClass', {
    params: { classId: cls.id },
    body: { ...form, time_slots, weekly_rate: 1_000 + 500 * random.below(4), version: now.version },
  });
};

const expectContention = (error: unknown) => expect(error).toBeInstanceOf(ContentionError);

/** Eight clients change plans at once, while the school changes classes, cancels sessions and erases a family. */
const runMix = async (seed: number): Promise<World> => {
  system.setTime(sampleNow);
  await system.changeSettings({ due_rule: dueRule, discounts });
  const classes = [
    await system.addClass({ capacities: [5, 5] }),
    await system.addClass({ capacities: [5, 5] }),
  ];
  const families = await Promise.all(Array.from({ length: 8 }, () => system.addFamily('Robin', 'Alex')));
  const client = async (family: Family, index: number) => {
    const world = { random: randomOf(seed, 'client', index), classes, families };
    for (let step = 0; step < 10; step += 1) {
      await changeBooking(family, world);
      if (world.random.chance(0.2)) await changeMoney(family, world);
    }
  };
  const erase = () => deleteFamily(system, { userId: at(families, 7).profile.id, by: 'admin' });
  const school = async () => {
    const world = { random: randomOf(seed, 'school'), classes, families };
    for (let step = 0; step < 3; step += 1) await changeClass(world.random.pick(classes), world);
    await cancelSession(at(classes, 0)).catch(expectContention);
    await erase().catch(expectContention);
  };
  await Promise.all([...families.map(client), school()]);
  // Both were perhaps interrupted by contention, after which they are done again.
  await cancelSession(at(classes, 0));
  await erase();
  return { random: randomOf(seed), classes, families };
};

/** The bookings of all slots, of which each slot counts its own. */
const countedBookings = async ({ classes }: World): Promise<StoredBooking[]> => {
  const { slotRevenue } = await readFigures(system.table);
  const bookings: StoredBooking[] = [];
  for (const { id } of classes) {
    for (const slot of (await system.classNow(id)).time_slots) {
      const roster = await listBookingsOfSlot(system.table, slot.id, { consistent: true });
      expect(slot.current_bookings).toBe(roster.length);
      expect(slotRevenue.get(slot.id)).toBe(roster.reduce((sum, { amount }) => sum + amount, 0));
      bookings.push(...roster);
    }
  }
  return bookings;
};

it('counters, bookings, history and money agree after a mix of changes at once [DIS-02, DUE-01, END-02, PAY-09, PAY-14]', async () => {
  let reductions = 0;
  for (let seed = 1; seed <= repetitions(10); seed += 1) {
    const world = await runMix(seed);
    const live = await countedBookings(world);
    const places = live.map(({ time_slot_id, child_id }) => `${time_slot_id} ${child_id}`);
    expect(new Set(places).size).toBe(places.length);
    for (const family of world.families) {
      const { id } = family.profile;
      const ended = await listEndedCharges(system.table, id);
      const bookings = live.filter(({ parent_id }) => parent_id === id);
      const ids = [...bookings, ...ended].map((booking) => booking.id);
      // The marks by which discounts are decided are those of the live bookings.
      expect(new Set((await system.accountOf(family))?.places)).toEqual(new Set(bookings.map(placeMark)));
      for (const { discount } of [...bookings, ...ended]) reductions += discount ? 1 : 0;
      expect(new Set(ids).size, `seed ${seed}: a booking is live or ended, once`).toBe(ids.length);
      const entries = await listLedgerEntries(system.table, id);
      const charges = chargesOf({ bookings, ended, entries }, system.timeZone);
      const recount = ledgerTotals(charges, entries);
      const ledger = (await system.accountOf(family)) ?? expect.fail('no ledger');
      expect(ledger, `seed ${seed}: the sums of ${id}`).toMatchObject(recount);
      const plans = duePlans(charges, entries);
      for (let days = 0; days < 70; days += 1) {
        const day = addDays(sampleToday, days);
        expect(dueOfLedger(ledger, day), `seed ${seed}: what ${id} owes on ${day}`).toEqual(
          dueBalance(balanceOf(recount), plans, day),
        );
      }
      for (const { amount, credited } of bookings) expect(credited).toBeLessThanOrEqual(amount);
    }
    const erased = at(world.families, 7).profile.id;
    expect(live.some(({ parent_id }) => parent_id === erased)).toBe(false);
  }
  expect(reductions).toBeGreaterThan(0);
});
