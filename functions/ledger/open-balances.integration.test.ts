import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import {
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleToday,
} from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { memberSteps } from '#infra/testing/services/member-system';
import { startTests } from '#infra/testing/services/system';
import { adminRoutes } from '#shared/contract/admin-routes';
import { ledgerTotals } from '#shared/ledger/balance';
import { addDays } from '#shared/lib/calendar';
import { instantOf } from '#shared/lib/values';
import { beginFamilyDeletion } from '../across/delete-family.ts';
import { chargesOf, readFullLedger } from '../across/statement.ts';
import { takePlace } from '../booking/take-place.ts';
import { batchDelete } from '../lib/dynamo/writes.ts';
import { newBookingId } from '../lib/ids.ts';
import { getMessage } from '../messages/messages.ts';
import { getFamilyLedger } from './ledger.ts';

const system = await startTests(memberSteps);
const cls = sampleClass({ capacities: [500] });
beforeEach(async () => {
  system.setTime(sampleNow);
  await batchDelete(system.table, await system.items());
  await putClass(system.table, cls);
});

/** A family that booked some days ago, for $120.00. */
const owing = async (
  daysAgo: number,
  profile: Partial<SampleFamily['profile']> = {},
): Promise<SampleFamily> => {
  const family = await system.join(profile, [{ name: 'Robin' }, { name: 'Alex' }]);
  const at = new Date(sampleNow.getTime() - daysAgo * 86_400_000);
  const created_at = instantOf(at);
  const booking = sampleBooking(cls, family, { id: newBookingId(at), created_at });
  const ledger = await getFamilyLedger(system.table, family.id);
  expect(await takePlace(system.table, booking, { ledger })).toMatchObject({ outcome: 'booked' });
  return family;
};

const idOf = ({ id }: SampleFamily) => id;

const search = (body: object = {}) => system.admin.read('searchOpenBalances', { body });
const pay = async ({ id }: SampleFamily, amount: number) =>
  expect((await system.admin.pay(id, amount)).status).toBe(201);
const listUnpaid = () => system.admin.read('listUnpaid', { body: { by: sampleToday } });
const remind = (families: readonly SampleFamily[], attempt: string = randomUUID()) =>
  system.admin.call('remindFamilies', {
    body: { families: families.map(idOf) },
    headers: { 'idempotency-key': attempt },
  });
const preview = (families: readonly SampleFamily[]) =>
  system.admin.read('getReminderPreview', { body: { families: families.map(idOf) } });
const recipientsOf = ({ body }: { readonly body: unknown }) =>
  adminRoutes.remindFamilies.response.parse(body).recipients;

describe('open balances', () => {
  it('are listed largest or oldest first, without families that owe nothing [PAY-07]', async () => {
    const small = await owing(30);
    const settled = await owing(20);
    const large = await owing(10);
    await pay(small, 5_000);
    await pay(settled, 12_500);
    const largest = await search();
    const settledOtherwise = { not_yet_due: 0, next_due: null };
    expect(largest.families).toMatchObject([
      { parent_id: large.id, due: 12_000, open_since: addDays(sampleToday, -10), ...settledOtherwise },
      { parent_id: small.id, due: 7_000, open_since: addDays(sampleToday, -30), ...settledOtherwise },
    ]);
    expect(largest.figures).toEqual({
      ...{ charged: 36_000, credited: 0, received: 17_500, revenue: 36_000 },
      ...{ due: 19_000, not_yet_due: 0, in_credit: 500 },
    });
    const oldest = await search({ sort: 'oldest' });
    expect(oldest.families.map(({ parent_id }) => parent_id)).toEqual([small.id, large.id]);
  });

  it('are open since the oldest charge that is not settled', async () => {
    const family = await owing(30);
    await pay(family, 12_000);
    const again = sampleBooking(
      cls,
      { ...family, children: family.children.slice(1) },
      { id: newBookingId(sampleNow), created_at: instantOf(sampleNow) },
    );
    const ledger = await getFamilyLedger(system.table, idOf(family));
    await takePlace(system.table, again, { ledger });
    expect((await search()).families).toMatchObject([{ open_since: sampleToday }]);
  });

  it('are found by each adult of the family, and say whom to call, the holder first [FID-08, FID-13]', async () => {
    const family = await owing(1);
    const second = { ...sampleFamily().profile, full_name: 'Sam Second', phone_number: '07700 900456' };
    await putMember(system.table, second, { family_id: family.id, family_role: 'adult' });
    const { full_name, phone_number } = family.profile;
    const adults = [
      { full_name, phone_number },
      { full_name: 'Sam Second', phone_number: '07700 900456' },
    ];
    const found = { total: 1, families: [{ parent_id: family.id, full_name, phone_number, adults }] };
    for (const query of ['sam second', second.email, '900456', family.profile.email])
      expect(await search({ query })).toMatchObject(found);
    const { charges } = await listUnpaid();
    expect(charges.find(({ parent_id }) => parent_id === family.id)).toMatchObject({ full_name, adults });
  });

  it('are found by name, email, phone and reference, page by page [PAY-07]', async () => {
    const wanted = await owing(1, { full_name: 'Zoë Nowak', phone_number: '+44 20 7946 0958' });
    for (let count = 0; count < 4; count += 1) await owing(1);
    const { reference } = await system.admin.read('getParentLedger', { params: { parentId: wanted.id } });
    for (const query of ['zoe', wanted.profile.email, '7946 0958', reference, reference?.toLowerCase()])
      expect(await search({ query })).toMatchObject({ total: 1, families: [{ parent_id: idOf(wanted) }] });
    const pages = [await search({ limit: 2 })];
    for (let cursor = pages.at(-1)?.next_cursor; cursor; cursor = pages.at(-1)?.next_cursor)
      pages.push(await search({ limit: 2, cursor }));
    expect(pages.map(({ families }) => families.length)).toEqual([2, 2, 1]);
    expect(new Set(pages.flatMap(({ families }) => families.map(({ parent_id }) => parent_id))).size).toBe(5);
  });

  it('of every account add up to the figures, and those to a recount, in credit and settled ones too [DAY-02, PAY-09]', async () => {
    const families = [await owing(3), await owing(2), await owing(1)] as const;
    await pay(families[0], 15_000);
    await pay(families[1], 12_000);
    const { families: rows, figures, total } = await search({ which: 'every' });
    expect(total).toBe(3);
    for (const word of ['charged', 'credited', 'received', 'due', 'not_yet_due', 'in_credit'] as const)
      expect(rows.reduce((sum, row) => sum + row[word], 0)).toBe(figures[word]);
    const ledgers = await Promise.all(families.map((family) => readFullLedger(system.table, family.id)));
    const recounted = ledgers.map((one) => ledgerTotals(chargesOf(one, 'Europe/London'), one.entries));
    const revenue = recounted.reduce((sum, one) => sum + one.charged - one.credited - one.waived, 0);
    expect(await system.admin.read('getMoneyFigures')).toEqual({
      ...{ charged: 36_000, credited: 0, received: 27_000, revenue },
      ...{ due: 12_000, not_yet_due: 0, in_credit: 3_000 },
    });
  });
});

