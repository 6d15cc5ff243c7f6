import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { putFamily } from '#infra/local/seed/put';
import { repetitions } from '#infra/testing/runner/slowness';
import {
  at,
  type SampleFamily,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { readAllItems } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import { editOf } from '#shared/contract/edits';
import { contactValues } from '#shared/families/profile-input';
import { businessMoment } from '#shared/lib/business-time';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { termsOf, wordsFor } from '#shared/lib/search-text';
import { childWords, contactWords, wordItems } from '../accounts/search-words.ts';
import { memberOf } from '../accounts/stored-families.ts';
import { removeChild } from '../across/change-children.ts';
import { entityAttribute, type Item } from '../lib/dynamo/items.ts';
import { batchDelete, sendTransaction } from '../lib/dynamo/writes.ts';
import { addChildren, childNameUpdate, makeChildren } from './children.ts';
import { updateContact } from './contacts.ts';
import { getFamily } from './families.ts';
import { findFamilies } from './find-families.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());

const storedItems = () => readAllItems(table);
const storedWords = async () => (await storedItems()).filter((item) => item[entityAttribute] === 'word');

afterEach(async () => batchDelete(table, await storedItems()));

const familyNamed = (
  full_name: string,
  children: readonly string[],
  phone_number = '0151 234',
): SampleFamily => {
  const family = sampleFamily({ children: children.map((name) => ({ name })) });
  const email = `${family.profile.id.slice(0, 8)}@example.com`;
  return { ...family, profile: { ...family.profile, full_name, phone_number, email } };
};

const find = async (query: string, limit = 1_000) =>
  (await findFamilies(table, query, limit)).map(({ full_name }) => full_name);

describe('a search for families', () => {
  const firstNames = ['Ana', 'Anaïs', 'Anna', 'Annabel', 'Li', 'Ömer', "D'Arcy", '山田'] as const;
  const lastNames = ['Ng', 'Nguyen', 'Parker', 'Park', 'Parkinson', 'O’Neill', 'Ana'] as const;

  it('finds exactly the families with a word for each beginning', async () => {
    const families = firstNames.flatMap((first, one) =>
      lastNames.map((last, two) =>
        familyNamed(
          `${first} ${last}`,
          [`${at(firstNames, (one * two) % firstNames.length)} Kim`],
          `${one % 2 ? '0' : '+44 '}77${one}0 9005${two}0`,
        ),
      ),
    );
    for (const family of families) await putFamily(table, family);
    const aWord = fc
      .tuple(
        fc.constantFrom(...firstNames, ...lastNames, 'Kim', '0771', '+44 77', '90051', '9005', 'Zoë'),
        fc.nat(8),
        fc.boolean(),
      )
      .map(([word, letters, isUpper]) => {
        const beginning = [...word].slice(0, 2 + letters).join('');
        return isUpper ? beginning.toUpperCase() : beginning;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(aWord, { minLength: 1, maxLength: 3 }), async (words) => {
        const query = words.join(' ');
        // The index cannot tell by a single letter or digit, which "+44" alone is: a trunk prefix.
        fc.pre(termsOf(query).some((ways) => ways.every((way) => way.some(({ length }) => length > 1))));
        const matches = wordsFor(query);
        const expected = families
          .filter(({ profile, children }) =>
            matches([
              profile.full_name,
              profile.phone_number,
              profile.email,
              ...children.map(({ name }) => name),
            ]),
          )
          .map(({ profile }) => profile.full_name);
        expect((await find(query)).toSorted()).toEqual(expected.toSorted());
      }),
      { numRuns: repetitions(500, { inTest: 20 }) },
    );
  });

  it('finds a whole address, and nothing by the domain that many addresses have', async () => {
    const family = familyNamed('Pat Parent', ['Robin']);
    await putFamily(table, family);
    await putFamily(table, familyNamed('Other Parent', ['Alex']));
    expect(await find(family.profile.email)).toEqual(['Pat Parent']);
    expect(await find('@example.com')).toEqual([]);
    expect(await find(family.profile.email.replace('example', 'elsewhere'))).toEqual([]);
  });
});

/** What is stored, and what should be: the words of the families. */
const expectWordsOf = async (families: readonly SampleFamily[]): Promise<void> => {
  const expected: Item[] = [];
  for (const { id } of families) {
    const stored = await getFamily(table, id);
    if (stored)
      expected.push(
        ...wordItems(id, [...contactWords(stored.family), ...childWords(stored.family.child_names)]),
      );
  }
  const byKey = (one: Item, other: Item) => (`${one.PK} ${one.SK}` < `${other.PK} ${other.SK}` ? -1 : 1);
  expect((await storedWords()).toSorted(byKey)).toEqual(expected.toSorted(byKey));
};

describe('the words of a family', () => {
  const names = ['Ana', 'Ana Lee', 'Lee', 'Ben Pat', 'Pat'] as const;
  const aStep = fc.record({
    kind: fc.constantFrom('rename', 'add', 'remove', 'correct' as const),
    name: fc.constantFrom(...names),
    choice: fc.nat(20),
  });
  type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never;

  const carryOut = async ({ id, profile }: SampleFamily, { kind, name, choice }: Step): Promise<unknown> => {
    const stored = await getFamily(table, id);
    if (!stored) throw new Error('The family exists');
    switch (kind) {
      case 'rename':
        return updateContact(
          table,
          { family: stored.family, whose: choice % 2 ? profile.id : 'family' },
          editOf(
            contactValues(
              choice % 2 ? (memberOf(stored.family, profile.id) ?? stored.family) : stored.family,
            ),
            { full_name: name, phone_number: `0${choice} 55` },
          ),
        );
      case 'add': {
        const child = { name, date_of_birth: at(sampleFamily().children, 0).date_of_birth };
        const children = makeChildren(id, [{ ...child, medical_conditions: null }], sampleNow);
        const key = idempotencyKeySchema.parse(randomUUID());
        return addChildren(table, id, children, { by: profile.id, key, now: sampleNow });
      }
      case 'remove': {
        const child = stored.children[choice % Math.max(1, stored.children.length)];
        return child && removeChild(table, id, child.id, businessMoment(sampleNow, sampleTimeZone));
      }
      default:
        return sendTransaction(table, childNameUpdate(table, id, name));
    }
  };

  it('are those of its contact and children after changes at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 4, maxLength: 24 }), async (steps) => {
        const family = familyNamed('Pat Lee', ['Ana', 'Ben Pat']);
        await putFamily(table, family);
        const queue = steps.values();
        const work = async () => {
          for (const step of queue) await carryOut(family, step);
        };
        await Promise.all([work(), work(), work()]);
        await expectWordsOf([family]);
        await batchDelete(table, await storedItems());
      }),
      { numRuns: repetitions(100, { inTest: 4 }) },
    );
  });

  it('of the longest family are stored with its other items in one transaction', async () => {
    const many = Array.from(
      { length: 20 },
      (_, number) => `Ann${number} Bea${number} Cyd${number} Dee${number}`,
    );
    const family = familyNamed('One Two Three Four Five Six Seven Eight Nine', many);
    await putFamily(table, family);
    await expectWordsOf([family]);
    for (const query of ['cyd19', 'dee19', 'nine', 'nine dee1', family.profile.email])
      expect(await find(query)).toEqual([family.profile.full_name]);
    for (const query of ['eli19', 'ten', 'nine eli1']) expect(await find(query)).toEqual([]);
  });

  it('find families by a word behind many entries of others', async () => {
    for (const letter of ['a', 'b', 'c', 'd']) {
      const many = Array.from({ length: 60 }, (_, number) => `Am${letter}${number}`);
      const names = many.slice(0, 20).map((name, index) => `${name} ${many[index + 20]} ${many[index + 40]}`);
      await putFamily(table, familyNamed('Pat Fox', names));
    }
    expect(await find('am', 8)).toHaveLength(4);
  });
});
