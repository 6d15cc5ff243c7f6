import type * as z from 'zod/mini';
import type { ProblemCode } from './errors.ts';

/** The Lambda functions that serve routes: one per trust boundary, each with an entry in functions/entries/. */
export const apiServices = [
  'catalogue',
  'account',
  'family',
  'admin',
  'links',
  'coach',
  'cards',
  'card-events',
] as const;
export type ApiService = (typeof apiServices)[number];

/** The services of payments by card: a stage may be without them. */
export const cardServices = ['cards', 'card-events'] as const satisfies readonly ApiService[];
export type CardService = (typeof cardServices)[number];
/** The services of every stage. */
export type DeployedService = Exclude<ApiService, CardService>;
export const deployedServices = apiServices.filter(
  (service): service is DeployedService => !cardServices.some((optional) => optional === service),
);

/** Who may call a route: anyone, signed-in users, coaches and administrators, or administrators alone. */
export type Access = 'public' | 'member' | 'coach' | 'admin';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

type AnySchema = z.core.$ZodType;
type ObjectSchema = z.core.$ZodObject;

/**
 * One API route. Infrastructure, handlers, client, local stack, OpenAPI and tests are derived from it. A PATCH is
 * an edit of something stored: its body is an `editSchema`, which names what was shown (PRF-01).
 */
export interface Route {
  readonly method: HttpMethod;
  /** The path in API Gateway's form: `/api/classes/{classId}`. */
  readonly path: `/api/${string}`;
  readonly service: ApiService;
  readonly access: Access;
  readonly summary: string;
  readonly params?: ObjectSchema;
  readonly query?: ObjectSchema;
  readonly body?: AnySchema;
  /** The largest body, in bytes, if it is not `limits.requestBodyBytes`. */
  readonly bodyBytes?: number;
  /** The operation gets the body unparsed, with the header that signs it: a provider's signature is of bytes. */
  readonly rawBody?: { readonly signedBy: string };
  /** A POST that changes nothing: its body is a search for names, which URLs must not contain. */
  readonly readOnly?: true;
  /**
   * The request must have an `Idempotency-Key`: a repeated request gets the same answer and changes nothing again, and one that
   * asks for something else with the same key is refused (API-41).
   */
  readonly idempotent?: true;
  /** Fields of the body, at any depth, that ask for nothing: repetitions of a request may differ in them. */
  readonly hints?: readonly string[];
  /**
   * The caller must have entered the password a moment ago (`limits.freshSignInSeconds`): a session that somebody else
   * takes over is not enough. `sometimes`: the operation decides by what is changed, and asks for it.
   */
  readonly freshSignIn?: true | 'sometimes';
  /** Read from the table, too: tokens keep a role for minutes after its end. For what shows or changes personal data. */
  readonly currentRole?: boolean;
  /** The route reads or changes the data of the family of which the caller is a member, and of no other one (BHF-03). */
  readonly actsFor?: 'family';
  /** Its operation reads the family's profile before all else, by which it confirms the family that a member's token names. */
  readonly confirmsFamily?: true;
  /** Rate limit for all callers together, when it is lower than that of other routes. */
  readonly rate?: { readonly perSecond: number; readonly burst: number };
  /** Sets a password in the user pool, whose quota for that is lower than what the gateway lets through otherwise. */
  readonly setsPassword?: true;
  /** How long CloudFront may share one response, and how much longer while it fetches a new one. For public reads. */
  readonly sharedFor?: { readonly seconds: number; readonly staleSeconds: number };
  /** A file of this media type, whose text is the response. A client may keep it, and asks with its ETag for a change. */
  readonly file?: 'text/calendar; charset=utf-8';
  /** Status of the success answer; of 303 the response is the address that the client goes to. */
  readonly status: 200 | 201 | 202 | 204 | 303;
  readonly response: AnySchema;
  /**
   * The route does not count among the changes that a family may make in an hour (`limits.changesPerHour`). All others of
   * families and of links count, and have `tooManyChanges` among their errors.
   */
  readonly uncounted?: true;
  /** The route takes a place in a class, which an alarm counts. */
  readonly takesPlace?: true;
  /** Problems of this route besides those that routes of its kind have (`problemsOf`). */
  readonly errors: readonly ProblemCode[];
}

/** What most routes have; a route names what is different. `infra/testing/attack/` states each access a second time. */
export const routeOf = {
  catalogue: { service: 'catalogue', access: 'public', status: 200 },
  account: { service: 'account', access: 'public', status: 200 },
  family: { service: 'family', access: 'member', actsFor: 'family', status: 200 },
  admin: { service: 'admin', access: 'admin', currentRole: true, status: 200 },
  links: { service: 'links', access: 'public', status: 200 },
  coach: { service: 'coach', access: 'coach', currentRole: true, status: 200 },
  cards: { service: 'cards', access: 'admin', currentRole: true, status: 200 },
  'card-events': { service: 'card-events', access: 'public', status: 204 },
} as const satisfies { readonly [Service in ApiService]: Partial<Route> & { readonly service: Service } };

