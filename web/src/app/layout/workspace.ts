import { adminPages, pathPatterns } from '#shared/paths';

/** Path patterns of the admin area. Apart from its screens, so that the router does not load their chunk. */
export const adminPatterns = [...adminPages, pathPatterns.adminClass, pathPatterns.adminParent] as const;

export type AdminPattern = (typeof adminPatterns)[number];
