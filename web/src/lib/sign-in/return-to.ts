import type { Location } from 'react-router-dom';
import * as z from 'zod/mini';
import { paths } from '#shared/paths';
import type { Role } from '#shared/roles';

const returnStateSchema = z.object({ from: z.string().check(z.regex(/^\/(?![/\\])/)) });

export const returnState = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => ({
  from: `${pathname}${search}`,
});

export const returnTo = (path: string) => ({ from: path });

export const pathAfter = (locationState: unknown): string | undefined =>
  returnStateSchema.safeParse(locationState).data?.from;

const isInside = (path: string, area: string): boolean => path === area || path.startsWith(`${area}/`);

export const dashboards: Readonly<Record<Role, string>> = {
  admin: paths.admin,
  coach: paths.coach,
  parent: paths.parent,
};

/** Areas that a role cannot open. A coach may have a family too. */
const foreignAreas: Readonly<Record<Role, readonly string[]>> = {
  admin: [paths.parent],
  coach: [paths.admin],
  parent: [paths.admin, paths.coach],
};

/** The screen that redirected to /auth, unless it belongs to another role, else the role's dashboard (AUT-09, AUT-10). */
export const landingPath = (role: Role, locationState: unknown): string => {
  const own = dashboards[role];
  const others = foreignAreas[role];
  const wanted = pathAfter(locationState);
  return wanted !== undefined && !others.some((other) => isInside(wanted, other)) ? wanted : own;
};
