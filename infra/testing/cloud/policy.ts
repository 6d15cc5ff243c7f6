import { type FunctionName, functionNames, functions } from '#functions/functions';
import { cardServices } from '#shared/contract/route';

/** The functions of every stage; those of payments by card are in a stack of their own. */
export const deployedFunctions = functionNames.filter(
  (name) => !cardServices.some((service) => service === name),
);

/** A logical id without the eight hexadecimal digits that the CDK adds. */
export const nameOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A template's value as text, with references by name: `<DataTable.Arn>/index/GSI1`.
 * @throws Error for an unsupported intrinsic function
 */
export const readable = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) throw new Error(`No text: ${JSON.stringify(value)}`);
  const { Ref: ref, 'Fn::GetAtt': attribute, 'Fn::Join': joined, 'Fn::Select': selected } = value;
  if (typeof ref === 'string') return `<${nameOf(ref)}>`;
  if (Array.isArray(attribute)) {
    const [logicalId, ...path] = attribute.map(String);
    return `<${[nameOf(logicalId ?? ''), ...path].join('.')}>`;
  }
  if (Array.isArray(joined)) return joined[1].map(readable).join(joined[0]);
  if (Array.isArray(selected)) {
    const [index, { 'Fn::Split': split }] = selected;
    return `${readable(split[1])}[${index}]`;
  }
  throw new Error(`Not a text or a reference: ${JSON.stringify(value)}`);
};

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** The path, in names of resources, of the construct that a function is in. */
export const functionHome = (name: FunctionName): string => {
  const { trigger } = functions[name];
  if (trigger === 'api') return name.replaceAll('-', '');
  return trigger === 'user-pool' ? `Auth${name}` : `${name.charAt(0).toUpperCase()}${name.slice(1)}${name}`;
};
