import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { signOut } from '../../lib/session/auth.ts';
import { landingPath } from '../../lib/session/return-to.ts';
import { useIsVisitor, useSessionFact } from '../../lib/session/session.ts';
import { hiddenWithSession } from '../../lib/session/stored-session.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

const useLogout = () => {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    showToast({ type: 'success', subject: 'session', title: 'Logged out' });
    navigate(paths.home);
  };
};

/**
 * The header's buttons for the current session (PUB-08 to PUB-12). While a stored session is being read, Dashboard
 * links to /auth, which redirects signed-in users.
 */
export const SessionButtons = () => {
  const isVisitor = useIsVisitor();
  const dashboard = useSessionFact((session) =>
    session.status === 'signedIn' ? landingPath(session.role, null) : paths.auth,
  );
  const isHydrated = useIsHydrated();
  const logout = useLogout();
  if (isVisitor) {
    const style = isHydrated ? undefined : hiddenWithSession;
    return (
      <>
        <Button asChild variant="ghost" css={style}>
          <Link to={paths.login}>Log in</Link>
        </Button>
        <Button asChild css={style}>
          <Link to={paths.signUp}>Sign up</Link>
        </Button>
      </>
    );
  }
  return (
    <>
      <Button asChild>
        <Link to={dashboard}>Dashboard</Link>
      </Button>
      <Button variant="ghost" onClick={() => void logout()}>
        Logout
      </Button>
    </>
  );
};
