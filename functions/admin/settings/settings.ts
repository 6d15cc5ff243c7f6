import { paymentChanges, type SettingChange, settingChanges } from '#shared/domain/text/setting-texts';
import type { UserId } from '#shared/schemas/ids';
import { auditEventPut } from '../../data/audit/activity.ts';
import type { ExtraWrites } from '../../data/extra-writes.ts';
import { listAllProfiles } from '../../data/families/list-profiles.ts';
import { mailRequestPut } from '../../data/mail/mail-requests.ts';
import * as stored from '../../data/settings/settings.ts';
import { readSettingsNow } from '../../data/settings/settings.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** The settings of the school as they are stored now (SET-01). */
export const getSettings: Operation<'getSettings', AdminDeps> = (_, { table }) => readSettingsNow(table);

/** How many emails one change asks for: a transaction has 100 writes. */
const mostTold = 90;

/** The emails to all administrators but the one who changes where families pay: their requests (SET-03). */
const noticeWrites = async (
  { table, clock }: AdminDeps,
  by: UserId,
  changes: readonly SettingChange[],
): Promise<ExtraWrites> => {
  const admins = await listAllProfiles(table, 'admins');
  const others = admins.filter(({ id, deleting }) => id !== by && !deleting);
  return others
    .slice(0, mostTold)
    .map(({ email }) =>
      mailRequestPut(table, { kind: 'payment-settings-changed', email, now: clock(), changes }),
    );
};

/**
 * Changes the settings of the school, and logs them with their values before and after; refused where they were changed
 * since the form was read (SET-01). Where families pay needs a fresh sign-in, and the other administrators are told (SET-03).
 * @throws ProblemError freshSignInRequired, settingsChanged, busy
 */
export const saveSettings: Operation<'saveSettings', AdminDeps> = async (
  { caller, body, requireFreshSignIn },
  deps,
) => {
  const { table, clock } = deps;
  const current = await stored.readSettingsNow(table);
  if (current.version !== body.version) throw problem('settingsChanged');
  const changes = settingChanges(current, body);
  if (changes.length === 0) return current;
  const ofPayment = paymentChanges(changes);
  if (ofPayment.length > 0) await requireFreshSignIn();
  const notices = ofPayment.length > 0 ? await noticeWrites(deps, caller.userId, ofPayment) : [];
  const auditEvent = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'settings.updated',
    subject_id: 'settings',
    changes,
  });
  const saved = await stored.saveSettings(table, body, [auditEvent, ...notices]);
  if (saved === 'busy') throw busy();
  if (saved === 'changed') throw problem('settingsChanged');
  return saved;
};
