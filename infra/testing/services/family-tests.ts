import { afterAll, beforeEach } from 'vitest';
import { familyOperations } from '#functions/family/operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { familyRoutes } from '#shared/contract/family-routes';
import { sampleNow, sampleTimeZone } from '../samples/samples.ts';
import { startTestTable } from '../table/test-table.ts';
import { captureLog } from './capture-log.ts';

/**
 * Starts the service of families on a table that the tests of a file share, with what the current test logged. Its clock is
 * set back before each test.
 */
export const startFamilyTests = async () => {
  const table = await startTestTable();
  afterAll(() => table.stop());
  let now = sampleNow;
  beforeEach(() => {
    now = sampleNow;
  });
  const clock = () => now;
  return {
    table,
    clock,
    setTime: (moment: Date) => {
      now = moment;
    },
    handler: createHandler(familyRoutes, familyOperations, { table, clock, timeZone: sampleTimeZone }),
    logged: captureLog(),
  };
};
