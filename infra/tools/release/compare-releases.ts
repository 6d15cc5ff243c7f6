import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { buildOpenApiDocument } from '#shared/contract/openapi';
import { routeList } from '#shared/contract/routes';
import { storedSchemas } from './stored-schemas.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Release {
  readonly api: { readonly paths: Readonly<Record<string, Json>> } & Json;
  readonly stored: Readonly<Record<string, Json>>;
}

const isSuccess = (status: string): boolean => status.startsWith('2');

/** A schema with `null` among its types in place of two schemas, one of them for null: the comparison takes the latter for a change. */
const foldNull = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(foldNull);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest }: Json = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, foldNull(part)]),
  );
  const [schema, nothing, ...more]: readonly Json[] = Array.isArray(anyOf) ? anyOf : [];
  if (typeof schema?.type !== 'string' || nothing?.type !== 'null' || more.length > 0)
    return anyOf === undefined ? rest : { ...rest, anyOf };
  const { const: only, enum: choices = only === undefined ? undefined : [only], ...others } = schema;
  return {
    ...rest,
    ...others,
    type: [schema.type, 'null'],
    ...(Array.isArray(choices) && { enum: [...choices, null] }),
  };
};

/** What is stored is read tolerantly: an unknown key is passed over. */
const storedJson = (schema: z.core.$ZodType): Json =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });

export const describeRelease = (
  routes: Parameters<typeof buildOpenApiDocument>[0] = routeList,
  stored: Readonly<Record<string, z.core.$ZodType>> = storedSchemas,
): Release => {
  const { openapi, paths = {}, components } = buildOpenApiDocument(routes);
  const operations = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(
      Object.entries(Object(methods)).map(([method, operation]) => {
        const { parameters, requestBody, responses, security }: Json = Object(operation);
        const answers = Object.entries(Object(responses)).filter(([status]) => isSuccess(status));
        return [method, { parameters, requestBody, responses: Object.fromEntries(answers), security }];
      }),
    ),
  ]);
  const release = {
    api: {
      openapi,
      info: { title: 'Release', version: '1.0.0' },
      paths: Object.fromEntries(operations),
      components,
    },
    stored: Object.fromEntries(Object.entries(stored).map(([name, schema]) => [name, storedJson(schema)])),
  };
  return JSON.parse(JSON.stringify(foldNull(release)));
};

const storedPath = '/stored/';

/** An item is the request of a path of its own, as a version reads what the one before stored, and the answer the other way. */
const toDocument = ({ api, stored }: Release): Json => {
  const items = Object.entries(stored).map(([name, schema]) => {
    const content = { 'application/json': { schema } };
    return [
      `${storedPath}${name}`,
      {
        put: { requestBody: { required: true, content }, responses: { 200: { description: name, content } } },
      },
    ];
  });
  return { ...api, paths: { ...api.paths, ...Object.fromEntries(items) } };
};

const reportSchema = z.object({
  changes: z.array(
    z.object({
      path: z.string(),
      verdicts: z.array(z.object({ impact: z.string(), message: z.string() })),
    }),
  ),
});

const sides = {
  requestBody: ['request', 'as the new version reads it'],
  responses: ['answer', 'as the released version reads it'],
} as const;

/** Where a change is: `POST /api/bookings, request, child_ids/items`. */
const placeOf = (pointer: string): string => {
  const [, , path = '', method = '', part = '', ...inner] = pointer
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const isStored = path.startsWith(storedPath);
  const side = part === 'requestBody' || part === 'responses' ? sides[part][isStored ? 1 : 0] : part;
  const thing = isStored
    ? `stored ${path.slice(storedPath.length)}`
    : `${method.toUpperCase()} ${path}`.trim();
  const field = inner
    .slice(inner.indexOf('schema') + 1)
    .filter((key) => key !== 'properties')
    .join('/');
  return [thing, side, field].filter((text) => text !== '').join(', ');
};

const run = promisify(execFile);

export const findBreaks = async (released: Release, current: Release): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-release-'));
  try {
    const files = await Promise.all(
      Object.entries({ released, current }).map(async ([name, release]) => {
        const file = join(folder, `${name}.json`);
        await writeFile(file, JSON.stringify(toDocument(release)));
        return file;
      }),
    );
    const tool = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = [tool, 'diff', ...files, '--format=json', '--fail-on=none'];
    const { stdout } = await run(process.execPath, args, { cwd: folder, env, maxBuffer: 64 * 1_024 * 1_024 });
    const { changes } = z.parse(reportSchema, JSON.parse(stdout));
    const lines = changes.flatMap(({ path, verdicts }) =>
      verdicts
        .filter(({ impact }) => impact === 'major')
        .map(({ message }) => `${placeOf(path)}: ${message.replaceAll('`', '')}`),
    );
    return [...new Set(lines)];
  } finally {
    await rm(folder, { recursive: true });
  }
};

export const judgeBreaks = (
  breaks: readonly string[],
  accepted: Readonly<Record<string, string>>,
): readonly string[] => [
  ...breaks.filter((line) => !accepted[line]).map((line) => `Break: ${line}`),
  ...Object.keys(accepted)
    .filter((line) => !breaks.includes(line))
    .map((line) => `No break: ${line}`),
];

const formatLines = (parts: Readonly<Record<string, unknown>>): string =>
  Object.entries(parts)
    .map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`)
    .join(',\n');

export const formatRelease = ({ api: { paths, ...api }, stored }: Release): string =>
  `{"api":{\n${formatLines(api)},\n"paths":{\n${formatLines(paths)}\n}},"stored":{\n${formatLines(stored)}\n}}\n`;
