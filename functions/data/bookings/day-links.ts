import * as z from 'zod/mini';
import { addDays } from '#shared/domain/time/calendar';
import { userIdSchema } from '#shared/schemas/ids';
import { calendarDateSchema } from '#shared/schemas/values';
import { getItem } from '../dynamo/get-item.ts';
import { dayLinkKey } from '../dynamo/keys/bookings.ts';
import { accountLinkKeys } from '../dynamo/keys/tokens.ts';
import { entityAttribute, tableSchema, toEpochSeconds } from '../dynamo/table-schema.ts';
import { putItem } from '../dynamo/write-item.ts';
import { newSecret } from '../new-secret.ts';
import type { Table } from '../table.ts';

const dayLinkSchema = z.object({ parent_id: userIdSchema, date: calendarDateSchema });

/** Whose sessions of which day a link shows. */
export type DayLink = z.infer<typeof dayLinkSchema>;

/** How long a link is kept after its day: until then its page says that the day is over. */
const keptDays = 30;

/**
 * Makes a link to a family's sessions of a day and stores its hash.
 * @returns the secret of 256 random bits, which is stored nowhere
 */
export const createDayLink = async (table: Table, { parent_id, date }: DayLink): Promise<string> => {
  const secret = newSecret('reminder');
  await putItem(table, {
    TableName: table.name,
    Item: {
      ...dayLinkKey(secret),
      ...accountLinkKeys(parent_id, 'reminder'),
      [entityAttribute]: 'day-link',
      ...{ kind: 'reminder', parent_id, date },
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(addDays(date, keptDays))),
    },
  });
  return secret;
};

/** What a link shows; undefined for a secret of none. One consistent read. */
export const findDayLink = (table: Table, secret: string): Promise<DayLink | undefined> =>
  getItem(table, { key: dayLinkKey(secret), fromItem: (item) => dayLinkSchema.parse(item) });
