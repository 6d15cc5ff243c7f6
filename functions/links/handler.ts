import { linksRoutes } from '#shared/contract/links-routes';
import { systemClock } from '../clock.ts';
import { connectTable } from '../data/table.ts';
import { readEnv } from '../env.ts';
import { connectSes } from '../lib/email/sending/ses-client.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { linksOperations } from './operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, MAIL_FROM, ORIGIN_KEY } = readEnv('links');

const deps = {
  table: connectTable(TABLE_NAME),
  mail: { ses: connectSes(), from: MAIL_FROM },
  clock: systemClock,
  siteUrl: SITE_URL,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(linksRoutes, linksOperations, deps, { originKey: ORIGIN_KEY });
