/** The user pool group whose members are administrators. Roles come from the token's groups only. */
export const adminGroup = 'admin';
