import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';
import { emailNotVerifiedRefusal } from '#shared/sign-in';
import { log, logUnexpected, tokensRefused } from '../log.ts';

/** The refusal, which is expected. */
class TokensRefusedError extends Error {
  override readonly name = 'TokensRefusedError';
}

const refuseUnverified = async (
  event: PreTokenGenerationTriggerEvent,
): Promise<PreTokenGenerationTriggerEvent> => {
  const { email_verified } = event.request.userAttributes;
  if (email_verified === 'true') return event;
  log.info(tokensRefused, { user: event.userName, trigger: event.triggerSource });
  throw new TokensRefusedError(emailNotVerifiedRefusal);
};

/**
 * Refuses tokens to an account whose email is not verified. The user pool invokes it before it makes tokens, at sign-in,
 * renewal and every challenge alike, after it has checked the password.
 * @throws TokensRefusedError with the reason; the pool answers with a `UserLambdaValidationException` and makes no tokens
 */
export const handler = logUnexpected(refuseUnverified, TokensRefusedError);
