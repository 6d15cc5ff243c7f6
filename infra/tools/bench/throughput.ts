import { randomUUID } from 'node:crypto';
import { getClass } from '#functions/classes/classes';
import { putClass } from '#infra/local/seed/put';
import { localToday, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { resetAccounts } from '#infra/testing/samples/stored';
import type { BookSlot } from '#shared/booking/booking-input';
import { addDays } from '#shared/lib/calendar';
import { limits } from '#shared/limits';
import { bookingAmount } from '#shared/testing/session-calendars';
import { type Account, startTestStack } from '../../testing/stack/test-stack.ts';
import { type Figures, percentile, rounded } from './report.ts';

const concurrencies = [1, 16, 64];
const parents = 40;
/** Fewer places than requests, so that overselling shows. */
const capacity = 400;

interface Job {
  readonly account: Account;
  readonly child: number;
}

/** Measures bookings per second and their latency over HTTP on the local stack, and counts oversold places. */
export const measureThroughput = async (): Promise<Figures> => {
  const stack = await startTestStack();
  try {
    const today = localToday();
    const children = Array.from({ length: limits.childrenPerFamily }, (_, index) => ({
      name: `Child ${index}`,
    }));
    const accounts: Account[] = [];
    for (let index = 0; index < parents; index += 1) {
      accounts.push(await stack.createAccount(sampleFamily({ children })));
    }
    const rows = [];
    for (const concurrency of concurrencies) {
      const cls = sampleClass({
        capacities: [capacity],
        overrides: { start_date: today, end_date: addDays(today, 56) },
      });
      await putClass(stack.table, cls);
      await resetAccounts(stack.table, accounts);
      const jobs: Job[] = accounts.flatMap((account) => children.map((_, child) => ({ account, child })));
      const [slot] = cls.time_slots;
      const amount = bookingAmount(cls, false, today);
      const latencies: number[] = [];
      let accepted = 0;
      const worker = async (): Promise<void> => {
        for (let job = jobs.pop(); job; job = jobs.pop()) {
          const start = performance.now();
          const { status } = await stack.call({
            route: 'bookSlot',
            token: job.account.token,
            idempotencyKey: randomUUID(),
            body: {
              class_id: cls.id,
              time_slot_id: slot?.id,
              child_id: job.account.family.children[job.child]?.id,
              is_trial: false,
              amount,
              calendar_version: 0,
            } satisfies Record<
              Exclude<keyof BookSlot, 'trial_date' | 'due_dates' | 'other_places' | 'siblings'>,
              unknown
            >,
          });
          latencies.push(performance.now() - start);
          if (status === 201) accepted += 1;
        }
      };
      const total = jobs.length;
      const start = performance.now();
      await Promise.all(Array.from({ length: concurrency }, worker));
      const seconds = (performance.now() - start) / 1000;
      if (accepted !== capacity)
        throw new Error(`${accepted} of ${total} requests got the ${capacity} places.`);
      const counter = (await getClass(stack.table, cls.id))?.time_slots[0]?.current_bookings;
      rows.push({
        concurrent: concurrency,
        requests: total,
        'requests/s': rounded(total / seconds, 0),
        'p50 ms': rounded(percentile(latencies, 0.5)),
        'p99 ms': rounded(percentile(latencies, 0.99)),
        places: capacity,
        accepted,
        counter: counter ?? 'none',
        oversold: Math.max(0, accepted - capacity),
      });
    }
    return {
      title: 'Booking through HTTP on the local stack',
      method: `${parents * limits.childrenPerFamily} requests for ${capacity} places of one slot; server, database and client share this machine.`,
      rows,
    };
  } finally {
    await stack.stop();
  }
};
