import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleBooking, sampleClass, sampleNow } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { insertRecord } from '#infra/testing/table/all-items';
import type { FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { MessageOf } from '#shared/messages/message';
import { counter, payment } from '#shared/testing/ledgers';
import { instant } from '#shared/testing/values';
import { storeEmailProblem } from '../accounts/account-marks.ts';
import { takePlace } from '../booking/take-place.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { prepareMessage } from '../messages/kinds.ts';
import { messageIdOf } from '../messages/messages.ts';
import { entryWrites } from './entries.ts';
import { getFamilyLedger } from './ledger.ts';

const system = await startTests(messageSteps);
const { table, deps, mails } = system;

/** A family with a booking of $120.00. */
const owing = async () => {
  const family = await storedFamily(table);
  const cls = sampleClass();
  await putClass(table, cls);
  await takePlace(table, sampleBooking(cls, family));
  return family;
};

/** A family that pays $50.00 of it, and the stream's record of the payment. */
const givenPayment = async ({ receipt }: { readonly receipt: boolean }) => {
  const family = await owing();
  const entry = { ...payment(1, 5_000), recorded_at: instantOf(sampleNow) };
  const writes = entryWrites(table, family.id, entry, undefined, {
    receipt,
    openSince: instant('2025-09-23T10:00:00.000Z'),
  });
  await sendTransaction(table, writes);
  return { family, entry, record: insertRecord(writes[0].Put?.Item ?? expect.unreachable()) };
};

describe('the receipt of a payment', () => {
  it('names amount, day and balance, and is sent once [PAY-06]', async () => {
    const { family, record } = await givenPayment({ receipt: true });
    await runMailer([record], deps);
    await runMailer([record], deps);
    expect(mails.map(({ to }) => to)).toEqual([family.profile.email]);
    const { subject, text } = await PostalMime.parse(mails[0]?.data ?? '');
    expect(subject).toBe('Payment received: $50.00');
    expect(text).toContain('We received $50.00 on Saturday, September 6, 2025 (bank transfer).');
    expect(text).toContain('You owe $70.00.');
  });

  it('is not sent where it was unticked [PAY-06]', async () => {
    const { record } = await givenPayment({ receipt: false });
    // It is no failed record either, which the stream would deliver again.
    expect(await runMailer([record], deps)).toEqual({ batchItemFailures: [] });
    expect(mails).toEqual([]);
  });

  it('is not sent for a payment that was taken back, nor to an address with a problem', async () => {
    const taken = await givenPayment({ receipt: true });
    await sendTransaction(table, entryWrites(table, taken.family.id, counter(taken.entry), undefined));
    const bounced = await givenPayment({ receipt: true });
    const { id: userId, email } = bounced.family.profile;
    const problem = { kind: 'bounced', at: instant('2025-09-20T10:00:00.000Z') } as const;
    expect(await storeEmailProblem(table, { userId, email, problem })).toBe(true);
    await runMailer([taken.record, bounced.record], deps);
    expect(mails).toEqual([]);
  });
});

const reminderTo = (parent_ids: readonly FamilyId[]): MessageOf<'payment-reminder'> => ({
  id: messageIdOf('reminded', ...parent_ids),
  created_at: instantOf(system.now()),
  made_by: null,
  kind: 'payment-reminder',
  audience: { kind: 'families', parent_ids: [...parent_ids] },
  facts: {},
});

const remind = async (parent_ids: readonly FamilyId[]) => {
  const message = await system.store(reminderTo(parent_ids));
  await system.settle();
  return system.statesOf(message.id);
};

describe('a payment reminder', () => {
  it('has balance, entries and how to pay with the reference, once for each family [PAY-08, SCH-02]', async () => {
    const [one, other] = [await owing(), await owing()];
    await sendTransaction(table, entryWrites(table, one.id, payment(1, 5_000), undefined));
    await remind([one.id, other.id]);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [one, other].map(({ profile }) => profile.email).toSorted(),
    );
    const own = mails.find(({ to }) => to === one.profile.email)?.data ?? '';
    const { subject, text } = await PostalMime.parse(own);
    expect(subject).toBe('Payment reminder: $70.00');
    expect(text).toContain('Full program: Robin Parent, Juniorballerz, Riverside Sports Ground: $120.00');
    expect(text).toContain('Payment, bank transfer: -$50.00');
    expect(text).toContain(`Your reference: ${(await getFamilyLedger(table, one.id))?.reference}`);
    expect(text).toContain('Ballerz will tell you how to pay.');
  });

  it('is not sent to a family that pays while the emails are sent [PAY-08]', async () => {
    const family = await owing();
    const { recipients, mailsFor } = await prepareMessage(reminderTo([family.id]), deps);
    await sendTransaction(table, entryWrites(table, family.id, payment(1, 12_000), undefined));
    expect([...(await mailsFor(recipients)).values()]).toEqual([{ held: 'no-longer-concerned' }]);
  });

  it('is not sent to a family that has paid since it was chosen [PAY-08]', async () => {
    const paid = await owing();
    await sendTransaction(table, entryWrites(table, paid.id, payment(1, 12_000), undefined));
    expect(await remind([paid.id])).toEqual({});
    expect(mails).toEqual([]);
  });
});
