import { balanceOf } from '#shared/domain/ledger/balance';
import type { UserId } from '#shared/schemas/ids';
import { readLedgers } from '../../data/ledger/family-ledger.ts';
import { readLedgerStatements } from '../../data/views/statement.ts';
import { paymentReminderEmail, type RemindedStatement } from '../../lib/email/templates/payment-reminder.ts';
import type { Prepare } from './prepared.ts';
import { toFamilies } from './to-families.ts';

/** Reminds families of their open balances (PAY-08). One that has paid since gets no email. */
export const preparePaymentReminder: Prepare<'payment-reminder'> = async ({ audience }, deps) => {
  const accountOf = await readLedgers(deps.table, audience.parent_ids);
  const owing = audience.parent_ids.flatMap((parent_id) => {
    const ledger = accountOf(parent_id);
    return ledger?.reference && balanceOf(ledger) > 0 ? { parent_id, reference: ledger.reference } : [];
  });
  const statements = new Map<UserId, RemindedStatement>(
    (await readLedgerStatements(deps.table, owing, deps.timeZone)).map(
      ({ parent_id, reference, statement }) => [parent_id, { reference, ...statement }],
    ),
  );
  return toFamilies([...statements.keys()], deps, ({ id }) => {
    const statement = statements.get(id);
    if (!statement) throw new Error('A family without an open balance gets no reminder');
    return paymentReminderEmail(statement, deps.siteUrl);
  });
};
