import type { Discount, DiscountFacts } from '#shared/booking/booking';
import type { ClassSummary } from '#shared/classes/class';
import { formatCents, signedCentsSchema } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { type CalendarDate, type Cents, centsSchema } from '#shared/lib/values';
import type { DiscountRules } from '#shared/school/settings';
import type { TimeSlot } from '#shared/sessions/slot';

/** A live full booking of a family in a class that is not over (DIS-02). */
export type FullPlace = DiscountFacts['places'][number];

interface PricedPlace {
  readonly cls: Pick<ClassSummary, 'id' | 'class_type'>;
  readonly child_id: string;
  readonly day: CalendarDate;
}

type Rule = Discount['rule'];

/** The discount on a price in cents, if one applies. */
export type DiscountOn = (price: Cents) => Discount | undefined;

export const noDiscount: DiscountOn = () => undefined;

// The first of several rules that take off the same amount counts.
const ruleOrder: readonly Rule[] = ['sibling', 'second_class', 'early'];

const applies: Readonly<
  Record<Rule, (place: PricedPlace, places: readonly FullPlace[], rules: DiscountRules) => boolean>
> = {
  sibling: ({ child_id }, places) =>
    places.some((place) => place.child_id !== child_id && place.rule !== 'sibling'),
  second_class: ({ cls, child_id }, places) =>
    places.some(
      (place) => place.child_id === child_id && place.class_id !== cls.id && place.rule !== 'second_class',
    ),
  early: ({ day }, _, { early }) => early !== null && day <= early.until,
};

type Reduction = NonNullable<DiscountRules['sibling']>['reduction'];

// Half a cent of a discount is rounded up, in favour of the family; a discount is never more than the price.
const reduced = (price: Cents, reduction: Reduction): Cents => {
  const off =
    reduction.by === 'percent' ? Math.floor((price * reduction.percent + 50) / 100) : reduction.amount;
  return centsSchema.parse(Math.min(price, off));
};

/**
 * The rule counts that takes off most of those that are on for the programme and apply to the place; rules are not added
 * up (DIS-01, DIS-02). A rule needs another place without the same discount: otherwise all places of a family could have it,
 * each because of the others (DIS-04). A trial has no discount.
 * @returns the discount on a price; undefined for a price that no rule reduces
 */
export const discountFor =
  (place: PricedPlace, { rules, places }: DiscountFacts): DiscountOn =>
  (price) => {
    let best: Discount | undefined;
    for (const rule of ruleOrder) {
      const terms = rules[rule];
      if (!terms?.programmes.includes(place.cls.class_type) || !applies[rule](place, places, rules)) continue;
      const amount = reduced(price, terms.reduction);
      if (amount > (best?.amount ?? 0)) best = { rule, amount };
    }
    return best;
  };

export interface ChildWithPlace {
  readonly child_id: FullPlace['child_id'];
  readonly discount: Discount | undefined;
}

/** Adds places that children get in a slot before the priced one: these count (DIS-02). */
export const withPlaces = (
  { rules, places }: DiscountFacts,
  { class_id, id: time_slot_id }: Pick<TimeSlot, 'class_id' | 'id'>,
  placed: readonly ChildWithPlace[],
): DiscountFacts => ({
  rules,
  places: [
    ...places,
    ...placed.map(({ child_id, discount }) => ({
      class_id,
      time_slot_id,
      child_id,
      rule: discount?.rule ?? null,
    })),
  ],
});

/** Discounts of places that children get in a slot together, in order: a place counts for those after it (DIS-02). */
export const discountsTogether = (
  {
    cls,
    slot,
    child_ids,
    day,
  }: Omit<PricedPlace, 'child_id'> & {
    readonly slot: Pick<TimeSlot, 'class_id' | 'id'>;
    readonly child_ids: readonly FullPlace['child_id'][];
  },
  facts: DiscountFacts,
  price: Cents,
): (Discount | null)[] => {
  const placed: ChildWithPlace[] = [];
  for (const child_id of child_ids) {
    const discount = discountFor({ cls, child_id, day }, withPlaces(facts, slot, placed))(price);
    placed.push({ child_id, discount });
  }
  return placed.map(({ discount }) => discount ?? null);
};

/** @param cls undefined for any programme */
export const dependsOnFamily = (
  { sibling, second_class }: Pick<DiscountRules, 'sibling' | 'second_class'>,
  cls?: Pick<ClassSummary, 'class_type'>,
): boolean =>
  [sibling, second_class].some((rule) => rule && (!cls || rule.programmes.includes(cls.class_type)));

/** Leaves out a place whose booking ends when the priced one is made: it does not count (DIS-03). */
export const withoutPlace = (
  { rules, places }: DiscountFacts,
  ended: Pick<FullPlace, 'time_slot_id' | 'child_id'>,
): DiscountFacts => ({
  rules,
  places: places.filter(
    ({ time_slot_id, child_id }) => time_slot_id !== ended.time_slot_id || child_id !== ended.child_id,
  ),
});

export const afterDiscount = (price: Cents, discount: Discount | undefined): Cents =>
  centsSchema.parse(price - (discount?.amount ?? 0));

const ruleNames: Readonly<Record<Rule, string>> = namesOf({
  sibling: 'Sibling discount',
  second_class: 'Second class discount',
  early: 'Early booking discount',
});

/** "Sibling discount -$16.20" (DIS-01). */
export const discountText = ({ rule, amount }: Discount): string =>
  `${ruleNames[rule]} ${formatCents(signedCentsSchema.parse(-amount))}`;
