import { randomUUID } from 'node:crypto';
import { catalogueOperations } from '#functions/catalogue/operations';
import { createClass } from '#functions/data/classes';
import { createFamily } from '#functions/data/families';
import { familyOperations } from '#functions/family/operations';
import { createHandler } from '#functions/http/create-handler';
import { type Handler, type Invocation, invoke } from '#functions/testing/invoke';
import {
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#functions/testing/samples';
import { startTestTable } from '#functions/testing/test-table';
import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { bookingAmount } from '#shared/domain/pricing';
import { rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const classes = 20;

/** Round trips and capacity units of each operation, as the engine reports them for sample data. */
export const measureCosts = async (): Promise<Figures> => {
  const table = await startTestTable();
  try {
    const catalogue = createHandler(catalogueRoutes, catalogueOperations, { table });
    const family = createHandler(familyRoutes, familyOperations, {
      table,
      clock: () => sampleNow,
      timeZone: sampleTimeZone,
    });
    const programme = Array.from({ length: classes }, () => sampleClass({ capacities: [10, 10, 10] }));
    for (const cls of programme) await createClass(table, cls);
    const [cls] = programme;
    const sample = sampleFamily({
      children: [{ name: 'Ana' }, { name: 'Ben', medical_conditions: 'Asthma' }],
    });
    await createFamily(table, sample);
    const [slot] = cls?.time_slots ?? [];
    if (!cls || !slot) throw new Error('the sample programme has a class with a slot');

    const userId = sample.profile.id;
    const params = { classId: cls.id, slotId: slot.id };
    const order = {
      class_id: cls.id,
      time_slot_id: slot.id,
      child_id: sample.children[0]?.id,
      is_trial: false,
      amount: bookingAmount(cls, false, sampleToday),
    };
    const headers = () => ({ 'idempotency-key': randomUUID() });
    const calls: readonly [name: string, handler: Handler, invocation: Invocation][] = [
      [`listClasses (${classes} classes, 3 slots each)`, catalogue, { route: 'listClasses' }],
      ['getClass', catalogue, { route: 'getClass', params: { classId: cls.id } }],
      ['getTimeSlot', catalogue, { route: 'getTimeSlot', params }],
      ['getMyFamily', family, { route: 'getMyFamily', userId }],
      ['getBookingOffer', family, { route: 'getBookingOffer', userId, params }],
      ['bookSlot', family, { route: 'bookSlot', userId, headers: headers(), body: order }],
      ['bookSlot, already booked', family, { route: 'bookSlot', userId, headers: headers(), body: order }],
      ['listMyBookings (1 booking)', family, { route: 'listMyBookings', userId }],
    ];
    const rows = [];
    for (const [operation, handler, invocation] of calls) {
      const { cost, result } = await table.measure(() => invoke(handler, invocation));
      const units = (kind: 'tableUnits' | 'indexUnits') =>
        rounded(cost.reduce((total, request) => total + request[kind], 0));
      rows.push({
        operation,
        status: result.status,
        'round trips': cost.length,
        requests: cost.map((request) => request.operation).join(' + '),
        'units, table': units('tableUnits'),
        'units, indexes': units('indexUnits'),
      });
    }
    return {
      title: 'What each operation costs the database',
      method:
        'ReturnConsumedCapacity of the local engine; units are read units, or read + write units of a booking.',
      rows,
    };
  } finally {
    await table.stop();
  }
};
