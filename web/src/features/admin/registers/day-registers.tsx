import { type DayRegister, registerRoutes } from '#shared/registers/admin-routes';
import { routeQuery } from '../../../lib/api/route-query.ts';

/** "Not started", "7 of 12", "Complete" (REG-07); "No children" for a session without any. */
export const progressOf = ({ marked, children }: Pick<DayRegister, 'marked' | 'children'>): string => {
  if (children === 0) return 'No children';
  if (marked === 0) return 'Not started';
  return marked < children ? `${marked} of ${children}` : 'Complete';
};

/** Read each minute: coaches are marking. */
export const dayRegistersQuery = {
  ...routeQuery(registerRoutes.listDayRegisters, {}, 'Failed to load the registers of today'),
  refetchInterval: 60_000,
};
