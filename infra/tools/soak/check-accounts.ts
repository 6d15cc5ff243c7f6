import type { StoredBooking } from '#functions/data/bookings/bookings';
import type { Violation } from './check-bookings.ts';
import type { FinalAccount, StoredSlot } from './final-state.ts';

/**
 * Checks that a deleted family has no booking, and that the account of every other family has counted and charged each of
 * its bookings once, deleted ones included.
 * @param created every booking that was stored in the run, each once
 */
export const checkAccounts = (
  accounts: readonly FinalAccount[],
  created: readonly StoredBooking[],
  slots: readonly StoredSlot[],
): Violation[] => {
  const stored = slots.flatMap(({ bookings }) => bookings);
  return accounts.flatMap(({ parent, isDeleted, account }) => {
    const isOfFamily = ({ parent_id }: StoredBooking) => parent_id === parent;
    if (isDeleted) {
      const orphans = stored.filter(isOfFamily).map(({ id }) => id);
      return orphans.length === 0
        ? []
        : [{ rule: 'no booking of a deleted family', text: orphans.join(', '), entries: [] }];
    }
    const made = created.filter(isOfFamily);
    const charged = made.reduce((sum, { amount }) => sum + amount, 0);
    return account?.charged === charged && account.live_bookings_at_most === made.length
      ? []
      : [
          {
            rule: 'the account equals the bookings made',
            text: `${account?.live_bookings_at_most} for ${account?.charged} counted, ${made.length} for ${charged} made`,
            entries: [],
          },
        ];
  });
};
