import { catalogueRoutes } from '#shared/classes/routes';
import { readEnv } from '../functions.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectTable } from '../lib/table.ts';
import { catalogueOperations } from './catalogue-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, ORIGIN_KEY } = readEnv('catalogue');

export const handler = createHandler(
  catalogueRoutes,
  catalogueOperations,
  { table: connectTable(TABLE_NAME), timeZone: BUSINESS_TIME_ZONE },
  { originKey: ORIGIN_KEY },
);
