import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement of a role about one action and one resource, as a line of `infra/cloud/permissions.txt` says it. */
export interface Permission {
  readonly line: string;
  readonly isAllowed: boolean;
  readonly action: string;
  readonly resource: string;
  readonly conditions: readonly Condition[];
}

interface Condition {
  readonly quantifier: 'ForAllValues' | 'ForAnyValue' | undefined;
  readonly isNegated: boolean;
  readonly ifExists: boolean;
  readonly key: string;
  readonly patterns: readonly string[];
}

export interface Access {
  readonly action: string;
  readonly resource: string;
  readonly context: Readonly<Record<string, readonly string[]>>;
}

export const leadingKeys = 'dynamodb:LeadingKeys';
export const attributesKey = 'dynamodb:Attributes';

const operatorPattern =
  /^(?:(?<quantifier>ForAllValues|ForAnyValue):)?String(?<not>Not)?(?:Equals|Like)(?<ifExists>IfExists)?$/;

const conditionsOf = (block: object): Condition[] =>
  Object.entries(block).flatMap(([operator, keys]) => {
    const { groups } = operatorPattern.exec(operator) ?? {};
    if (!groups) throw new Error(`Unsupported operator of a condition: ${operator}`);
    const { quantifier, not, ifExists } = groups;
    if (quantifier !== undefined && quantifier !== 'ForAllValues' && quantifier !== 'ForAnyValue')
      throw new Error(`Unsupported quantifier: ${quantifier}`);
    return Object.entries(Object(keys)).map(([key, patterns]) => ({
      quantifier,
      isNegated: not !== undefined,
      ifExists: ifExists !== undefined,
      key,
      patterns: [patterns].flat().map(String),
    }));
  });

const linePattern = /^(?<effect>Allow|Deny) (?<action>\S+) on (?<resource>\S+)(?: if (?<condition>\{.*\}))?$/;

const toPermission = (line: string): Permission => {
  const { effect, action = '', resource = '', condition = '{}' } = linePattern.exec(line)?.groups ?? {};
  if (effect === undefined) throw new Error(`Not a permission: ${line}`);
  const conditions = conditionsOf(JSON.parse(condition));
  return { line, isAllowed: effect === 'Allow', action, resource, conditions };
};

/** @returns what each role allows and denies, by the name of its function */
export const parsePermissions = (text: string): ReadonlyMap<string, readonly Permission[]> =>
  new Map(
    text
      .trim()
      .split('\n\n')
      .map((section) => {
        const [name = '', ...lines] = section.split('\n');
        return [name, lines.map((line) => toPermission(line.trim()))];
      }),
  );

export const readPermissions = () =>
  parsePermissions(readFileSync(join(import.meta.dirname, '../../cloud/permissions.txt'), 'utf8'));

const isLike = (value: string, pattern: string): boolean =>
  pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;

const holds = (
  { quantifier, isNegated, ifExists, key, patterns }: Condition,
  { context }: Access,
): boolean => {
  const values = context[key];
  const matches = (value: string) => patterns.some((pattern) => isLike(value, pattern)) !== isNegated;
  if (values === undefined) return ifExists || quantifier === 'ForAllValues';
  return quantifier === 'ForAllValues' ? values.every(matches) : values.some(matches);
};

const concerns = (permission: Permission, { action, resource }: Access): boolean =>
  permission.action === action && isLike(resource, permission.resource);

const applies = (permission: Permission, access: Access): boolean =>
  concerns(permission, access) && permission.conditions.every((condition) => holds(condition, access));

