import { catalogueRoutes } from '#shared/contract/catalogue-routes';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { catalogueOperations } from './operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, ORIGIN_KEY } = readEnv('catalogue');

export const handler = createHandler(
  catalogueRoutes,
  catalogueOperations,
  { table: connectTable(TABLE_NAME), timeZone: BUSINESS_TIME_ZONE },
  { originKey: ORIGIN_KEY },
);
