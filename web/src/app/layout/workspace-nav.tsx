import { Suspense } from 'react';
import { useSession } from '../../lib/session/session.ts';
import { AdminNav } from '../routing/screens.ts';

/** The navigation of the admin area, for administrators only. */
export const WorkspaceNav = () => {
  const session = useSession();
  const isAdmin = session.status === 'signedIn' && session.role === 'admin';
  return isAdmin && <Suspense>{AdminNav.element}</Suspense>;
};
