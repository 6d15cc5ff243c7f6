import { type ApiService, apiServices, type HttpMethod } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';

/** The route of each function's probe. */
export const probes: Readonly<Record<ApiService, { readonly path: string }>> = {
  catalogue: routes.probeCatalogue,
  account: routes.probeAccount,
  family: routes.probeFamily,
  admin: routes.probeAdmin,
  links: routes.probeLinks,
  coach: routes.probeCoach,
};
export const probedServices = apiServices;

/**
 * A route for each method that is asked without a token, so that the authorizer refuses it and no function is called. The site
 * asks these seldom: what is refused of them is no sign of a fault.
 */
export const refusedRoutes: Readonly<Record<HttpMethod, { readonly path: string }>> = {
  GET: routes.exportMyData,
  POST: routes.acceptMyAdminInvitation,
  PATCH: routes.setCoachChecks,
  PUT: routes.saveSettings,
  DELETE: routes.removeReader,
};
