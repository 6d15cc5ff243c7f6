import { readSettingsNow } from '../../data/settings/settings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The settings of the school as they are stored now (SET-01). */
export const getSettings: Operation<'getSettings', AdminDeps> = (_, { table }) => readSettingsNow(table);
