import { namesOf } from '#shared/lib/names';

/**
 * Roles that are granted to an account, the highest first: an account in several groups has the first of them. Each has a
 * group of the same name in the user pool, which tokens contain.
 */
export const grantedRoles = ['admin', 'coach'] as const;
export type GrantedRole = (typeof grantedRoles)[number];

export const adminGroup: GrantedRole = 'admin';

/** The user pool group whose members may be coaches: the table decides. */
export const coachGroup: GrantedRole = 'coach';

export const roles = [...grantedRoles, 'parent'] as const;
export type Role = (typeof roles)[number];

/** The stored roles. A coach's account is that of a parent or an administrator: one person can be all (COA-01). */
export const profileRoles = ['admin', 'parent'] as const;
export type ProfileRole = (typeof profileRoles)[number];

export const roleNames: Readonly<Record<Role, string>> = namesOf({
  admin: 'Admin',
  coach: 'Coach',
  parent: 'Parent',
});

export const roleOfGroups = (groups: readonly unknown[]): Role =>
  grantedRoles.find((role) => groups.includes(role)) ?? 'parent';

/**
 * The claim of an access token with the roles that the account has and the token does not give, because the account has no
 * second factor: names with a space between them. A token that gives all roles has no such claim.
 */
export const withheldRolesClaim = 'withheld_roles';

/**
 * The claim of an access token with the family of which the account was a member when the token was made. What a request reads of
 * that family says whether the account still is.
 */
export const familyClaim = 'family_id';

/**
 * What a sign-in sends to the user pool's trigger for an access token that may set up a second factor there. All other tokens
 * authorize no operation of the user pool.
 */
export const factorSetUpMetadata: { readonly purpose: string } = { purpose: 'second-factor' };

export const readWithheldRoles = (claim: unknown): readonly GrantedRole[] => {
  const names = typeof claim === 'string' ? claim.split(' ') : [];
  return grantedRoles.filter((role) => names.includes(role));
};

/**
 * Why the user pool makes no tokens for an account whose email is not verified. The pool's trigger throws it; the pool
 * puts it into the message of its `UserLambdaValidationException`, by which the site recognizes it.
 */
export const emailNotVerifiedRefusal = 'email-not-verified';
