import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inRole } from '#infra/local/roles/roles';
import { putClass } from '#infra/local/seed/put';
import { type Interceptor, intercepting } from '#infra/testing/mutants/mutant';
import { sampleBooking, sampleClass, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { askedCardPayment, storedFamily } from '#infra/testing/samples/stored';
import { captureLog } from '#infra/testing/services/system';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { cardCurrency } from '#shared/cards/card-payment';
import type { CardFact, DisputeFact } from '#shared/cards/events';
import { ledgerTotals } from '#shared/ledger/balance';
import { providerIdSchema } from '#shared/ledger/entry';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { joinedFamilyPut } from '../accounts/joined-families.ts';
import { takePlace } from '../booking/take-place.ts';
import { listEntryNotes, listLedgerEntries } from '../ledger/entries.ts';
import { getFamilyLedger } from '../ledger/ledger.ts';
import { cardMailKey, familyLedgerKey } from '../lib/dynamo/keys-of-people.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import { applyFact } from './apply-facts.ts';
import { getAskedPayment } from './asked-payments.ts';
import { readCardOffice } from './connection.ts';
import { askForRefund, readCardIntent } from './recorded-payments.ts';

const lines = captureLog();
let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const deps = () => ({ table, clock: () => sampleNow, timeZone: sampleTimeZone });
const apply = inRole('card-events', (fact: CardFact) => applyFact(deps(), fact));
const at = instantOf(sampleNow);

/** A family with a booking that asks for $135.00, and the facts of Stripe about it. */
const givenPayment = async () => {
  const family = await storedFamily(table);
  const cls = sampleClass();
  await putClass(table, cls);
  await takePlace(table, sampleBooking(cls, family));
  const asked = await askedCardPayment(table, family);
  const { id, intent, amount } = asked;
  const disputeId = providerIdSchema.parse(intent.replace('pi_', 'du_'));
  const dispute = (state: DisputeFact['state']): DisputeFact => ({
    ...{ fact: 'dispute', id: disputeId, intent, amount, currency: cardCurrency, state, due_by: at, at },
  });
  /** What was received: the ledger's sum, which its entries must add up to. */
  const received = async (): Promise<number> => {
    const [ledger, entries] = await Promise.all([
      getFamilyLedger(table, family.id, { consistent: true }),
      listLedgerEntries(table, family.id),
    ]);
    expect(ledgerTotals([], entries).received).toBe(ledger?.received);
    return ledger?.received ?? 0;
  };
  const entries = async () => (await listLedgerEntries(table, family.id)).map(({ kind }) => kind).toSorted();
  const state = async () => (await getAskedPayment(table, id))?.state;
  return { ...asked, family, dispute, received, entries, state };
};

/** All orders of a list. */
const ordersOf = <Value>(list: readonly Value[]): Value[][] =>
  list.length === 0
    ? [[]]
    : list.flatMap((one, index) => ordersOf(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));

describe('a payment', () => {
  it('is recorded once, however often and at the same moment it is reported [CRD-02]', async () => {
    const { payment, received, entries, state, family } = await givenPayment();
    await Promise.all(Array.from({ length: 8 }, () => apply(payment('paid'))));
    await apply(payment('paid'));
    expect(await received()).toBe(13_500);
    expect(await entries()).toEqual(['payment']);
    expect(await state()).toBe('paid');
    // A press of the office records it in the same way.
    expect((await readCardOffice(table)).last_event_at).toBeNull();
    const [entry] = await listLedgerEntries(table, family.id);
    expect(entry).toMatchObject({ method: 'card', made_by: null, amount: 13_500, day: '2025-09-23' });
  });

  it.each([
    ['amount', { amount: 13_499 }],
    ['currency', { currency: 'eur' }],
    ['family', { family: 'fam_00000000000000000000000000' }],
  ] as const)('with another %s is set aside, and rings [CRD-02]', async (why, changes) => {
    const { payment, received, state, intent } = await givenPayment();
    expect(await apply(payment('paid', changes))).toBe('aside');
    expect(await received()).toBe(0);
    expect(await state()).toBe('aside');
    const { tasks } = await readCardOffice(table);
    expect(tasks).toContainEqual(expect.objectContaining({ kind: 'aside', why, id: intent }));
    expect(lines.join()).toContain('card-event.aside');
    // The right one is recorded all the same, and takes the task off.
    await apply(payment('paid'));
    expect(await received()).toBe(13_500);
    expect((await readCardOffice(table)).tasks).not.toContainEqual(expect.objectContaining({ id: intent }));
  });

  it('that is set aside while its family is joined is a task of the other one [CRD-02] [FID-11]', async () => {
    const { payment, family, intent } = await givenPayment();
    const { id: to } = await storedFamily(table);
    const join = { from: family.id, to, same: new Map(), at };
    await sendTransaction(table, [joinedFamilyPut(table, join)]);
    expect(await apply(payment('paid', { amount: 1 }))).toBe('aside');
    expect((await readCardOffice(table)).tasks.find(({ id }) => id === intent)?.family_id).toBe(to);
  });

  it('has with what it was paid beside its entry, whichever is told first, and nothing of another family [CRD-04]', async () => {
    const text = 'Card ···· 4242, Visa';
    for (const isFirst of [true, false]) {
      const { family, id, intent, payment } = await givenPayment();
      const paidWith = { fact: 'paid-with', reference: id, family: family.id, intent, text } as const;
      if (!isFirst) await apply(payment('paid'));
      expect(await apply({ ...paidWith, family: 'fam_00000000000000000000000000' })).toBe('nothing');
      expect(await apply(paidWith)).toBe('stored');
      if (isFirst) await apply(payment('paid'));
      expect(await listEntryNotes(table, family.id)).toEqual(new Map([[`CARD#${intent}`, text]]));
      // A deletion that has begun finds all notes.
      await updateItem(table, familyLedgerKey(family.id), { set: { closing: true } });
      expect(await apply({ ...paidWith, text: 'Later' })).toBe('nothing');
      expect([...(await listEntryNotes(table, family.id)).values()]).toEqual([text]);
    }
  });
});

describe('a bank debit', () => {
  it('is recorded at once, and has its receipt when the money has come [CRD-02]', async () => {
    const { payment, received, entries, intent } = await givenPayment();
    await apply(payment('processing'));
    expect(await received()).toBe(13_500);
    await apply(payment('paid'));
    await apply(payment('paid'));
    expect(await entries()).toEqual(['payment']);
    const mail = await getItem(table, {
      key: cardMailKey(intent, 'settled-payment'),
      fromItem: (item) => item,
    });
    expect(mail).toMatchObject({ receipt: true, amount: 13_500 });
  });

  it('that is reported as begun and as paid at the same moment is paid [CRD-02]', async () => {
    const { payment, state, intent } = await givenPayment();
    let isFirst = true;
    const begins: Interceptor = async ({ operation, input }, forward) => {
      const isWrite = operation === 'TransactWriteItems' && isFirst;
      isFirst &&= !isWrite;
      if (isWrite) await apply(payment('processing'));
      return forward(input);
    };
    await intercepting(table, [begins], () => apply(payment('paid')));
    expect([await state(), (await readCardIntent(table, intent)).payment?.state]).toEqual(['paid', 'paid']);
  });

  it('that fails takes its entry back, with a mail and a task, once [CRD-03]', async () => {
    const { payment, received, entries, intent } = await givenPayment();
    await apply(payment('processing'));
    await Promise.all([apply(payment('failed')), apply(payment('failed'))]);
    expect(await received()).toBe(0);
    expect(await entries()).toEqual(['counter', 'payment']);
    const { tasks } = await readCardOffice(table);
    expect(tasks).toContainEqual(expect.objectContaining({ kind: 'failed', id: intent }));
    const mail = await getItem(table, { key: cardMailKey(intent, 'failed-debit'), fromItem: (item) => item });
    expect(mail).toBeDefined();
  });
});

describe('refunds and disputes', () => {
  it('are the same in every order, each event twice [CRD-02] [CRD-04]', async () => {
    const kinds = ['paid', 'refund', 'open', 'lost'] as const;
    for (const order of ordersOf(kinds)) {
      const { payment, refund, dispute, received } = await givenPayment();
      const factOf = {
        paid: payment('paid'),
        refund: refund('made'),
        open: dispute('open'),
        lost: dispute('lost'),
      };
      for (const kind of order) await Promise.all([apply(factOf[kind]), apply(factOf[kind])]);
      // What came before the payment follows with it.
      expect([order, await received()]).toEqual([order, 13_500 - 500 - 13_500]);
    }
    expect((await readCardOffice(table)).tasks.filter(({ kind }) => kind === 'dispute')).toEqual([]);
  });

  it('a dispute is a task with its deadline, and takes nothing where it is won [CRD-04]', async () => {
    const { payment, dispute, received, intent } = await givenPayment();
    await apply(payment('paid'));
    await apply(dispute('open'));
    expect((await readCardOffice(table)).tasks).toContainEqual(
      expect.objectContaining({ kind: 'dispute', due_by: at }),
    );
    expect((await readCardIntent(table, intent)).payment?.refunding).toBe(13_500);
    // Answered at Stripe. What Stripe said before changes nothing any more.
    const later = instantOf(new Date(sampleNow.getTime() + 60_000));
    await apply({ ...dispute('open'), due_by: null, at: later });
    await apply(dispute('open'));
    expect((await readCardOffice(table)).tasks).toContainEqual(expect.objectContaining({ due_by: null }));
    expect((await readCardIntent(table, intent)).payment?.refunding).toBe(13_500);
    await apply(dispute('won'));
    expect((await readCardOffice(table)).tasks).not.toContainEqual(
      expect.objectContaining({ kind: 'dispute' }),
    );
    expect(await received()).toBe(13_500);
    expect((await readCardIntent(table, intent)).payment?.refunding).toBe(0);
  });

  it('are together never above what was paid, whoever presses at the same moment [CRD-04]', async () => {
    const { payment, refund, received, intent, family } = await givenPayment();
    await apply(payment('paid'));
    const { payment: recorded } = await readCardIntent(table, intent);
    if (!recorded) return expect.unreachable();
    const press = (key: string) =>
      askForRefund(
        table,
        recorded,
        {
          amount: centsSchema.parse(6_000),
          note: 'Moved away',
          by: family.profile.id,
          key: idempotencyKeySchema.parse(`refund-${intent}-${key}-0000`),
        },
        sampleNow,
      );
    const pressed = await Promise.all(['a', 'b', 'c', 'd', 'a'].map(press));
    expect(pressed.filter(({ outcome }) => outcome === 'asked').length).toBeLessThanOrEqual(3);
    const { payment: after, asks } = await readCardIntent(table, intent);
    expect(asks).toHaveLength(2);
    expect(after?.refunding).toBe(12_000);
    const [first, second] = asks;
    // Stripe can tell of a failure first.
    const id = providerIdSchema.parse(`re_failed_${intent}`);
    await apply(refund('failed', 6_000, { id, ask: second?.ask ?? '' }));
    expect((await readCardOffice(table)).tasks).toContainEqual(
      expect.objectContaining({ kind: 'failed', id }),
    );
    await apply(refund('made', 6_000, { ask: first?.ask ?? '' }));
    expect(await received()).toBe(7_500);
    expect((await readCardIntent(table, intent)).payment?.refunding).toBe(6_000);
    expect([...(await listEntryNotes(table, family.id)).values()]).toEqual(['Moved away']);
    // The reason goes with the family, and stays nowhere else.
    const left = (await readCardIntent(table, intent)).asks.find(({ ask }) => ask === first?.ask);
    expect(left).toMatchObject({ refund_id: expect.stringMatching(/^re_/) });
    expect(left).not.toHaveProperty('note');
    return undefined;
  });

  it('of another shop at the same account are no entries [CRD-02]', async () => {
    const { refund } = await givenPayment();
    const foreign = refund('made', 500, {
      ...{ id: providerIdSchema.parse('re_foreign'), intent: providerIdSchema.parse('pi_foreign') },
    });
    expect(await apply(foreign)).toBe('stored');
    expect((await readCardIntent(table, foreign.intent)).payment).toBeUndefined();
  });
});
