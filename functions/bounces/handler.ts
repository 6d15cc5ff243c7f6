import type { SNSEvent } from 'aws-lambda';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { handleReports } from './handle-reports.ts';

const { TABLE_NAME } = readEnv('bounces');
const table = connectTable(TABLE_NAME);

/** Handles the bounces and complaints that SES publishes to a topic. */
export const handler = (event: SNSEvent): Promise<void> => handleReports(event, table);
