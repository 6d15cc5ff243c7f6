import { classTypeName, formatDate } from '#shared/lib/format';
import { formatCents } from '#shared/lib/money';
import type { SchoolSettings } from '#shared/school/settings';

/** When families pay, as screens and the activity log name it. */
export const dueRuleNames: Readonly<Record<SchoolSettings['due_rule'], string>> = {
  'at-once': 'When it is booked',
  'first-session': 'On the day before the first session',
  monthly: 'Monthly from the first session day',
};

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

/** The settings that say where a family's money goes (SET-03). */
const whereFamiliesPay: readonly string[] = ['how families pay', 'payment link'];

/** Each setting with its value in words. */
const settingTexts = (settings: SchoolSettings): ReadonlyMap<string, string> =>
  new Map([
    ['how families pay', settings.instructions.join(' / ') || 'not set'],
    ['payment link', linkText(settings.payment_link)],
    ['when families pay', dueRuleNames[settings.due_rule]],
    ['sibling discount', ruleText(settings.discounts.sibling)],
    ['second class discount', ruleText(settings.discounts.second_class)],
    ['early discount', ruleText(settings.discounts.early)],
    ['list “Open your school”', settings.opening_put_away ? 'put away' : 'shown'],
  ]);

/** A changed setting in words. */
export interface SettingChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What differs between two states of the settings, in words. */
export const settingChanges = (before: SchoolSettings, after: SchoolSettings): SettingChange[] => {
  const now = settingTexts(after);
  return [...settingTexts(before)].flatMap(([field, text]) => {
    const value = now.get(field) ?? off;
    return value === text ? [] : [{ field, before: text, after: value }];
  });
};

/** The changes of where families pay: an administrator enters the password for them, and the others are told (SET-03). */
export const paymentChanges = (changes: readonly SettingChange[]): SettingChange[] =>
  changes.filter(({ field }) => whereFamiliesPay.includes(field));
