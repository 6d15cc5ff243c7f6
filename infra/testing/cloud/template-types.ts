import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec';
import type { PropertyType, ResourceProperties } from '@aws-cdk/service-spec-types';
import { readable } from './policy.ts';
import type { Resource } from './synthesize.ts';
import { isRecord, type Template } from './template-graph.ts';

const database = loadAwsServiceSpecSync();

/** A value that CloudFormation computes: its type is known at deployment only. */
const isComputed = (value: unknown): boolean =>
  isRecord(value) &&
  Object.keys(value).length === 1 &&
  Object.keys(value).every((key) => key === 'Ref' || key.startsWith('Fn::'));

const isNumeric = (value: unknown): boolean =>
  value !== '' && ['number', 'string'].includes(typeof value) && Number.isFinite(Number(value));

const wrongIn = (value: unknown, type: PropertyType, path: string): string[] => {
  if (isComputed(value)) return [];
  const unless = (isRight: boolean): string[] => (isRight ? [] : [`${path} is no ${type.type}`]);
  switch (type.type) {
    case 'string':
      if (typeof value !== 'string') return unless(['number', 'boolean'].includes(typeof value));
      return type.allowedValues && !type.allowedValues.includes(value) ? [`${path} may not be ${value}`] : [];
    case 'date-time':
      return unless(typeof value === 'string');
    case 'number':
      return unless(isNumeric(value));
    case 'integer':
      return unless(isNumeric(value) && Number.isInteger(Number(value)));
    case 'boolean':
      return unless(typeof value === 'boolean' || value === 'true' || value === 'false');
    case 'null':
      return unless(value === null);
    case 'json':
      return [];
    case 'tag':
      return unless(isRecord(value));
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => wrongIn(item, type.element, `${path}[${index}]`))
        : unless(false);
    case 'map':
      return isRecord(value)
        ? Object.entries(value).flatMap(([key, item]) => wrongIn(item, type.element, `${path}.${key}`))
        : unless(false);
    case 'ref':
      return isRecord(value)
        ? wrongProperties(value, database.get('typeDefinition', type.reference.$ref).properties, path)
        : unless(false);
    case 'union': {
      const faults = type.types.map((one) => wrongIn(value, one, path));
      return faults.some(({ length }) => length === 0) ? [] : (faults[0] ?? []);
    }
  }
};

const wrongProperties = (
  value: Readonly<Record<string, unknown>>,
  properties: ResourceProperties,
  path: string,
): string[] => [
  ...Object.entries(properties)
    .filter(([name, { required }]) => required && !(name in value))
    .map(([name]) => `${path}.${name} is missing`),
  ...Object.entries(value).flatMap(([name, item]) => {
    const property = properties[name];
    return property ? wrongIn(item, property.type, `${path}.${name}`) : [`${path}.${name} is unknown`];
  }),
];

/** What is wrong with the properties of a template's resources, by AWS's own description of their types. */
export const wrongTypesIn = ({ Resources }: Template): string[] =>
  Object.entries(Resources).flatMap(([name, { Type, Properties = {} }]) => {
    // Their properties are those of the function behind them.
    if (Type.startsWith('Custom::')) return [];
    const [resource] = database.lookup('resource', 'cloudFormationType', 'equals', Type);
    if (!resource) return [`${name}: ${Type} is unknown`];
    return wrongProperties(Properties, resource.properties, `${name} (${Type})`);
  });

interface Widget {
  readonly type: string;
  readonly properties: { readonly metrics?: readonly unknown[] };
}

/** The metrics of a dashboard, as its widgets name them. */
export const dashboardMetrics = ({ properties: { DashboardBody } }: Resource): readonly unknown[] => {
  const { widgets }: { widgets: readonly Widget[] } = JSON.parse(readable(DashboardBody));
  return widgets
    .filter(({ type }) => type === 'metric')
    .flatMap(({ properties }) => properties.metrics ?? []);
};
