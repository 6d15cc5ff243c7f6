import { queryOptions } from '@tanstack/react-query';
import { accountRoutes } from '#shared/contract/account-routes';
import type { RouteResponse } from '#shared/contract/route';
import { callRoute } from '../../lib/api/api-client.ts';
import { ApiError, ConnectionError } from '../../lib/api/api-error.ts';
import { forgetBrowserSecret, readBrowserSecret } from './browser-secret.ts';

export type VerificationAnswer = RouteResponse<typeof accountRoutes.verifyEmail>;

export interface Verification {
  readonly state: 'loading' | 'passwordNeeded' | 'verified' | 'alreadyVerified' | 'failed';
  readonly text: string;
}

/**
 * The verification as a query: sent once however often the screen renders, and not without a token. Not retried, so
 * that the screen shows a failure at once.
 */
export const verifyQuery = (token: string) =>
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

/** Until the answer comes. */
export const loading: Verification = {
  state: 'loading',
  text: 'One moment please. We are checking the link of your email, which takes a few seconds at most.',
};

const failed = (text: string): Verification => ({ state: 'failed', text });

const failureOf = (error: Error): Verification =>
  error instanceof ApiError || error instanceof ConnectionError
    ? failed('Failed to verify email. Please try again or contact support.')
    : failed('An unexpected error occurred. Please try again.');

/**
 * What the screen shows for a token, once the call has its answer or its failure (ERR-31 to ERR-33, ERR-54, ERR-55).
 */
export const verificationOf = (
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
