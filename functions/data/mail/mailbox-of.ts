/**
 * The address that requests are counted by: without the `+tag`, which most mail servers ignore. Dots stay: only some
 * ignore them.
 */
export const mailboxOf = (email: string): string => email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
