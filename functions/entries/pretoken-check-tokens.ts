import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { type FamilyId, type UserId, userIdSchema } from '#shared/lib/ids';
import {
  emailNotVerifiedRefusal,
  factorSetUpMetadata,
  familyClaim,
  type GrantedRole,
  grantedRoles,
  withheldRolesClaim,
} from '#shared/roles';
import { log, tokensRefused } from '../lib/log.ts';

/** The refusal, which is expected. */
export class TokensRefusedError extends Error {
  override readonly name = 'TokensRefusedError';
}

/** The event of a login that could not be noted: the next one is. */
export const loginNotNoted = 'login.not-noted';

/** The event of a token that does not name the family of its account, which is read with each request then. */
export const familyNotNamed = 'family.not-named';

/** With it an access token authorizes the user pool's own operations: it deletes the user, and replaces the second factor. */
export const ownOperationsScope = 'aws.cognito.signin.user.admin';

interface TokenRules {
  readonly noteLogin: (userId: UserId) => Promise<void>;
  /** Roles that an account has only with a second factor. */
  readonly rolesWithFactor: readonly GrantedRole[];
  /** Notes that the account's second factor may be replaced from now on: it counts again once its set-up is completed here. */
  readonly openFactor: (userId: UserId) => Promise<void>;
  /** Whether the account's sign-ins need its second factor, and its set-up was completed here since it could be replaced. */
  readonly hasFactor: (userId: UserId, userPoolId: string) => Promise<boolean>;
  /** The family of which the account is a member; undefined where there is no such account. */
  readonly familyOf: (userId: UserId) => Promise<FamilyId | undefined>;
}

const isRenewal = ({ triggerSource }: PreTokenGenerationV2TriggerEvent): boolean =>
  triggerSource === 'TokenGeneration_RefreshTokens';

/** A sign-in, not a renewal, that asks for a token for the set-up of a second factor. */
const isSetUp = ({ triggerSource, request }: PreTokenGenerationV2TriggerEvent): boolean =>
  triggerSource === 'TokenGeneration_Authentication' &&
  request.clientMetadata?.purpose === factorSetUpMetadata.purpose;

/**
 * Refuses tokens to an account whose email is not verified, leaves roles out that need a second factor which the account
 * does not have (MFA-01), names the account's family, and notes that an account logged in, wherever the login leads. A login
 * that cannot be noted goes on. No token authorizes operations of the user pool but that of a sign-in for the set-up of a
 * second factor: with another one a factor could be switched off or replaced, and the user deleted without the family's data
 * (MFA-08). The user pool invokes it before it makes tokens, at sign-in, renewal and every challenge alike, after it has
 * checked the password, and the code where the account has a second factor.
 * @throws TokensRefusedError with the reason; the pool answers with a `UserLambdaValidationException` and makes no tokens.
 * It does the same where it is not known whether the account has a second factor.
 */
export const checkTokens =
  ({ noteLogin, rolesWithFactor, openFactor, hasFactor, familyOf }: TokenRules) =>
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
    const nameFamily = async (): Promise<Record<string, string>> => {
      if (!userId.success) return {};
      try {
        const family = await familyOf(userId.data);
        return family ? { [familyClaim]: family } : {};
      } catch (error) {
        log.error(familyNotNamed, error, { user: event.userName });
        return {};
      }
    };
    const guarded = grantedRoles.filter((role) => groups.includes(role) && rolesWithFactor.includes(role));
    const opens = isSetUp(event) && userId.success;
    // Before the token is made, so that no factor that it replaces counts.
    if (opens) await openFactor(userId.data);
    const isProved = async (): Promise<boolean> =>
      guarded.length === 0 || (userId.success && (await hasFactor(userId.data, event.userPoolId)));
    // At once: the pool waits for 5 seconds.
    const [proved, family] = await Promise.all([isProved(), nameFamily(), note()]);
    const withheld: readonly string[] = proved ? [] : guarded;
    return {
      ...event,
      response: {
        claimsAndScopeOverrideDetails: {
          accessTokenGeneration: {
            claimsToAddOrOverride: {
              ...family,
              ...(!proved && { [withheldRolesClaim]: guarded.join(' ') }),
            },
            scopesToSuppress: opens ? [] : [ownOperationsScope],
          },
          // The user pool takes the groups away where they are not repeated.
          groupOverrideDetails: { groupsToOverride: groups.filter((group) => !withheld.includes(group)) },
        },
      },
    };
  };
