import { balanceOf } from '#shared/ledger/balance';
import { ledgerEntryKey } from '#shared/ledger/entry';
import { businessMoment } from '#shared/lib/business-time';
import { findReaders, type Readers, sendToReaders } from '../accounts/readers.ts';
import { getStoredFamily, type NoMailReason } from '../accounts/stored-families.ts';
import { readCardMode } from '../cards/connection.ts';
import type { MailerDeps } from '../lib/deps.ts';
import { type MailEnd, notNeeded } from '../lib/mail/not-sent.ts';
import { readSettings } from '../school/settings.ts';
import { dueOfLedger } from './due-plans.ts';
import { paymentReceiptEmail } from './emails.ts';
import { getEntryNote, isTakenBack, type ReceiptedPayment } from './entries.ts';
import { type FamilyLedger, getFamilyLedger } from './ledger.ts';

interface Recipient {
  readonly readers: Readers;
  readonly ledger: FamilyLedger;
}

/** Returns the recipients of a receipt, or why none is sent. */
const findRecipient = async (
  { parent_id, payment }: ReceiptedPayment,
  { table }: MailerDeps,
): Promise<Recipient | NoMailReason | 'taken-back'> => {
  const [family, ledger, takenBack] = await Promise.all([
    getStoredFamily(table, parent_id),
    getFamilyLedger(table, parent_id),
    isTakenBack(table, parent_id, payment.cause),
  ]);
  if (!family || !ledger) return 'account-gone';
  if (takenBack) return 'taken-back';
  const readers = findReaders(family, 'receipt');
  return typeof readers === 'string' ? readers : { readers, ledger };
};

export const sendReceipt = async (receipted: ReceiptedPayment, deps: MailerDeps): Promise<MailEnd> => {
  const { parent_id, payment } = receipted;
  const fields = { family: parent_id, entry: ledgerEntryKey(payment.cause) };
  const recipient = await findRecipient(receipted, deps);
  if (typeof recipient === 'string') return notNeeded('receipt.not-needed', recipient, fields);
  const { readers, ledger } = recipient;
  const { today } = businessMoment(deps.clock(), deps.timeZone);
  const { due, later } = dueOfLedger(ledger, today);
  const [{ payment_link }, cardMode, paidWith] = await Promise.all([
    readSettings(deps.table),
    readCardMode(deps.table),
    payment.cause.type === 'card' ? getEntryNote(deps.table, parent_id, fields.entry) : null,
  ]);
  const email = paymentReceiptEmail(
    { ...payment, paid_with: paidWith },
    { reference: ledger.reference ?? null, balance: balanceOf(ledger), due, later: [...later] },
    payment_link,
    deps.siteUrl,
    cardMode ? deps.siteUrl : undefined,
  );
  return sendToReaders(
    readers,
    {
      kind: 'receipt',
      subjectId: `${parent_id}#${fields.entry}`,
      causedAt: payment.recorded_at,
      fields,
      compose: () => email,
    },
    deps,
  );
};
