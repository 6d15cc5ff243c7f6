import { adminPages, pathPatterns } from '#shared/paths';

/** These are apart from the screens, so that the router does not load their chunk. */
export const adminPatterns = [...adminPages, pathPatterns.adminClass, pathPatterns.adminParent] as const;

export type AdminPattern = (typeof adminPatterns)[number];
