import { requestLimits } from '../aws-requests.ts';
import { systemClock } from '../clock.ts';
import { listDue } from '../data/due/due-work.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import type { TimedDeps } from '../timed-deps.ts';
import { scheduleDailyWork } from './daily/schedule.ts';
import { runDue } from './run-due.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE } = readEnv('timer');

const deps: TimedDeps = {
  table: connectTable(TABLE_NAME, requestLimits.background),
  clock: systemClock,
  timeZone: BUSINESS_TIME_ZONE,
};

let isPrepared = false;

interface TimerEvent {
  /** Only reads what is due: a new version shows that it works. */
  readonly dryRun?: boolean;
}

/** Does what is due. A scheduler invokes it every five minutes (JOB-01). */
export const handler = async ({ dryRun = false }: TimerEvent): Promise<void> => {
  if (dryRun) {
    await listDue(deps.table, deps.clock());
    return;
  }
  // Once for each process: afterwards a run with nothing due is one Query.
  if (!isPrepared) await scheduleDailyWork(deps);
  isPrepared = true;
  await runDue(deps);
};
