import { linksRoutes } from '#shared/contract/links-routes';
import { systemClock } from '../clock.ts';
import { connectTable } from '../data/table.ts';
import { connectSes } from '../email/sending/ses-client.ts';
import { readEnv } from '../env.ts';
import { createHandler } from '../http/create-handler.ts';
import { linksOperations } from './operations.ts';

const { TABLE_NAME, SITE_URL, MAIL_FROM, ORIGIN_KEY } = readEnv('links');

const deps = {
  table: connectTable(TABLE_NAME),
  mail: { ses: connectSes(), from: MAIL_FROM },
  clock: systemClock,
  siteUrl: SITE_URL,
};

export const handler = createHandler(linksRoutes, linksOperations, deps, { originKey: ORIGIN_KEY });
