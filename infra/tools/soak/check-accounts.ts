import type { StoredBooking } from '#functions/data/bookings/bookings';
import type { Violation } from './check-bookings.ts';
import type { FinalAccount, StoredSlot } from './final-state.ts';

/**
 * Checks that a deleted family has no booking, and that every other family has each of its bookings once, live or in the
 * history, with an account that charged each and was credited what the history says.
 * @param created every booking that was stored in the run, each once
 */
export const checkAccounts = (
  accounts: readonly FinalAccount[],
  created: readonly StoredBooking[],
  slots: readonly StoredSlot[],
): Violation[] => {
  const stored = slots.flatMap(({ bookings }) => bookings);
  return accounts.flatMap(({ parent, isDeleted, account, ended }) => {
    const isOfFamily = ({ parent_id }: StoredBooking) => parent_id === parent;
    if (isDeleted) {
      const orphans = stored.filter(isOfFamily).map(({ id }) => id);
      return orphans.length === 0
        ? []
        : [{ rule: 'no booking of a deleted family', text: orphans.join(', '), entries: [] }];
    }
    const made = created.filter(isOfFamily);
    const charged = made.reduce((sum, { amount }) => sum + amount, 0);
    const credited = ended.reduce((sum, record) => sum + record.ended.credit, 0);
    const kept = [...stored.filter(isOfFamily), ...ended].map(({ id }) => id).toSorted();
    const promises: readonly { rule: string; isKept: boolean; text: string }[] = [
      {
        rule: 'the account equals the bookings made',
        isKept: account?.charged === charged && account.live_bookings_at_most === made.length,
        text: `${account?.live_bookings_at_most} for ${account?.charged} counted, ${made.length} for ${charged} made`,
      },
      {
        rule: 'the credits equal the history',
        isKept: account?.credited === credited,
        text: `${account?.credited} counted, ${credited} in the history`,
      },
      {
        rule: 'each booking is live, or once in the history',
        isKept:
          kept.join() ===
          made
            .map(({ id }) => id)
            .toSorted()
            .join(),
        text: `${kept.length} kept, ${made.length} made`,
      },
    ];
    return promises
      .filter(({ isKept }) => !isKept)
      .map(({ rule, text }) => ({ rule, text: `${text} (family ${parent})`, entries: [] }));
  });
};
