import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { accountRoutes, confirmEmailSchema } from '#shared/accounts/routes';
import type { RouteResponse } from '#shared/contract/route';
import { palette } from '#shared/palette';
import { paths } from '#shared/paths';
import { css } from '#styled-system/css';
import { Screen } from '../../../components/screen.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Heading } from '../../../components/ui/heading.tsx';
import { Stack } from '../../../components/ui/stack.tsx';
import { Text } from '../../../components/ui/text.tsx';
import { callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, ConnectionError } from '../../../lib/api/api-error.ts';
import { fieldsOf, showIssues, useSchemaForm } from '../../../lib/forms/use-schema-form.ts';
import { useSubmission } from '../../../lib/forms/use-submission.ts';
import { showResult, useIsHydrated } from '../../../lib/pages/page.ts';
import { NewPasswordField, UserNameField } from './password-fields.tsx';
import { forgetBrowserSecret, readBrowserSecret } from './sign-up-storage.ts';

type VerificationAnswer = RouteResponse<typeof accountRoutes.verifyEmail>;

interface Verification {
  readonly state: 'loading' | 'passwordNeeded' | 'verified' | 'alreadyVerified' | 'failed';
  readonly text: string;
}

/** A query sends the request once however often the screen renders. It is not retried, so that a failure shows at once. */
const verifyQuery = (token: string) =>
  queryOptions({
    queryKey: [accountRoutes.verifyEmail.path, token],
    queryFn: async (): Promise<VerificationAnswer> => {
      const secret = readBrowserSecret();
      const body = { token, ...(secret && { browser_secret: secret }) };
      const answer = await callRoute(accountRoutes.verifyEmail, { body });
      if (answer.success) forgetBrowserSecret();
      return answer;
    },
    enabled: token !== '',
    retry: false,
    staleTime: 'static',
  });

const loading: Verification = {
  state: 'loading',
  text: 'One moment please. We are checking the link of your email, which takes a few seconds at most.',
};

const failed = (text: string): Verification => ({ state: 'failed', text });

const failureOf = (error: Error): Verification =>
  error instanceof ApiError || error instanceof ConnectionError
    ? failed('Failed to verify email. Please try again or contact support.')
    : failed('An unexpected error occurred. Please try again.');

const verificationOf = (
  token: string,
  answer: VerificationAnswer | undefined,
  error: Error | null,
): Verification => {
  if (token === '') return failed('Invalid verification link. No token provided.');
  if (error) return failureOf(error);
  if (!answer) return loading;
  if (answer.alreadyVerified) {
    return { state: 'alreadyVerified', text: 'Your email is already verified!' };
  }
  if (answer.passwordNeeded) {
    return { state: 'passwordNeeded', text: 'Choose the password for your account. It replaces any other.' };
  }
  if (!answer.success) return failed(answer.error ?? 'Verification failed');
  return { state: 'verified', text: 'Email verified successfully!' };
};

const passwordSchema = z.pick(confirmEmailSchema, { newPassword: true });

/** In another browser than that of the sign-up, the password verifies the address (AUT-42). */
const ConfirmEmailForm = ({ token, onDone }: { readonly token: string; readonly onDone: () => void }) => {
  const queryClient = useQueryClient();
  const form = useSchemaForm(passwordSchema, { newPassword: '' });
  const confirm = useSubmission({
    send: (body: z.infer<typeof confirmEmailSchema>) => callRoute(accountRoutes.confirmEmail, { body }),
    failure: 'Failed to verify email',
    onDone: (answer: VerificationAnswer) => {
      onDone();
      queryClient.setQueryData(verifyQuery(token).queryKey, answer);
    },
    onFailed: (error) => showIssues(error, form.setError),
  });
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ newPassword }) => confirm.submit({ token, newPassword }))}
    >
      <UserNameField token={token} />
      <Stack gap="4" textAlign="start">
        <NewPasswordField {...fieldsOf(form)('newPassword')} />
        <Button type="submit" size="lg" colorPalette="accent" disabled={confirm.isPending}>
          {confirm.isPending ? 'Confirming...' : 'Confirm Email'}
        </Button>
      </Stack>
    </form>
  );
};

