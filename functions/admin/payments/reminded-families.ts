import { businessMoment } from '#shared/domain/time/business-time';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import { policies } from '#shared/policies';
import type { UserId } from '#shared/schemas/ids';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import type { StoredProfile } from '../../data/families/stored-profile.ts';
import { dueOfLedger } from '../../data/ledger/due-plans.ts';
import { type FamilyLedger, readLedgers } from '../../data/ledger/family-ledger.ts';
import type { AdminDeps } from '../deps.ts';

/** A family whose last reminder is later than this moment is not reminded now. */
export const pauseFromAt = (now: Date): Instant =>
  instantOf(new Date(now.getTime() - policies.money.reminderPauseDays * dayMs));

/** Chosen families: those that are reminded, and how many are not for each reason. */
export interface RemindedFamilies {
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
export const chooseReminded = async (
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
