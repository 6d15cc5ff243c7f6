import fc from 'fast-check';
import * as z from 'zod/mini';
import type { Route } from '#shared/contract/route';
import { type RouteName, routes } from '#shared/contract/routes';
import { idempotencyKeyHeader, idempotencyKeySchema } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { marker, reservedName, unusualText, unusualValue } from './malformed-values.ts';
import type { Asked } from './requests/question.ts';

type Path = readonly (string | number)[];

/** The path of each value in a JSON value, its own included: names, and indexes of lists. */
const pathsIn = (value: unknown, path: Path = []): Path[] => [
  path,
  ...(Array.isArray(value)
    ? value.flatMap((part, index) => pathsIn(part, [...path, index]))
    : Object.entries(Object(value ?? {})).flatMap(([name, part]) =>
        typeof value === 'object' ? pathsIn(part, [...path, name]) : [],
      )),
];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy with another value at a path; `undefined` removes the value. */
const withAt = (target: unknown, [first, ...rest]: Path, value: unknown): unknown => {
  if (first === undefined) return value;
  if (typeof first === 'number') {
    const list = Array.isArray(target) ? target : [];
    const changed = withAt(list[first], rest, value);
    return list.toSpliced(first, 1, ...(changed === undefined ? [] : [changed]));
  }
  const fields = isRecord(target) ? Object.entries(target).filter(([name]) => name !== first) : [];
  const changed = withAt(isRecord(target) ? target[first] : undefined, rest, value);
  return Object.fromEntries(changed === undefined ? fields : [...fields, [first, changed]]);
};

export interface Sent {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  /** Whether the route's schemas may accept it. A request that must be refused may change nothing. */
  readonly mayPass: boolean;
}

type Json = unknown;

/** Whether a schema accepts a value. An input with which zod throws is not valid. */
const passes = (schema: z.core.$ZodType, value: Json): boolean => {
  try {
    return z.safeParse(schema, value).success;
  } catch {
    return false;
  }
};
const asJson = { 'content-type': 'application/json' };

/** The valid body with another value, none, or one more field somewhere. */
const changedValue = (valid: Json): fc.Arbitrary<Json> =>
  fc
    .tuple(
      fc.constantFrom(...pathsIn(valid)),
      unusualValue,
      fc.constantFrom('value', 'nothing', 'field'),
      reservedName,
    )
    .map(([path, value, kind, name]) => {
      if (kind === 'field') return withAt(valid, [...path, name], value ?? null);
      return withAt(valid, path, kind === 'value' ? value : undefined);
    });

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));

/** A body that is not JSON, or has another content type. */
const brokenBody = (valid: Json): fc.Arbitrary<Pick<Sent, 'body' | 'headers' | 'mayPass'>> => {
  const text = JSON.stringify(valid);
  const sent = (body: string | Uint8Array<ArrayBuffer>, type: string, mayPass: boolean) => {
    return { body, headers: { 'content-type': type }, mayPass };
  };
  const whole = (body: string | Uint8Array<ArrayBuffer>, mayPass = false) =>
    sent(body, 'application/json', mayPass);
  const typed = (type: string, mayPass = false) => sent(text, type, mayPass);
  const tooLong = (length: number) => `${text.slice(0, -1)},"${marker}":"${'x'.repeat(length)}"}`;
  return fc.oneof(
    fc.nat(text.length - 1).map((end) => whole(text.slice(0, end))),
    fc.integer({ min: limits.requestBodyBytes, max: 200_000 }).map((length) => whole(tooLong(length))),
    fc.integer({ min: 3_000, max: 60_000 }).map((depth) => whole('['.repeat(depth))),
    fc.uint8Array({ minLength: 1, maxLength: 100 }).map((noise) => whole(new Uint8Array([0xff, ...noise]))),
    fc
      .nat(text.length - 2)
      .map((at) => whole(bytes(text.slice(0, at + 1), [0xc3, 0x28], text.slice(at + 1)), true)),
    fc.constantFrom(
      whole(bytes([0xef, 0xbb, 0xbf], text)),
      whole(new Uint8Array(Buffer.from(text, 'utf16le'))),
      whole(''),
      whole(`${text}${text}`),
      whole(text.replaceAll('"', "'").replace(/^\{/, "{'")),
      whole(`{"__proto__":{"isAdmin":true},${text.slice(1)}`),
      whole(`${text.slice(0, -1)},${text.slice(1)}`, true),
      typed('text/plain'),
      typed('application/x-www-form-urlencoded'),
      typed('multipart/form-data; boundary=x'),
      typed(`text/html; ${marker}`),
      typed('application/jsonp'),
      typed('application/json; charset=utf-16', true),
      typed('APPLICATION/JSON;charset="<x>"', true),
    ),
  );
};

const badPercents = '% %E0%A4%A %00 %2e%2e%2f %ff %u0041 %C0%AF %0d%0aX:%20y %7b%7d'.split(' ');

/** A path segment that is not an id, or an id that does not exist. */
const segment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...badPercents),
  // Lone surrogates cannot be encoded.
  unusualText.map((text) => encodeURIComponent(text.toWellFormed().slice(0, 1_000)).replace(/^\.+$/, 'x')),
);

