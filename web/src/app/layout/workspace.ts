import { adminPages, pathPatterns } from '#shared/paths';

export const adminPatterns = [...adminPages, pathPatterns.adminClass, pathPatterns.adminParent] as const;

export type AdminPattern = (typeof adminPatterns)[number];
