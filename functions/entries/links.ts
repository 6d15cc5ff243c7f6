import { linksRoutes } from '#shared/contract/links-routes';
import { readEnv } from '../functions.ts';
import { systemClock } from '../lib/clock.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { connectSes } from '../lib/mail/send.ts';
import { connectTable } from '../lib/table.ts';
import { linksOperations } from './links-operations.ts';

const { TABLE_NAME, BUSINESS_TIME_ZONE, SITE_URL, MAIL_FROM, ORIGIN_KEY } = readEnv('links');

const deps = {
  table: connectTable(TABLE_NAME),
  mail: { ses: connectSes(), from: MAIL_FROM },
  clock: systemClock,
  siteUrl: SITE_URL,
  timeZone: BUSINESS_TIME_ZONE,
};

export const handler = createHandler(linksRoutes, linksOperations, deps, { originKey: ORIGIN_KEY });
