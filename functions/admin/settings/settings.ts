import { settingChanges } from '#shared/domain/text/setting-texts';
import { auditEventPut } from '../../data/audit/activity.ts';
import * as stored from '../../data/settings/settings.ts';
import { readSettingsNow } from '../../data/settings/settings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The settings of the school as they are stored now (SET-01). */
export const getSettings: Operation<'getSettings', AdminDeps> = (_, { table }) => readSettingsNow(table);

/**
 * Changes the settings of the school, and logs them with their values before and after; refused where they were changed
 * since the form was read (SET-01).
 */
export const saveSettings: Operation<'saveSettings', AdminDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const current = await stored.readSettingsNow(table);
  if (current.version !== body.version) throw problem('settingsChanged');
  const changes = settingChanges(current, body);
  if (changes.length === 0) return current;
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'settings.updated',
    subject_id: 'settings',
    changes,
  });
  const saved = await stored.saveSettings(table, body, [auditEvent]);
  if (saved === 'busy') throw busy();
  if (saved === 'changed') throw problem('settingsChanged');
  return saved;
};
