import { randomBytes } from 'node:crypto';

/** A new secret of 256 random bits, as text for a link. */
export const newSecret = (): string => randomBytes(32).toString('base64url');
