import { type PropsWithChildren, useEffect, useMemo } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Container } from '../../components/ui/container.tsx';
import { Heading } from '../../components/ui/heading.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { createCoachWork } from '../../features/coach/registers/coach-work.ts';
import { CoachWorkProvider } from '../../features/coach/registers/coach-work-provider.tsx';
import { type CoachAccount, noteCopiesShown, readCoachAccount } from '../../lib/offline/coach-account.ts';
import { useIsHydrated } from '../../lib/pages/page.ts';
import { returnState } from '../../lib/sign-in/return-to.ts';
import { type SignIn, useLoginOverPage, useSignIn } from '../../lib/sign-in/sign-in.ts';
import { hasStoredTokens } from '../../lib/sign-in/stored-tokens.ts';
import { registerServiceWorker } from '../offline/register-service-worker.ts';
import { SecondFactorNeeded } from '../routing/failure-screens.tsx';
import '../theme/office.css';

/** Without a network a stored sign-in counts as none: the device's last account then sees its copies (REG-03). */
const accountOf = (signIn: SignIn): CoachAccount | null => {
  if (signIn.status === 'signedIn') return { userId: signIn.userId, role: signIn.tokenRole };
  return hasStoredTokens() ? readCoachAccount() : null;
};

/** Administrators use these screens too (COA-06). */
export const CoachArea = () => {
  useLoginOverPage();
  const signIn = useSignIn();
  const location = useLocation();
  const isHydrated = useIsHydrated();
  // The prerendered page knows no account, so the browser's storage is read after hydration.
  const account = isHydrated ? accountOf(signIn) : null;
  const [userId, role] = [account?.userId, account?.role];
  const work = useMemo(() => (userId && role ? createCoachWork({ userId, role }) : null), [userId, role]);
  useEffect(() => void registerServiceWorker({ isCoachs: true }), []);
  useEffect(() => work?.start(), [work]);
  const isWaiting = !isHydrated || work !== null;
  useEffect(() => (isWaiting ? undefined : noteCopiesShown()), [isWaiting]);
  if (!work) {
    if (!isHydrated || signIn.status === 'restoring') return <Loading />;
    return <Navigate to={paths.auth} state={returnState(location)} replace />;
  }
  const isWithheld =
    signIn.status === 'signedIn' && signIn.tokenRole === 'parent' && signIn.role !== 'parent';
  if (isWithheld) return <SecondFactorNeeded />;
  return (
    <CoachWorkProvider key={`${userId} ${role}`} work={work}>
      <Column>
        <Outlet />
      </Column>
    </CoachWorkProvider>
  );
};

const Column = ({ isBusy, children }: PropsWithChildren<{ readonly isBusy?: boolean }>) => (
  <Container maxWidth="[40rem]" px={{ base: '3', md: '6' }} py={{ base: '4', md: '8' }} aria-busy={isBusy}>
    {children}
  </Container>
);

/** The account is not known yet, but the title of the list of sessions is. */
const Loading = () => {
  const isList = useLocation().pathname === paths.coach;
  return (
    <Column isBusy>
      {isList && (
        <Heading as="h1" size="xl" mb="4">
          Your sessions
        </Heading>
      )}
      <Skeleton height="64" borderRadius="xl" />
    </Column>
  );
};
