import { sha256 } from '#functions/lib/dynamo/items';
import { unitsOf } from '#infra/testing/table/record-costs';
import { routes } from '#shared/contract/routes';
import { importFamiliesSchema, importLimits } from '#shared/families/import';
import { adminApi, startMemberSystem } from '../../testing/services/admin-system.ts';
import { type Figures, rounded } from './report.ts';

const families = 1_000;
const childrenOfFamily = 2;

/** A family of a file: one row for each child. */
const familyOf = (index: number) => ({
  rows: Array.from({ length: childrenOfFamily }, (_, child) => sha256(`bench ${index} ${child}`)),
  adult: {
    full_name: `Parent Number${index}`,
    email: `parent${index}@example.com`,
    phone_number: `07${String(index).padStart(9, '0')}`,
  },
  second: null,
  children: Array.from({ length: childrenOfFamily }, (_, child) => ({
    name: `Child${child} Number${index}`,
    date_of_birth: '2018-04-03',
    medical_conditions: null,
    contact: null,
    is: null,
  })),
  apart: false,
  balance: index % 10 === 0 ? 1_000 : null,
});

/** Measures an import of 2,000 children: the dry run, the import, and its repetition. */
export const measureImport = async (): Promise<Figures> => {
  const system = await startMemberSystem();
  try {
    const admin = adminApi({ table: system.table, clock: system.clock });
    const all = Array.from({ length: families }, (_, index) => familyOf(index));
    const atOnce = importLimits.rowsAtOnce / childrenOfFamily;
    const rows: Figures['rows'][number][] = [];
    const step = async (name: string, route: 'lookUpFamilies' | 'importFamilies', state: string) => {
      const begun = performance.now();
      const { cost } = await system.table.measure(async () => {
        for (let from = 0; from < families; from += atOnce) {
          const part = { import_id: sha256('bench'), families: all.slice(from, from + atOnce) };
          const answer = await admin.call(route, { body: importFamiliesSchema.parse(part) });
          const decided = routes[route].response.parse(answer.body).families;
          if (decided.some((one) => one.state !== state))
            throw new Error(`${name}: a family is not ${state}`);
        }
      });
      const isWrite = ({ operation }: { readonly operation: string }) => /Write|Put|Update/.test(operation);
      rows.push({
        name,
        seconds: rounded((performance.now() - begun) / 1000),
        requests: cost.length,
        'read units': rounded(unitsOf(cost.filter((one) => !isWrite(one))), 0),
        'write units': rounded(unitsOf(cost.filter(isWrite)), 0),
      });
    };
    await step('dry run', 'lookUpFamilies', 'new');
    await step('import', 'importFamilies', 'new');
    await step('import, repeated', 'importFamilies', 'same');
    return {
      title: 'Bringing families',
      method: `${families} families with ${families * childrenOfFamily} children, in parts of ${importLimits.rowsAtOnce} rows one after the other, on the local engine. One family of ten has an opening balance.`,
      rows,
    };
  } finally {
    await system.stop();
  }
};
