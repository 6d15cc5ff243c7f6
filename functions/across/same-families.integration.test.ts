import { beforeEach, describe, expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put';
import { InjectedFault, type Interceptor, intercepting, textOf } from '#infra/testing/mutants/mutant';
import { importOf } from '#infra/testing/samples/import-files';
import { at, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { addSecondAdult } from '#infra/testing/samples/stored';
import { accountSteps, browserSecret, newAddress, signUpBody } from '#infra/testing/services/account-system';
import { runMessenger } from '#infra/testing/services/background';
import { fixedParts, startTests } from '#infra/testing/services/system';
import { insertRecord } from '#infra/testing/table/all-items';
import { routes } from '#shared/contract/routes';
import { managedFamilySchema, parentDetailsSchema } from '#shared/families/admin-routes';
import { importedFamiliesSchema } from '#shared/families/import';
import type { FamilyId } from '#shared/lib/ids';
import { dashboardSchema } from '#shared/school/admin-routes';
import { getAccount, getProfile } from '../accounts/accounts.ts';
import { contactWords, wordItems } from '../accounts/search-words.ts';
import { familyEntity, getStoredFamily } from '../accounts/stored-families.ts';
import { leaveFamily } from '../families/adults.ts';
import { isChildItem } from '../families/children.ts';
import { isSameTask, listFamilyTasks } from '../families/tasks.ts';
import type { MessengerDeps } from '../lib/deps.ts';
import { entityAttribute } from '../lib/dynamo/items.ts';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { putItem, updateItem } from '../lib/dynamo/writes.ts';
import { noteSameFamilies } from './same-families.ts';

const system = await startTests(accountSteps, { stepMs: 1 });
const { table, admin } = system;
beforeEach(() => system.clear());

const messenger: MessengerDeps = {
  ...system.mailer,
  elapsed: () => 0,
  pause: async () => {},
  mailsPerSecond: 10,
};

const compared = new Set<string>();

/** Delivers the records of the families and children that were stored since the last call. */
const compare = async (): Promise<void> => {
  const found = await system.items(
    (item) =>
      (item[entityAttribute] === familyEntity || isChildItem(item)) && !compared.has(`${item.PK} ${item.SK}`),
  );
  for (const { PK, SK } of found) compared.add(`${PK} ${SK}`);
  await runMessenger(
    found.map((item) => insertRecord(item)),
    messenger,
  );
};

/** What the office is asked: for each pair why. */
const asked = async () =>
  (await listFamilyTasks(table))
    .filter(isSameTask)
    .map(({ family_id, other_id, reason }) => ({ pair: [family_id, other_id].toSorted(), reason }));

const pairOf = (one: FamilyId, other: FamilyId) => [one, other].toSorted();

const sorted = (pairs: readonly object[]) => pairs.map(textOf).toSorted();

interface Given {
  readonly phone: string;
  readonly children: readonly { readonly name: string; readonly date_of_birth: string }[];
}

const phoned = async ({ phone, children }: Given): Promise<FamilyId> => {
  const body = { full_name: 'Zofia Kowalska', phone_number: phone, email: '', children };
  const answer = await admin.call('addFamily', { body });
  return managedFamilySchema.parse(answer.body).id;
};

const signedUp = async ({ phone, children }: Given): Promise<FamilyId> => {
  const body = {
    ...signUpBody(),
    phone_number: phone,
    children: children.map((child) => ({ ...child, medical_conditions: null })),
  };
  return (await system.openAccount(body)).familyId;
};

/** One that the office says is another family than those that it is like (IMP-12). */
const imported = async ({ phone, children }: Given): Promise<FamilyId> => {
  const email = newAddress();
  const bodyOf = (apart: readonly object[]) =>
    importOf([{ name: 'Eva Zielona', email, phone, children, apart }]);
  const looked = await admin.call('lookUpFamilies', { body: bodyOf([]) });
  const [decision] = importedFamiliesSchema.parse(looked.body).families;
  const apart = decision?.candidates.map(({ family_id, reason }) => ({ family_id, reason })) ?? [];
  const answer = await admin.call('importFamilies', { body: bodyOf(apart) });
  expect(answer.body).toMatchObject({ families: [{ state: 'new' }] });
  const families = await system.items((item) => item[entityAttribute] === familyEntity);
  const { id } = families.find((item) => textOf(item).includes(email)) ?? expect.unreachable('no family');
  return managedFamilySchema.shape.id.parse(id);
};

const addChildren = async (id: FamilyId, children: Given['children']): Promise<void> => {
  const request = { params: { parentId: id }, body: { children } };
  expect(await admin.call('addFamilyChildren', request)).toMatchObject({ status: 201 });
};

/** A family that was compared with the others before it has the children. */
const completed = async ({ children }: Pick<Given, 'children'>): Promise<FamilyId> => {
  const id = await phoned({ ...stranger, children: [{ name: 'Kim', date_of_birth: '2016-01-01' }] });
  await compare();
  await addChildren(id, children);
  return id;
};

const ways = {
  'signs up': signedUp,
  phones: phoned,
  'is imported': imported,
  'gets a child': completed,
} as const;

const robin = { name: 'Robin Kowalski', date_of_birth: '2018-06-15' };
const ola = { name: 'Ola Kowalska', date_of_birth: '2018-05-04' };
const known: Given = { phone: '07700 900 456', children: [robin, ola] };
const stranger: Given = { phone: '07700 900 777', children: [{ name: 'Jan', date_of_birth: '2020-11-30' }] };

/** What a family has in common with the known one, and why the office is asked. */
const cases: readonly (readonly [string, Given, 'phone' | 'child' | null])[] = [
  ['the phone in another writing', { ...stranger, phone: '+44 7700 900456' }, 'phone'],
  [
    'a child in another writing',
    { ...stranger, children: [{ ...robin, name: ' ROBIN  kowalski' }] },
    'child',
  ],
  ['both', known, 'child'],
  ['nothing', stranger, null],
  ['the name of a child', { ...stranger, children: [{ ...robin, date_of_birth: '2018-06-16' }] }, null],
  ['a part of a name', { ...stranger, children: [{ ...robin, name: 'Robin' }] }, null],
  ['the date of birth of a child', { ...stranger, children: [{ ...robin, name: 'Tim Kowalski' }] }, null],
];

describe.for(Object.entries(ways))('a family that %s', ([, way]) => {
  // What is nothing in common is so for every way. A phone is not new with a child, and an import itself takes a family with
  // both for the known one.
  const possible = cases.filter(
    ([what, , reason]) =>
      (way === phoned || reason) &&
      !(way === completed && reason === 'phone') &&
      !(way === imported && what === 'both'),
  );
  it.for(possible)('and has %s of a known one [FID-11]', async ([, given, reason]) => {
    const first = await phoned(known);
    await compare();
    expect(await asked()).toEqual([]);
    const second = await way(given);
    // Not by the request itself, whose answer it could change.
    expect(await asked()).toEqual([]);
    await compare();
    const expected = reason ? [{ pair: pairOf(first, second), reason }] : [];
    expect(await asked()).toEqual(expected);

    const { same_families } = dashboardSchema.parse((await admin.call('getDashboard')).body);
    expect(same_families.map(({ one, other }) => pairOf(one.id, other.id))).toEqual(
      expected.map(({ pair }) => pair),
    );
    for (const [own, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const { body } = await admin.call('getParent', { params: { parentId: own } });
      expect(parentDetailsSchema.parse(body).same).toEqual(
        expected.map(() => expect.objectContaining({ id: other, reason })),
      );
    }
  });
});

it('is asked once about two families, whichever is compared, and not again after the answer [FID-11]', async () => {
  const first = await phoned(known);
  const second = await signedUp({ ...stranger, phone: known.phone });
  // Both are new at once, and so are their children.
  await compare();
  expect(await asked()).toEqual([{ pair: pairOf(first, second), reason: 'phone' }]);
  const params = { parentId: second, otherId: first };
  expect(await admin.call('notSameFamily', { params })).toMatchObject({ status: 204 });
  const { entries } = routes.listActivity.response.parse((await admin.call('listActivity')).body);
  expect(entries[0]).toMatchObject({ action: 'family.not-same', subject_id: second });
  for (const id of [first, second]) {
    await addChildren(id, [{ name: 'Tim Kowalski', date_of_birth: '2019-09-09' }]);
    await compare();
    expect(await asked()).toEqual([]);
  }
  // A third one is another question.
  const third = await phoned({ ...stranger, children: [robin] });
  await compare();
  expect(await asked()).toEqual([{ pair: pairOf(first, third), reason: 'child' }]);
});

it('is asked of the phone of a second adult, and not of who left with it [FID-11]', async () => {
  const phone = '07700 900888';
  const family = await signedUp(known);
  const before = await phoned({ ...stranger, phone });
  await compare();
  expect(await asked()).toEqual([]);
  const { id: second } = await addSecondAdult(table, family);
  await updateItem(table, familyKey(family), { set: { [`members.${second}.phone_number`]: phone } });
  for (const word of wordItems(family, contactWords({ full_name: '', email: '', phone_number: phone })))
    await putItem(table, word);
  const child = { name: 'Tim Kowalski', date_of_birth: '2019-09-09' };
  await addChildren(family, [child]);
  await compare();
  expect(await asked()).toEqual([{ pair: pairOf(family, before), reason: 'phone' }]);
  const params = { parentId: family, otherId: before };
  expect(await admin.call('notSameFamily', { params })).toMatchObject({ status: 204 });

  const after = await phoned({ phone: '07700900888', children: [] });
  await compare();
  const expected = [before, family].map((id) => ({ pair: pairOf(id, after), reason: 'phone' }));
  expect(sorted(await asked())).toEqual(sorted(expected));

  const account = (await getProfile(table, second)) ?? expect.unreachable('no account');
  const stored = (await getStoredFamily(table, family)) ?? expect.unreachable('no family');
  const left = { family: stored, account, now: system.now(), isNoted: true };
  expect(await leaveFamily(table, left, [])).toMatchObject({ outcome: 'done' });
  await compare();
  const own = (await getAccount(table, second))?.family_id ?? expect.unreachable('no account');
  expect(own).not.toBe(family);
  expect(await getStoredFamily(table, own)).toMatchObject({ phone_number: phone });
  expect(sorted(await asked())).toEqual(sorted(expected));
  // Nor is one that comes later compared with it.
  const later = await phoned({ phone: '07700 900 888', children: [] });
  await compare();
  const found = [...expected, ...[before, after].map((id) => ({ pair: pairOf(id, later), reason: 'phone' }))];
  expect(sorted(await asked())).toEqual(sorted(found));
});

it('is compared with few of many families that have its number [FID-11]', async () => {
  const families = Array.from({ length: 60 }, () => sampleFamily({ children: [{ name: 'Kim' }] }));
  for (const family of families) await putFamily(table, family);
  const phone = at(families, 0).profile.phone_number;
  const id = await phoned({ ...stranger, phone });
  await noteSameFamilies(table, id, sampleNow);
  const pairs = await asked();
  expect(pairs).toHaveLength(50);
  expect(pairs.every(({ pair }) => pair.includes(id))).toBe(true);
});

it('is compared again where it could not be, and the other families of the batch are [FID-11]', async () => {
  const first = await phoned(known);
  await compare();
  const second = await phoned({ ...stranger, phone: known.phone });
  const third = await phoned({ ...stranger, phone: '07700 900999', children: [ola] });
  const records = (await system.items((item) => item[entityAttribute] === familyEntity)).map((item) =>
    insertRecord(item),
  );
  const pair = pairOf(first, second).join('#');
  const broken: Interceptor = async ({ operation, input }, forward) => {
    if (operation.startsWith('Transact') && textOf(input).includes(pair)) throw new InjectedFault();
    return forward(input);
  };
  await intercepting(table, [broken], async () => {
    await expect(runMessenger(records, messenger)).rejects.toThrow('compared');
  });
  expect(await asked()).toEqual([{ pair: pairOf(first, third), reason: 'child' }]);
  await runMessenger(records, messenger);
  expect(await asked()).toHaveLength(2);
});

it('learns nothing of a known family by signing up [FID-11]', async () => {
  await phoned({ ...known, phone: signUpBody().phone_number });
  const measured = async (phone_number: string) => {
    const body = { ...signUpBody(), phone_number };
    const { result, cost } = await table.measure(() => system.call('signUp', { body }));
    await system.deliver();
    const token = system.latestToken(body.email);
    const verified = await table.measure(() =>
      system.call('verifyEmail', { body: { token, browser_secret: browserSecret } }),
    );
    return {
      answers: [fixedParts(result), fixedParts(verified.result)],
      requests: [...cost, ...verified.cost].map(({ operation, itemsRead }) => [operation, itemsRead]),
    };
  };
  expect(await measured(signUpBody().phone_number)).toEqual(await measured('07700 900111'));
});
