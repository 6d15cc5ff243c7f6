import { listAccounts } from '../../data/accounts/list-accounts.ts';
import { moneyFigures } from '../../data/accounts/money-figures.ts';
import type { Operation } from '../../http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The figures of all accounts. Apart from the dashboard's others, which do not wait for it (PAY-09). */
export const getMoneyFigures: Operation<'getMoneyFigures', AdminDeps> = async (_request, { table }) =>
  moneyFigures(await listAccounts(table));
