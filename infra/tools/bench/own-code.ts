import { randomUUID } from 'node:crypto';
import type { ServiceOutputTypes } from '@aws-sdk/lib-dynamodb';
import type { Table } from '#functions/data/table';
import { familyOperations } from '#functions/family/operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { lambdaContext } from '#infra/local/lambda-context';
import { putClass } from '#infra/local/seed/put-class';
import { putFamily } from '#infra/local/seed/put-family';
import { at } from '#infra/testing/samples/at';
import {
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { apiEvent } from '#infra/testing/services/invoke';
import { startTestTable } from '#infra/testing/table/test-table';
import { familyRoutes } from '#shared/contract/family-routes';
import { limits } from '#shared/limits';
import { bookingAmount } from '#shared/testing/weekly-rule';
import { median, percentile, rounded } from './statistics.ts';
import type { Figures } from './table.ts';

const warmUp = 500;
const rounds = 3_000;

/** Records the database's first answer to each operation, and replays it from the second request on. */
const replayAnswers = ({ client }: Table) => {
  const recorded = new Map<string | undefined, ServiceOutputTypes>();
  let requests = 0;
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        requests += 1;
        const known = recorded.get(commandName);
        if (known) return { output: known, response: undefined };
        const answer = await next(args);
        recorded.set(commandName, answer.output);
        return answer;
      },
    { step: 'initialize', name: 'replayAnswers', priority: 'low' },
  );
  return { count: () => requests };
};

/** Measures the time of a booking request in the function, with replayed answers of the database. */
export const measureOwnCode = async (): Promise<Figures> => {
  const table = await startTestTable();
  try {
    const handler = createHandler(familyRoutes, familyOperations, {
      table,
      clock: () => sampleNow,
      timeZone: sampleTimeZone,
    });
    const cls = sampleClass({ capacities: [limits.slotCapacity] });
    const family = sampleFamily();
    await putClass(table, cls);
    await putFamily(table, family);
    const book = () =>
      apiEvent({
        route: 'bookSlot',
        userId: family.profile.id,
        headers: { 'idempotency-key': randomUUID() },
        body: {
          class_id: cls.id,
          time_slot_id: at(cls.time_slots, 0).id,
          child_id: at(family.children, 0).id,
          is_trial: false,
          amount: bookingAmount(cls, false, sampleToday),
          calendar_version: 0,
        },
      });
    const replay = replayAnswers(table);
    const times: number[] = [];
    for (let round = 0; round < warmUp + rounds; round += 1) {
      const event = book();
      const before = replay.count();
      const start = performance.now();
      const { statusCode } = await handler(event, lambdaContext('family'));
      const ms = performance.now() - start;
      const requests = replay.count() - before;
      if (statusCode !== 201 || requests !== 2)
        throw new Error(`A booking answered ${statusCode} after ${requests} requests`);
      if (round >= warmUp) times.push(ms);
    }
    return {
      title: 'A booking without the database',
      method:
        `bookSlot from the event to the answer; both requests are answered at once with what the engine answered the first ` +
        `time, so what is left is our code, the validation and the frame around it. ${rounds} requests after ${warmUp}.`,
      rows: [
        {
          request: 'bookSlot',
          'ms p50': rounded(median(times), 3),
          'ms p95': rounded(percentile(times, 0.95), 3),
          'ms p99': rounded(percentile(times, 0.99), 3),
        },
      ],
    };
  } finally {
    await table.stop();
  }
};
