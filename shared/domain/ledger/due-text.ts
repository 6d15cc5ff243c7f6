import { formatCents, totalOf } from '#shared/domain/pricing/money';
import { formatDate } from '#shared/domain/text/format';
import { listed } from '#shared/domain/text/listed';
import type { DuePart } from './due-dates.ts';

const partText = ({ date, amount }: DuePart): string => `${formatCents(amount)} on ${formatDate(date)}`;

/** When a charge is due, as it is agreed: "Due on Sep 5, 2025", "Due in 2 parts: $20.00 on Sep 6, 2025 and …" (DUE-01). */
export const dueText = (parts: readonly DuePart[]): string => {
  const [only, ...others] = parts;
  if (only && others.length === 0) return `Due on ${formatDate(only.date)}`;
  return `Due in ${parts.length} parts: ${listed(parts.map(partText))}`;
};

/** What is not due yet: "$20.00 will be due on Oct 6, 2025". Null where there is nothing. */
export const laterText = (later: readonly DuePart[]): string | null => {
  const [only, ...others] = later;
  if (!only) return null;
  if (others.length === 0) return `${formatCents(only.amount)} will be due on ${formatDate(only.date)}`;
  return `${formatCents(totalOf(later))} will be due later: ${listed(later.map(partText))}`;
};
