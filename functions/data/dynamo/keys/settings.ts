import type { Key } from './key.ts';

/** The settings of the school: one item, in no index. */
export const schoolSettingsKey: Key = { PK: 'SETTINGS', SK: 'SCHOOL' };
