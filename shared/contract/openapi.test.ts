import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { problems } from './errors.ts';
import { buildOpenApiDocument } from './openapi.ts';
import { problemsOf } from './route.ts';
import { routeList } from './routes.ts';
import { problemContentType } from './shown-problems.ts';

/** The parts of OpenAPI 3.1 that this document may use, after specification 3.1.1, section 4.8; nothing else. */
const mediaTypes = z.record(z.string(), z.strictObject({ schema: z.record(z.string(), z.unknown()) }));
const operationSchema = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(
    z.strictObject({
      in: z.enum(['path', 'query', 'header']),
      name: z.string(),
      required: z.optional(z.boolean()),
      schema: z.record(z.string(), z.unknown()),
    }),
  ),
  requestBody: z.optional(z.strictObject({ required: z.literal(true), content: mediaTypes })),
  responses: z.record(
    z.string().check(z.regex(/^(?:[2-5]\d\d|default)$/)),
    z.strictObject({ description: z.string(), content: z.optional(mediaTypes) }),
  ),
});
const documentSchema = z.strictObject({
  openapi: z.string().check(z.regex(/^3\.1\.\d+$/)),
  info: z.strictObject({
    title: z.string(),
    description: z.string(),
    version: z.string(),
    license: z.strictObject({ name: z.string(), identifier: z.string() }),
  }),
  servers: z.array(z.strictObject({ url: z.string() })),
  tags: z.array(z.strictObject({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string().check(z.startsWith('/')),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), operationSchema),
  ),
  components: z.strictObject({
    schemas: z.record(z.string().check(z.regex(/^[A-Z][A-Za-z]+$/)), z.record(z.string(), z.unknown())),
    securitySchemes: z.record(
      z.string(),
      z.strictObject({
        type: z.literal('http'),
        scheme: z.literal('bearer'),
        bearerFormat: z.literal('JWT'),
      }),
    ),
  }),
});

const text = JSON.stringify(buildOpenApiDocument());
const document = documentSchema.parse(JSON.parse(text));
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);
const operationNamed = (name: string) =>
  operations.find(({ operation }) => operation.operationId === name) ?? expect.unreachable(`no ${name}`);

describe('the OpenAPI document', () => {
  it('has every route once, with its name as operationId', () => {
    expect(operations.map(({ operation }) => operation.operationId).toSorted()).toEqual(
      routeList.map(({ name }) => name).toSorted(),
    );
  });

  it('refers only to components that exist, and has only components that are referred to', () => {
    const referred = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name),
    );
    expect([...text.matchAll(/"\$ref":/g)].length).toBeGreaterThan(0);
    expect(text).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/);
    expect([...referred].toSorted()).toEqual(Object.keys(document.components.schemas).toSorted());
  });

  it('has a tag for each service', () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) expect(tags).toContain(operation.tags[0]);
  });

  it('is a new object on each call', () => {
    expect(buildOpenApiDocument()).toEqual(JSON.parse(text));
    expect(buildOpenApiDocument()).not.toBe(buildOpenApiDocument());
  });

  it('allows unknown fields in answers', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
  });
});

describe.each(routeList.map(({ name, route }) => [name, route] as const))('%s', (name, route) => {
  const { path, method, operation } = operationNamed(name);
  const parameters = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);

  it('has the path, method and summary of the route', () => {
    expect([method, path, operation.summary, operation.tags]).toEqual([
      route.method.toLowerCase(),
      route.path,
      route.summary,
      [route.service],
    ]);
  });

  it('has the path parameters, all required', () => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    expect(parameters('path').map((parameter) => [parameter.name, parameter.required])).toEqual(
      inPath.map((parameter) => [parameter, true]),
    );
  });

  it('has the query parameters', () => {
    expect(parameters('query').map((parameter) => parameter.name)).toEqual(
      Object.keys(route.query?._zod.def.shape ?? {}),
    );
  });

  it('requires an idempotency key if the route does', () => {
    expect(parameters('header').map((parameter) => [parameter.name, parameter.required])).toEqual(
      route.idempotent ? [[idempotencyKeyHeader, true]] : [],
    );
  });

  it('requires a token unless the route is public', () => {
    const schemes = Object.keys(document.components.securitySchemes);
    expect(operation.security).toEqual(route.access === 'public' ? [] : [{ [schemes[0] ?? '']: [] }]);
  });

  it('has a body if the route has one', () => {
    expect(Object.keys(operation.requestBody?.content ?? {})).toEqual(route.body ? ['application/json'] : []);
  });

  it('answers with the status of the route, and with content unless that is 204 or 303', () => {
    const success = operation.responses[String(route.status)];
    expect(Object.keys(success?.content ?? {})).toEqual(
      [204, 303].includes(route.status) ? [] : [route.file ? 'text/calendar' : 'application/json'],
    );
  });

  it('lists exactly the problems of the route, by status', () => {
    const codes = problemsOf(route);
    const expected = codes.map((code) => `${problems[code].status} ${code}`);
    const listed = Object.entries(operation.responses).flatMap(([status, { content }]) => {
      const schema = JSON.stringify(content?.[problemContentType]?.schema ?? null);
      const enumeration = /"code":\{"enum":(\[[^\]]*\])/.exec(schema)?.[1] ?? '[]';
      return z
        .array(z.string())
        .parse(JSON.parse(enumeration))
        .map((code) => `${status} ${code}`);
    });
    expect(listed.toSorted()).toEqual(expected.toSorted());
  });
});
