import { type Key, sha256 } from './key.ts';

const settingsPartition = { PK: 'SETTINGS' } as const;

/** The settings of the school: one item, in no index. */
export const schoolSettingsKey: Key = { ...settingsPartition, SK: 'SCHOOL' };

/** Which columns the files of a bank have, by their heading. */
export const bankColumnsKey = (heading: string): Key => ({
  ...settingsPartition,
  SK: `COLUMNS#${sha256(heading)}`,
});
