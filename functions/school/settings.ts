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

/** An instance of a function uses the settings that it read for so long. */
const settingsKeptMs = stretched(2_000);

/** By the name of their table. */
const kept = new Map<Table['name'], { readonly settings: SchoolSettings; readonly until: number }>();

const keep = (table: Table, settings: SchoolSettings): void => {
  const known = kept.get(table.name)?.settings;
  // A read that began before a change must not bring back what was changed.
  if (known && known.version > settings.version) return;
  kept.set(table.name, { settings, until: performance.now() + settingsKeptMs });
};

const { payment_link: paymentLinkSchema, opening_put_away: putAwaySchema } = schoolSettingsSchema.shape;

/**
 * A link that was stored before SET-03 and that it refuses is shown to nobody. `z.catch` would do the same, but adds
 * 10 kB to every function.
 */
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

/**
 * The settings in force: those of the last change, or the defaults. One read of 0.5 units every few seconds: another
 * instance uses a change that much later.
 */
export const readSettings = async (table: Table): Promise<SchoolSettings> => {
  const known = kept.get(table.name);
  if (known && performance.now() < known.until) return known.settings;
  const settings = await read(table, false);
  keep(table, settings);
  return settings;
};

/** Makes the next request read the settings. */
export const forgetSettings = ({ name }: Pick<Table, 'name'>): void => {
  kept.delete(name);
};

/** The settings as they are stored now, for whoever changes them. One consistent read. */
export const readSettingsNow = (table: Table): Promise<SchoolSettings> => read(table, true);

/** The attributes of the settings that differ, by their paths. */
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

/**
 * Stores what changes of the settings, and the extra writes, all or nothing, on the condition that `current` is stored. What a newer
 * version stored beside it stays. This instance uses the settings from the next request.
 * @returns the settings with their new version
 */
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
