import type { BusinessDay } from '#shared/domain/time/business-time';
import type { UserId } from '#shared/schemas/ids';
import type { Statement } from '#shared/schemas/statement';
import { getActiveProfile } from '../families/profiles.ts';
import { type FamilyLedger, getFamilyLedger } from '../ledger/family-ledger.ts';
import type { Table } from '../table.ts';
import { type LedgerStatement, readLedgerStatement } from './statement.ts';

interface FamilyStatement {
  /** Undefined for a family that was stored before families had one, and has not booked since. */
  readonly ledger: FamilyLedger | undefined;
  readonly statement: Pick<Statement, 'reference'> & LedgerStatement;
}

/**
 * A family's ledger with all entries. Two round trips.
 * @returns undefined where there is no such family, or it is being deleted
 */
export const readStatement = async (
  table: Table,
  userId: UserId,
  moment: BusinessDay,
): Promise<FamilyStatement | undefined> => {
  const [profile, ledger, statement] = await Promise.all([
    getActiveProfile(table, userId),
    getFamilyLedger(table, userId),
    readLedgerStatement(table, userId, moment),
  ]);
  return profile && { ledger, statement: { reference: ledger?.reference ?? null, ...statement } };
};
