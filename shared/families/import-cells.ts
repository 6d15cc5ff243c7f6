import { cleanLine } from '#shared/lib/text';
import type { CalendarDate } from '#shared/lib/values';
import {
  type DayOrder,
  isOtherCurrency,
  readBankAmount,
  readBankDay,
  splitDirection,
} from '../bank/cells.ts';
import { cutText } from '../ledger/references.ts';
import { emailSchema } from '../lib/email.ts';
import { dateOfBirthIssue } from './children.ts';
import { saysNothing } from './nothing.ts';
import { phoneNumberSchema } from './profile-input.ts';

/** Removes what programs write around a text to keep it text, such as a formula. */
const textOf = (cell: string | undefined): string => cleanLine(cell ?? '').replace(/^="(.*)"$/, '$1');

const notKnown =
  /^(?:not (?:known|given)|unknown|tbc|tba|unbekannt|inconnu|desconocido|sconosciuto|onbekend|\?+)$/i;

/** Empty where the cell says that there is nothing, or that nobody knows (IMP-09). */
export const readText = (cell: string | undefined): string => {
  const text = textOf(cell);
  return text === '' || saysNothing(text) || notKnown.test(text) ? '' : text;
};

/** Whether the cell says in words that there is nothing (IMP-09). False for an empty cell. */
export const isDenial = (cell: string): boolean => saysNothing(textOf(cell));

/** A cell that only says "Yes" means its heading, and names nobody. */
export const isYes = (cell: string): boolean => /^(?:y|yes|ja|oui|s[ií]|true|wahr|vrai|x|1)$/i.test(cell);

/** "Na", "Non" and "Nil" are names of people, and "NADA" in a file in capitals. */
export const readName = (cell: string | undefined): string => {
  const text = textOf(cell);
  return readText(text) === '' && !/^(?:\p{Lu}\p{Ll}*|NADA)$/u.test(text)
    ? ''
    : /^(?:None|Null|Unknown)$/.test(text)
      ? ''
      : text;
};

/** "7", "7 years", "Grade 2", "Kindergarten" stand in some columns of birthdays. */
export const isAge = (cell: string): boolean =>
  /^(?:\d{1,2}\s*(?:years?|yrs?|y\/?o|months?|mo)?\.?(?:\s*old)?|(?:grade|year|yr|class|p|k)\.?\s*\d{1,2}|\d{1,2}(?:st|nd|rd|th)(?:\s+grade)?|kindergarten|pre-?k|reception|nursery|u\d{1,2})$/i.test(
    cell,
  );

/** Values of a cell, and its remaining text. */
export interface ReadCell {
  readonly values: readonly string[];
  readonly rest: string;
}

const withoutSigns = (text: string): string =>
  cleanLine(text.replace(/^[\s"'<>()[\],;:|/&+-]+|[\s"'<>()[\],;:|/&+-]+$/g, ''));

/** Alone, after a name, as a link, with a comment, several (IMP-10). */
export const emailsIn = (cell: string): ReadCell => {
  const values: string[] = [];
  const rest = cell.replace(
    // An apostrophe stands inside a name, such as O'Neil, or around the address. The limits bound the time for long cells.
    /(?<![^\s<>()[\],;|"'])(?:mailto:)?((?:[^\s<>()[\],;|"'@]|(?<=\w)'(?=\w)){1,254}@[^\s<>()[\],;|"']+)/gi,
    (found, address: string) => {
      const read = emailSchema.safeParse(address.replace(/^mailto:/i, '').replace(/[.:]+$/, ''));
      if (!read.success) return found;
      values.push(read.data);
      return ' ';
    },
  );
  return { values: [...new Set(values)], rest: withoutSigns(rest) };
};

const readPhone = (text: string): string | undefined => {
  const read = phoneNumberSchema.safeParse(text);
  return read.success ? read.data : undefined;
};

/** Digits, what may stand between the digits of one number, and an extension. */
const numberShape = /(?:\+|\(\+?|00)?\d(?:[\d\s().–-]|\/(?=\d))*\d(?:\s*(?:ext\.?|x)\s*\d{1,6})?/gi;

/** Alone, with words before or behind, several (IMP-10). */
export const phonesIn = (cell: string): ReadCell => {
  const whole = readPhone(cell);
  if (whole) return { values: [whole], rest: '' };
  const values: string[] = [];
  const take = (text: string): string => {
    const one = readPhone(text.trim());
    if (one) values.push(one);
    return one ? ' ' : text;
  };
  const rest = cell
    .split(/\s*(?:[,;|\n&]|:::|\bor\b|\band\b|\boder\b|\bou\b|\bo\b|\bof\b)\s*/i)
    .map((part) => {
      if (readPhone(part)) return take(part);
      return part.replace(numberShape, (shape) => {
        const left = take(shape);
        // Two numbers with a space or a slash between them.
        return left === shape
          ? shape
              .split(/\s*\/\s*|\s+(?=(?:\+|00?)\d)/)
              .map(take)
              .join(' ')
          : left;
      });
    })
    .join(' ');
  return { values: [...new Set(values)], rest: withoutSigns(rest) };
};

/** The date of birth, or why there is none. */
export const birthDateIn = (
  cell: string,
  order: DayOrder,
  today: CalendarDate,
): { readonly born: CalendarDate } | { readonly issue: string } => {
  if (isAge(cell)) return { issue: `“${cell}” is an age or a grade. Please use the date of birth` };
  const born = readBankDay(cell, order);
  if (!born)
    return {
      issue: /^\d{5}$/.test(cell)
        ? `“${cell}” is how Excel counts days. Please format the column as dates, and save it again`
        : `The date of birth “${cutText(cell, 40)}” cannot be read`,
    };
  const issue = dateOfBirthIssue(born, today);
  return issue ? { issue } : { born };
};

/** Cents, below 0 for a credit; null for an empty cell or zero. */
export const balanceIn = (cell: string): { readonly cents: number | null } | { readonly issue: string } => {
  if (cell === '') return { cents: null };
  const unreadable = { issue: `The balance “${cutText(cell, 40)}” cannot be read` };
  const read = readBankAmount(cell);
  if ('issue' in read) {
    if (read.issue === 'empty') return { cents: null };
    return read.issue === 'currency' && isOtherCurrency(read.currency)
      ? { issue: `The balance is in another currency: ${read.currency}` }
      : unreadable;
  }
  // In a list of families "CR" and a minus both mean a credit, and "DR" a debt: a payment that went out is neither.
  const { amount, direction } = splitDirection(cell);
  const unsigned = readBankAmount(amount);
  const hasMinus = 'cents' in unsigned && unsigned.isOutgoing;
  if (hasMinus && direction === 'outgoing') return unreadable;
  const isCredit = hasMinus || direction === 'incoming';
  return { cents: read.cents === 0 ? null : isCredit ? -read.cents : read.cents };
};

/** "Novak, Ana" is Ana Novak. */
export const nameInOrder = (name: string): string => {
  const [, last, first] = /^([^,]+),\s*([^,]+)$/.exec(name) ?? [];
  return last && first && !/^(?:[JS]r\.?|II|III|IV)$/i.test(first) ? `${first} ${last}` : name;
};
