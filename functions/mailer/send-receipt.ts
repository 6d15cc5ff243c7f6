import { balanceOf } from '#shared/domain/ledger/account';
import { accountEntryKey } from '#shared/domain/ledger/account-entry-key';
import { getProfile } from '../data/families/profiles.ts';
import { isTakenBack, type ReceiptedPayment } from '../data/ledger/account-entries.ts';
import { type FamilyAccount, getFamilyAccount } from '../data/ledger/family-account.ts';
import { noMailReason } from '../lib/email/no-mail-reason.ts';
import { sendOnce } from '../lib/email/sending/send-once.ts';
import { paymentReceiptEmail } from '../lib/email/templates/payment-receipt.ts';
import { log } from '../log.ts';
import type { MailerDeps } from './deps.ts';

interface Recipient {
  readonly to: string;
  readonly account: FamilyAccount;
}

/** Whom a receipt goes to, or why none is sent. */
const findRecipient = async (
  { parent_id, payment }: ReceiptedPayment,
  { table }: MailerDeps,
): Promise<Recipient | 'account-gone' | 'no-email' | 'email-problem' | 'taken-back'> => {
  const [profile, account, takenBack] = await Promise.all([
    getProfile(table, parent_id),
    getFamilyAccount(table, parent_id),
    isTakenBack(table, parent_id, payment.cause),
  ]);
  if (!profile || !account) return 'account-gone';
  if (takenBack) return 'taken-back';
  return noMailReason(profile) ?? { to: profile.email, account };
};

/** Sends the receipt of a payment, at most once (PAY-06). @throws what `sendOnce` throws */
export const sendReceipt = async (receipted: ReceiptedPayment, deps: MailerDeps): Promise<void> => {
  const { parent_id, payment } = receipted;
  const fields = { account: parent_id, entry: accountEntryKey(payment.cause) };
  const recipient = await findRecipient(receipted, deps);
  if (typeof recipient === 'string') {
    log.info('receipt.not-needed', { ...fields, reason: recipient });
    return;
  }
  const { to, account } = recipient;
  const email = paymentReceiptEmail(payment, balanceOf(account), deps.siteUrl);
  await sendOnce(
    {
      kind: 'receipt',
      subjectId: `${fields.account}#${fields.entry}`,
      fields,
      compose: () => ({ to, account: parent_id, ...email }),
    },
    deps,
  );
};
