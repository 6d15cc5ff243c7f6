import { findReaders, sendToReaders } from '../accounts/readers.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import type { MailerDeps } from '../lib/deps.ts';
import { type MailEnd, notNeeded } from '../lib/mail/not-sent.ts';
import type { FailedDebit } from './card-mails.ts';
import { failedDebitEmail } from './emails.ts';

/** Tells a family that a bank debit failed, at most once (CRD-03). @throws what `sendToReaders` throws */
export const sendFailedDebit = async (
  { family_id, intent, amount, at }: FailedDebit,
  deps: MailerDeps,
): Promise<MailEnd> => {
  const fields = { family: family_id, payment: intent };
  const family = await getStoredFamily(deps.table, family_id);
  const readers = family ? findReaders(family, 'debit-failed') : 'account-gone';
  if (typeof readers === 'string') return notNeeded('debit-failed.not-needed', readers, fields);
  return sendToReaders(
    readers,
    {
      ...{ kind: 'debit-failed', subjectId: `${family_id}#${intent}`, causedAt: at, fields },
      compose: () => failedDebitEmail(amount, deps.siteUrl),
    },
    deps,
  );
};
