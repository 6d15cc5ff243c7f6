import { businessMoment } from '#shared/lib/business-time';
import type { FamilyId } from '#shared/lib/ids';
import { readLedgerStatements } from '../across/statement.ts';
import { readCardMode } from '../cards/connection.ts';
import { type Prepare, toFamilies } from '../messages/to-families.ts';
import { readSettings } from '../school/settings.ts';
import { dueOfLedger } from './due-plans.ts';
import { paymentReminderEmail, type RemindedStatement } from './emails.ts';
import { readLedgers } from './ledger.ts';

/** Reminds families of what is due (PAY-08, DUE-01). A family that has paid meanwhile gets no email. */
export const preparePaymentReminder: Prepare<'payment-reminder'> = async ({ audience }, deps) => {
  const moment = businessMoment(deps.clock(), deps.timeZone);
  const ledgerOf = await readLedgers(deps.table, audience.parent_ids);
  const owing = audience.parent_ids.filter((id) => {
    const ledger = ledgerOf(id);
    return ledger?.reference && dueOfLedger(ledger, moment.today).due > 0;
  });
  return toFamilies('payment-reminder', owing, deps, async (to) => {
    const reminded = to.flatMap(({ familyId: parent_id }) => {
      const reference = ledgerOf(parent_id)?.reference;
      return reference ? { parent_id, reference } : [];
    });
    const [read, settings, cardMode] = await Promise.all([
      readLedgerStatements(deps.table, reminded, moment),
      readSettings(deps.table),
      readCardMode(deps.table),
    ]);
    const cardsAt = cardMode ? deps.siteUrl : undefined;
    const statements = new Map<FamilyId, RemindedStatement>(
      read.map(({ parent_id, reference, statement }) => [parent_id, { reference, ...statement }]),
    );
    return ({ familyId }) => {
      const statement = statements.get(familyId);
      // The family may have paid since the ledgers were read.
      return statement && statement.due > 0
        ? paymentReminderEmail(statement, { ...settings, cardsAt }, deps.siteUrl)
        : undefined;
    };
  });
};
