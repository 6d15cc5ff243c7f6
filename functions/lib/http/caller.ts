import * as z from 'zod/mini';
import type { Access } from '#shared/contract/route';
import { type UserId, userIdSchema } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import {
  familyClaim,
  memberGroup,
  type Role,
  readWithheldRoles,
  roleOfGroups,
  withheldRolesClaim,
} from '#shared/roles';
import { problem } from './problem-error.ts';

/** Who calls, as the access token says. */
export interface Caller {
  readonly userId: UserId;
  readonly role: Role;
  /** When the password was entered, which a renewal of the session does not change; an invalid date if unknown. */
  readonly signedInAt: Date;
  /** For what an operation asks of the user pool in the caller's name. */
  readonly accessToken?: string;
}

/** Who acts, and for which family (BHF-03): a member for its own, an administrator for the one that the request names. */
export interface FamilyCaller extends Caller {
  readonly familyId: UserId;
  /**
   * Given where only the token names the family: to be called with what the family's stored profile says of the account, before
   * anything else is read or written of the family. It throws where the account is no member.
   */
  readonly confirmFamily?: (isMember: boolean) => void;
}

/** The family of an account, as the table has it now; undefined where it has none. */
export type FamilyOf = (userId: UserId) => Promise<UserId | undefined>;

/**
 * API Gateway's JWT authorizer has checked signature, issuer, client and expiry. It accepts id tokens too, so the kind
 * of token is checked here. It writes a claim that is a list as the text `[a b]`.
 */
const claimsSchema = z.object({
  sub: userIdSchema,
  token_use: z.literal('access'),
  /** Epoch seconds; API Gateway writes numbers as text. */
  auth_time: z.optional(z.union([z.string(), z.number()])),
  'cognito:groups': z.optional(z.union([z.array(z.string()), z.string()])),
  [withheldRolesClaim]: z.optional(z.string()),
  [familyClaim]: z.optional(userIdSchema),
});

const groupsOf = (claim: string | string[] | undefined): readonly string[] =>
  typeof claim === 'string' ? claim.replace(/^\[|\]$/g, '').split(/[\s,]+/) : (claim ?? []);

/** The roles that may call the routes of an access level. */
const rolesWith: Readonly<Record<'coach' | 'admin', readonly Role[]>> = {
  coach: ['admin', 'coach'],
  admin: ['admin'],
};

const accessRefusals = { coach: 'coachOnly', admin: 'adminOnly' } as const;

/**
 * Decides whether a request is allowed.
 * @param claims of the request's token, or undefined where there is none
 * @returns the caller, or undefined on a public route
 * @throws ProblemError notAuthenticated, adminOnly, coachOnly; second-factor-needed where the account has the role and its
 * token does not give it
 */
export const authorize = (access: Access, claims: unknown): Caller | undefined => {
  if (access === 'public') return undefined;
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) throw problem('notAuthenticated');
  const { sub: userId, auth_time, 'cognito:groups': groups, [withheldRolesClaim]: claim } = parsed.data;
  const role = roleOfGroups(groupsOf(groups));
  if (access !== 'member' && !rolesWith[access].includes(role)) {
    const isWithheld = readWithheldRoles(claim).some((withheld) => rolesWith[access].includes(withheld));
    throw problem(isWithheld ? 'second-factor-needed' : accessRefusals[access]);
  }
  return { userId, role, signedInAt: new Date(Number(auth_time) * 1000) };
};

class UnconfirmedFamilyError extends Error {}

/**
 * Runs an operation for the family that the token names. Undefined where it did not confirm that family: its outcome is
 * dropped.
 */
const runConfirmed = async <Result>(
  caller: FamilyCaller,
  run: (caller: FamilyCaller) => Promise<Result>,
): Promise<{ readonly result: Result } | undefined> => {
  let isConfirmed = false;
  const confirmFamily = (isMember: boolean): void => {
    isConfirmed = isMember;
    if (!isMember) throw new UnconfirmedFamilyError();
  };
  try {
    const result = await run({ ...caller, confirmFamily });
    return isConfirmed ? { result } : undefined;
  } catch (error) {
    if (isConfirmed) throw error;
    return undefined;
  }
};

interface FamilyDecision {
  readonly familyOf: FamilyOf;
  /** Whether the route's operation confirms the family by what it reads anyway. */
  readonly confirmsFamily: boolean;
}

/**
 * Runs an operation with the caller and the family for which the request acts: nothing else gives a family to an operation. The
 * group says that the account may be a member of another family. Then the table decides, so that the end of a membership counts
 * at once: by the account's profile, which is read before, or by that of the family, which the operation reads. All other
 * accounts are their own family, without a read.
 * @throws ProblemError notAuthenticated where the account is a member of no family any more; what the operation throws
 */
export const actForFamily = async <Result>(
  caller: Caller,
  claims: unknown,
  { familyOf, confirmsFamily }: FamilyDecision,
  run: (caller: FamilyCaller) => Promise<Result>,
): Promise<Result> => {
  const { 'cognito:groups': groups, [familyClaim]: named } = z.parse(claimsSchema, claims);
  if (!groupsOf(groups).includes(memberGroup)) return run({ ...caller, familyId: caller.userId });
  const confirmed = named && confirmsFamily && (await runConfirmed({ ...caller, familyId: named }, run));
  if (confirmed) return confirmed.result;
  const familyId = await familyOf(caller.userId);
  if (!familyId) throw problem('notAuthenticated');
  return run({ ...caller, familyId });
};

/** Since when an account has a second factor; undefined without one. */
export type FactorSince = (userId: UserId) => Promise<Instant | undefined>;

/**
 * Refuses a caller who entered the password too long ago, or at an unknown time. A sign-in from before the account had its
 * second factor did without the code, so it is refused too (MFA-06).
 * @throws ProblemError freshSignInRequired
 */
export const requireFreshSignIn = async (
  { userId, signedInAt }: Caller,
  now: Date,
  factorSince: FactorSince | undefined,
): Promise<void> => {
  const seconds = (now.getTime() - signedInAt.getTime()) / 1000;
  const isFresh = seconds <= limits.freshSignInSeconds;
  if (!isFresh) throw problem('freshSignInRequired');
  const since = await factorSince?.(userId);
  // Tokens have whole seconds.
  if (since && signedInAt.getTime() < Math.floor(Date.parse(since) / 1000) * 1000) {
    throw problem('freshSignInRequired');
  }
};
