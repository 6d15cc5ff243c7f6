import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import type { FamilyId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { payment } from '#shared/testing/ledgers';
import { takePlace } from '../booking/take-place.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { messageIdOf } from '../messages/messages.ts';
import { entryWrites } from './entries.ts';
import { getFamilyLedger } from './ledger.ts';

const system = await startTests(messageSteps);

const owing = async () => {
  const family = await storedFamily(system.table);
  const cls = sampleClass();
  await putClass(system.table, cls);
  await takePlace(system.table, sampleBooking(cls, family));
  return {
    ...family.profile,
    id: family.id,
    reference: (await getFamilyLedger(system.table, family.id))?.reference,
  };
};

const remind = async (parent_ids: readonly FamilyId[]) => {
  const message = await system.store({
    id: messageIdOf('reminded', ...parent_ids),
    created_at: instantOf(system.now()),
    made_by: null,
    kind: 'payment-reminder',
    audience: { kind: 'families', parent_ids: [...parent_ids] },
    facts: {},
  });
  await system.settle();
  return system.statesOf(message.id);
};

describe('a payment reminder', () => {
  it('has balance, entries and how to pay with the reference, once for each family [PAY-08, SCH-02]', async () => {
    const [one, other] = [await owing(), await owing()];
    await sendTransaction(system.table, entryWrites(system.table, one.id, payment(1, 5_000), undefined));
    await remind([one.id, other.id]);
    expect(system.mails.map(({ to }) => to).toSorted()).toEqual([one.email, other.email].toSorted());
    const own = system.mails.find(({ to }) => to === one.email)?.data ?? '';
    const { subject, text } = await PostalMime.parse(own);
    expect(subject).toBe('Payment reminder: $70.00');
    expect(text).toContain('Full program: Robin Parent, Juniorballerz, Riverside Sports Ground: $120.00');
    expect(text).toContain('Payment, bank transfer: -$50.00');
    expect(text).toContain(`Your reference: ${one.reference}`);
    expect(text).toContain('Ballerz will tell you how to pay.');
  });

  it('is not sent to a family that has paid since it was chosen [PAY-08]', async () => {
    const paid = await owing();
    await sendTransaction(system.table, entryWrites(system.table, paid.id, payment(1, 12_000), undefined));
    expect(await remind([paid.id])).toEqual({});
    expect(system.mails).toEqual([]);
  });
});
