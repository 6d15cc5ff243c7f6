import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#shared/paths';
import type { Role } from './session.ts';

const returnStateSchema = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) });

/** The state with which a screen sends someone to /auth, so that the login leads back to it. */
export const returnState = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => ({
  from: `${pathname}${search}`,
});

/** The same for a path that was about to be opened. */
export const returnTo = (path: string) => ({ from: path });

const isInside = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);

/**
 * Where a login leads: back to the screen that asked for it, else to the dashboard of the role (AUT-09, AUT-10). A
 * screen of the other role's area is not gone back to.
 */
export const landingPath = (role: Role, locationState: unknown): string => {
  const [own, other] = role === 'admin' ? [paths.admin, paths.parent] : [paths.parent, paths.admin];
  const asked = returnStateSchema.safeParse(locationState);
  return asked.success && !isInside(asked.data.from, other) ? asked.data.from : own;
};
