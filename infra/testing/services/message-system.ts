import type { DynamoDBRecord } from 'aws-lambda';
import type { MessengerDeps } from '#functions/lib/deps';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { batchDelete, sendTransaction } from '#functions/lib/dynamo/writes';
import { asideMails } from '#functions/limits';
import { messageEntity, messagePut, wakeEntity } from '#functions/messages/messages';
import { listRecipients } from '#functions/messages/recipients';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import type { MessageId } from '#shared/lib/ids';
import type { MessageContent } from '#shared/messages/message';
import { sampleNow } from '../samples/samples.ts';
import { insertRecord } from '../table/all-items.ts';
import { runMailer, runMessenger } from './background.ts';
import type { Parts, SystemOf } from './system.ts';

/** Families and children that tests store are compared with no other: the messenger's work is to send. */
const streamEntities: ReadonlySet<unknown> = new Set([messageEntity, wakeEntity]);

const mailEntities: ReadonlySet<unknown> = new Set(mailerStreamSettings.filter.entities);

export const messageSteps = ({ table, deps, items, mails, now, answer, setTime }: Parts) => {
  const delivered = new Set<string>();

  /** The stream's records of the messages and wake-ups, or of items of other entities, that were not delivered yet. */
  const waiting = async (entities = streamEntities): Promise<DynamoDBRecord[]> => {
    const found = (await items()).filter(
      (item) => entities.has(item[entityAttribute]) && !delivered.has(`${item.PK} ${item.SK}`),
    );
    for (const item of found) delivered.add(`${item.PK} ${item.SK}`);
    return found.map((item) => insertRecord(item));
  };

  const deliver = (records: readonly DynamoDBRecord[], overrides: Partial<MessengerDeps> = {}) =>
    runMessenger(records, { ...deps, ...overrides });

  /** Delivers what causes single emails as records that the stream tries no more, until none is left. */
  const settleMails = async (): Promise<void> => {
    for (
      let records = await waiting(mailEntities);
      records.length > 0;
      records = await waiting(mailEntities)
    ) {
      const ApproximateCreationDateTime = now().getTime() / 1_000 - 2 * asideMails.youngSeconds;
      await runMailer(
        records.map((record) => ({
          ...record,
          dynamodb: { ...record.dynamodb, ApproximateCreationDateTime },
        })),
        deps,
      );
    }
  };

  return {
    settleMails,
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
    reset: async (): Promise<void> => {
      await batchDelete(table, await items());
      mails.length = 0;
      delivered.clear();
      answer(() => 'accept');
      setTime(sampleNow);
    },
  };
};
export type MessageSystem = SystemOf<typeof messageSteps>;
