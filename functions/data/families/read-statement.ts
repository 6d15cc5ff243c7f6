import type { UserId } from '#shared/schemas/ids';
import type { Statement } from '#shared/schemas/statement';
import { type FamilyAccount, getFamilyAccount } from '../accounts/family-account.ts';
import { giveReference } from '../accounts/references.ts';
import type { Table } from '../table.ts';
import { openAccount } from './open-account.ts';
import { type LedgerStatement, readLedgerStatement } from './statement.ts';

/** The account of a family, which one that was stored before families had accounts gets now. */
const readAccount = async (table: Table, userId: UserId): Promise<FamilyAccount | undefined> => {
  const account = await getFamilyAccount(table, userId);
  if (account) return account;
  await openAccount(table, userId);
  return getFamilyAccount(table, userId);
};

interface FamilyStatement {
  readonly account: FamilyAccount;
  readonly statement: Pick<Statement, 'reference'> & LedgerStatement;
}

/**
 * A family's account with all entries, and its reference, which it gets when it has none. Two round trips, and one more the
 * first time.
 * @returns undefined where there is no such family, or it is being deleted
 */
export const readStatement = async (
  table: Table,
  userId: UserId,
  timeZone: string,
): Promise<FamilyStatement | undefined> => {
  const [account, statement] = await Promise.all([
    readAccount(table, userId),
    readLedgerStatement(table, userId, timeZone),
  ]);
  if (!account || account.closing) return undefined;
  const reference = account.reference ?? (await giveReference(table, userId));
  return reference && { account, statement: { reference, ...statement } };
};