it('a family that is being deleted is in no list and no sum of those who owe [PAY-07, DUE-02]', async () => {
  const [stays, goes] = [await owing(10), await owing(9)];
  const lists = async () => {
    const { families, due } = await listUnpaid();
    return { open: (await search()).total, families, due };
  };
  expect(await lists()).toEqual({ open: 2, families: 2, due: 24_000 });
  await beginFamilyDeletion(system.table, idOf(goes));
  expect(await lists()).toEqual({ open: 1, families: 1, due: 12_000 });
  expect((await search()).families.map(({ parent_id }) => parent_id)).toEqual([idOf(stays)]);
});

it('the entries of a period are those of every family, with both days included [PAY-07]', async () => {
  const family = await owing(10);
  await owing(40);
  await pay(family, 5_000);
  const list = async (from: number, until: number) => {
    const body = { from: addDays(sampleToday, from), until: addDays(sampleToday, until) };
    const { families } = await system.admin.read('listEntries', { body });
    return families.map(({ charges, entries }) => [charges.length, entries.length]).toSorted();
  };
  expect(await list(-10, 0)).toEqual([[1, 1]]);
  expect(await list(-9, 0)).toEqual([[0, 1]]);
  expect(await list(-40, -10)).toEqual([
    [1, 0],
    [1, 0],
  ]);
  expect(await list(-39, -11)).toEqual([]);
});

describe('reminders', () => {
  it('go to chosen families that owe something, with the email shown before [PAY-08]', async () => {
    const [one, settled, unwanted] = [await owing(10), await owing(9), await owing(8)];
    await pay(settled, 12_000);
    const params = { parentId: idOf(unwanted) };
    await system.admin.call('setDoNotRemind', { params, body: { do_not_remind: true } });
    const shown = await preview([one, settled, unwanted]);
    expect(shown).toMatchObject({
      recipients: 1,
      skipped: { settled: 1, recently: 0, unwanted: 1 },
      subject: 'Payment reminder: $120.00',
    });
    expect(shown.html).toContain('Full program: Robin, Juniorballerz');
    expect(shown.html).toMatch(/Your reference: F-[2-9A-HJ-NP-Z]{5}/);
    const answer = await remind([one, settled, unwanted]);
    expect(answer.status).toBe(202);
    const { id, recipients } = adminRoutes.remindFamilies.response.parse(answer.body);
    expect(recipients).toBe(1);
    expect(await getMessage(system.table, id)).toMatchObject({ audience: { parent_ids: [idOf(one)] } });
  });

  it('do not go to a family again within seven days, and do after them [PAY-08]', async () => {
    const family = await owing(10);
    expect(recipientsOf(await remind([family]))).toBe(1);
    expect(await preview([family])).toMatchObject({ recipients: 0, skipped: { recently: 1 } });
    system.later(7 * 86_400 - 1);
    expect(await remind([family])).toMatchObject({ status: 409, body: { code: 'nobodyToRemind' } });
    system.later(1);
    expect(recipientsOf(await remind([family]))).toBe(1);
  });

  it('of one attempt are one message, and concurrent ones include a family once [PAY-08]', async () => {
    const families = [await owing(3), await owing(2), await owing(1)];
    const attempt = randomUUID();
    const again = await Promise.all([remind(families, attempt), remind(families, attempt)]);
    expect(again.map(recipientsOf)).toEqual([3, 3]);
    system.later(8 * 86_400);
    const answers = await Promise.all([remind(families.slice(0, 2)), remind(families.slice(1))]);
    const reminded = answers.filter(({ status }) => status === 202).map(recipientsOf);
    expect(reminded.reduce((sum, count) => sum + count, 0)).toBe(3);
  });
});
