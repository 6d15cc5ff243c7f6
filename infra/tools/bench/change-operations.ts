import { beginCoachGrant, endCoachGrant } from '#functions/accounts/coaches';
import { endBooking } from '#functions/booking/end-booking';
import { takePlace } from '#functions/booking/take-place';
import { coachOperations } from '#functions/entries/coach-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { checkRole } from '#functions/registers/coach';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily, sampleTimeZone } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { invoke } from '#infra/testing/services/invoke';
import { startSystem } from '#infra/testing/services/system';
import { startTestTable } from '#infra/testing/table/test-table';
import { type Booking, bookingSchema } from '#shared/booking/booking';
import type { FootballClass } from '#shared/classes/class';
import { coachRoutes } from '#shared/registers/routes';
import { date, instant } from '#shared/testing/values';
import { createRecorder, type MeasuredOperation } from './report.ts';

/** The day before the first session that is booked: a programme is cancelled late. */
const dayBefore = '2025-09-26T10:00:00Z';

/** Bookings of two children, moves, a kept trial, cancellations, a decision and a trial's end, each once on a real engine. */
export const runChangeOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startSystem(bookingSteps);
  const { measured, record } = createRecorder(system.table);
  try {
    const first = await system.addClass({ capacities: [10, 10] });
    const second = await system.addClass({ capacities: [10, 10], hour: 14 });
    const [family, siblings] = [
      await system.addFamily('Robin', 'Alex'),
      await system.addFamily('Robin', 'Alex'),
    ];
    const cancel = ({ id, class_id, time_slot_id, child_id }: Booking, credit: number) =>
      system.asFamily(family, 'cancelBooking', {
        params: { bookingId: id },
        body: { class_id, time_slot_id, child_id, credit },
      });
    const together = await system.orderOf(siblings, second, { siblings: [1] });
    await record('bookSlot, two children', () => system.asFamily(siblings, 'bookSlot', { body: together }));

    const booked = await system.book(family, first);
    const move = async (name: string, cls: FootballClass) => {
      const order = await system.moveOrderOf(family, booked, cls, 1);
      const request = { params: { bookingId: booked.id }, body: order };
      return record(name, () => system.asFamily(family, 'moveMyBooking', request));
    };
    await move('moveMyBooking, within the class', first);
    const moved = bookingSchema.parse({
      ...booked,
      ...Object((await move('moveMyBooking, to another class', second)).body),
    });
    await record('cancelBooking', () => cancel(moved, moved.amount));

    const trial = await system.book(family, first, { child: 1, isTrial: true });
    const kept = { params: { bookingId: trial.id }, body: await system.keepOrderOf(family, trial) };
    await record('upgradeTrial', () => system.asFamily(family, 'upgradeTrial', kept));

    const over = await system.book(family, second, { isTrial: true });
    const late = await system.book(family, second, { child: 1 });
    system.setTime(dayBefore);
    await cancel(late, 0);
    await record('decideLateEnding', () =>
      system.admin.call('decideLateEnding', {
        params: { bookingId: late.id },
        body: { parent_id: family.id, credit: true },
      }),
    );
    const ending = { ending: { reason: 'trial-over' }, by: 'system', tell: false } as const;
    await record('timer: a trial is over', () => endBooking(system, over, ending), 'ended');
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
    const { measured, record } = createRecorder(table);
    for (const [name, request] of [
      ['listMySessions', { route: 'listMySessions' as const }],
      [`getRegister, ${measuredChildren} children`, { route: 'getRegister' as const, params }],
      ['sendMarks, one mark', send(marks.slice(0, 1))],
      ['sendMarks, the same mark again', send(marks.slice(0, 1))],
      [`sendMarks, ${measuredChildren - 1} marks`, send(marks.slice(1))],
    ] as const)
      await record(name, () => invoke(handler, { ...request, userId: coach.profile.id, groups: ['coach'] }));
    return measured;
  } finally {
    await table.stop();
  }
};
