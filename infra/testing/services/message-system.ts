import {
  SESClient,
  SESServiceException,
  SendRawEmailCommand,
  type SendRawEmailCommandInput,
} from '@aws-sdk/client-ses';
import type { DynamoDBRecord } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import type { MessengerDeps } from '#functions/lib/deps';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { batchDelete, sendTransaction } from '#functions/lib/dynamo/writes';
import { asideMails } from '#functions/limits';
import { messageEntity, messagePut, wakeEntity } from '#functions/messages/messages';
import { listRecipients } from '#functions/messages/recipients';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { type MailFault, sesErrorOf } from '#infra/local/mail/ses-sink';
import { checkRole } from '#infra/local/roles/roles';
import { bulkMailRate, prodMailRate } from '#infra/settings/settings-schema';
import type { MessageId } from '#shared/lib/ids';
import type { MessageContent } from '#shared/messages/message';
import { mimeFaults } from '../formats/check-mime.ts';
import { sampleNow, sampleSender, sampleSiteUrl, sampleTimeZone } from '../samples/samples.ts';
import { insertRecord, readAllItems } from '../table/all-items.ts';
import { startTestTable } from '../table/test-table.ts';
import { runDue, runMailer, runMessenger, scheduleDailyWork } from './background.ts';

/** What SES does with one request, and what the sender learns. */
export type SesOutcome =
  | 'accept'
  | Exclude<MailFault, 'none'>
  /** The connection breaks before SES accepts the email, or after it. The sender cannot tell which. */
  | 'break-before'
  | 'break-after';

interface FakeMail {
  readonly to: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly outcome: SesOutcome;
  /** SES sends it. */
  readonly isAccepted: boolean;
  /** The message in MIME format. */
  readonly data: string;
}

const toFakeMail = (input: SendRawEmailCommandInput, outcome: SesOutcome): FakeMail => ({
  to: input.Destinations?.[0] ?? '',
  tags: Object.fromEntries((input.Tags ?? []).map(({ Name, Value }) => [Name, Value ?? ''])),
  outcome,
  isAccepted: outcome === 'accept' || outcome === 'break-after',
  data: Buffer.from(input.RawMessage?.Data ?? []).toString(),
});

/**
 * A client of SES without a network, for tests on a virtual clock.
 * @param outcomeOf decides what becomes of the next email
 */
export const createFakeSes = (
  outcomeOf: (to: string) => SesOutcome | Promise<SesOutcome> = () => 'accept',
) => {
  const client = new SESClient({
    region: 'eu-west-2',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const mails: FakeMail[] = [];
  const answer = async (input: SendRawEmailCommandInput) => {
    const mail = toFakeMail(input, await outcomeOf(input.Destinations?.[0] ?? ''));
    const faults = mimeFaults(mail.data);
    if (faults.length > 0) throw new Error(`The email breaks its standards: ${faults.join('; ')}`);
    mails.push(mail);
    const { outcome } = mail;
    if (outcome === 'accept') return { MessageId: `ses-${mails.length}` };
    if (outcome === 'break-before' || outcome === 'break-after') throw new Error('socket hang up');
    const refusal = sesErrorOf(outcome, { to: mail.to, from: sampleSender });
    throw new SESServiceException({
      name: refusal?.code ?? '',
      message: refusal?.message ?? '',
      $fault: 'client',
      $metadata: refusal ? { httpStatusCode: refusal.status } : {},
    });
  };
  mockClient(client)
    .on(SendRawEmailCommand)
    .callsFake((input: SendRawEmailCommandInput) =>
      checkRole({ client: 'SESClient', command: 'SendRawEmail', input }, () => answer(input)),
    );
  return { client, mails };
};

/** Families and children that tests store are compared with no other: the messenger's work is to send. */
const streamEntities: ReadonlySet<unknown> = new Set([messageEntity, wakeEntity]);

const mailEntities: ReadonlySet<unknown> = new Set(mailerStreamSettings.filter.entities);

/** The messenger, the mailer and the timer with a real table, on a virtual clock. SES is in the process. */
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
      const ApproximateCreationDateTime = now / 1_000 - 2 * asideMails.youngSeconds;
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
    table,
    settleMails,
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
    tick: (time?: Parameters<typeof runDue>[1]) => runDue(deps, time),
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