const VerificationScene = ({ state }: Pick<Verification, 'state'>) => (
  <svg viewBox="0 0 200 130" aria-hidden="true" className={css({ width: '[min(15rem, 70%)]' })}>
    <rect
      x="30"
      y="18"
      width="140"
      height="94"
      rx="12"
      fill={palette.chalk}
      stroke={palette.navy}
      strokeWidth="4"
    />
    <path d="m36 26 64 48 64-48" fill="none" stroke={palette.navy} strokeWidth="4" strokeLinejoin="round" />
    <path d="M8 120h184" stroke={palette.pitchBright} strokeWidth="4" strokeLinecap="round" />
    {state === 'loading' && (
      <path d="M6 48h16M0 68h22M6 88h16" stroke={palette.pitchBright} strokeWidth="4" strokeLinecap="round" />
    )}
    <circle cx="100" cy="78" r="22" fill={sealOf[state]} stroke={palette.navy} strokeWidth="4" />
    <path
      d={signOf[state]}
      fill="none"
      stroke={palette.navy}
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      pathLength="1"
      className={css({
        _motionSafe: { strokeDasharray: '1', animation: 'draw 240ms 120ms ease-out backwards' },
      })}
    />
  </svg>
);

const sealOf: Record<Verification['state'], string> = {
  loading: palette.ball,
  passwordNeeded: palette.ball,
  verified: palette.pitchNight,
  alreadyVerified: palette.pitchNight,
  failed: palette.coralNight,
};

const tick = 'm90 78 7 8 14-16';
const signOf: Record<Verification['state'], string> = {
  loading: 'M92 78h.1M100 78h.1M108 78h.1',
  passwordNeeded: 'M92 78h.1M100 78h.1M108 78h.1',
  verified: tick,
  alreadyVerified: tick,
  failed: 'm92 70 16 16m0-16-16 16',
};

const titles: Record<Verification['state'], string> = {
  loading: 'Verifying...',
  passwordNeeded: 'Confirm your email',
  verified: 'Email Verified!',
  alreadyVerified: 'Already Verified',
  failed: 'Verification Failed',
};

export const VerifyEmailScreen = () => {
  const [search] = useSearchParams();
  const isHydrated = useIsHydrated();
  const [isConfirmed, setConfirmed] = useState(false);
  const token = search.get('token') ?? '';
  const { data, error } = useQuery(verifyQuery(token));
  const { state, text } = isHydrated ? verificationOf(token, data, error) : loading;
  return (
    <Screen pageTitle={titles[state]} maxWidth="[34rem]">
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
        <Heading
          key={`title of ${state}`}
          as="h1"
          size="xl"
          ref={isConfirmed ? showResult : undefined}
          tabIndex={-1}
        >
          {titles[state]}
        </Heading>
        <Text key={state} fontSize="lg" textWrap="balance">
          {text}
        </Text>
        <Stack gap="3" minWidth="[min(16rem, 100%)]">
          {state === 'passwordNeeded' ? (
            <ConfirmEmailForm token={token} onDone={() => setConfirmed(true)} />
          ) : (
            <NextSteps state={state} />
          )}
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
        <Button asChild size="lg" colorPalette="accent">
          <Link to={paths.auth}>Continue to Login</Link>
        </Button>
      );
    case 'failed':
      return (
        <>
          <Button asChild size="lg" colorPalette="accent">
            <Link to={paths.auth}>Back to Login</Link>
          </Button>
          <Button asChild size="lg" variant="outline">
            <Link to={paths.home}>Go to Home</Link>
          </Button>
        </>
      );
  }
};
