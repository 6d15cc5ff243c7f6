import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { asRole } from '#infra/local/roles/roles';
import { textOf } from '#infra/testing/mutants/mutant';
import { at, sampleNow, sampleTimeZone, sampleToday } from '#infra/testing/samples/samples';
import { askedCardPayment, deleteFamily } from '#infra/testing/samples/stored';
import { rowOf } from '#infra/testing/services/bank-tests';
import { type RichFamily, richFamilies } from '#infra/testing/services/rich-families';
import { startTermTests } from '#infra/testing/services/term-tests';
import { itemsNaming } from '#infra/testing/table/items-naming';
import type { FamilyExport } from '#shared/families/family-export';
import { foldText } from '#shared/lib/fold-text';
import { type FamilyId, userIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { markIdSchema, unlistedChildSchema } from '#shared/registers/register';
import { ignoreUnassignedRow, keepUnassignedRow } from '../bank/bank-rows.ts';
import { applyFact } from '../cards/apply-facts.ts';
import { entityAttribute, type Item, tableSchema } from '../lib/dynamo/items.ts';
import { storeUnlisted } from '../registers/registers.ts';
import { readFamilyExport } from './family-export.ts';
import { familyHoldings, historyHoldings } from './parts-of-family.ts';

const tests = await startTermTests();
const { system, table, deps, admin } = tests;
const { given } = richFamilies(tests);

const entitiesOf = (items: readonly Item[]) => new Set(items.map((item) => String(item[entityAttribute])));

const ofParts: readonly string[] = familyHoldings.flatMap(({ entities }) => [...entities]);

/** Kinds of items that name a family by its id for a while, and go by themselves. */
const passing: readonly string[] = [
  // What was done, what an attempt made, and that it is gone.
  'erased',
  ...['activity', 'attempt'],
  // Mails that are being sent, and whom a message is for.
  ...['mail-request', 'waiting-mail', 'message', 'recipient', 'send-lease', 'aside-mail-again'],
  'sent-mail',
  // Trials that the cancellation of a session ended.
  'cancellation',
  // What follows from a payment by card.
  ...['card-move', 'card-refund-ask', 'card-waiting', 'card-task', 'settled-payment', 'failed-debit'],
];

/** Kinds of items that are the school's, or a person's. */
const ofOthers: readonly string[] = [
  ...['class', 'class-draft', 'current-classes', 'planned-class', 'slot', 'venue', 'venue-name', 'cover'],
  ...['admin-invitation', 'coach', 'coach-invitation', 'second-factor', 'token'],
  ...['bank-columns', 'daily-work', 'import', 'mail-count', 'phone-turn', 'sender', 'use-counter'],
  ...['due-try', 'heartbeat', 'card-connection', 'card-events', 'card-comparison'],
  ...['mail-stop', 'unsent-message'],
  ...['messenger-wake', 'newsletter-joining', 'newsletter-reader', 'renewal-notice', 'renewal-reminder'],
  // Of an account: what its person could read of a family that was erased.
  'erased-family',
];

const sources = globSync('functions/**/*.ts', { exclude: ['**/*.test.ts'] }).map((path) =>
  readFileSync(path, 'utf8'),
);

it('every kind of item is one that a family has, or is not [FID-11]', () => {
  const named = sources.flatMap((text) => [
    ...text.matchAll(/(?:Entity = |\[entityAttribute\]: )'(?<entity>[a-z-]+)'/g),
  ]);
  const made = sources.flatMap((text) => [...text.matchAll(/\[entityAttribute\]: (?<expression>[^',]+)/g)]);
  const expressions = made.flatMap(({ groups }) => groups?.expression ?? []);
  expect(expressions.filter((text) => !/^\w+Entity$/.test(text.trim()))).toEqual([
    // The three kinds of invitations.
    expect.stringContaining('kindOf('),
    expect.stringContaining('kindOf('),
  ]);
  const invitations = ['admin', 'adult', 'coach'].map((role) => `${role}-invitation`);
  const all = new Set([...named.flatMap(({ groups }) => groups?.entity ?? []), ...invitations]);
  expect([...ofParts, ...passing, ...ofOthers].toSorted()).toEqual([...all].toSorted());
});

let seen = 0;
/** What may be found of a family: ids, and what only texts name it by. */
const wordsOf = ({ family }: RichFamily) =>
  [family.id, family.profile.id, family.profile.email, ...family.children.map(({ id }) => id)].map(foldText);

/** A family that has one item at least of every kind of the list, some of which name it in a text alone. */
const givenNamed = async (): Promise<RichFamily> => {
  seen += 1;
  const phone = `07700 9001${String(seen).padStart(2, '0')}`;
  const rich = await given([{ name: 'Robin' }, { name: `Zoe Q${seen}` }], phone);
  const now = instantOf(sampleNow);
  const { email } = rich.family.profile;
  const slot_id = at(rich.cls.time_slots, 0).id;
  const child = { id: markIdSchema.parse(`mrk_9${String(seen).padStart(15, '0')}`), at: now, name: email };
  const where = { class_id: rich.cls.id, slot_id, date: sampleToday, received_at: now };
  const by = userIdSchema.parse(randomUUID());
  const unlisted = unlistedChildSchema.parse({ ...child, phone_number: phone });
  expect(await storeUnlisted(table, unlisted, { ...where, by })).toMatchObject({ outcome: 'stored' });
  const [waiting, ignored] = [rowOf(`For ${email}`), rowOf(`Ignored ${seen}`)];
  for (const row of [waiting, ignored]) await keepUnassignedRow(table, row, 'card', undefined);
  expect(await ignoreUnassignedRow(table, ignored, `Of ${email}`, [])).toMatchObject({ outcome: 'ignored' });
  const { payment } = await askedCardPayment(table, rich.family, { cents: 1_000 });
  expect(await applyFact(deps, payment('paid'))).toBe('stored');
  return rich;
};

const exportOf = async (familyId: FamilyId): Promise<FamilyExport> =>
  (await readFamilyExport(
    table,
    { userId: undefined, familyId },
    { now: sampleNow, timeZone: sampleTimeZone },
  )) ?? expect.unreachable('no family');

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === 0 || (Array.isArray(value) && value.length === 0);

const exported = familyHoldings.flatMap((part) => ('because' in part.exported ? [] : [...part.exported]));

/** The parts of an export that the list names, and that have nothing. */
const missingOf = (data: FamilyExport) =>
  exported.filter((name) => isEmpty(Object.entries(data).find(([key]) => key === name)?.[1]));

it('a family has items of every kind of the list, and of no other, and its export has them [FID-11]', async () => {
  const rich = await givenNamed();
  const found = entitiesOf(await itemsNaming(table, wordsOf(rich)));
  expect(ofParts.filter((entity) => !found.has(entity))).toEqual(['joined-family']);
  expect([...found].filter((entity) => !ofParts.includes(entity) && !passing.includes(entity))).toEqual([]);
  expect(missingOf(await exportOf(rich.family.id))).toEqual(['joined_references']);
});

const expires = (item: Item) => Number(item[tableSchema.timeToLiveAttribute]) > 0;

it.each([
  ['account', 'parent'],
  ['admin', 'admin'],
] as const)(
  'a family that %s erases has none of these but its history, which names nobody [FID-11, EME-07, OPS-07]',
  async (role, by) => {
    const rich = await givenNamed();
    const { id, profile } = rich.family;
    const deleted = await asRole(role, () => deleteFamily(deps, { familyId: id, by }));
    expect(deleted.outcome).toBe('deleted');
    const left = (await itemsNaming(table, wordsOf(rich))).filter(
      (item) => !passing.includes(String(item[entityAttribute])),
    );
    // What the last transaction keeps of the account, and the row of the file that it was imported from.
    const kept = [...historyHoldings.entities, 'ledger', 'import-row', 'asked-card-payment', 'card-payment'];
    expect([...entitiesOf(left)].filter((entity) => !kept.includes(entity))).toEqual([]);
    expect(entitiesOf(left)).toContain('ended-booking');
    expect(left.filter((item) => !expires(item))).toEqual([]);
    expect(left.filter((item) => textOf(item).includes(profile.email))).toEqual([]);
  },
);

it('a family that was joined with another one has none of these but where it went [FID-11]', async () => {
  const [kept, other] = [await givenNamed(), await givenNamed()];
  // Its own child, whom the kept family has as well, and the other child, who moves.
  const [same, moved] = [at(other.family.children, 0).id, at(other.family.children, 1).id];
  const params = { parentId: kept.family.id };
  const headers = { 'idempotency-key': randomUUID() };
  expect(
    await admin.call('joinFamilies', { params, body: { other_id: other.family.id }, headers }),
  ).toMatchObject({ status: 200 });
  const left = (await itemsNaming(table, [other.family.id, same].map(foldText))).filter(
    (item) => !passing.includes(String(item[entityAttribute])),
  );
  expect(entitiesOf(left)).toEqual(new Set(['joined-family', 'ledger-entry', 'asked-card-payment']));
  expect(left.filter((item) => !expires(item))).toEqual([]);
  const items = (await system.items()).filter((item) => textOf(item).includes(moved));
  expect(items.length).toBeGreaterThan(5);
  expect(missingOf(await exportOf(kept.family.id))).toEqual([]);
});
