import { html } from 'hono/html';
import type { JsonSchema } from './document.ts';

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

const range = (least: number | undefined, most: number | undefined, what: string): string[] => {
  // What JavaScript can count to is no limit of ours.
  const limit = most === Number.MAX_SAFE_INTEGER ? undefined : most;
  if (least !== undefined && limit !== undefined) return [`${least} to ${limit}${what}`];
  if (limit !== undefined) return [`at most ${limit}${what}`];
  return least === undefined ? [] : [`at least ${least}${what}`];
};

const rulesOf = (schema: JsonSchema): string[] => [
  ...range(schema.minLength, schema.maxLength, ' characters'),
  ...range(schema.minItems, schema.maxItems, ' entries'),
  ...range(schema.minimum, schema.maximum, ''),
  ...(schema.exclusiveMinimum === undefined ? [] : [`above ${schema.exclusiveMinimum}`]),
  ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless told`]),
];

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

/** The name of a type, as a reader says it: `Booking list`, `text or null`. */
const typeOf = (schema: JsonSchema): unknown => {
  if (schema.$ref) {
    const name = nameOf(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (schema.items) return html`list of ${typeOf(schema.items)}`;
  if (schema.anyOf) {
    const [first, ...others] = schema.anyOf.map(typeOf);
    return html`${first}${others.map((other) => html` or ${other}`)}`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum)
    return schema.enum.map((value, index) => html`${index > 0 ? ' | ' : ''}<code>${value}</code>`);
  const kind = schema.format ?? [schema.type ?? 'anything'].flat().join(' or ');
  return schema.pattern && !schema.format ? html`${kind} like <code>${schema.pattern}</code>` : kind;
};

/** The fields behind a list or an alternative. */
const inside = ({ items, anyOf }: JsonSchema): JsonSchema | undefined =>
  items ?? anyOf?.find((option) => !isNull(option));

const fieldView = (name: string, schema: JsonSchema, isRequired: boolean): unknown => html`
  <li>
    <code class="name">${name}</code>
    <span class="type">${typeOf(schema)}</span>
    ${isRequired ? '' : html`<span class="rule">may be left out</span>`}
    ${rulesOf(schema).map((rule) => html`<span class="rule">${rule}</span>`)}
    ${schemaView(schema, false)}
  </li>`;

/** What a schema describes: its fields, those inside lists too, or just its type. */
export const schemaView = (schema: JsonSchema, withType = true): unknown => {
  if (schema.properties) {
    const required = new Set(schema.required);
    return html`<ul class="fields">
      ${Object.entries(schema.properties).map(([name, field]) => fieldView(name, field, required.has(name)))}
    </ul>`;
  }
  const inner = inside(schema);
  const fields = inner && schemaView(inner, false);
  return withType ? html`<p class="type">${typeOf(schema)}</p>${fields ?? ''}` : (fields ?? '');
};
