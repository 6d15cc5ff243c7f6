import {
  defaultSchoolSettings,
  type SchoolSettings,
  schoolSettingsSchema,
} from '#shared/schemas/school-settings';
import { getItem } from '../dynamo/get-item.ts';
import { schoolSettingsKey } from '../dynamo/keys/settings.ts';
import { putItem } from '../dynamo/write-item.ts';
import type { Table } from '../table.ts';

/** An instance of a function uses the settings that it read for so long. */
const settingsKeptMs = 5_000;

/** By the name of their table. */
const kept = new Map<Table['name'], { readonly settings: SchoolSettings; readonly until: number }>();

/**
 * The settings in force: those of the last change, or the defaults. One read of 0.5 units every few seconds: another
 * instance uses a change that much later.
 */
export const readSettings = async (table: Table): Promise<SchoolSettings> => {
  const known = kept.get(table.name);
  if (known && performance.now() < known.until) return known.settings;
  const read = await getItem(
    table,
    { key: schoolSettingsKey, fromItem: ({ PK: _, SK: __, ...item }) => schoolSettingsSchema.parse(item) },
    { consistent: false },
  );
  const settings = read ?? defaultSchoolSettings;
  kept.set(table.name, { settings, until: performance.now() + settingsKeptMs });
  return settings;
};

/** Makes the next request read the settings. */
export const forgetSettings = ({ name }: Pick<Table, 'name'>): void => {
  kept.delete(name);
};

/** Stores settings, which are in force for the next request. */
export const storeSettings = async (table: Table, settings: SchoolSettings): Promise<void> => {
  await putItem(table, { TableName: table.name, Item: { ...schoolSettingsKey, ...settings } });
  forgetSettings(table);
};
