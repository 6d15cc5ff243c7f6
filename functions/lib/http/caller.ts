import * as z from 'zod/mini';
import type { Access } from '#shared/contract/route';
import { type FamilyId, familyIdSchema, type UserId, userIdSchema } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { familyClaim, type Role, readWithheldRoles, roleOfGroups, withheldRolesClaim } from '#shared/roles';
import { problem } from './problem-error.ts';

export interface Caller {
  readonly userId: UserId;
  readonly role: Role;
  /** When the password was entered; renewals do not change it. An invalid date if unknown. */
  readonly signedInAt: Date;
  /** For requests to the user pool in the caller's name. */
  readonly accessToken?: string;
}

/** Who acts, and for which family (BHF-03): a member's own, or the one that an administrator's request names. */
export interface FamilyCaller extends Caller {
  readonly familyId: FamilyId;
  /** Where only the token names the family. Called before it is read or written; throws where the account is no member. */
  readonly confirmFamily?: (isMember: boolean) => void;
}

export interface Memberships {
  /** Undefined where the account is gone. */
  readonly familyOf: (userId: UserId) => Promise<FamilyId | undefined>;
  /** Whether an account is a member of a family now. */
  readonly isMember: (familyId: FamilyId, userId: UserId) => Promise<boolean>;
}

/** API Gateway has checked the token, but accepts id tokens too. It writes a list as the text `[a b]`. */
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

const rolesWith: Readonly<Record<'coach' | 'admin', readonly Role[]>> = {
  coach: ['admin', 'coach'],
  admin: ['admin'],
};

const accessRefusals = { coach: 'coachOnly', admin: 'adminOnly' } as const;

/**
 * Decides by the token whether a request is allowed.
 * @param claims undefined without a token
 * @returns undefined on a public route
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

/** Undefined where the operation did not confirm the token's family: its outcome is dropped. */
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
  readonly confirmsFamily: boolean;
  readonly isRead: boolean;
}

type Run<Result> = (caller: FamilyCaller) => Promise<Result>;

/** Undefined, without a write, where the account is no member. Reads run beside the check; writes wait for it. */
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
 * Runs an operation for the family that the token names and that has the account as a member, so that the end of a membership
 * counts at once (FID-02). Nothing else gives a family to an operation. For a token from before the account changed its family,
 * the account's item names the family.
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

export type FactorSince = (userId: UserId) => Promise<Instant | undefined>;

/** Too old, of unknown time, or from before the second factor (MFA-06). @throws ProblemError freshSignInRequired */
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
