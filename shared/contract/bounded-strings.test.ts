import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { amountTextSchema } from '#shared/lib/money';
import { limits } from '#shared/limits';
import { defOf, isSchema, pathOf, type Schema, splitWords } from '#shared/testing/schema-parts';
import { routeList } from './routes.ts';

/** What parses no text, or compares it with a few. What was shown of a field, which is of any kind, is only compared. */
const withoutText = [
  'unknown',
  'boolean',
  'int',
  'number',
  'null',
  'undefined',
  'enum',
  'literal',
  'never',
  'file',
];

type Check = Readonly<Record<string, unknown>>;

interface Text {
  readonly path: string;
  readonly schema: Schema;
  readonly checks: readonly Check[];
}

/** The checks of a schema of text. A format, such as that of a time, is the first one. */
const checksOf = (schema: Schema): Check[] => {
  const { check, checks, coerce } = Object(schema._zod.def);
  if (coerce) throw new Error('A text is made from anything');
  return [...(check ? [Object(schema._zod.def)] : []), ...(Array.isArray(checks) ? checks.map(defOf) : [])];
};

/** The texts of a request with what is checked of them. A kind of schema that nobody named here fails the test. */
const textsIn = (schema: Schema, path: string): Text[] => {
  const { type, out } = defOf(schema);
  if (type === 'string') return [{ path, schema, checks: checksOf(schema) }];
  if (withoutText.includes(String(type))) return [];
  const parts = splitWords(schema);
  if (parts.length === 0) throw new Error(`${path}: what does ${type} take?`);
  const found = parts.flatMap(([name, part]) => textsIn(part, name ? `${path}.${name}` : path));
  if (type !== 'pipe') return found;
  // A text that is checked further as a text, or made into something else.
  const further = isSchema(out) && defOf(out).type === 'string' ? checksOf(out) : [];
  return found.map((text) =>
    text.path === path ? { path, schema, checks: [...text.checks, ...further] } : text,
  );
};

const inRequests = <Found>(find: (schema: Schema, path: string) => Found[]): Found[] =>
  routeList.flatMap(({ name, route: { params, query, body } }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? find(schema, `${name} ${part}`) : [],
    ),
  );

const texts = inRequests(textsIn);

/** A pattern that has a longest text, as of an id: it is given up after so many characters. */
const isBounded = ({ source }: RegExp): boolean =>
  /^\^.*\$$/s.test(source) && !/[*+]|\{\d+,\}/.test(source.replace(/\\.|\[(?:\\.|[^\]])*\]/g, 'x'));

const isLimit = ({ check, pattern }: Check): boolean =>
  check === 'max_length' ||
  check === 'length_equals' ||
  (check === 'string_format' && pattern instanceof RegExp && isBounded(pattern));

/** Why a text may be read before its length is known; undefined where it is not. */
const faultOf = ({ checks }: Text): string | undefined => {
  const first = checks.findIndex(({ check }) => check !== 'min_length');
  const limit = checks[first];
  if (!limit) return 'it has no limit';
  if (!isLimit(limit)) return `${String(limit.check)} comes before any limit`;
  const following = checks.slice(first + 1).filter((check) => !isLimit(check));
  return limit.abort === true || following.length === 0
    ? undefined
    : 'what follows its limit reads a longer text too';
};

it('has a limit for each text of each route, which is looked at before anything else', () => {
  expect(texts.length).toBeGreaterThan(150);
  const faults = texts.flatMap((text) => {
    const fault = faultOf(text);
    return fault ? [`${text.path}: ${fault}`] : [];
  });
  expect(faults).toEqual([]);
});

const looseObjectsIn = (schema: Schema, path: string): string[] => {
  const { type, catchall } = defOf(schema);
  const isLoose = type === 'object' && defOf(catchall).type !== 'never';
  return [
    ...(isLoose ? [path] : []),
    ...splitWords(schema).flatMap(([name, part]) => looseObjectsIn(part, pathOf(path, name))),
  ];
};

it('refuses a field that nobody named, in every object of every request', () => {
  expect(inRequests(looseObjectsIn)).toEqual([]);
  expect(looseObjectsIn(z.strictObject({ list: z.array(z.object({})) }), 'route')).toEqual(['route.list']);
});

afterEach(() => vi.restoreAllMocks());

/** How often a text is rewritten or searched while a schema parses it. */
const countReadings = (schema: Schema, text: string): number => {
  const spies = (['replace', 'replaceAll', 'normalize', 'split', 'match', 'search', 'trim'] as const).map(
    (name) => vi.spyOn(String.prototype, name),
  );
  z.safeParse(schema, text);
  const readings = spies.flatMap((spy) =>
    spy.mock.contexts.filter((one) => String(one).length >= text.length),
  );
  vi.restoreAllMocks();
  return readings.length;
};

it.each(['1', ' ', '+1 '])(
  'reads no field of 20,000 characters of “%s” more often than one of half of them',
  (part) => {
    const textOf = (length: number) => part.repeat(Math.ceil(length / part.length));
    // An amount is sent in cents; its text is read by the form.
    for (const { path, schema } of [...texts, { path: 'an amount', schema: amountTextSchema }]) {
      const half = countReadings(schema, textOf(limits.typedLength / 2));
      expect(countReadings(schema, textOf(limits.typedLength)), path).toBeLessThanOrEqual(half);
      expect(countReadings(schema, textOf(limits.typedLength + 1)), path).toBe(0);
    }
  },
);
