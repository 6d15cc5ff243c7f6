import { expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put';
import { at, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { deleteFamily, storedCoach } from '#infra/testing/samples/stored';
import { rowOf } from '#infra/testing/services/bank-tests';
import { startTermTests } from '#infra/testing/services/term-tests';
import { itemsNaming } from '#infra/testing/table/items-naming';
import { userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { markIdSchema, unlistedChildSchema } from '#shared/registers/register';
import { payment } from '#shared/testing/ledgers';
import { date } from '#shared/testing/values';
import { getAccount } from '../accounts/accounts.ts';
import { invitationPut, newInvitation } from '../accounts/coaches.ts';
import { getRegistration, registrationItem } from '../accounts/registrations.ts';
import { putSecondFactor } from '../accounts/second-factor.ts';
import { getStoredFamily } from '../accounts/stored-families.ts';
import { ignoreUnassignedRow, keepUnassignedRow, listUnassignedRows } from '../bank/bank-rows.ts';
import { endBooking } from '../booking/end-booking.ts';
import { recordEntries } from '../ledger/entries.ts';
import { putItem, sendTransaction } from '../lib/dynamo/writes.ts';
import { setAside } from '../lib/mail/aside-mails.ts';
import { messageIdOf } from '../messages/messages.ts';
import { createJoining } from '../messages/newsletter.ts';
import { finishUnlisted, readRegisterItems, storeMark, storeUnlisted } from '../registers/registers.ts';

const { system, table, deps, givenClass, book } = await startTermTests();

const now = instantOf(sampleNow);
const session = date('2025-09-27');
const office = userIdSchema.parse(crypto.randomUUID());

/** A family with a name of its own: three children, one of whom has two words in its name. */
const givenFamily = async () => {
  const { id, profile, children } = sampleFamily({
    children: [{ name: 'Zephyrine' }, { name: 'Ottoline Quill' }, { name: 'Kim' }],
  });
  const family = {
    id,
    profile: { ...profile, full_name: 'Perpetua Quill-Harrow', phone_number: '07700 900777' },
    children,
  };
  await putFamily(table, family);
  return family;
};

let count = 0;
const nextMark = () => {
  count += 1;
  return markIdSchema.parse(`mrk_${String(count).padStart(16, '0')}`);
};

it('is in no register, bank row or message of the table [EME-07]', async () => {
  const family = await givenFamily();
  const { id: parentId, profile, children } = family;
  const words = [profile.email, 'perpetua', 'quill', 'zephyrine', 'ottoline', '7700900777'];
  const found = () => itemsNaming(table, words);

  const cls = await givenClass(3);
  await book(cls, family);
  const slot_id = at(cls.time_slots, 0).id;
  const placeOf = (child: number) => ({
    slot_id,
    date: session,
    parent_id: parentId,
    child_id: at(children, child).id,
  });
  await storeMark(table, placeOf(0), {
    id: nextMark(),
    attendance: 'present',
    at: now,
    received_at: now,
    by: office,
    reason: 'Perpetua Quill-Harrow called later',
  });

  // Children on no list: with the family's number, also one that is done, with the name of its child, and another one, who has
  // the first name of its child.
  const walkOns = [
    { name: 'Zed', phone_number: '+44 7700 900777' },
    { name: 'Zephyrine', phone_number: '07700 900777' },
    { name: 'Ottoline QUILL', phone_number: '07700 900778' },
    { name: 'Kim', phone_number: '07700 900779' },
  ].map((child) => unlistedChildSchema.parse({ id: nextMark(), at: now, ...child }));
  const where = { class_id: cls.id, slot_id, date: session };
  for (const child of walkOns)
    expect((await storeUnlisted(table, child, { ...where, received_at: now, by: office })).outcome).toBe(
      'stored',
    );
  await finishUnlisted(table, { ...where, id: at(walkOns, 1).id }, { at: now, by: office });

  // Rows of a bank file that were ignored, with reasons.
  const reasons = ['Perpétua Quill-Harrow paid in cash', 'Call 07700 900777', 'Refund for ZEPHYRINE', 'Rent'];
  for (const [index, reason] of reasons.entries()) {
    const row = rowOf(`Row ${index}`);
    await keepUnassignedRow(table, row, 'card', undefined);
    expect((await ignoreUnassignedRow(table, row, reason, [])).outcome).toBe('ignored');
  }

  // Rows that wait, all but one of which name the family.
  const texts = [
    ['HARROW, PERPETUA QUILL', 'Football'],
    ['Bank', 'From Perpétua Quill–Harrow for football'],
    ['Grandmother', 'Football ZEPHYRINE'],
    ['quill ottoline', 'Football'],
    ['Bank', `Card ${profile.email.toUpperCase()}`],
    ['+447700900777', 'Mobile'],
  ] as const;
  for (const [payer, text] of [...texts, ['Harrow Sports Hall', 'Rent 07700 900999'] as const])
    await keepUnassignedRow(table, rowOf(text, { payer }), 'card', undefined);

  // What has its address, or was caused by it.
  const { email } = profile;
  const invitation = newInvitation({ email, by: office, now: sampleNow });
  await sendTransaction(table, [invitationPut(table, invitation)]);
  await createJoining(table, email, sampleNow);
  const caused = { PK: 'ROSTER#x', SK: 'x', id: 'x', entity: 'booking', child_name: 'Zephyrine' };
  for (const whose of [{ parent_id: parentId }, { SK: 'y', email }])
    await setAside(table, { item: { ...caused, ...whose }, error: new Error('No'), now: sampleNow });

  // What an administrator wrote to the family alone.
  await system.store({
    id: messageIdOf('broadcast', parentId),
    created_at: now,
    made_by: office,
    kind: 'broadcast',
    audience: { kind: 'family', parent_id: parentId },
    facts: { subject: 'Zephyrine', text: 'Dear Perpetua' },
  });
  await system.settle();

  const entities = new Set((await found()).map(({ entity }) => entity));
  for (const entity of ['family', 'child', 'booking', 'register', 'unlisted-child', 'bank-row'])
    expect(entities).toContain(entity);
  for (const entity of ['unassigned-row', 'coach-invitation', 'newsletter-joining', 'aside-mail'])
    expect(entities).toContain(entity);

  expect((await deleteFamily(deps, { familyId: parentId, by: 'parent' })).outcome).toBe('deleted');
  await system.settle();

  expect(await found()).toEqual([]);
  const { unlisted } = await readRegisterItems(table, slot_id, session);
  expect(unlisted.map(({ name }) => name)).toEqual(['Kim']);
  const ignored = (await system.items()).filter(
    ({ entity, state }) => entity === 'bank-row' && state === 'ignored',
  );
  expect(ignored).toHaveLength(reasons.length);
  expect(ignored.flatMap(({ reason }) => reason ?? [])).toEqual(['Rent']);
  const rows = await listUnassignedRows(table);
  expect(rows.filter(({ is_erased }) => is_erased)).toHaveLength(texts.length);
  expect(rows.filter(({ is_erased }) => !is_erased)).toMatchObject([{ payer: 'Harrow Sports Hall' }]);
});

it('leaves its address to an account that has it by now [EME-07, DAT-16]', async () => {
  const { id, profile } = await givenFamily();
  const account = { email: profile.email, userId: office };
  await putItem(table, registrationItem(account));
  expect((await deleteFamily(deps, { familyId: id, by: 'parent' })).outcome).toBe('deleted');
  expect(await getStoredFamily(table, id)).toBeUndefined();
  expect(await getAccount(table, profile.id)).toBeUndefined();
  expect(await getRegistration(table, profile.email)).toEqual({ holder: 'account', userId: office });
});

it('leaves nothing of a coach with a second factor but money entries that name nobody [EME-07, END-12]', async () => {
  const family = await storedCoach(table);
  const { id, profile } = family;
  await putSecondFactor(table, profile.id, { at: now, codes: ['ABCDEFGHJK'] });
  const paid = { entry: payment(1, 500), note: 'Transfer 4711', receipt: false, payer: 'abcdef0123' };
  const entry = { familyId: id, ...paid, openSince: now, booking: undefined };
  expect(await recordEntries(table, [entry], [])).toEqual({ outcome: 'recorded' });
  const ending = { ending: { reason: 'cancelled' }, by: 'parent', tell: false } as const;
  const ended = await endBooking(deps, await book(await givenClass(3), family), ending);
  expect(ended).toMatchObject({ outcome: 'ended' });
  const own = async () =>
    (await itemsNaming(table, [id.toLowerCase(), profile.id])).map(({ entity }) => String(entity)).toSorted();
  for (const entity of ['coach', 'entry-note', 'second-factor']) expect(await own()).toContain(entity);

  expect((await deleteFamily(deps, { familyId: id, by: 'parent' })).outcome).toBe('deleted');

  // That the family and the account are gone, for as long as a backup has them.
  expect(await own()).toEqual(['ended-booking', 'erased', 'erased', 'ledger', 'ledger-entry']);
  const ledger = (await system.items()).find(({ entity, SK }) => entity === 'ledger' && SK === id);
  for (const name of ['reference', 'payers', 'ended_attempts', 'renamed_children'])
    expect(ledger).not.toHaveProperty(name);
});
