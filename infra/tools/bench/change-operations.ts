import { beginCoachGrant, endCoachGrant } from '#functions/accounts/coaches';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { coachOperations } from '#functions/entries/coach-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { checkRole } from '#functions/registers/coach';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily, sampleTimeZone } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { startSystem } from '#infra/testing/services/system';
import { startTestTable } from '#infra/testing/table/test-table';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import { bookingTerms } from '#shared/booking/booking-terms';
import type { FootballClass } from '#shared/classes/class';
import { coachRoutes } from '#shared/registers/routes';
import { date, instant } from '#shared/testing/values';
import type { MeasuredOperation } from './report.ts';

const placeOf = ({ class_id, time_slot_id, child_id }: Booking) => ({ class_id, time_slot_id, child_id });

/** The day before the first session that is booked: a programme is cancelled late. */
const dayBefore = '2025-09-26T10:00:00Z';

/** Bookings of two children, moves, a kept trial, cancellations, a decision and a trial's end, each once on a real engine. */
export const runChangeOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(bookingSteps);
  const { table, asFamily } = system;
  const measured: MeasuredOperation[] = [];
  try {
    const [first, second] = [
      await system.addClass({ capacities: [10, 10] }),
      await system.addClass({ capacities: [10, 10], hour: 14 }),
    ];
    const family = await system.addFamily('Robin', 'Alex');
    const priceOf = (cls: FootballClass) =>
      bookingTerms(cls, at(cls.time_slots, 0), false, system.moment())?.amount ?? 0;
    const measureRequest = async (name: string, request: () => Promise<Answer>): Promise<Answer> => {
      const { result, cost } = await table.measure(request);
      if (result.status >= 300) throw new Error(`${name} was answered with ${result.status}`);
      measured.push({ name, result: String(result.status), cost });
      return result;
    };
    const measure = async (name: string, booking: Booking, request: () => Promise<Answer>) => {
      const { body } = await measureRequest(name, request);
      return bookingSchema.parse({ ...booking, ...Object(body) });
    };
    const move = (name: string, booking: Booking, cls: FootballClass, money: number) =>
      measure(name, booking, () =>
        asFamily(family, 'moveMyBooking', {
          params: { bookingId: booking.id },
          body: {
            booking: placeOf(booking),
            class_id: cls.id,
            time_slot_id: at(cls.time_slots, 1).id,
            calendar_version: 0,
            credit: money,
            charge: money,
          },
        }),
      );

    const siblings = await system.addFamily('Robin', 'Alex');
    const [robin, alex] = siblings.children.map(({ id }) => ({ child_id: id, amount: priceOf(second) }));
    await measureRequest('bookSlot, two children', () =>
      asFamily(siblings, 'bookSlot', {
        body: {
          class_id: second.id,
          time_slot_id: at(second.time_slots, 0).id,
          is_trial: false,
          ...robin,
          calendar_version: 0,
          siblings: [alex],
        },
      }),
    );

    const booked = await system.book(family, first);
    const within = await move('moveMyBooking, within the class', booked, first, 0);
    const moved = await move('moveMyBooking, to another class', within, second, priceOf(second));
    await measure('cancelBooking', moved, () =>
      asFamily(family, 'cancelBooking', {
        params: { bookingId: moved.id },
        body: { ...placeOf(moved), credit: priceOf(second) },
      }),
    );

    const trial = await system.book(family, first, { child: 1, isTrial: true });
    await measure('upgradeTrial', trial, () =>
      asFamily(family, 'upgradeTrial', {
        params: { bookingId: trial.id },
        body: { booking: placeOf(trial), amount: priceOf(first) - trial.amount, calendar_version: 0 },
      }),
    );

    const over = await system.book(family, second, { isTrial: true });
    const late = await system.book(family, second, { child: 1 });
    system.setTime(dayBefore);
    await asFamily(family, 'cancelBooking', {
      params: { bookingId: late.id },
      body: { ...placeOf(late), credit: 0 },
    });
    await measureRequest('decideLateEnding', () =>
      system.admin.call('decideLateEnding', {
        params: { bookingId: late.id },
        body: { parent_id: family.id, credit: true },
      }),
    );
    const ending = { ending: { reason: 'trial-over' }, by: 'system', tell: false } as const;
    const { result, cost } = await table.measure(() => endBooking(system, over, ending));
    measured.push({ name: 'timer: a trial is over', result: result.outcome, cost });
    return measured;
  } finally {
    await system.stop();
  }
};

const measuredChildren = 12;

const session = date('2025-09-27');
const during = new Date('2025-09-27T08:10:00.000Z');

export const runRegisterOperations = async (): Promise<MeasuredOperation[]> => {
  const table = await startTestTable();
  try {
    const deps = { table, clock: () => during, timeZone: sampleTimeZone };
    const handler = createHandler(coachRoutes, coachOperations, deps, {
      clock: deps.clock,
      requireCurrentRole: (caller) => checkRole(caller, deps),
    });
    const coach = sampleFamily({ children: [] });
    const since = instant('2025-09-01T00:00:00.000Z');
    await putFamily(table, coach);
    await beginCoachGrant(table, coach.profile.id, { at: since, settledBefore: since }, []);
    await endCoachGrant(table, coach.profile.id, since);
    const cls = sampleClass({ capacities: [30] });
    await putClass(table, { ...cls, coach_ids: [coach.profile.id] });
    const families = Array.from({ length: measuredChildren }, () => sampleFamily());
    for (const family of families) {
      await putFamily(table, family);
      await takePlace(table, sampleBooking(cls, family));
    }
    const slot = at(cls.time_slots, 0);
    const marks = families.map(({ id, children }, index) => ({
      id: `mrk_${String(index).padStart(16, '0')}`,
      parent_id: id,
      child_id: at(children, 0).id,
      attendance: 'present',
      at: during.toISOString(),
    }));
    const send = (sent: typeof marks) => ({
      route: 'sendMarks' as const,
      body: {
        sessions: [{ class_id: cls.id, slot_id: slot.id, date: session, marks: sent }],
      },
    });
    const params = { classId: cls.id, slotId: slot.id, date: session };
    const measured: MeasuredOperation[] = [];
    for (const [name, request] of [
      ['listMySessions', { route: 'listMySessions' as const }],
      [`getRegister, ${measuredChildren} children`, { route: 'getRegister' as const, params }],
      ['sendMarks, one mark', send(marks.slice(0, 1))],
      ['sendMarks, the same mark again', send(marks.slice(0, 1))],
      [`sendMarks, ${measuredChildren - 1} marks`, send(marks.slice(1))],
    ] as const) {
      const { result, cost } = await table.measure(() =>
        invoke(handler, { ...request, userId: coach.profile.id, groups: ['coach'] }),
      );
      measured.push({ name, result: String(result.status), cost });
    }
    return measured;
  } finally {
    await table.stop();
  }
};
