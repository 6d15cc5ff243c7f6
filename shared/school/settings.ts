import * as z from 'zod/mini';
import { editSchema } from '#shared/contract/edits';
import { programmeIds } from '#shared/programmes';
import { classTypeSchema } from '../classes/class.ts';
import { publicLinkSchema } from '../lib/public-link.ts';
import { atMost, calendarDateSchema, centsSchema, singleLineText, typedLine } from '../lib/values.ts';

const linesAtMost = 10;
const lineLength = 200;
const parameterLength = 50;
const percentRule = 'Use a whole number from 1 to 100';
const howToPayRule = 'Please enter how families pay';
const programmesRule = 'Please choose at least one program';

/** A parameter of the link; null where the provider's page takes none. */
const parameterSchema = z.nullable(
  typedLine().check(
    atMost(parameterLength),
    z.regex(/^[\w.[\]-]+$/, 'Use letters, digits, dots, brackets and dashes'),
  ),
);

/** The payment page of the school's provider (PLK-01). */
export const paymentLinkSchema = z
  .strictObject({
    url: publicLinkSchema(),
    /** Gets the family's reference. */
    reference_parameter: parameterSchema,
    /** Gets the open amount. */
    amount_parameter: parameterSchema,
    /** `25.00` or `2500`. */
    amount_unit: z.enum(['dollars', 'cents']),
  })
  .check(
    z.refine(
      ({ reference_parameter, amount_parameter }) =>
        reference_parameter === null || reference_parameter !== amount_parameter,
      { error: 'Use another parameter than for the reference', path: ['amount_parameter'] },
    ),
  );

/** Due at booking, before the first session, or in monthly parts from it (DUE-01). */
export const dueRuleSchema = z.enum(['at-once', 'first-session', 'monthly'], 'Please choose when to pay');

const reductionSchema = z.discriminatedUnion('by', [
  z.strictObject({
    by: z.literal('percent'),
    percent: z.int(percentRule).check(z.minimum(1, percentRule), z.maximum(100, percentRule)),
  }),
  z.strictObject({
    by: z.literal('amount'),
    amount: z.pipe(
      z.int('Use an amount like 20.00').check(z.positive('Use an amount like 20.00')),
      centsSchema,
    ),
  }),
]);

const discountFields = {
  reduction: reductionSchema,
  programmes: z
    .array(classTypeSchema)
    .check(z.minLength(1, programmesRule), z.maxLength(programmeIds.length)),
};

const discountRuleSchema = z.strictObject(discountFields);

const earlyRuleSchema = z.strictObject({
  ...discountFields,
  until: calendarDateSchema,
});

/** Null for a rule that is off (DIS-01). */
const discountRules = {
  /** For each further child of a family. */
  sibling: z.nullable(discountRuleSchema),
  /** For each further class of a child. */
  second_class: z.nullable(discountRuleSchema),
  /** For each full programme that is booked until a date. */
  early: z.nullable(earlyRuleSchema),
};

export const discountRulesSchema = z.strictObject(discountRules);
export type DiscountRules = z.infer<typeof discountRulesSchema>;

const instructionsSchema = z
  .array(singleLineText(lineLength, howToPayRule))
  .check(z.maxLength(linesAtMost, `Use at most ${linesAtMost} lines`));

/** Changes during a season (SET-01). Earlier agreements keep their terms. */
const terms = {
  /** One line each. The family's reference is shown below (PAY-04). */
  instructions: instructionsSchema,
  payment_link: z.nullable(paymentLinkSchema),
  due_rule: dueRuleSchema,
  /** The opening steps were put away before all were done (SCH-03). */
  opening_put_away: z.boolean(),
};

/** Without instructions until they are set (SCH-02). Each change raises `version`, 0 before the first. */
export const schoolSettingsSchema = z.strictObject({
  ...terms,
  discounts: discountRulesSchema,
  version: z.int().check(z.nonnegative()),
});
export type SchoolSettings = z.infer<typeof schoolSettingsSchema>;

/** Each discount is a field of its own. */
export const saveSettingsSchema = editSchema({ ...terms, ...discountRules });

/** The form requires how families pay. */
export const typedSettingsSchema = z.strictObject({
  instructions: instructionsSchema.check(z.minLength(1, howToPayRule)),
  payment_link: terms.payment_link,
  due_rule: terms.due_rule,
  ...discountRules,
});
export type TypedSettings = z.infer<typeof typedSettingsSchema>;

export const settingsValues = ({ discounts, version: _, ...terms }: SchoolSettings) => ({
  ...terms,
  ...discounts,
});
export type SettingsValues = ReturnType<typeof settingsValues>;

export const withSettingsValues = (
  settings: SchoolSettings,
  { sibling, second_class, early, ...terms }: SettingsValues,
): SchoolSettings => ({ ...settings, ...terms, discounts: { sibling, second_class, early } });

export const defaultSchoolSettings: SchoolSettings = schoolSettingsSchema.parse({
  instructions: [],
  payment_link: null,
  due_rule: 'at-once',
  discounts: { sibling: null, second_class: null, early: null },
  opening_put_away: false,
  version: 0,
});
