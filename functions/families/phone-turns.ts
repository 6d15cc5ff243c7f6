import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hourMs } from '#shared/lib/durations';
import { familyIdSchema } from '#shared/lib/ids';
import { phoneKey } from '#shared/lib/phone-number';
import { isListedFamily, readActiveFamilies, type StoredFamily } from '../accounts/stored-families.ts';
import { absent, updateWrite } from '../lib/dynamo/expressions.ts';
import {
  entityAttribute,
  type ItemRef,
  itemParser,
  tableSchema,
  toEpochSeconds,
} from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { phoneTurnKey, wordPrefix } from '../lib/dynamo/keys-of-people.ts';
import { inPartition, queryAll } from '../lib/dynamo/reads.ts';
import type { Table } from '../lib/table.ts';

/** Consistent: one Query, and the families found. */
export const familiesWithPhone = async (table: Table, phone: string): Promise<StoredFamily[]> => {
  const key = phoneKey(phone);
  if (!key) return [];
  const { PK, SK } = wordPrefix(key);
  const items = await queryAll(table, { ...inPartition({ PK }, { beginning: SK }), ConsistentRead: true });
  const ids = [
    ...new Set(
      items.filter(({ word }) => word === key).map(({ parent_id }) => familyIdSchema.parse(parent_id)),
    ),
  ];
  const familyOf = await readActiveFamilies(table, ids, { consistent: true });
  return ids.flatMap((id) => {
    const family = familyOf(id);
    const hasPhone = (one: StoredFamily) =>
      [one, ...one.members].some(({ phone_number }) => phoneKey(phone_number) === key);
    return family && isListedFamily(family) && hasPhone(family) ? [family] : [];
  });
};

const turnRetainedMs = hourMs;
export const turnSchema = z.object({ turn: z.string() });
/** By the normal form of the phone number. */
export type PhoneTurns = ReadonlyMap<string, string | undefined>;

/**
 * The last import to store a family with each number. A transaction that requires turns, read before the families, knows all
 * families that imports made with these numbers.
 */
export const phoneTurnRefs = (
  phones: readonly string[],
): ReadonlyMap<string, ItemRef<z.infer<typeof turnSchema>>> =>
  new Map(
    phones.flatMap((phone) => {
      const key = phoneKey(phone);
      return key ? [[key, { key: phoneTurnKey(key), fromItem: itemParser(turnSchema) }] as const] : [];
    }),
  );

export const turnWrites = (table: Table, turns: PhoneTurns, now: Date): Write[] =>
  [...turns].map(([phone, turn]) =>
    updateWrite(table, phoneTurnKey(phone), {
      set: {
        [entityAttribute]: 'phone-turn',
        turn: randomUUID(),
        [tableSchema.timeToLiveAttribute]: toEpochSeconds(new Date(now.getTime() + turnRetainedMs)),
      },
      if: { turn: turn ?? absent },
    }),
  );
