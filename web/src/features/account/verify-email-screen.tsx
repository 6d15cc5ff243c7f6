import { Stack } from '@chakra-ui/react/stack';
import { Text } from '@chakra-ui/react/text';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '#shared/paths';
import { Button } from '../../components/button.tsx';
import { Heading } from '../../components/heading.tsx';
import { Screen } from '../../components/screen.tsx';
import { useIsHydrated } from '../../lib/browser/use-is-hydrated.ts';
import { ConfirmEmailForm } from './confirm-email-form.tsx';
import { VerificationScene } from './verification-scene.tsx';
import { loading, type Verification, verificationOf, verifyQuery } from './verify-email.ts';

const titles: Record<Verification['state'], string> = {
  loading: 'Verifying...',
  passwordNeeded: 'Confirm your email',
  verified: 'Email Verified!',
  alreadyVerified: 'Already Verified',
  failed: 'Verification Failed',
};

/** Verifies an address with the token of its link: when it is opened, or with a password (AUT-33 to AUT-42). */
export const VerifyEmailScreen = () => {
  const [search] = useSearchParams();
  const isHydrated = useIsHydrated();
  const token = search.get('token') ?? '';
  const { data, error } = useQuery(verifyQuery(token));
  const { state, text } = isHydrated ? verificationOf(token, data, error) : loading;
  return (
    <Screen pageTitle={titles[state]} maxWidth="34rem">
      <Stack
        align="center"
        textAlign="center"
        gap="5"
        py="6"
        aria-live="polite"
        aria-busy={state === 'loading'}
      >
        <VerificationScene state={state} />
        {/* New elements, because a browser counts another text in a centred one as a movement. */}
        <Heading key={`title of ${state}`} as="h1" size="xl">
          {titles[state]}
        </Heading>
        <Text key={state} fontSize="lg" textWrap="balance">
          {text}
        </Text>
        <Stack gap="3" minWidth="min(16rem, 100%)">
          {state === 'passwordNeeded' ? <ConfirmEmailForm token={token} /> : <NextSteps state={state} />}
        </Stack>
      </Stack>
    </Screen>
  );
};

const NextSteps = ({ state }: { readonly state: Exclude<Verification['state'], 'passwordNeeded'> }) => {
  switch (state) {
    case 'loading':
      return null;
    case 'verified':
    case 'alreadyVerified':
      return (
        <Button asChild size="lg" variant="accent">
          <Link to={paths.auth}>Continue to Login</Link>
        </Button>
      );
    case 'failed':
      return (
        <>
          <Button asChild size="lg" variant="accent">
            <Link to={paths.auth}>Back to Login</Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to={paths.home}>Go to Home</Link>
          </Button>
        </>
      );
  }
};
