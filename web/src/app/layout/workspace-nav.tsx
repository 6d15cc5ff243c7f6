import { Box } from '@chakra-ui/react/box';
import { Suspense } from 'react';
import { useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { AdminFind, AdminNav } from '../routing/screens.ts';

/** Also true while a stored sign-in is being read. */
const useIsAdmin = (): boolean =>
  useSignInFact(
    (signIn) =>
      signIn.status === 'restoring' || (signIn.status === 'signedIn' && signIn.tokenRole === 'admin'),
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
