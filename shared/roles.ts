/** The roles that are granted to an account. Each has a group of its name in the user pool, which tokens name. */
const grantedRoles = ['admin'] as const;
export type GrantedRole = (typeof grantedRoles)[number];

/** The user pool group whose members are administrators. */
export const adminGroup: GrantedRole = 'admin';

/** What an account may be (DAT-18): `parent` where no other role was granted. */
export const roles = [...grantedRoles, 'parent'] as const;
export type Role = (typeof roles)[number];

/** The role of a token with these groups. */
export const roleOfGroups = (groups: readonly unknown[]): Role =>
  grantedRoles.find((role) => groups.includes(role)) ?? 'parent';
