import type { SNSEvent } from 'aws-lambda';
import { readEnv } from '../functions.ts';
import { requestLimits } from '../lib/aws-requests.ts';
import { connectTable } from '../lib/table.ts';
import { handleReports } from '../messages/bounces.ts';

const { TABLE_NAME } = readEnv('bounces');
const table = connectTable(TABLE_NAME, requestLimits.background);

export const handler = (event: SNSEvent): Promise<void> => handleReports(event, table);
