import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Route } from '#shared/contract/route';
import { limits } from '#shared/limits';
import { idempotencyKeyHeader, idempotencyKeySchema } from '#shared/schemas/ids';
import { problem } from './problem-error.ts';

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** The JSON of a request's body. The limit of the size also limits how deep it is nested. */
const readJson = (event: APIGatewayProxyEventV2, maxBytes: number = limits.requestBodyBytes): unknown => {
  const raw = event.body ?? '';
  const text = event.isBase64Encoded ? Buffer.from(raw, 'base64').toString('utf8') : raw;
  if (Buffer.byteLength(text) > maxBytes) throw problem('payloadTooLarge');
  if (!jsonMediaType.test(event.headers['content-type'] ?? '')) throw problem('unsupportedMediaType');
  try {
    return JSON.parse(text);
  } catch {
    throw problem('malformedJson');
  }
};

/**
 * Parses without throwing. zod checks limits of length on any value that has a `length`, also where the schema expects
 * text, and JSON can hold an object whose comparison with a number throws.
 */
const safeParse = (schema: z.core.$ZodType, input: unknown) => {
  try {
    return z.safeParse(schema, input);
  } catch {
    throw problem('invalidRequest');
  }
};

const parse = (schema: z.core.$ZodType, input: unknown): unknown => {
  const result = safeParse(schema, input);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({
    field: issue.path.map(String).join('.'),
    message: issue.message,
  }));
  throw problem('invalidRequest', {}, { issues });
};

/**
 * Reads and checks the parts of a request that its route declares.
 * @throws ProblemError notFound (an id that cannot exist), invalidRequest, malformedJson, unsupportedMediaType,
 *   payloadTooLarge, idempotencyKeyRequired
 */
export const readRequest = (route: Route, event: APIGatewayProxyEventV2): Record<string, unknown> => {
  const request: Record<string, unknown> = {};
  if (route.params) {
    const params = z.safeParse(route.params, event.pathParameters ?? {});
    if (!params.success) throw problem('notFound');
    request.params = params.data;
  }
  if (route.query) request.query = parse(route.query, event.queryStringParameters ?? {});
  if (route.body) request.body = parse(route.body, readJson(event, route.bodyBytes));
  if (route.idempotent) {
    const key = idempotencyKeySchema.safeParse(event.headers[idempotencyKeyHeader.toLowerCase()]);
    if (!key.success) throw problem('idempotencyKeyRequired');
    request.idempotencyKey = key.data;
  }
  return request;
};
