import { type DeployedService, deployedServices, type HttpMethod } from '#shared/contract/route';
import { routes } from '#shared/contract/routes';

/** The route of each function's probe. Payments by card are compared with Stripe once a day. */
export const probes: Readonly<Record<DeployedService, { readonly path: string }>> = {
  catalogue: routes.probeCatalogue,
  account: routes.probeAccount,
  family: routes.probeFamily,
  admin: routes.probeAdmin,
  links: routes.probeLinks,
  coach: routes.probeCoach,
};
export const probedServices = deployedServices;

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
