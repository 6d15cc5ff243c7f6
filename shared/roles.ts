/**
 * Roles that are granted to an account, the highest first: an account in several groups has the first of them. Each has a
 * group of the same name in the user pool, which tokens contain.
 */
export const grantedRoles = ['admin'] as const;
export type GrantedRole = (typeof grantedRoles)[number];

/** The user pool group whose members are administrators. */
export const adminGroup: GrantedRole = 'admin';

/** All roles of accounts (DAT-18): `parent` without a granted role. */
export const roles = [...grantedRoles, 'parent'] as const;
export type Role = (typeof roles)[number];

/** Roles as people read them. */
export const roleNames: Readonly<Record<Role, string>> = { admin: 'Admin', parent: 'Parent' };

/** The role of a token with these groups. */
export const roleOfGroups = (groups: readonly unknown[]): Role =>
  grantedRoles.find((role) => groups.includes(role)) ?? 'parent';
