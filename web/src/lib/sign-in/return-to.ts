import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#shared/paths';
import type { Role } from '#shared/roles';

const returnStateSchema = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) });

/** Router state for a redirect to /auth: after login the user returns to this location. */
export const returnState = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => ({
  from: `${pathname}${search}`,
});

/** `returnState` for a path that is not open yet. */
export const returnTo = (path: string) => ({ from: path });

/** The path in a router state; undefined without a path of this site. */
export const pathAfter = (locationState: unknown): string | undefined =>
  returnStateSchema.safeParse(locationState).data?.from;

const isInside = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);

/** The dashboard of each role. */
export const dashboards: Readonly<Record<Role, string>> = {
  admin: paths.admin,
  coach: paths.coach,
  parent: paths.parent,
};

/** Areas that an account of a role cannot open. A coach may have a family too. */
const foreignAreas: Readonly<Record<Role, readonly string[]>> = {
  admin: [paths.parent],
  coach: [paths.admin],
  parent: [paths.admin, paths.coach],
};

/**
 * The path to open after login: the screen that redirected to /auth, unless it belongs to the other role, else the
 * dashboard of the role (AUT-09, AUT-10).
 */
export const landingPath = (role: Role, locationState: unknown): string => {
  const own = dashboards[role];
  const others = foreignAreas[role];
  const wanted = pathAfter(locationState);
  return wanted !== undefined && !others.some((other) => isInside(wanted, other)) ? wanted : own;
};
