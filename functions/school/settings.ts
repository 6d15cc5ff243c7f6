import * as z from 'zod/mini';
import { defaultSchoolSettings, type SchoolSettings, schoolSettingsSchema } from '#shared/school/settings';
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

/**
 * Stores settings and the extra writes, all or nothing, on the condition that the stored version is that of `settings`.
 * This instance uses them from the next request.
 * @returns the settings with their new version
 */
export const saveSettings = async (
  table: Table,
  settings: SchoolSettings,
  extraWrites: ExtraWrites,
): Promise<SchoolSettings | 'changed' | 'busy'> => {
  const saved = { ...settings, version: settings.version + 1 };
  const { outcome } = await sendTransaction(table, [
    // An update, so that what a newer version stored beside these attributes stays.
    updateWrite(table, schoolSettingsKey, {
      set: saved,
      if: settings.version === 0 ? isNew : { version: settings.version },
    }),
    ...extraWrites,
  ]);
  if (outcome === 'refused') return 'changed';
  if (outcome === 'busy') return 'busy';
  keep(table, saved);
  return saved;
};
