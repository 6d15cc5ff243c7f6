import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { tryStorage } from '../../lib/browser/try-storage.ts';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { coachAccountKey } from '../../lib/offline/coach-data.ts';
import { signOut } from '../../lib/sign-in/auth.ts';
import { landingPath } from '../../lib/sign-in/return-to.ts';
import { useIsVisitor, useSignInFact } from '../../lib/sign-in/sign-in.ts';
import { hiddenWhenSignedIn } from '../../lib/sign-in/stored-tokens.ts';
import { showToast } from '../../lib/toasts/toasts.ts';

/** What a coach is asked before the end of a session. A browser that cannot load it logs out, and keeps for some days what waits. */
const UnsentQuestion = lazy(() =>
  import('./unsent-question.tsx').then(
    (module) => ({ default: module.UnsentQuestion }),
    () => ({ default: AtOnce }),
  ),
);
const AtOnce = ({ onLogout }: { readonly onLogout: () => Promise<void> }) => {
  useEffect(() => void onLogout(), [onLogout]);
  return null;
};

const useLogout = () => {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const logout = useCallback(async () => {
    setIsAsking(false);
    await signOut();
    showToast({ type: 'success', subject: 'sign-in', title: 'Logged out' });
    navigate(paths.home);
  }, [navigate]);
  const hasCoach = () => tryStorage(() => localStorage.getItem(coachAccountKey)) != null;
  return {
    ask: () => (hasCoach() ? setIsAsking(true) : void logout()),
    // Outside of the drawer of small screens, which closes.
    question:
      isAsking &&
      createPortal(
        <Suspense>
          <UnsentQuestion onLogout={logout} onCancel={() => setIsAsking(false)} />
        </Suspense>,
        document.body,
      ),
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
  const { ask, question } = useLogout();
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
      <Button variant="ghost" onClick={ask}>
        Logout
      </Button>
      {question}
    </>
  );
};
