import { businessMoment } from '#shared/domain/time/business-time';
import { listLedgers } from '../../data/ledger/list-ledgers.ts';
import { moneyFigures } from '../../data/ledger/money-figures.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import type { AdminDeps } from '../deps.ts';

/** The figures of all ledgers. Apart from the dashboard's others, which do not wait for it (PAY-09). */
export const getMoneyFigures: Operation<'getMoneyFigures', AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => moneyFigures(await listLedgers(table), businessMoment(clock(), timeZone).today);
