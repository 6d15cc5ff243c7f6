import type { ChildCard } from '#shared/schemas/register';
import type { Instant } from '#shared/schemas/values';

/**
 * Whether what is known of a child's health changed since a coach last opened it (EME-04): a note that was never opened, or
 * another answer than the one that was, also that there is nothing to know any more.
 * @param openedAnswer when the answer was given that the coach last opened; undefined where none was
 */
export const isNewNote = (
  { medical_conditions, health_answered_at }: Pick<ChildCard, 'medical_conditions' | 'health_answered_at'>,
  openedAnswer: Instant | undefined,
): boolean => {
  if (!health_answered_at) return false;
  return openedAnswer === undefined ? medical_conditions !== null : openedAnswer < health_answered_at;
};
