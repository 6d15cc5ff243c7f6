import { methodsOf, type Route } from '#shared/contract/route';

export interface RouteMatch<R extends Route> {
  readonly route: R;
  /** Decoded, as API Gateway passes them on. */
  readonly params: Record<string, string>;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Sorts by API Gateway's precedence: a literal segment before a parameter, from left to right. */
const bySpecificity = (one: Route, other: Route): number => {
  const [a, b] = [one.path.split('/'), other.path.split('/')];
  const difference = a.findIndex((segment, at) => isParameter(segment) !== isParameter(b[at] ?? ''));
  if (difference === -1) return 0;
  return isParameter(a[difference] ?? '') ? 1 : -1;
};

const readParams = (template: readonly string[], path: readonly string[]) => {
  if (template.length !== path.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of template.entries()) {
    const actual = path[at] ?? '';
    if (!isParameter(segment)) {
      if (segment !== actual) return undefined;
    } else {
      if (actual === '') return undefined;
      try {
        params[segment.slice(1, -1)] = decodeURIComponent(actual);
      } catch {
        return undefined;
      }
    }
  }
  return params;
};

/**
 * Creates the routing table of an HTTP API.
 * @returns a function from method and undecoded path to the route. A trailing slash makes another path
 */
export const createRouter = <R extends Route>(routes: readonly R[]) => {
  const candidates = routes
    .toSorted(bySpecificity)
    .map((route) => ({ route, methods: new Set<string>(methodsOf(route)), template: route.path.split('/') }));

  return (method: string, path: string): RouteMatch<R> | undefined => {
    const segments = path.split('/');
    for (const { route, methods, template } of candidates) {
      const params = methods.has(method) ? readParams(template, segments) : undefined;
      if (params) return { route, params };
    }
    return undefined;
  };
};
