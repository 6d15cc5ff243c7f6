import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { emailNotVerifiedRefusal } from '#shared/email-not-verified';
import { type GrantedRole, grantedRoles, withheldRolesClaim } from '#shared/roles';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { log, tokensRefused } from '../log.ts';

/** The refusal, which is expected. */
export class TokensRefusedError extends Error {
  override readonly name = 'TokensRefusedError';
}

/** The event of a login that could not be noted: the next one is. */
export const loginNotNoted = 'login.not-noted';

interface TokenRules {
  readonly noteLogin: (userId: UserId) => Promise<void>;
  /** Roles that an account has only with a second factor. */
  readonly rolesWithFactor: readonly GrantedRole[];
  /** Whether the account's sign-ins need its second factor, and the set-up of it was completed. */
  readonly hasFactor: (userId: UserId, userPoolId: string) => Promise<boolean>;
}

const isRenewal = ({ triggerSource }: PreTokenGenerationV2TriggerEvent): boolean =>
  triggerSource === 'TokenGeneration_RefreshTokens';

/** The event, answered with the given groups in both tokens, and with a claim in the access token. */
const withGroups = (
  event: PreTokenGenerationV2TriggerEvent,
  groups: string[],
  claims: Record<string, string>,
): PreTokenGenerationV2TriggerEvent => ({
  ...event,
  response: {
    claimsAndScopeOverrideDetails: {
      accessTokenGeneration: { claimsToAddOrOverride: claims },
      groupOverrideDetails: { groupsToOverride: groups },
    },
  },
});

/**
 * Refuses tokens to an account whose email is not verified, leaves roles out that need a second factor which the account
 * does not have (MFA-01), and notes that an account logged in, wherever the login leads. A login that cannot be noted goes
 * on. The user pool invokes it before it makes tokens, at sign-in, renewal and every challenge alike, after it has checked
 * the password, and the code where the account has a second factor.
 * @throws TokensRefusedError with the reason; the pool answers with a `UserLambdaValidationException` and makes no tokens.
 * It does the same where it is not known whether the account has a second factor.
 */
export const checkTokens =
  ({ noteLogin, rolesWithFactor, hasFactor }: TokenRules) =>
  async (event: PreTokenGenerationV2TriggerEvent): Promise<PreTokenGenerationV2TriggerEvent> => {
    const { email_verified, sub } = event.request.userAttributes;
    if (email_verified !== 'true') {
      log.info(tokensRefused, { user: event.userName, trigger: event.triggerSource });
      throw new TokensRefusedError(emailNotVerifiedRefusal);
    }
    const userId = userIdSchema.safeParse(sub);
    const note = async (): Promise<void> => {
      if (!userId.success || isRenewal(event)) return;
      try {
        await noteLogin(userId.data);
      } catch (error) {
        log.error(loginNotNoted, error, { user: event.userName });
      }
    };
    const groups = event.request.groupConfiguration.groupsToOverride ?? [];
    const guarded = grantedRoles.filter((role) => groups.includes(role) && rolesWithFactor.includes(role));
    const isProved = async (): Promise<boolean> =>
      guarded.length === 0 || (userId.success && (await hasFactor(userId.data, event.userPoolId)));
    // At once: the pool waits for 5 seconds.
    const [proved] = await Promise.all([isProved(), note()]);
    if (proved) return event;
    const withheld: readonly string[] = guarded;
    return withGroups(
      event,
      groups.filter((group) => !withheld.includes(group)),
      { [withheldRolesClaim]: guarded.join(' ') },
    );
  };
