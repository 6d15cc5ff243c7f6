import { describe, expect, it } from 'vitest';
import { idempotencyKeyHeader } from '#shared/lib/ids';
import { problems } from './errors.ts';
import { buildOpenApiDocument } from './openapi.ts';
import { problemsOf } from './route.ts';
import { routeList } from './routes.ts';
import { problemContentType } from './shown-problems.ts';

/** What these tests read of the document, whose structure a linter checks (`infra/testing/formats/openapi-lint.test.ts`). */
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required?: boolean }[];
  readonly requestBody?: { readonly required: boolean; readonly content: object };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: object }>> }>
  >;
}
interface Document {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: object; readonly securitySchemes: object };
}

const text = JSON.stringify(buildOpenApiDocument());
const document: Document = JSON.parse(text);
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

it.each(routeList.map(({ name, route }) => [name, route] as const))('describes %s', (name, route) => {
  const { path, method, operation } = operationNamed(name);
  const { summary, tags, security, requestBody, responses } = operation;
  const parameters = (place: string) =>
    operation.parameters.filter((one) => one.in === place).map((one) => [one.name, one.required ?? false]);
  const codes = Object.entries(responses).flatMap(([status, { content }]) => {
    const schema = JSON.stringify(content?.[problemContentType]?.schema ?? null);
    const enumeration = /"code":\{"enum":(\[[^\]]*\])/.exec(schema)?.[1] ?? '[]';
    const listed: string[] = JSON.parse(enumeration);
    return listed.map((code) => `${status} ${code}`);
  });

  expect({ method, path, summary, tags }).toEqual({
    method: route.method.toLowerCase(),
    path: route.path,
    summary: route.summary,
    tags: [route.service],
  });
  expect(parameters('path')).toEqual(
    Object.keys(route.params?._zod.def.shape ?? {}).map((one) => [one, true]),
  );
  expect(parameters('query').map(([one]) => one)).toEqual(Object.keys(route.query?._zod.def.shape ?? {}));
  expect(parameters('header')).toEqual(route.idempotent ? [[idempotencyKeyHeader, true]] : []);
  const [scheme = ''] = Object.keys(document.components.securitySchemes);
  expect(security).toEqual(route.access === 'public' ? [] : [{ [scheme]: [] }]);
  expect(requestBody && [requestBody.required, ...Object.keys(requestBody.content)]).toEqual(
    route.body ? [true, 'application/json'] : undefined,
  );
  expect(Object.keys(responses[String(route.status)]?.content ?? {})).toEqual(
    [204, 303].includes(route.status) ? [] : [route.file ? 'text/calendar' : 'application/json'],
  );
  expect(codes.toSorted()).toEqual(
    problemsOf(route)
      .map((code) => `${problems[code].status} ${code}`)
      .toSorted(),
  );
});
