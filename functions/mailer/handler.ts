import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { requestLimits } from '../aws-requests.ts';
import { systemClock } from '../clock.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { connectSes } from '../lib/email/sending/ses-client.ts';
import { logUnexpected } from '../log.ts';
import type { MailerDeps } from './deps.ts';
import { handleRecords, SplitBatchError } from './handle-records.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, MAIL_FROM } = readEnv('mailer');

const deps: MailerDeps = {
  table: connectTable(TABLE_NAME, requestLimits.background),
  mail: { ses: connectSes(), from: MAIL_FROM },
  clock: systemClock,
  siteUrl: SITE_URL,
  timeZone: BUSINESS_TIME_ZONE,
};

/** Sends the emails that new bookings and mail requests cause; the table's stream invokes it. */
export const handler = logUnexpected(
  ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => handleRecords(Records, deps),
  SplitBatchError,
);
