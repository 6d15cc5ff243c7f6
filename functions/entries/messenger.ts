import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { readEnv } from '../functions.ts';
import { requestLimits } from '../lib/aws-requests.ts';
import { systemClock, systemPause } from '../lib/clock.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { connectSes } from '../lib/mail/send.ts';
import { connectTable } from '../lib/table.ts';
import { handleRecords } from './messenger-records.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, MAIL_FROM, MAILS_PER_SECOND } = readEnv('messenger');

const deps: MessengerDeps = {
  table: connectTable(TABLE_NAME, requestLimits.background),
  mail: { ses: connectSes(), from: MAIL_FROM },
  clock: systemClock,
  elapsed: () => performance.now(),
  pause: systemPause,
  mailsPerSecond: Number(MAILS_PER_SECOND),
  siteUrl: SITE_URL,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  handleRecords(Records, deps);
