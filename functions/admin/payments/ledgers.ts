import { foldReference } from '#shared/domain/bank/fold-reference';
import { businessMoment } from '#shared/domain/time/business-time';
import type { UserId } from '#shared/schemas/ids';
import type { SecondReference } from '#shared/schemas/second-reference';
import type { CalendarDate } from '#shared/schemas/values';
import { auditEventPut } from '../../data/audit/activity.ts';
import { readProfileNames } from '../../data/families/profile-names.ts';
import { getActiveProfile } from '../../data/families/profiles.ts';
import { readActiveProfiles } from '../../data/families/read-profiles.ts';
import { readStatement } from '../../data/joins/read-statement.ts';
import { type LedgerStatement, readLedgerStatements } from '../../data/joins/statement.ts';
import { type LedgerOf, listLedgers, listLedgersAfter } from '../../data/ledger/list-ledgers.ts';
import { setSecondReference as storeReference } from '../../data/ledger/references.ts';
import type { Table } from '../../data/table.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import { exportedFamilies } from '../../limits.ts';
import type { AdminDeps } from '../deps.ts';

/** A family's ledger, with who recorded and ended what (PAY-01, PAY-05). */
export const getParentLedger: Operation<'getParentLedger', AdminDeps> = async (
  { params },
  { table, clock, timeZone },
) => {
  const found = await readStatement(table, params.parentId, businessMoment(clock(), timeZone));
  if (!found) throw problem('parentNotFound');
  const { ledger, statement } = found;
  const withMakers = await nameMakers(table, [statement]);
  return {
    ...statement,
    ...withMakers(statement),
    second_reference: ledger?.second_reference ?? null,
    reminded_at: ledger?.reminded_at ?? null,
    do_not_remind: ledger?.do_not_remind ?? false,
  };
};

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

type Lines = Pick<LedgerStatement, 'charges' | 'entries'>;

/** Names the administrators who made entries and ended bookings. One BatchGetItem per 100 administrators. */
const nameMakers = async (table: Table, statements: readonly Lines[]) => {
  const nameOf = await readProfileNames(
    table,
    statements.flatMap(({ charges, entries }) => [
      ...charges.map(({ ended_by }) => ended_by),
      ...entries.map(({ made_by }) => made_by),
    ]),
  );
  return ({ charges, entries }: Lines) => ({
    charges: charges.map((charge) => ({ ...charge, ended_by_name: nameOf(charge.ended_by) })),
    entries: entries.map((entry) => ({ ...entry, made_by_name: nameOf(entry.made_by) })),
  });
};

/** Whether a text with one reference also has the other one: then no family is found by it. */
const overlaps = (one: string, other: string | undefined): boolean => {
  const [folded, otherFolded] = [foldReference(one), foldReference(other ?? '')];
  return otherFolded !== '' && (folded.includes(otherFolded) || otherFolded.includes(folded));
};

/**
 * Whether another family has such a reference. Reads all ledgers. Two that are set at the same moment can both be stored: a
 * text then finds two families, and neither is proposed.
 */
const isOthers = async (table: Table, userId: UserId, reference: SecondReference): Promise<boolean> =>
  (await listLedgers(table)).some(
    (ledger) =>
      ledger.parent_id !== userId &&
      [ledger.reference, ledger.second_reference].some((other) => overlaps(reference, other)),
  );

/**
 * Sets the second reference of a family, by which its payments are found too, or removes it (BNK-03); logs a change only.
 * @throws ProblemError parentNotFound, referenceTaken, busy
 */
export const setSecondReference: Operation<'setSecondReference', AdminDeps> = async (
  { caller, params: { parentId }, body: { second_reference } },
  { table, clock },
) => {
  if (!(await getActiveProfile(table, parentId))) throw problem('parentNotFound');
  if (second_reference && (await isOthers(table, parentId, second_reference)))
    throw problem('referenceTaken');
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: parentId,
    fields: ['second_reference'],
  });
  const outcome = await storeReference(table, parentId, second_reference, [audit]);
  if (outcome === 'gone') throw problem('parentNotFound');
  if (outcome === 'taken') throw problem('referenceTaken');
  if (outcome === 'busy') throw busy();
};
