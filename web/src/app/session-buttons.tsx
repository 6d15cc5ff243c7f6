import { Box } from '@chakra-ui/react/box';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../components/button.tsx';
import { signOut } from '../lib/auth.ts';
import { landingPath } from '../lib/return-to.ts';
import { useSession } from '../lib/session.ts';
import { showToast } from '../lib/toasts.ts';

const useLogout = () => {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    showToast({ type: 'success', title: 'Logged out' });
    navigate(paths.home);
  };
};

/** The header's buttons for the session there is (PUB-08 to PUB-12); only their room while it is being read. */
export const SessionButtons = () => {
  const session = useSession();
  const logout = useLogout();
  switch (session.status) {
    case 'restoring':
      return <Box minHeight="touch" width="52" />;
    case 'signedOut':
      return (
        <>
          <Button asChild variant="ghost">
            <Link to={paths.login}>Log in</Link>
          </Button>
          <Button asChild>
            <Link to={paths.signUp}>Sign up</Link>
          </Button>
        </>
      );
    case 'signedIn':
      return (
        <>
          <Button asChild>
            <Link to={landingPath(session.role, null)}>Dashboard</Link>
          </Button>
          <Button variant="ghost" onClick={() => void logout()}>
            Logout
          </Button>
        </>
      );
  }
};
