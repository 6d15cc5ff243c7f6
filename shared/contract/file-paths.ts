import { linksRoutes } from './links-routes.ts';

/**
 * Path patterns of the public routes that answer with a file: the distribution leaves their Cache-Control as it is. Apart
 * from these, browsers keep no answer of the API.
 */
export const filePaths = Object.values(linksRoutes).flatMap((route) =>
  'file' in route ? [route.path.replace(/\{.*$/, '*')] : [],
);
