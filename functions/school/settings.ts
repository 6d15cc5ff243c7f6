import * as z from 'zod/mini';
import { changedNames, type Json } from '#shared/contract/edits';
import {
  defaultSchoolSettings,
  type SchoolSettings,
  type SettingsValues,
  schoolSettingsSchema,
  settingsValues,
} from '#shared/school/settings';
import { stretched } from '../lib/clock.ts';
import { isNew, updateWrite } from '../lib/dynamo/expressions.ts';
import { itemParser } from '../lib/dynamo/items.ts';
import { schoolSettingsKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';

/** How long an instance uses the settings that it read. */
const settingsAgeMs = stretched(2_000);

const knownSettings = new Map<Table['name'], { readonly settings: SchoolSettings; readonly until: number }>();

const keep = (table: Table, settings: SchoolSettings): void => {
  const known = knownSettings.get(table.name)?.settings;
  // A read that began before a change must not bring back old values.
  if (known && known.version > settings.version) return;
  knownSettings.set(table.name, { settings, until: performance.now() + settingsAgeMs });
};

const { payment_link: paymentLinkSchema, opening_put_away: putAwaySchema } = schoolSettingsSchema.shape;

/** Shows nobody a link that SET-03 refuses. `z.catch` would do the same, but adds 10 kB to every function. */
export const storedSettingsSchema = z.object({
  ...schoolSettingsSchema.shape,
  payment_link: z.pipe(
    z.unknown(),
    z.transform((stored) => paymentLinkSchema.safeParse(stored).data ?? null),
  ),
  opening_put_away: z._default(putAwaySchema, false),
});

const read = async (table: Table, consistent: boolean): Promise<SchoolSettings> =>
  (await getItem(
    table,
    { key: schoolSettingsKey, fromItem: itemParser(storedSettingsSchema) },
    { consistent },
  )) ?? defaultSchoolSettings;

/** One read of 0.5 units every few seconds: other instances use a change that much later. */
export const readSettings = async (table: Table): Promise<SchoolSettings> => {
  const known = knownSettings.get(table.name);
  if (known && performance.now() < known.until) return known.settings;
  const settings = await read(table, false);
  keep(table, settings);
  return settings;
};

export const forgetSettings = ({ name }: Pick<Table, 'name'>): void => {
  knownSettings.delete(name);
};

/** For whoever changes the settings. One consistent read. */
export const readSettingsNow = (table: Table): Promise<SchoolSettings> => read(table, true);

/** The paths of attributes that differ. */
const changedAttributes = (before: SettingsValues, now: SettingsValues) => {
  const { sibling, second_class, early, ...terms } = now;
  const values = new Map<string, Json>(
    Object.entries({
      ...terms,
      'discounts.sibling': sibling,
      'discounts.second_class': second_class,
      'discounts.early': early,
    }),
  );
  const changed = changedNames(before, now).map((name) => (name in terms ? name : `discounts.${name}`));
  return Object.fromEntries(changed.map((path) => [path, values.get(path) ?? null]));
};

/** All or nothing, where `current` is stored. A newer version's attributes stay. @returns with their new version */
export const saveSettings = async (
  table: Table,
  current: SchoolSettings,
  change: Partial<SchoolSettings>,
  extraWrites: ExtraWrites,
): Promise<SchoolSettings | 'changed' | 'busy'> => {
  const { version } = current;
  const saved = { ...current, ...change, version: version + 1 };
  const changed = changedAttributes(settingsValues(current), settingsValues(saved));
  const { outcome } = await sendTransaction(table, [
    updateWrite(table, schoolSettingsKey, {
      set: version === 0 ? saved : { ...changed, version: saved.version },
      if: version === 0 ? isNew : { version },
    }),
    ...extraWrites,
  ]);
  if (outcome === 'refused') return 'changed';
  if (outcome === 'busy') return 'busy';
  keep(table, saved);
  return saved;
};
