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

/** The name of a parameter of the link; null where the provider's page takes none. */
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
    /** The parameter that gets the family's reference. */
    reference_parameter: parameterSchema,
    /** The parameter that gets the open amount. */
    amount_parameter: parameterSchema,
    /** How the provider wants an amount: `25.00` or `2500`. */
    amount_unit: z.enum(['dollars', 'cents']),
  })
  .check(
    z.refine(
      ({ reference_parameter, amount_parameter }) =>
        reference_parameter === null || reference_parameter !== amount_parameter,
      { error: 'Use another parameter than for the reference', path: ['amount_parameter'] },
    ),
  );

/** When a charge is due (DUE-01): when it is booked, before the first session, or in monthly parts from it. */
export const dueRuleSchema = z.enum(['at-once', 'first-session', 'monthly'], 'Please choose when to pay');

/** What is taken off the price of a full programme. */
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
  /** The programmes that it counts for. */
  programmes: z
    .array(classTypeSchema)
    .check(z.minLength(1, programmesRule), z.maxLength(programmeIds.length)),
};

const discountRuleSchema = z.strictObject(discountFields);

const earlyRuleSchema = z.strictObject({
  ...discountFields,
  /** The last business day on which it counts. */
  until: calendarDateSchema,
});

/** The rules of DIS-01; null for one that is off. */
const discountRules = {
  /** For the second and each further child of a family. */
  sibling: z.nullable(discountRuleSchema),
  /** For the second and each further class of a child. */
  second_class: z.nullable(discountRuleSchema),
  /** For each full programme that is booked until a date. */
  early: z.nullable(earlyRuleSchema),
};

export const discountRulesSchema = z.strictObject(discountRules);
export type DiscountRules = z.infer<typeof discountRulesSchema>;

const instructionsSchema = z
  .array(singleLineText(lineLength, howToPayRule))
  .check(z.maxLength(linesAtMost, `Use at most ${linesAtMost} lines`));

/** What an owner changes in a season besides discounts (SET-01). What was agreed before keeps its terms. */
const terms = {
  /** How a family pays, one line each; its reference is shown below (PAY-04). */
  instructions: instructionsSchema,
  payment_link: z.nullable(paymentLinkSchema),
  due_rule: dueRuleSchema,
  /** Whether the steps that open the school were put away before all were done (SCH-03). */
  opening_put_away: z.boolean(),
};

/**
 * The school's settings; without instructions until an administrator has said how families pay (SCH-02). `version` is raised
 * by each change; 0 before the first one.
 */
export const schoolSettingsSchema = z.strictObject({
  ...terms,
  discounts: discountRulesSchema,
  version: z.int().check(z.nonnegative()),
});
export type SchoolSettings = z.infer<typeof schoolSettingsSchema>;

/** What changes of the settings, each discount by itself. */
export const saveSettingsSchema = editSchema({ ...terms, ...discountRules });

/** The settings as the form takes them: it asks how families pay. */
export const typedSettingsSchema = z.strictObject({
  instructions: instructionsSchema.check(z.minLength(1, howToPayRule)),
  payment_link: terms.payment_link,
  due_rule: terms.due_rule,
  ...discountRules,
});
export type TypedSettings = z.infer<typeof typedSettingsSchema>;

/** The fields of the settings as an edit has them. */
export const settingsValues = ({ discounts, version: _, ...terms }: SchoolSettings) => ({
  ...terms,
  ...discounts,
});
export type SettingsValues = ReturnType<typeof settingsValues>;

/** The settings with these values of their fields. */
export const withSettingsValues = (
  settings: SchoolSettings,
  { sibling, second_class, early, ...terms }: SettingsValues,
): SchoolSettings => ({ ...settings, ...terms, discounts: { sibling, second_class, early } });

/** In force until an administrator saves others. */
export const defaultSchoolSettings: SchoolSettings = schoolSettingsSchema.parse({
  instructions: [],
  payment_link: null,
  due_rule: 'at-once',
  discounts: { sibling: null, second_class: null, early: null },
  opening_put_away: false,
  version: 0,
});