/** An unexpected query: repeated names, names of object prototypes, invalid encodings. */
const oddQuery: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom('slot=1&slot=2', 'cursor=', 'cursor[]=x', '__proto__=x', '=&=&&', ...badPercents),
      fc
        .tuple(reservedName, unusualText)
        .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('=')),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.join('&').slice(0, 4_000));

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom(
  { 'content-encoding': 'gzip' },
  { 'x-forwarded-for': `${marker}, <script>, ::1, ${'1,'.repeat(500)}` },
  { 'x-http-method-override': 'DELETE', 'x-original-url': '/api/admin/admins' },
  { 'x-amzn-request-context': '{"authorizer":{"jwt":{"claims":{"cognito:groups":"admin"}}}}' },
  { accept: `text/html;${marker}`, 'accept-encoding': 'identity;q=0' },
  { cookie: `a=${marker}; ${'b=1; '.repeat(300)}` },
  { 'x-long': 'x'.repeat(6_000) },
);

const parsedQuery = (query: string): Record<string, string> => {
  const search = new URLSearchParams(query);
  return Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name).join(',')]));
};

const pathWith = (path: string, params: Readonly<Record<string, string>>, raw = false): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return raw ? value : encodeURIComponent(value);
  });

/** Requests to a route with one defect, built from a valid request and the schemas of the contract. */
export const malformedRequests = (
  name: RouteName,
  asked: Asked,
  token: string | undefined,
): fc.Arbitrary<Sent> => {
  const route: Route = routes[name];
  const { params = {}, body, idempotencyKey, query } = asked;
  const address = pathWith(route.path, params) + (query ? `?${new URLSearchParams(query)}` : '');
  const valid: Sent = {
    method: route.method,
    address,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { [idempotencyKeyHeader]: idempotencyKey }),
      ...(body !== undefined && asJson),
      ...asked.headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    mayPass: true,
  };
  const { body: bodySchema, params: paramsSchema, query: querySchema } = route;
  const kinds: { weight: number; arbitrary: fc.Arbitrary<Sent> }[] = [
    {
      weight: querySchema ? 6 : 1,
      arbitrary: oddQuery.map((text) => ({
        ...valid,
        address: `${pathWith(route.path, params)}?${text}`,
        mayPass: querySchema === undefined || passes(querySchema, parsedQuery(text)),
      })),
    },
    { weight: 1, arbitrary: oddHeaders.map((odd) => ({ ...valid, headers: { ...valid.headers, ...odd } })) },
  ];
  if (paramsSchema) {
    // An id that has the form of one, and is of nothing.
    const changed = fc
      .constantFrom(...Object.entries(params))
      .chain(([name, id]) =>
        fc.tuple(fc.constant(name), fc.oneof(segment, fc.constant(id.replace(/\w{4}$/, '0000')))),
      );
    kinds.push({
      weight: 4,
      arbitrary: changed.map(([name, text]) => {
        const named = { ...params, [name]: text };
        return { ...valid, address: pathWith(route.path, named, true), mayPass: passes(paramsSchema, named) };
      }),
    });
  }
  if (bodySchema) {
    kinds.push(
      {
        weight: 12,
        arbitrary: changedValue(body).map((value) => ({
          ...valid,
          body: JSON.stringify(value) ?? '',
          mayPass: passes(bodySchema, value),
        })),
      },
      {
        weight: 4,
        arbitrary: brokenBody(body).map((broken) => ({
          ...valid,
          ...broken,
          headers: { ...valid.headers, ...broken.headers },
        })),
      },
    );
  }
  if (route.idempotent) {
    kinds.push({
      weight: 2,
      arbitrary: fc.constantFrom('', ' ', 'short', `${marker}<script>`, 'x'.repeat(65)).map((key) => ({
        ...valid,
        headers: { ...valid.headers, [idempotencyKeyHeader]: key },
        mayPass: passes(idempotencyKeySchema, key),
      })),
    });
  }
  return fc.oneof(...kinds);
};
