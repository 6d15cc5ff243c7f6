import * as z from 'zod/mini';
import type { Access } from '#shared/contract/route';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { familyClaim, type Role, readWithheldRoles, roleOfGroups, withheldRolesClaim } from '#shared/roles';
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
  readonly familyId: FamilyId;
  /**
   * Given where only the token names the family: to be called with whether the stored family has the account as a member, before
   * anything else is read or written of the family. It throws where the account is no member.
   */
  readonly confirmFamily?: (isMember: boolean) => void;
}

/** What the table says of families and their members. */
export interface Memberships {
  /** The family of an account now; undefined where the account is gone. */
  readonly familyOf: (userId: UserId) => Promise<FamilyId | undefined>;
  /** Whether an account is a member of a family now. */
  readonly isMember: (familyId: FamilyId, userId: UserId) => Promise<boolean>;
}

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
  [familyClaim]: z.optional(familyIdSchema),
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

interface FamilyDecision extends Memberships {
  /** Whether the route's operation confirms the family by what it reads anyway. */
  readonly confirmsFamily: boolean;
  /** Whether the route only reads. */
  readonly isRead: boolean;
}

type Run<Result> = (caller: FamilyCaller) => Promise<Result>;

/**
 * Runs an operation for the family that the token names. Undefined where the account is no member of that family now: nothing was
 * written then. What only reads is read beside the family; a write waits for it, unless its operation reads the family itself.
 */
const runForNamed = async <Result>(
  caller: FamilyCaller,
  { isMember, confirmsFamily, isRead }: FamilyDecision,
  run: Run<Result>,
): Promise<{ readonly result: Result } | undefined> => {
  if (confirmsFamily) return runConfirmed(caller, run);
  const member = isMember(caller.familyId, caller.userId);
  if (!isRead) return (await member) ? { result: await run(caller) } : undefined;
  const [confirmed, answer] = await Promise.allSettled([member, run(caller)]);
  if (confirmed.status === 'rejected') throw confirmed.reason;
  if (!confirmed.value) return undefined;
  if (answer.status === 'rejected') throw answer.reason;
  return { result: answer.value };
};

/**
 * Runs an operation with the caller and the family for which the request acts: nothing else gives a family to an operation. The
 * token names the family, and the stored family must have the account as a member, so that the end of a membership counts at once
 * (FID-02). A token of before the account joined or left a family names another one: then the account's item says which it is.
 * @throws ProblemError notAuthenticated where the account is gone; what the operation throws
 */
export const actForFamily = async <Result>(
  caller: Caller,
  claims: unknown,
  decision: FamilyDecision,
  run: Run<Result>,
): Promise<Result> => {
  const { [familyClaim]: named } = z.parse(claimsSchema, claims);
  const answer = named && (await runForNamed({ ...caller, familyId: named }, decision, run));
  if (answer) return answer.result;
  const familyId = await decision.familyOf(caller.userId);
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
