import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import { policies } from '#shared/policies';
import type { UserId } from '#shared/schemas/ids';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { auditEventPut } from '../../data/audit/activity.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import { readStatement } from '../../data/joins/read-statement.ts';
import { dueOfLedger } from '../../data/ledger/due-plans.ts';
import { type FamilyLedger, readLedgers } from '../../data/ledger/family-ledger.ts';
import { remindedUpdate, setDoNotRemind as storeChoice } from '../../data/ledger/reminding.ts';
import { messageIdOf } from '../../data/messages/message-id.ts';
import { getMessage, storeMessage } from '../../data/messages/messages.ts';
import { readSettings } from '../../data/settings/settings.ts';
import { paymentReminderEmail } from '../../lib/email/templates/payment-reminder.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** Whom a reminder would reach, and the email of the first family (PAY-08). */
export const getReminderPreview: Operation<'getReminderPreview', AdminDeps> = async ({ body }, deps) => {
  const { table, clock, timeZone, siteUrl } = deps;
  const { reminded, skipped } = await chooseReminded(body.families, deps);
  const [first] = reminded;
  const [found, settings] = await Promise.all([
    first && readStatement(table, first.profile.id, businessMoment(clock(), timeZone)),
    readSettings(table),
  ]);
  const email = found && paymentReminderEmail(found.statement, settings, siteUrl);
  return { recipients: reminded.length, skipped, subject: email?.subject ?? '', html: email?.html ?? '' };
};

/**
 * Reminds families of their open balances: one message, stored with the note of it in each ledger (PAY-08). If another
 * administrator reminds one of them at the same time, the families are read again. A repeated request names the same
 * message.
 */
export const remindFamilies: Operation<'remindFamilies', AdminDeps> = async (request, deps) => {
  const { caller, body, idempotencyKey } = request;
  const { table, clock } = deps;
  const id = messageIdOf('reminded', caller.userId, idempotencyKey);
  const readStored = async () => {
    const stored = await getMessage(table, id);
    if (stored?.kind === 'payment-reminder') return { id, recipients: stored.audience.parent_ids.length };
    return undefined;
  };
  const earlier = await readStored();
  if (earlier) return earlier;
  const { reminded } = await chooseReminded(body.families, deps);
  if (reminded.length === 0) {
    // The request may have been repeated, and stored between the two reads.
    const repeated = await readStored();
    if (repeated) return repeated;
    throw problem('nobodyToRemind');
  }
  const now = clock();
  const at = instantOf(now);
  const parent_ids = reminded.map(({ profile }) => profile.id);
  const message = {
    id,
    created_at: at,
    made_by: caller.userId,
    kind: 'payment-reminder',
    facts: {},
  } as const;
  const audit = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'families.reminded',
    subject_id: id,
  });
  const outcome = await storeMessage(table, { ...message, audience: { kind: 'families', parent_ids } }, [
    audit,
    ...parent_ids.map((parentId) => remindedUpdate(table, parentId, { at, pauseFrom: pauseFromAt(now) })),
  ]);
  if (outcome === 'busy') throw busy();
  // The message was stored before, or another administrator has reminded one of the families since they were read.
  return outcome === 'stored' ? { id, recipients: parent_ids.length } : remindFamilies(request, deps);
};

/** Whether a family is left out of reminders (PAY-08); logs a change only. */
export const setDoNotRemind: Operation<'setDoNotRemind', AdminDeps> = async (
  { caller, params: { parentId }, body },
  { table, clock },
) => {
  if (!(await getActiveProfile(table, parentId))) throw problem('parentNotFound');
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: parentId,
    fields: ['do_not_remind'],
  });
  const outcome = await storeChoice(table, parentId, body.do_not_remind, [audit]);
  if (outcome === 'refused') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
};

/** A family whose last reminder is later than this moment is not reminded now. */
const pauseFromAt = (now: Date): Instant =>
  instantOf(new Date(now.getTime() - policies.money.reminderPauseDays * dayMs));

/** Chosen families: those that are reminded, and how many are not for each reason. */
interface RemindedFamilies {
  readonly reminded: readonly { readonly profile: StoredProfile; readonly ledger: FamilyLedger }[];
  readonly skipped: { readonly settled: number; readonly recently: number; readonly unwanted: number };
}

/** Why a family gets no reminder now, if it gets none: it goes only for what is due (PAY-08, DUE-01). */
const skipReason = (
  ledger: FamilyLedger,
  pauseFrom: Instant,
  today: CalendarDate,
): keyof RemindedFamilies['skipped'] | undefined => {
  if (dueOfLedger(ledger, today).due === 0) return 'settled';
  if (ledger.do_not_remind) return 'unwanted';
  return ledger.reminded_at && ledger.reminded_at > pauseFrom ? 'recently' : undefined;
};

/** Reads which of the given families are reminded now. One round trip for each 100 families. */
const chooseReminded = async (
  families: readonly UserId[],
  { table, clock, timeZone }: Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>,
): Promise<RemindedFamilies> => {
  const distinct = [...new Set(families)];
  const [accountOf, profileOf] = await Promise.all([
    readLedgers(table, distinct),
    readActiveProfiles(table, distinct),
  ]);
  const { now, today } = businessMoment(clock(), timeZone);
  const pauseFrom = pauseFromAt(now);
  const known = distinct.flatMap((id) => {
    const [profile, ledger] = [profileOf(id), accountOf(id)];
    return profile && ledger ? { profile, ledger, reason: skipReason(ledger, pauseFrom, today) } : [];
  });
  const count = (reason: keyof RemindedFamilies['skipped']) =>
    known.filter((family) => family.reason === reason).length;
  return {
    reminded: known.filter(({ reason }) => reason === undefined),
    skipped: { settled: count('settled'), recently: count('recently'), unwanted: count('unwanted') },
  };
};