/** For the holders of links. All callers share it, so that one machine must not use it up before the end of an offer. */
export const linkRate = { perSecond: 50, burst: 100 } as const;

/** The methods answered with a route: HEAD gets the answer of GET, whose body the server leaves out (RFC 9110, 9.3.2). */
export const methodsOf = ({ method }: Pick<Route, 'method'>): readonly (HttpMethod | 'HEAD')[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Whether a route only reads. */
export const isRead = ({ method, readOnly }: Route): boolean => method === 'GET' || readOnly === true;

/** Problems of every route. */
const commonProblems = [
  'invalidRequest',
  'malformedJson',
  'unsupportedMediaType',
  'payloadTooLarge',
  'notFound',
  'tooManyRequests',
  'internalError',
  'busy',
] as const satisfies readonly ProblemCode[];

/** The problems of every route that changes something (REL-05). */
const writeProblems = ['paused'] as const satisfies readonly ProblemCode[];

/** The problems of every route whose requests have a key. */
export const keyProblems = ['idempotencyKeyRequired', 'sentBefore'] as const satisfies readonly ProblemCode[];

/** The problems of every route that edits something stored. */
const editProblems = ['changedMeanwhile'] as const satisfies readonly ProblemCode[];

/** The problems an access level adds to a route. */
export const accessProblems = {
  public: [],
  member: ['notAuthenticated'],
  coach: ['notAuthenticated', 'coachOnly', 'second-factor-needed'],
  admin: ['notAuthenticated', 'adminOnly', 'second-factor-needed'],
} as const satisfies Record<Access, readonly ProblemCode[]>;

/** All problems of a route; those that it lists itself are the last ones. */
export const problemsOf = (route: Route): readonly ProblemCode[] => {
  const { access, method, idempotent, errors } = route;
  return [
    ...commonProblems,
    ...(isRead(route) ? [] : writeProblems),
    ...accessProblems[access],
    ...(idempotent ? keyProblems : []),
    ...(method === 'PATCH' ? editProblems : []),
    ...errors,
  ];
};

type InputOf<Schema> = Schema extends AnySchema ? z.core.input<Schema> : undefined;
type OutputOf<Schema> = Schema extends AnySchema ? z.core.output<Schema> : undefined;

/** The body of a request as it was sent, and the header that signs it; empty where it has none. */
export interface RawBody {
  readonly bytes: Uint8Array;
  readonly signature: string;
}

/** What a client passes to call a route: the parts that the route declares. */
export type RouteInput<R extends Route> = {
  [Key in 'params' | 'query' | 'body' as R extends Record<Key, AnySchema> ? Key : never]: InputOf<R[Key]>;
} & (R extends { idempotent: true } ? { idempotencyKey: string } : unknown) &
  (R extends { rawBody: object } ? { raw: RawBody } : unknown);

/** The validated request that an operation receives. */
export type RouteRequest<R extends Route> = {
  [Key in 'params' | 'query' | 'body' as R extends Record<Key, AnySchema> ? Key : never]: OutputOf<R[Key]>;
} & (R extends { rawBody: object } ? { raw: RawBody } : unknown);

/** The answer that an operation returns and a client receives. */
export type RouteResponse<R extends Route> = z.core.output<R['response']>;

/** Cache-Control: neither the browser nor a cache in between stores the answer. */
export const noStore = 'no-store';

/** Cache-Control of a file for one caller: kept by the client alone, and asked for again at each use. */
export const clientCached = 'private, no-cache';

/**
 * Request header with the id of the browser's last change. It is part of the cache key of shared answers, so that a
 * browser never gets an answer from before its own change (read your own writes).
 */
export const ownChangeHeader = 'x-own-change';

/**
 * Header of every answer with the server's instant by the clocks of the business (RFC 3339). A device's clock may be wrong
 * (BOK-51), and the rules of a time zone take a browser long to load (docs/performance.md).
 */
export const serverNowHeader = 'x-server-now';

/**
 * Header of every answer with the instants of the last year and of the coming one at which the clocks of the business change,
 * between the first instant of these years and their last: each by the clocks from then on (RFC 3339), with a blank between
 * them.
 */
export const offsetStartsHeader = 'x-offset-starts';

/**
 * Header of an answer while no change is taken (REL-05). Files, and answers that are shared, do not have it: these would say so
 * after the end of the pause.
 */
export const pausedHeader = 'x-paused';

/** The Cache-Control header that a function sends; the distribution replaces it for browsers, but for files. */
export const cacheControlOf = ({ sharedFor, file }: Route): string => {
  if (file) return clientCached;
  return sharedFor
    ? `public, max-age=0, s-maxage=${sharedFor.seconds}, stale-while-revalidate=${sharedFor.staleSeconds}`
    : noStore;
};

/** Longest age of a shared answer of a route, in seconds. */
export const longestShared = ({ sharedFor }: Route): number =>
  sharedFor ? sharedFor.seconds + sharedFor.staleSeconds : 0;
