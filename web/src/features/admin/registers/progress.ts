import type { DayRegister } from '#shared/schemas/register-admin';

/** "Not started", "7 of 12", "Complete" (REG-07); "No children" for a session without any. */
export const progressOf = ({ marked, children }: Pick<DayRegister, 'marked' | 'children'>): string => {
  if (children === 0) return 'No children';
  if (marked === 0) return 'Not started';
  return marked < children ? `${marked} of ${children}` : 'Complete';
};
