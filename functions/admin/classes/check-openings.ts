import { opensAfterLastSession, opensTooLate } from '#shared/domain/terms/openings';
import { problem } from '../../lib/http/problem-error.ts';

/** Refuses a class that would open when no session is left (TRM-11). @throws ProblemError invalidRequest */
export const checkOpenings = (
  form: Parameters<typeof opensAfterLastSession>[0] & Parameters<typeof opensAfterLastSession>[1],
  { timeZone }: { readonly timeZone: string },
): void => {
  if (!opensAfterLastSession(form, form, timeZone)) return;
  throw problem('invalidRequest', {}, { issues: [{ field: 'opens_at', message: opensTooLate }] });
};