const patternOf = (key: string): string => key.replace(/(?<=#).*/s, '*');

export const partitionsOf = (role: readonly Permission[], access: Access): string[] => {
  const patterns = role
    .filter((permission) => permission.isAllowed && applies(permission, access))
    .flatMap(({ conditions }) => conditions.filter(({ key }) => key === leadingKeys))
    .flatMap((condition) => condition.patterns);
  return (access.context[leadingKeys] ?? ['']).flatMap((key) => {
    const matching = patterns.filter((pattern) => isLike(key, pattern));
    return matching.length > 0 ? matching : [patternOf(key)];
  });
};

const missingStatement = (role: readonly Permission[], access: Access): string => {
  const { action, resource, context } = access;
  const partitions = [...new Set(context[leadingKeys]?.map(patternOf))];
  const byAttribute = role
    .filter((permission) => permission.isAllowed && concerns(permission, access))
    .flatMap(({ conditions }) =>
      conditions.every((one) => one.key === attributesKey || holds(one, access)) ? conditions : [],
    )
    .filter((one) => one.key === attributesKey);
  const known = byAttribute.flatMap(({ patterns }) => patterns);
  const lacking =
    byAttribute.length > 0 ? context[attributesKey]?.filter((name) => !known.includes(name)) : [];
  const condition = {
    ...(partitions.length > 0 && { 'ForAllValues:StringLike': { [leadingKeys]: partitions } }),
    ...(lacking?.length && { 'ForAllValues:StringEquals': { [attributesKey]: ['…', ...lacking] } }),
  };
  const suffix = Object.keys(condition).length > 0 ? ` if ${JSON.stringify(condition)}` : '';
  return `Allow ${action} on ${resource}${suffix}`;
};

/** A statement must allow each access, and none deny it. @returns the missing or denying statement; undefined if allowed */
export const refusalOf = (role: readonly Permission[], accesses: readonly Access[]): string | undefined => {
  for (const access of accesses) {
    const applying = role.filter((permission) => applies(permission, access));
    const denial = applying.find(({ isAllowed }) => !isAllowed);
    if (denial) return `${access.action} on ${access.resource} is denied by: ${denial.line}`;
    if (applying.length === 0)
      return `no statement allows ${access.action}. Missing: ${missingStatement(role, access)}`;
  }
  return undefined;
};

type Input = Record<string, unknown>;

const table = '<DataTable.Arn>';
const keyOf = (key: unknown): string => String(Object(key).PK);

const queriedKey = ({ KeyConditionExpression, ExpressionAttributeValues }: Input): string => {
  const [, placeholder = ''] = /PK = (:\w+)/.exec(String(KeyConditionExpression)) ?? [];
  return String(Object(ExpressionAttributeValues)[placeholder]);
};

const keywords =
  /^(?:SET|REMOVE|ADD|DELETE|AND|OR|NOT|IN|BETWEEN|attribute_exists|attribute_not_exists|if_not_exists|begins_with|contains|size)$/;

const attributesOf = (input: Input): string[] => {
  const names: Record<string, string> = Object(input.ExpressionAttributeNames);
  const text = [input.UpdateExpression, input.ConditionExpression, input.ProjectionExpression].join(' ');
  const paths = text.match(/(?<![\w:.#])#?[A-Za-z_]\w*/g) ?? [];
  const named = paths.filter((path) => !keywords.test(path)).map((path) => names[path] ?? path);
  return [...new Set([...Object.keys(Object(input.Key)), ...named])];
};

const selected = (input: Input) =>
  input.ProjectionExpression === undefined
    ? { 'dynamodb:Select': ['ALL_ATTRIBUTES'] }
    : { 'dynamodb:Select': ['SPECIFIC_ATTRIBUTES'], [attributesKey]: attributesOf(input) };

const onTable = (
  action: string,
  keys: readonly string[],
  context: Access['context'] = {},
  resource = table,
): Access => ({ action: `dynamodb:${action}`, resource, context: { [leadingKeys]: keys, ...context } });

const write = (action: string, input: Input): Access =>
  onTable(action, [keyOf(input.Item ?? input.Key)], {
    [attributesKey]: input.Item ? Object.keys(Object(input.Item)) : attributesOf(input),
    ...(input.ReturnValues !== undefined && { 'dynamodb:ReturnValues': [String(input.ReturnValues)] }),
  });

const tableAccesses = (command: string, input: Input): Access[] => {
  switch (command) {
    case 'GetItem':
      return [onTable(command, [keyOf(input.Key)], selected(input))];
    case 'DeleteItem':
    case 'PutItem':
    case 'UpdateItem':
      return [write(command, input)];
    case 'Query': {
      const index = input.IndexName === undefined ? '' : `/index/${input.IndexName}`;
      return [onTable(command, [queriedKey(input)], {}, table + index)];
    }
    case 'BatchGetItem':
      return Object.values(Object(input.RequestItems)).map((request) =>
        onTable(command, Object(request).Keys.map(keyOf), selected(Object(request))),
      );
    case 'BatchWriteItem':
      return Object.values(Object(input.RequestItems)).map((requests) =>
        onTable(
          command,
          Object(requests).map(({ PutRequest, DeleteRequest }: Input) =>
            keyOf(Object(PutRequest).Item ?? Object(DeleteRequest).Key),
          ),
        ),
      );
    case 'TransactWriteItems':
      return Object(input.TransactItems).flatMap((item: Input) =>
        Object.entries(item).map(([kind, of]) =>
          write(kind === 'ConditionCheck' ? 'ConditionCheckItem' : `${kind}Item`, Object(of)),
        ),
      );
    default:
      return [onTable(command, [])];
  }
};

const senderOf = ({ Source, RawMessage }: Input): string => {
  const text = String(Source ?? Buffer.from(Object(RawMessage).Data ?? []).toString('latin1', 0, 8_192));
  const [, header = text] = /^From:((?:.|\r?\n[ \t])*)/im.exec(text) ?? [];
  return /<([^<>]*)>\s*$/.exec(header)?.[1] ?? header.trim();
};

const mailAccesses = (command: string, input: Input): Access[] => {
  const arn = 'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>';
  const from = senderOf(input);
  const to = Object(input.Destinations ?? []);
  return [`identity/${from}`, 'configuration-set/<EmailConfigurationSet>'].map((resource) => ({
    action: `ses:${command}`,
    resource: `${arn}:${resource}`,
    context: { 'ses:FromAddress': [from], 'ses:Recipients': to },
  }));
};

/** Operations of the user pool for browsers, some with an access token. The others need a request that is signed with AWS credentials. */
export const publicOperations = new Set([
  'SignUp',
  'InitiateAuth',
  'RespondToAuthChallenge',
  'GetTokensFromRefreshToken',
  'RevokeToken',
  'GetUser',
  'DeleteUser',
  'GlobalSignOut',
  'AssociateSoftwareToken',
  'VerifySoftwareToken',
  'SetUserMFAPreference',
]);

/** What IAM is asked about a request. @param client such as `DynamoDBClient` @param command such as `PutItem` */
export const accessesOf = (client: string, command: string, input: object): Access[] => {
  switch (client) {
    case 'DynamoDBClient':
      return tableAccesses(command, Object(input));
    case 'SESClient':
      return mailAccesses(command, Object(input));
    case 'SecretsManagerClient':
      // Locally a secret is called as in the template.
      return [{ action: `secretsmanager:${command}`, resource: `<${Object(input).SecretId}>`, context: {} }];
    case 'CognitoIdentityProviderClient':
      return publicOperations.has(command)
        ? []
        : [{ action: `cognito-idp:${command}`, resource: '<AuthUserPool.Arn>', context: {} }];
    default:
      throw new Error(`Unknown client: ${client}`);
  }
};
