import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type FunctionName, functions } from '#functions/functions';

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

/** The request context that DynamoDB gives IAM. */
interface Access {
  readonly action: string;
  /** Name of the index that is read, or undefined for the table. */
  readonly index: string | undefined;
  /** Partition keys of the items. */
  readonly leadingKeys: readonly string[];
  /** Attributes that the request names; undefined where it means all. */
  readonly attributes: readonly string[] | undefined;
}

const list = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

const isLike = (value: string, pattern: string): boolean =>
  pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;

const valuesOf = (key: string, { leadingKeys, attributes }: Access): readonly string[] | undefined => {
  if (key === 'dynamodb:LeadingKeys') return leadingKeys;
  if (key === 'dynamodb:Attributes') return attributes;
  if (key === 'dynamodb:Select') return [attributes ? 'SPECIFIC_ATTRIBUTES' : 'ALL_ATTRIBUTES'];
  // By default a request returns nothing.
  if (key === 'dynamodb:ReturnValues') return undefined;
  throw new Error(`Unsupported condition key: ${key}`);
};

const holds = (operator: string, key: string, expected: readonly string[], access: Access): boolean => {
  const values = valuesOf(key, access);
  const [quantifier, comparison = ''] = operator.includes(':') ? operator.split(':') : ['', operator];
  if (comparison.endsWith('IfExists') && values === undefined) return true;
  const isListed = (value: string) => expected.some((pattern) => isLike(value, pattern));
  const matches = comparison.startsWith('StringNot') ? (value: string) => !isListed(value) : isListed;
  if (quantifier === 'ForAllValues') return (values ?? ['*all*']).every(matches);
  if (quantifier === 'ForAnyValue' || quantifier === '') return (values ?? []).some(matches);
  throw new Error(`Unsupported condition operator: ${operator}`);
};

const applies = (statement: Statement, access: Access): boolean => {
  const resource = `<DataTable.Arn>${access.index ? `/index/${access.index}` : ''}`;
  return (
    list(statement.Action).includes(access.action) &&
    list(statement.Resource).some((candidate) => readable(candidate) === resource) &&
    Object.entries(statement.Condition ?? {}).every(([operator, conditions]) =>
      Object.entries(conditions).every(([key, expected]) => holds(operator, key, list(expected), access)),
    )
  );
};

/** Whether IAM allows a request: a statement allows it and none denies it. */
const isAllowed = (statements: readonly Statement[], access: Access): boolean =>
  statements.some((statement) => statement.Effect === 'Allow' && applies(statement, access)) &&
  !statements.some((statement) => statement.Effect === 'Deny' && applies(statement, access));

type Input = Record<string, unknown>;

const partitionOf = (key: unknown): string => String(Object(key).PK);

/** The partition that a Query reads. */
const queried = ({ KeyConditionExpression, ExpressionAttributeValues }: Input): string => {
  const [, placeholder = ''] = /PK = (:\w+)/.exec(String(KeyConditionExpression)) ?? [];
  return String(Object(ExpressionAttributeValues)[placeholder]);
};

const keywords =
  /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|IN|BETWEEN|attribute_exists|attribute_not_exists|if_not_exists|begins_with|contains|size)$/;

/** The attributes that an Update names. */
const attributesOf = ({
  Key,
  UpdateExpression = '',
  ConditionExpression = '',
  ExpressionAttributeNames = {},
}: Input) => {
  const names: Record<string, string> = Object(ExpressionAttributeNames);
  // Only the first part of a path is an attribute.
  const paths = `${UpdateExpression} ${ConditionExpression}`.match(/(?<![\w:.#])#?[A-Za-z_]\w*/g) ?? [];
  const named = paths.filter((path) => !keywords.test(path)).map((path) => names[path] ?? path);
  return [...new Set([...Object.keys(Object(Key)), ...named])];
};

/** The attributes that a Get returns, with those of its key, or undefined for all. */
const projected = ({ Key, ProjectionExpression }: Input): string[] | undefined =>
  ProjectionExpression === undefined
    ? undefined
    : [...Object.keys(Object(Key)), ...String(ProjectionExpression).split(', ')];

const writesIn = (item: Input): Access[] =>
  Object.entries(item).map(([kind, write]) => ({
    action: `dynamodb:${kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`}`,
    index: undefined,
    leadingKeys: [partitionOf(Object(write).Item ?? Object(write).Key)],
    attributes: kind === 'Update' ? attributesOf(Object(write)) : undefined,
  }));

/** The context in which IAM authorizes a request of the document client. */
const accessesOf = (command: string, input: Input): Access[] => {
  const one = (leadingKeys: readonly string[], more: Partial<Access> = {}): Access[] => [
    { action: `dynamodb:${command}`, index: undefined, leadingKeys, attributes: undefined, ...more },
  ];
  switch (command) {
    case 'GetItem':
      return one([partitionOf(input.Key)], { attributes: projected(input) });
    case 'DeleteItem':
      return one([partitionOf(input.Key)]);
    case 'PutItem':
      return one([partitionOf(input.Item)]);
    case 'UpdateItem':
      return one([partitionOf(input.Key)], { attributes: attributesOf(input) });
    case 'Query':
      return one([queried(input)], {
        index: input.IndexName === undefined ? undefined : String(input.IndexName),
      });
    case 'BatchGetItem':
      return one(
        Object.values(Object(input.RequestItems)).flatMap((table) => Object(table).Keys.map(partitionOf)),
      );
    case 'BatchWriteItem':
      return one(
        Object.values(Object(input.RequestItems))
          .flatMap((requests) => Object(requests))
          .map(({ PutRequest, DeleteRequest }) => partitionOf(PutRequest?.Item ?? DeleteRequest?.Key)),
      );
    case 'TransactWriteItems':
      return Object(input.TransactItems).flatMap(writesIn);
    default:
      throw new Error(`Unsupported command: ${command}`);
  }
};

/** Makes a client refuse the requests that a policy does not allow, as DynamoDB does. */
export const obey = (client: DynamoDBDocumentClient, statements: readonly Statement[]): void => {
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const command = String(context.commandName).replace(/Command$/, '');
      for (const access of accessesOf(command, Object(args.input))) {
        if (!isAllowed(statements, access)) throw new Error(`Not allowed: ${JSON.stringify(access)}`);
      }
      return next(args);
    },
    { step: 'initialize', priority: 'high' },
  );
};

/** The path, in names of resources, of the construct that a function is in. */
export const functionHome = (name: FunctionName): string => {
  const { trigger } = functions[name];
  if (trigger === 'api') return name;
  return trigger === 'user-pool' ? `Auth${name}` : `${name.charAt(0).toUpperCase()}${name.slice(1)}${name}`;
};
