import { dateOfBirthIssue } from '#shared/domain/children/date-of-birth';
import type { NewChild } from '#shared/schemas/child-input';
import type { CalendarDate } from '#shared/schemas/values';
import { problem } from './problem-error.ts';

/**
 * Refuses a date of birth that is no child's today. A schema cannot check this: it has no clock.
 * @throws ProblemError invalidRequest, naming the field
 */
export const checkDateOfBirth = ({ date_of_birth }: NewChild, today: CalendarDate): void => {
  const message = dateOfBirthIssue(date_of_birth, today);
  if (message) throw problem('invalidRequest', {}, { issues: [{ field: 'date_of_birth', message }] });
};

/** Refuses dates of birth as `checkDateOfBirth` does. @throws ProblemError invalidRequest, naming the fields */
export const checkDatesOfBirth = (children: readonly NewChild[], today: CalendarDate): void => {
  const issues = children.flatMap(({ date_of_birth }, index) => {
    const message = dateOfBirthIssue(date_of_birth, today);
    return message ? [{ field: `children.${index}.date_of_birth`, message }] : [];
  });
  if (issues.length > 0) throw problem('invalidRequest', {}, { issues });
};
