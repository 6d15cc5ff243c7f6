import { classTypeName, formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import { namesOf } from '#shared/lib/names';
import { type SchoolSettings, type SettingsValues, settingsValues } from '#shared/school/settings';

export const dueRuleNames: Readonly<Record<SchoolSettings['due_rule'], string>> = namesOf({
  'at-once': 'When it is booked',
  'first-session': 'On the day before the first session',
  monthly: 'Monthly from the first session day',
});

const off = 'off';

const linkText = (link: SchoolSettings['payment_link']): string => {
  if (!link) return off;
  const { url, reference_parameter, amount_parameter, amount_unit } = link;
  const amount = amount_parameter ? `${amount_parameter} (${amount_unit})` : 'none';
  return `${url}, reference in ${reference_parameter ?? 'none'}, amount in ${amount}`;
};

type Rule = NonNullable<SchoolSettings['discounts']['sibling' | 'early']>;

const ruleText = (rule: Rule | null): string => {
  if (!rule) return off;
  const { reduction } = rule;
  const taken = reduction.by === 'percent' ? `${reduction.percent}%` : formatCents(reduction.amount);
  const until = 'until' in rule ? ` until ${formatDate(rule.until)}` : '';
  return `${taken} off ${rule.programmes.map(classTypeName).join(', ')}${until}`;
};

type Texts = {
  readonly [Name in keyof SettingsValues]: {
    readonly name: string;
    readonly text: (value: SettingsValues[Name]) => string;
  };
};

export const settingTexts: Texts = {
  instructions: { name: 'how families pay', text: (lines) => lines.join(' / ') || 'not set' },
  payment_link: { name: 'payment link', text: linkText },
  due_rule: { name: 'when families pay', text: (rule) => dueRuleNames[rule] },
  sibling: { name: 'sibling discount', text: ruleText },
  second_class: { name: 'second class discount', text: ruleText },
  early: { name: 'early discount', text: ruleText },
  opening_put_away: { name: 'list “Open your school”', text: (isAway) => (isAway ? 'put away' : 'shown') },
};

/** Settings that say where a family's money goes (SET-03). */
const whereFamiliesPay: readonly string[] = [settingTexts.instructions.name, settingTexts.payment_link.name];

const textsOf = (settings: SchoolSettings): ReadonlyMap<string, string> => {
  const values: object = settingsValues(settings);
  return new Map(
    Object.entries(settingTexts).map(([name, setting]) => [
      setting.name,
      // `values` has the setting of this name.
      setting.text(Reflect.get(values, name) as never),
    ]),
  );
};

export interface SettingChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export const settingChanges = (before: SchoolSettings, after: SchoolSettings): SettingChange[] => {
  const now = textsOf(after);
  return [...textsOf(before)].flatMap(([field, text]) => {
    const value = now.get(field) ?? off;
    return value === text ? [] : [{ field, before: text, after: value }];
  });
};

/** An administrator needs the password for these, and the others are told (SET-03). */
export const paymentChanges = (changes: readonly SettingChange[]): SettingChange[] =>
  changes.filter(({ field }) => whereFamiliesPay.includes(field));
