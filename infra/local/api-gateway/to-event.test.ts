import { expect, it } from 'vitest';
import { routes } from '#shared/contract/routes';
import { toEvent } from './api-gateway.ts';

const eventOf = (request: Request, extra: { claims?: Record<string, string> } = {}) =>
  toEvent({
    request,
    match: { route: routes.getClass, params: { classId: 'cls_1' } },
    requestId: 'request-1',
    sourceIp: '192.0.2.1',
    ...extra,
  });

it('builds the event of payload format 2.0', async () => {
  const request = new Request('http://localhost/api/classes/cls_1?a=1&b=x%20y&a=2', {
    headers: { 'X-Custom': 'value', cookie: 'one=1; two=2' },
  });
  expect(await eventOf(request, { claims: { sub: 'user' } })).toMatchObject({
    version: '2.0',
    routeKey: 'GET /api/classes/{classId}',
    rawPath: '/api/classes/cls_1',
    rawQueryString: 'a=1&b=x%20y&a=2',
    cookies: ['one=1', 'two=2'],
    headers: { 'x-custom': 'value' },
    queryStringParameters: { a: '1,2', b: 'x y' },
    pathParameters: { classId: 'cls_1' },
    isBase64Encoded: false,
    requestContext: {
      requestId: 'request-1',
      http: { method: 'GET', path: '/api/classes/cls_1', sourceIp: '192.0.2.1' },
      authorizer: { jwt: { claims: { sub: 'user' } } },
    },
  });
});

it.each([
  ['application/json', '{"a":"ü"}', false],
  ['application/problem+json; charset=utf-8', '{}', false],
  ['text/plain', 'hello', false],
  ['application/x-www-form-urlencoded', 'a=1', true],
  ['application/octet-stream', 'bytes', true],
])('passes on a body of %s as API Gateway does', async (type, body, isBase64Encoded) => {
  const request = new Request('http://localhost/api/classes/cls_1', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  const event = await eventOf(request);
  expect(event).toMatchObject({
    isBase64Encoded,
    body: isBase64Encoded ? Buffer.from(body).toString('base64') : body,
  });
});
