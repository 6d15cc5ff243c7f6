import { balanceOf } from '#shared/domain/ledger/balance';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { businessMoment } from '#shared/domain/time/business-time';
import { getProfile } from '../data/families/profiles.ts';
import { dueOfLedger } from '../data/ledger/due-plans.ts';
import { isTakenBack, type ReceiptedPayment } from '../data/ledger/entries.ts';
import { type FamilyLedger, getFamilyLedger } from '../data/ledger/family-ledger.ts';
import { readSettings } from '../data/settings/settings.ts';
import { noMailReason } from '../lib/email/no-mail-reason.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { paymentReceiptEmail } from '../lib/email/templates/payment-receipt.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

interface Recipient {
  readonly to: string;
  readonly ledger: FamilyLedger;
}

/** Whom a receipt goes to, or why none is sent. */
const findRecipient = async (
  { parent_id, payment }: ReceiptedPayment,
  { table }: MailerDeps,
): Promise<Recipient | 'account-gone' | 'no-email' | 'email-problem' | 'taken-back'> => {
  const [profile, ledger, takenBack] = await Promise.all([
    getProfile(table, parent_id),
    getFamilyLedger(table, parent_id),
    isTakenBack(table, parent_id, payment.cause),
  ]);
  if (!profile || !ledger) return 'account-gone';
  if (takenBack) return 'taken-back';
  return noMailReason(profile) ?? { to: profile.email, ledger };
};

/** Sends the receipt of a payment, at most once (PAY-06). @throws what `sendOnce` throws */
export const sendReceipt = async (receipted: ReceiptedPayment, deps: MailerDeps): Promise<void> => {
  const { parent_id, payment } = receipted;
  const fields = { account: parent_id, entry: ledgerEntryKey(payment.cause) };
  const recipient = await findRecipient(receipted, deps);
  if (typeof recipient === 'string') {
    log.info('receipt.not-needed', { ...fields, reason: recipient });
    return;
  }
  const { to, ledger } = recipient;
  const { today } = businessMoment(deps.clock(), deps.timeZone);
  const { due, later } = dueOfLedger(ledger, today);
  const { payment_link } = await readSettings(deps.table);
  const email = paymentReceiptEmail(
    payment,
    { reference: ledger.reference ?? null, balance: balanceOf(ledger), due, later: [...later] },
    payment_link,
    deps.siteUrl,
  );
  await sendOnce(
    {
      kind: 'receipt',
      subjectId: `${fields.account}#${fields.entry}`,
      causedAt: payment.recorded_at,
      fields,
      compose: () => ({ to, account: parent_id, ...email }),
    },
    deps,
  );
};
