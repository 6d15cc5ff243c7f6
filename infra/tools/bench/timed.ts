import { familyItem } from '#functions/accounts/stored-families';
import { bookingItem } from '#functions/booking/bookings';
import { classItem, slotItem } from '#functions/classes/classes';
import { recurring } from '#functions/entries/timer-work';
import { childItem } from '#functions/families/children';
import { familyLedgerItem } from '#functions/ledger/ledger';
import { dailyKinds, listDue } from '#functions/lib/due-work';
import { batchPut } from '#functions/lib/dynamo/writes';
import { type RequestCost, unitsOf } from '#infra/testing/table/record-costs';
import { calendarDateSchema } from '#shared/lib/values';
import { familyOfHolder } from '../../local/seed/world.ts';
import { sampleTimeZone } from '../../testing/samples/samples.ts';
import { bookedClass } from '../../testing/samples/stored.ts';
import { adminApi } from '../../testing/services/admin-api.ts';
import { startTestTable, type TestTable } from '../../testing/table/test-table.ts';
import { createProgress } from '../progress.ts';
import { type Figures, rounded } from './report.ts';

const familiesOfClass = 25;
const schools = [5_000, 50_000] as const;
/** Every class meets on this day: the work of a day has the most to do. */
const day = calendarDateSchema.parse('2025-09-27');

const reads = [
  ['getDashboard'],
  ['listManagedClasses'],
  ['searchBookings', { body: {} }],
  ['searchBookings', { body: { query: 'robin' } }],
  ['searchParents', { body: { query: 'pat' } }],
  ['searchOpenBalances', { body: {} }],
  ['searchOpenBalances', { body: { query: 'pat' } }],
  ['getMoneyFigures'],
] as const;

/** Stores what timed work and the office read of a school, and nothing else: families with one child and its booking, classes with one slot. */
const storeSchool = async (table: TestTable, families: number): Promise<void> => {
  const show = createProgress('families');
  for (let stored = 0; stored < families; stored += familiesOfClass) {
    const { cls, families: own, bookings } = bookedClass(familiesOfClass, familiesOfClass);
    await batchPut(table, [
      classItem(cls),
      ...cls.time_slots.map((slot) => slotItem(slot, 0)),
      ...own.flatMap((family) => [
        familyItem(familyOfHolder(family), family.children),
        familyLedgerItem(
          family.id,
          bookings.filter(({ parent_id }) => parent_id === family.id),
        ),
        ...family.children.map(childItem),
      ]),
      ...bookings.map(bookingItem),
    ]);
    show(stored + familiesOfClass, families);
  }
};

/** What one run of each kind of work, and each read of the office, ask of the table of a school. */
const measureSchool = async (families: number) => {
  const table = await startTestTable();
  try {
    await storeSchool(table, families);
    const costs = new Map<string, readonly RequestCost[]>();
    for (const kind of dailyKinds) {
      const clock = () => recurring[kind].dueAt(day, sampleTimeZone);
      const deps = { table, clock, timeZone: sampleTimeZone, isTimeOver: () => false };
      costs.set(kind, (await table.measure(() => recurring[kind].perform(day, deps))).cost);
    }
    const now = new Date(`${day}T12:00:00Z`);
    costs.set('every five minutes', (await table.measure(() => listDue(table, now))).cost);
    const admin = adminApi({ table, clock: () => now });
    for (const [read, ...request] of reads) {
      const { cost } = await table.measure(() => admin.call(read, ...request));
      costs.set([read, ...request.map(({ body }) => Object.values(body).join())].join(' '), cost);
    }
    return costs;
  } finally {
    await table.stop();
  }
};

export const measureTimed = async (): Promise<Figures> => {
  const [small, large] = [await measureSchool(schools[0]), await measureSchool(schools[1])];
  const growth = schools[1] / schools[0];
  const rows = [...small].map(([work, cost]) => {
    const later = large.get(work) ?? [];
    const times = unitsOf(later) / unitsOf(cost);
    return {
      work,
      [`requests at ${schools[0].toLocaleString('en')}`]: cost.length,
      units: rounded(unitsOf(cost)),
      [`requests at ${schools[1].toLocaleString('en')}`]: later.length,
      'units then': rounded(unitsOf(later)),
      times: rounded(times),
    };
  });
  return {
    title: 'Timed work, and what the office reads',
    method: `A run with nothing to send, for families with one child each, ${familiesOfClass} in a class that meets on the day. Of ten times the families.`,
    rows,
    failures: rows
      .filter(({ times }) => times > growth * 1.1)
      .map(({ work }) => `${work} grows faster than the families`),
  };
};
