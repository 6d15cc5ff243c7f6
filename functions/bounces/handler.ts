import type { SNSEvent } from 'aws-lambda';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { handleReports } from './handle-reports.ts';

const { TABLE_NAME } = readEnv('bounces');
const table = connectTable(TABLE_NAME);

/** Takes what SES reports of bounces and complaints; fed by the topic that SES publishes them to. */
export const handler = (event: SNSEvent): Promise<void> => handleReports(event, table);
