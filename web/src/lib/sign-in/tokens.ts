import { type UserId, userIdSchema } from '#shared/lib/ids';
import { type Role, readWithheldRoles, roleOfGroups, withheldRolesClaim } from '#shared/roles';
import type { Claims } from './stored-tokens.ts';

/** `expiresAt` is in epoch milliseconds; roles are as in `SignIn`. */
export interface Tokens {
  readonly accessToken: string;
  readonly userId: UserId;
  readonly role: Role;
  readonly tokenRole: Role;
  readonly expiresAt: number;
}

/** @throws ZodError where the token names no user */
export const tokensOf = (accessToken: string, claims: Claims): Tokens => {
  const { sub, exp = 0, 'cognito:groups': groups, [withheldRolesClaim]: claim } = claims;
  const given = Array.isArray(groups) ? groups : [];
  return {
    accessToken,
    userId: userIdSchema.parse(sub),
    role: roleOfGroups([...given, ...readWithheldRoles(claim)]),
    tokenRole: roleOfGroups(given),
    expiresAt: exp * 1_000,
  };
};
