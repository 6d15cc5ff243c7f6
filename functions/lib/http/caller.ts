import * as z from 'zod/mini';
import type { Access } from '#shared/contract/route';
import { type Role, roleOfGroups } from '#shared/roles';
import { type UserId, userIdSchema } from '#shared/schemas/ids';
import { problem } from './problem-error.ts';

/** Who calls, as the access token says. */
export interface Caller {
  readonly userId: UserId;
  readonly role: Role;
  /** When the password was entered, which a renewal of the session does not change; an invalid date if unknown. */
  readonly signedInAt: Date;
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
});

const groupsOf = (claim: string | string[] | undefined): readonly string[] =>
  typeof claim === 'string' ? claim.replace(/^\[|\]$/g, '').split(/[\s,]+/) : (claim ?? []);

/**
 * Decides whether a request is allowed.
 * @param claims of the request's token, or undefined where there is none
 * @returns the caller, or undefined on a public route
 * @throws ProblemError notAuthenticated, adminOnly, coachOnly
 */
export const authorize = (access: Access, claims: unknown): Caller | undefined => {
  if (access === 'public') return undefined;
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) throw problem('notAuthenticated');
  const { sub: userId, auth_time, 'cognito:groups': groups } = parsed.data;
  const role = roleOfGroups(groupsOf(groups));
  if (access === 'admin' && role !== 'admin') throw problem('adminOnly');
  if (access === 'coach' && role === 'parent') throw problem('coachOnly');
  return { userId, role, signedInAt: new Date(Number(auth_time) * 1000) };
};
