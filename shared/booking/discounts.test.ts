import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { childIdSchema, classIdSchema, slotIdSchema } from '#shared/lib/ids';
import type { CalendarDate } from '#shared/lib/values';
import { type ProgrammeId, programmeIds } from '#shared/programmes';
import { type DiscountRules, discountRulesSchema } from '#shared/school/settings';
import { cents, date } from '#shared/testing/values';
import {
  dependsOnFamily,
  discountFor,
  discountsTogether,
  discountText,
  type FullPlace,
} from './discounts.ts';

const id = (prefix: string, letter: string) => `${prefix}_01K4F0000000000000000000A${letter}`;
const cls = (letter: string) => ({ id: classIdSchema.parse(id('cls', letter)), class_type: programmeIds[0] });
const robin = childIdSchema.parse(id('chd', 'R'));
const alex = childIdSchema.parse(id('chd', 'A'));
const placeOf = (
  child_id: FullPlace['child_id'],
  letter: string,
  rule: FullPlace['rule'] = null,
): FullPlace => ({
  rule,
  child_id,
  class_id: cls(letter).id,
  time_slot_id: slotIdSchema.parse(id('slt', letter)),
});

const off: DiscountRules = { sibling: null, second_class: null, early: null };
const percent = (value: number) => ({ by: 'percent', percent: value });
const amount = (value: number) => ({ by: 'amount', amount: value });
const rules = (given: Partial<Record<keyof DiscountRules, ReturnType<typeof percent | typeof amount>>>) =>
  discountRulesSchema.parse({
    ...off,
    ...Object.fromEntries(
      Object.entries(given).map(([name, reduction]) => [
        name,
        { reduction, programmes: [programmeIds[0]], ...(name === 'early' && { until: '2025-09-23' }) },
      ]),
    ),
  });

const today = date('2025-09-23');
const discount = (
  given: DiscountRules,
  places: readonly FullPlace[],
  price = 18_000,
  { class_type = programmeIds[0], day = today }: { class_type?: ProgrammeId; day?: CalendarDate } = {},
) =>
  discountFor(
    { cls: { ...cls('A'), class_type }, child_id: robin, day },
    { rules: given, places: [...places] },
  )(cents(price));

describe('discountFor', () => {
  it.each([
    ['no rule', off, [placeOf(alex, 'A'), placeOf(robin, 'B')], undefined],
    ['a first child', rules({ sibling: percent(9) }), [], undefined],
    ['only its own place', rules({ sibling: percent(9) }), [placeOf(robin, 'B')], undefined],
    ['a sibling', rules({ sibling: percent(9) }), [placeOf(alex, 'B')], ['sibling', 1_620]],
    ['a first class', rules({ second_class: amount(500) }), [placeOf(alex, 'B')], undefined],
    ['another slot of the class', rules({ second_class: amount(500) }), [placeOf(robin, 'A')], undefined],
    ['a second class', rules({ second_class: amount(500) }), [placeOf(robin, 'B')], ['second_class', 500]],
    [
      'a sibling with the same discount',
      rules({ sibling: percent(9) }),
      [placeOf(alex, 'B', 'sibling')],
      undefined,
    ],
    [
      'a sibling with another discount',
      rules({ sibling: percent(9) }),
      [placeOf(alex, 'B', 'second_class'), placeOf(robin, 'C', 'sibling')],
      ['sibling', 1_620],
    ],
    [
      'a class with the same discount',
      rules({ second_class: amount(500) }),
      [placeOf(robin, 'B', 'second_class')],
      undefined,
    ],
    ['the last early day', rules({ early: amount(700) }), [], ['early', 700]],
    [
      'the best of all',
      rules({ sibling: percent(10), second_class: amount(1_801), early: percent(5) }),
      [placeOf(alex, 'B'), placeOf(robin, 'B')],
      ['second_class', 1_801],
    ],
    [
      'the first of two that are equal',
      rules({ sibling: percent(10), early: amount(1_800) }),
      [placeOf(alex, 'B')],
      ['sibling', 1_800],
    ],
  ] as const)('%s [DIS-01, DIS-02, DIS-04]', (_, given, places, expected) => {
    const [rule, off_] = expected ?? [];
    expect(discount(given, places)).toEqual(expected && { rule, amount: off_ });
  });

  it('an early booking ends after its day, and a rule counts for its programmes only [DIS-01]', () => {
    const early = rules({ early: amount(700) });
    expect(discount(early, [], 18_000, { day: date('2025-09-23') })).toMatchObject({ rule: 'early' });
    expect(discount(early, [], 18_000, { day: date('2025-09-24') })).toBeUndefined();
    expect(discount(early, [], 18_000, { class_type: programmeIds[1] })).toBeUndefined();
  });

  it.each([
    [50, 1, 1],
    [49, 1, undefined],
    [150, 1, 2],
    [333, 10, 33],
    [0, 100, undefined],
  ])('rounds half a cent of the discount up: %i at %i %% [DIS-01]', (price, part, expected) => {
    expect(discount(rules({ early: percent(part) }), [], price)?.amount).toBe(expected);
  });
});

describe('discountsTogether', () => {
  const here = { class_id: cls('A').id, id: placeOf(robin, 'A').time_slot_id };
  const kim = childIdSchema.parse(id('chd', 'K'));
  const together = (given: DiscountRules, children: (typeof robin)[], places: readonly FullPlace[] = []) =>
    discountsTogether(
      { cls: cls('A'), slot: here, child_ids: children, day: today },
      { rules: given, places: [...places] },
      cents(18_000),
    ).map((each) => each?.amount ?? 0);

  const anyRule = fc.option(fc.integer({ min: 1, max: 100 }).map(percent), { nil: undefined });
  it('is what each child gets where they are booked one after the other [BSK-01, DIS-02]', () => {
    fc.assert(
      fc.property(
        fc.record({ sibling: anyRule, second_class: anyRule, early: anyRule }),
        fc.shuffledSubarray([robin, alex, kim], { minLength: 1 }),
        fc.subarray([placeOf(robin, 'B'), placeOf(alex, 'B'), placeOf(kim, 'C')]),
        ({ sibling, second_class, early }, children, before) => {
          const given = rules({
            ...(sibling && { sibling }),
            ...(second_class && { second_class }),
            ...(early && { early }),
          });
          const places = [...before];
          const oneByOne = children.map((child_id) => {
            const facts = { rules: given, places: [...places] };
            const each = discountFor({ cls: cls('A'), child_id, day: today }, facts)(cents(18_000));
            places.push(placeOf(child_id, 'A', each?.rule));
            return each?.amount ?? 0;
          });
          expect(together(given, children, before)).toEqual(oneByOne);
        },
      ),
    );
  });
});

it('says what was taken off [DIS-01]', () => {
  expect(discountText({ rule: 'sibling', amount: cents(1_620) })).toBe('Sibling discount -$16.20');
  expect(discountText({ rule: 'second_class', amount: cents(500) })).toBe('Second class discount -$5.00');
  expect(discountText({ rule: 'early', amount: cents(5) })).toBe('Early booking discount -$0.05');
});

it('only rules about the family make a price depend on it', () => {
  const [here, other] = [{ class_type: programmeIds[0] }, { class_type: programmeIds[1] }];
  expect(dependsOnFamily(rules({ sibling: percent(1) }), here)).toBe(true);
  expect(dependsOnFamily(rules({ second_class: percent(1) }), other)).toBe(false);
  expect(dependsOnFamily(rules({ early: percent(1) }), here)).toBe(false);
});
