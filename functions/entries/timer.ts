import { readEnv } from '../functions.ts';
import { requestLimits } from '../lib/aws-requests.ts';
import { systemClock } from '../lib/clock.ts';
import type { TimedDeps } from '../lib/deps.ts';
import { listDue } from '../lib/due-work.ts';
import { storeHeartbeat } from '../lib/heartbeat.ts';
import { connectTable } from '../lib/table.ts';
import { runDue, scheduleDailyWork } from './timer-work.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('timer');

const deps: TimedDeps = {
  table: connectTable(TABLE_NAME, requestLimits.background),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
};

let isPrepared = false;

interface TimerEvent {
  readonly dryRun?: boolean;
}

export const handler = async ({ dryRun = false }: TimerEvent): Promise<void> => {
  if (dryRun) {
    await listDue(deps.table, deps.clock());
    return;
  }
  // Once for each process: afterwards a run with nothing due is one Query.
  if (!isPrepared) await scheduleDailyWork(deps);
  isPrepared = true;
  await storeHeartbeat(deps.table, deps.clock());
  await runDue(deps);
};
