import type { PreTokenGenerationTriggerEvent } from 'aws-lambda';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { emailNotVerifiedRefusal } from '#shared/sign-in';
import { log, tokensRefused } from '../log.ts';

/** The refusal, which is expected. */
export class TokensRefusedError extends Error {
  override readonly name = 'TokensRefusedError';
}

/** The event of a login that could not be noted: the next one is. */
export const loginNotNoted = 'login.not-noted';

const isRenewal = ({ triggerSource }: PreTokenGenerationTriggerEvent): boolean =>
  triggerSource === 'TokenGeneration_RefreshTokens';

/**
 * Refuses tokens to an account whose email is not verified, and notes that an account logged in, wherever the login leads.
 * A login that cannot be noted goes on. The user pool invokes it before it makes tokens, at sign-in, renewal and every
 * challenge alike, after it has checked the password.
 * @throws TokensRefusedError with the reason; the pool answers with a `UserLambdaValidationException` and makes no tokens
 */
export const checkTokens =
  (noteLogin: (userId: UserId) => Promise<void>) =>
  async (event: PreTokenGenerationTriggerEvent): Promise<PreTokenGenerationTriggerEvent> => {
    const { email_verified, sub } = event.request.userAttributes;
    if (email_verified !== 'true') {
      log.info(tokensRefused, { user: event.userName, trigger: event.triggerSource });
      throw new TokensRefusedError(emailNotVerifiedRefusal);
    }
    const userId = userIdSchema.safeParse(sub);
    if (userId.success && !isRenewal(event)) {
      try {
        await noteLogin(userId.data);
      } catch (error) {
        log.error(loginNotNoted, error, { user: event.userName });
      }
    }
    return event;
  };
