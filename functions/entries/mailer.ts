import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { readEnv } from '../functions.ts';
import { requestLimits } from '../lib/aws-requests.ts';
import { systemClock } from '../lib/clock.ts';
import type { MailerDeps } from '../lib/deps.ts';
import { logUnexpected } from '../lib/log.ts';
import { connectSes } from '../lib/mail/send.ts';
import { connectTable } from '../lib/table.ts';
import { handleRecords, SplitBatchError } from './mailer-records.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, MAIL_FROM } = readEnv('mailer');

const deps: MailerDeps = {
  table: connectTable(TABLE_NAME, requestLimits.background),
  mail: { ses: connectSes(), from: MAIL_FROM },
  clock: systemClock,
  siteUrl: SITE_URL,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = logUnexpected(
  ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => handleRecords(Records, deps),
  SplitBatchError,
);
