import type { SNSEvent } from 'aws-lambda';
import { requestLimits } from '../aws-requests.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { handleReports } from './handle-reports.ts';

const { TABLE_NAME } = readEnv('bounces');
const table = connectTable(TABLE_NAME, requestLimits.background);

/** Handles what SES publishes about emails to a topic: sent, delivered, bounced, complained of. */
export const handler = (event: SNSEvent): Promise<void> => handleReports(event, table);
