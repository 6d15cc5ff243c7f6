import { checkRole } from '#functions/coach/check-role';
import { coachOperations } from '#functions/coach/operations';
import { takePlace } from '#functions/data/bookings/take-place';
import { beginCoachGrant, endCoachGrant } from '#functions/data/coaches/coaches';
import { createHandler } from '#functions/lib/http/create-handler';
import { putClass } from '#infra/local/seed/put-class';
import { putFamily } from '#infra/local/seed/put-family';
import { at } from '#infra/testing/samples/at';
import { sampleBooking } from '#infra/testing/samples/sample-booking';
import { sampleClass, sampleFamily, sampleTimeZone } from '#infra/testing/samples/samples';
import { invoke } from '#infra/testing/services/invoke';
import { startTestTable } from '#infra/testing/table/test-table';
import { coachRoutes } from '#shared/contract/coach-routes';
import { date, instant } from '#shared/testing/values';
import type { MeasuredOperation } from './operations.ts';

/** Children of the measured session. */
const measuredChildren = 12;

const session = date('2025-09-27');
const during = new Date('2025-09-27T08:10:00.000Z');

/** Executes what a coach's phone asks for once on a real engine, and records its database cost. */
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
    const marks = families.map(({ profile, children }, index) => ({
      ...{ id: `mrk_${String(index).padStart(16, '0')}`, parent_id: profile.id },
      ...{ child_id: at(children, 0).id, attendance: 'present', at: during.toISOString() },
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
