import { randomBytes } from 'node:crypto';
import type { LinkKind } from './dynamo/keys/tokens.ts';

/** A new secret of 256 random bits, as text for a link. It names its kind, so that no kind is without an end. */
export const newSecret = (_kind: LinkKind): string => randomBytes(32).toString('base64url');
