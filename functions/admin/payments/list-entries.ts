import { businessMoment } from '#shared/domain/time/business-time';
import type { CalendarDate } from '#shared/schemas/values';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { type LedgerOf, listLedgersAfter } from '../../data/ledger/list-ledgers.ts';
import { type LedgerStatement, readLedgerStatements } from '../../data/views/statement.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { exportedFamilies } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';
import { nameMakers } from './name-makers.ts';

interface Period {
  readonly from: CalendarDate;
  readonly until: CalendarDate;
}

/** Whether anything was ever recorded in the ledger. */
const hasEntries = ({ charged, credited, waived, received }: LedgerOf): boolean =>
  [charged, credited, waived, received].some((sum) => sum !== 0);

const isIn = ({ from, until }: Period, day: CalendarDate): boolean => day >= from && day <= until;

/** The charges, endings and entries of a period. */
const cut = ({ charges, entries }: LedgerStatement, period: Period) => ({
  charges: charges.filter(({ day, ending }) => isIn(period, day) || (ending && isIn(period, ending.day))),
  entries: entries.filter(({ day }) => isIn(period, day)),
});

/**
 * The charges and entries of a period, by family (PAY-07). A charge is included with its ending if the day of either is
 * in the period. Each request reads a limited number of families; an export of any size is a series of requests.
 */
export const listEntries: Operation<'listEntries', AdminDeps> = async (
  { body: { cursor, ...period } },
  { table, clock, timeZone },
) => {
  const ledgers = await listLedgersAfter(table, cursor, exportedFamilies);
  const moment = businessMoment(clock(), timeZone);
  const statements = await readLedgerStatements(table, ledgers.filter(hasEntries), moment);
  const read = statements
    .map(({ statement, ...ledger }) => ({ ledger, lines: cut(statement, period) }))
    .filter(({ lines }) => lines.charges.length + lines.entries.length > 0);
  const [profileOf, withMakers] = await Promise.all([
    readActiveProfiles(
      table,
      read.map(({ ledger }) => ledger.parent_id),
    ),
    nameMakers(
      table,
      read.map(({ lines }) => lines),
    ),
  ]);
  return {
    families: read.map(({ ledger: { parent_id, reference = null }, lines }) => {
      const profile = profileOf(parent_id);
      return {
        ...{ parent_id, reference },
        full_name: profile?.full_name ?? null,
        email: profile?.email ?? null,
        ...withMakers(lines),
      };
    }),
    next_cursor: ledgers.length === exportedFamilies ? (ledgers.at(-1)?.parent_id ?? null) : null,
  };
};
