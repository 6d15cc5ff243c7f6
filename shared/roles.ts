/** The user pool group whose members are administrators. Roles come from the token's groups only. */
export const adminGroup = 'admin';

/** What an account may be (DAT-18). */
export const roles = ['admin', 'parent'] as const;
export type Role = (typeof roles)[number];
