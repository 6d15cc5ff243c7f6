import * as z from 'zod/mini';
import { buildOpenApiDocument } from '#shared/contract/openapi';

/** What the page shows of a JSON schema. */
export interface JsonSchema {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly items?: JsonSchema | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
}

const number = z.optional(z.number());
const text = z.optional(z.string());
const jsonSchema: z.ZodMiniType<JsonSchema> = z.object({
  $ref: text,
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  format: text,
  pattern: text,
  enum: z.optional(z.array(z.unknown())),
  const: z.optional(z.unknown()),
  default: z.optional(z.unknown()),
  minLength: number,
  maxLength: number,
  minimum: number,
  exclusiveMinimum: number,
  maximum: number,
  minItems: number,
  maxItems: number,
  items: z.optional(z.lazy(() => jsonSchema)),
  properties: z.optional(
    z.record(
      z.string(),
      z.lazy(() => jsonSchema),
    ),
  ),
  required: z.optional(z.array(z.string())),
  anyOf: z.optional(z.array(z.lazy(() => jsonSchema))),
});

const content = z.object({ schema: jsonSchema });
const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.optional(z.array(z.unknown())),
  parameters: z._default(
    z.array(
      z.object({ in: z.string(), name: z.string(), required: z.optional(z.boolean()), schema: jsonSchema }),
    ),
    [],
  ),
  requestBody: z.optional(z.object({ content: z.object({ 'application/json': content }) })),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: z.optional(z.object({ 'application/json': z.optional(content) })),
    }),
  ),
});
export type Operation = z.infer<typeof operationSchema> & {
  readonly method: string;
  readonly path: string;
};

const documentSchema = z.object({
  info: z.object({ title: z.string(), description: z.string(), version: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), jsonSchema) }),
});

/** The OpenAPI document of the API, as far as the page shows it. */
export const readDocument = () => {
  const { info, tags, paths, components } = documentSchema.parse(buildOpenApiDocument());
  const operations: Operation[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return { info, tags: tags.map(({ name }) => name), operations, schemas: components.schemas };
};
export type ApiDocument = ReturnType<typeof readDocument>;
