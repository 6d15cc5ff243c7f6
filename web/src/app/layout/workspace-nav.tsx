import { Box } from '@chakra-ui/react/box';
import { Suspense } from 'react';
import { useSessionFact } from '../../lib/session/session.ts';
import { AdminFind, AdminNav } from '../routing/screens.ts';

/** Also true while a stored session is being read. */
const useIsAdmin = (): boolean =>
  useSessionFact(
    (session) =>
      session.status === 'restoring' || (session.status === 'signedIn' && session.role === 'admin'),
  );

/** The navigation of the admin area, for administrators only. */
export const WorkspaceNav = () => useIsAdmin() && <Suspense>{AdminNav.element}</Suspense>;

/** The search of the admin area, for administrators only. Keeps its room while it loads. */
export const WorkspaceFind = () => {
  const isAdmin = useIsAdmin();
  return (
    <Box minWidth={{ base: '11', xl: '56' }} minHeight="11" ms={{ base: 'auto', md: '0' }}>
      {isAdmin && <Suspense>{AdminFind.element}</Suspense>}
    </Box>
  );
};
