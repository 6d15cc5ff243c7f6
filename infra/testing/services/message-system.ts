import type { DynamoDBRecord } from 'aws-lambda';
import { batchDelete } from '#functions/data/dynamo/batch-write';
import { sendTransaction } from '#functions/data/dynamo/send-transaction';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import { messagePut } from '#functions/data/messages/messages';
import { listRecipients } from '#functions/data/messages/recipients';
import type { MessengerDeps } from '#functions/messenger/deps';
import { handleRecords } from '#functions/messenger/handle-records';
import { scheduleDailyWork } from '#functions/timer/daily/schedule';
import { runDue } from '#functions/timer/run-due';
import { messengerStreamSettings } from '#infra/cloud/stream-settings';
import { bulkMailRate, prodMailRate } from '#infra/settings/defaults';
import type { MessageId } from '#shared/schemas/ids';
import type { MessageContent } from '#shared/schemas/message';
import { sampleNow, sampleSender, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { readAllItems } from '../table/all-items.ts';
import { insertRecord } from '../table/insert-record.ts';
import { startTestTable } from '../table/test-table.ts';
import { createFakeSes, type FakeMail, type SesOutcome } from './fake-ses.ts';

const streamEntities: ReadonlySet<unknown> = new Set(messengerStreamSettings.filter.entities);

/** The messenger and the timer with a real table, on a virtual clock. SES is in the process. */
export const startMessageSystem = async () => {
  const table = await startTestTable();
  let now = sampleNow.getTime();
  let outcomeOf: (to: string) => SesOutcome | Promise<SesOutcome> = () => 'accept';
  const ses = createFakeSes((to) => outcomeOf(to));
  const deps: MessengerDeps = {
    table,
    mail: { ses: ses.client, from: sampleSender },
    clock: () => new Date(now),
    elapsed: () => now,
    // Others that wait at the same time go on when the clock has reached their moment.
    pause: async (ms) => {
      const until = now + ms;
      await Promise.resolve();
      now = Math.max(now, until);
    },
    mailsPerSecond: bulkMailRate(prodMailRate),
    siteUrl: sampleSiteUrl,
    timeZone: sampleTimeZone,
  };
  const delivered = new Set<string>();

  const items = () => readAllItems(table);

  /** The stream's records of the messages and wake-ups that were not delivered yet. */
  const waiting = async (): Promise<DynamoDBRecord[]> => {
    const found = (await items()).filter(
      (item) => streamEntities.has(item[entityAttribute]) && !delivered.has(`${item.PK} ${item.SK}`),
    );
    for (const item of found) delivered.add(`${item.PK} ${item.SK}`);
    return found.map((item) => insertRecord(item));
  };

  const deliver = (records: readonly DynamoDBRecord[], overrides: Partial<MessengerDeps> = {}) =>
    handleRecords(records, { ...deps, ...overrides });

  return {
    table,
    deps,
    mails: ses.mails as readonly FakeMail[],
    items,
    waiting,
    deliver,
    /** Delivers records until none is left. */
    settle: async (): Promise<void> => {
      for (let records = await waiting(); records.length > 0; records = await waiting())
        await deliver(records);
    },
    store: async (message: MessageContent) => {
      await sendTransaction(table, [messagePut(table, message)]);
      return message;
    },
    statesOf: async (id: MessageId): Promise<Record<string, string>> =>
      Object.fromEntries((await listRecipients(table, id)).map((one) => [one.id, one.state])),
    scheduleDaily: () => scheduleDailyWork(deps),
    tick: () => runDue(deps),
    /** The outcome of each further email. */
    answer: (decide: typeof outcomeOf) => {
      outcomeOf = decide;
    },
    now: () => new Date(now),
    passTime: (ms: number) => {
      now += ms;
    },
    setTime: (moment: Date) => {
      now = moment.getTime();
    },
    clear: async (): Promise<void> => {
      await batchDelete(table, await items());
      ses.mails.length = 0;
      delivered.clear();
      outcomeOf = () => 'accept';
      now = sampleNow.getTime();
    },
    stop: () => table.stop(),
  };
};
export type MessageSystem = Awaited<ReturnType<typeof startMessageSystem>>;
