import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ApiEvent } from '#functions/lib/http/create-handler';
import { problem, toProblemResponse } from '#functions/lib/http/problem-error';
import type { ProblemCode } from '#shared/contract/errors';
import type { ApiService, Route } from '#shared/contract/route';
import { lambdaContext } from '../lambda-context.ts';
import { createRouter } from './match-route.ts';
import type { createThrottle } from './throttle.ts';
import { toEvent } from './to-event.ts';
import { toResponse } from './to-response.ts';

export type ApiHandler = (event: ApiEvent, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;

/** As API Gateway answers a request beyond the limit of its route. */
const tooMany = (): Response => Response.json({ message: 'Too Many Requests' }, { status: 429 });

export interface ApiGatewayOptions {
  /** Whether a request is within the limits of its route; without it, all are. */
  readonly allows?: ReturnType<typeof createThrottle> | undefined;
  readonly routes: readonly Route[];
  /** Called for each request, so that development can reload handlers. */
  readonly handlerOf: (service: ApiService) => Promise<ApiHandler>;
  /** Reads an Authorization header. Returns the token's claims, or undefined if API Gateway would refuse it. */
  readonly authorizer: (authorization: string | undefined) => Record<string, string> | undefined;
}

const refuse = (
  code: Extract<ProblemCode, 'notFound' | 'notAuthenticated' | 'internalError'>,
  requestId: string,
) => toResponse(toProblemResponse(problem(code), requestId));

/** Stands in for API Gateway: finds the route, authorizes, and calls the handler of the route's service. */
export const createApiGateway = ({
  routes,
  handlerOf,
  authorizer,
  allows = () => true,
}: ApiGatewayOptions) => {
  const match = createRouter(routes);

  return async (request: Request, sourceIp: string): Promise<Response> => {
    const requestId = randomUUID();
    const matched = match(request.method, new URL(request.url).pathname);
    if (!matched) return refuse('notFound', requestId);
    const { access, service } = matched.route;
    if (!allows(matched.route)) return tooMany();
    const claims =
      access === 'public' ? undefined : authorizer(request.headers.get('authorization') ?? undefined);
    if (access !== 'public' && !claims) return refuse('notAuthenticated', requestId);
    const event = await toEvent({
      request,
      match: matched,
      requestId,
      sourceIp,
      ...(claims && { claims }),
    });
    try {
      const handler = await handlerOf(service);
      return toResponse(await handler(event, lambdaContext(service)));
    } catch (error) {
      console.error(error);
      return refuse('internalError', requestId);
    }
  };
};
