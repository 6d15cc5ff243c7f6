import { randomUUID } from 'node:crypto';
import type { ApiEvent } from '#functions/lib/http/create-handler';
import { apiEvent as eventOf } from '#infra/local/api-gateway/api-event';
import { type ApiHandler, lambdaContext } from '#infra/local/api-gateway/api-gateway';
import { claimsAsText } from '#infra/local/api-gateway/authorizer';
import { asRole } from '#infra/local/roles/roles';
import { type RouteName, routes } from '#shared/contract/routes';
import { adminGroup, familyClaim } from '#shared/roles';
import { bodyOf } from './forms.ts';

export interface Invocation {
  readonly route: RouteName;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The signed-in user. Without one the caller is a visitor. */
  readonly userId?: string;
  readonly groups?: readonly string[];
  /** The family that the token names. Without one the handler reads the account. */
  readonly familyId?: string;
  /** When the user entered the password; by default now. An invalid date leaves the claim out. */
  readonly signedInAt?: Date;
  readonly sourceIp?: string;
  readonly stageVariables?: Record<string, string>;
}

export type Handler = ApiHandler;

export const asAdmin = { groups: [adminGroup] } as const;

export const apiEvent = ({
  route,
  params = {},
  query,
  body,
  headers,
  userId,
  groups = [],
  familyId,
  signedInAt = new Date(),
  sourceIp = '192.0.2.1',
  stageVariables,
}: Invocation): ApiEvent => {
  const { method, path } = routes[route];
  return eventOf({
    route: { method, path },
    params,
    rawPath: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
    query: new URLSearchParams(query),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: false,
    requestId: randomUUID(),
    sourceIp,
    ...(stageVariables && { stageVariables }),
    ...(userId && {
      claims: claimsAsText({
        sub: userId,
        token_use: 'access',
        ...(!Number.isNaN(signedInAt.getTime()) && { auth_time: Math.floor(signedInAt.getTime() / 1000) }),
        ...(groups.length > 0 && { 'cognito:groups': groups }),
        ...(familyId && { [familyClaim]: familyId }),
      }),
    }),
  });
};

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
}

/**
 * Calls a handler as the local API gateway does, under its function's role, and parses its response. An edit names what is stored,
 * as its form does.
 */
export const invoke = async (handler: Handler, invocation: Invocation): Promise<Answer> => {
  const { service } = routes[invocation.route];
  const sent = await bodyOf(invocation.route, invocation, (route, { params = {}, body: asked }) =>
    invoke(handler, { ...invocation, query: {}, params, body: asked, route }),
  );
  const event = apiEvent({ ...invocation, body: sent });
  const { statusCode, headers, body } = await asRole(service, () => handler(event, lambdaContext(service)));
  const isJson = String(headers?.['content-type']).includes('json');
  return { status: statusCode ?? 0, headers: headers ?? {}, body: body && isJson ? JSON.parse(body) : body };
};
