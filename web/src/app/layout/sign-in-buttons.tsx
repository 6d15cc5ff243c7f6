import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { signOut } from '../../lib/sign-in/auth.ts';
import { landingPath } from '../../lib/sign-in/return-to.ts';
import { useIsVisitor, useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { hiddenWhenSignedIn } from '../../lib/sign-in/stored-tokens.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

const useLogout = () => {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    showToast({ type: 'success', subject: 'sign-in', title: 'Logged out' });
    navigate(paths.home);
  };
};

/**
 * The header's buttons for the current sign-in (PUB-08 to PUB-12). While a stored sign-in is being read, Dashboard
 * links to /auth, which redirects signed-in users.
 */
export const SignInButtons = () => {
  const isVisitor = useIsVisitor();
  const dashboard = useSignInFact((signIn) =>
    signIn.status === 'signedIn' ? landingPath(signIn.role, null) : paths.auth,
  );
  const isHydrated = useIsHydrated();
  const logout = useLogout();
  if (isVisitor) {
    const style = isHydrated ? undefined : hiddenWhenSignedIn;
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
