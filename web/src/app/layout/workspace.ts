import type { SystemStyleObject } from '@chakra-ui/react/styled-system';
import { adminPages, pathPatterns } from '#shared/paths';

/** Path patterns of the admin area. Apart from its screens, so that the router does not load their chunk. */
export const adminPatterns = [...adminPages, pathPatterns.adminClass, pathPatterns.adminParent] as const;

export type AdminPattern = (typeof adminPatterns)[number];

// Sizes of the admin area's frame. Apart from the navigation's styles, because the site's layout needs these at once.

export const phone = '@media screen and (width < 48rem)';
export const tablet = '@media screen and (48rem <= width < 90rem)';
export const wide = '@media screen and (width >= 90rem)';
/** A window too low for fixed bars, for example at 400 % zoom. */
export const low = '@media screen and (height < 25rem)';

export const barHeight = '3.75rem';
export const railWidth = '5.25rem';
export const sidebarWidth = '13rem';

/** `main` beside the navigation, as wide as the window. */
export const workspaceStyles: SystemStyleObject = {
  [phone]: {
    pb: `calc(${barHeight} + env(safe-area-inset-bottom))`,
    // Focused controls scroll into view above the bar, not behind it.
    '& :is(a, button, input, select, textarea)': { scrollMarginBottom: '6rem' },
    [low]: { pb: '0' },
  },
  [tablet]: { ps: railWidth },
  [wide]: { ps: sidebarWidth },
};
