import type { FunctionName } from '#functions/env';

/** The AWS clients that functions load, and how a handler that does nothing would load them. */
const clients = {
  dynamodb: `
    import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
    import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
    export const dynamodb = DynamoDBDocumentClient.from(new DynamoDBClient({}));`,
  ses: `
    import { SESClient } from '@aws-sdk/client-ses';
    export const ses = new SESClient({});`,
  cognito: `
    import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
    export const pool = new CognitoIdentityProviderClient({});`,
} as const;
type Client = keyof typeof clients;

/** All that such a handler can call by the clients; a bundle leaves out what nothing names. */
const calls: Readonly<Record<Client, string>> = {
  dynamodb: `import * as document from '@aws-sdk/lib-dynamodb'; export { document };`,
  ses: `export { SendEmailCommand } from '@aws-sdk/client-ses';`,
  cognito: `export { SignUpCommand } from '@aws-sdk/client-cognito-identity-provider';`,
};

export const clientsOf: Readonly<Record<FunctionName, readonly Client[]>> = {
  catalogue: ['dynamodb'],
  bounces: ['dynamodb'],
  family: ['dynamodb'],
  account: ['dynamodb', 'cognito'],
  admin: ['dynamodb', 'cognito'],
  mailer: ['dynamodb', 'ses'],
};

const handler = 'export const handler = async () => ({ statusCode: 204 });';

/** A handler that only loads these clients: what a function cannot be smaller than. */
export const clientsFloor = (loaded: readonly Client[]): string =>
  [...loaded.flatMap((client) => [clients[client], calls[client]]), handler].join('\n');

/** The packages that functions are written with; those they come with are not named. */
export const packages = {
  byName: [
    '@aws-sdk/client-cognito-identity-provider',
    '@aws-sdk/client-dynamodb',
    '@aws-sdk/client-ses',
    '@aws-sdk/lib-dynamodb',
    '@aws-sdk/util-dynamodb',
    '@middy/core',
    'date-fns',
    'ulid',
  ],
  zod: 'zod/mini',
} as const;

const namedUse = (code: string, packageName: string): string => {
  const imports = code.matchAll(new RegExp(`^import (?:(\\w+)|\\{([^}]*)\\}) from "${packageName}"`, 'gm'));
  const names = [...imports].flatMap(([, whole, named = '']) =>
    whole ? [`default as ${whole}`] : named.split(',').map((name) => name.trim().replace(/ as .*/, '')),
  );
  return names.length > 0 ? `export { ${[...new Set(names)].join(', ')} } from '${packageName}';` : '';
};

const zodUse = (code: string): string => {
  // One file's `z` is told from the next one's by a number.
  const used = new Set([...code.matchAll(/\bz\d*\.((?:iso\.)?\w+)/g)].map(([, name]) => `z.${name}`));
  return `import * as z from '${packages.zod}';\nexport const zod = [${[...used].join(', ')}];`;
};

/**
 * A handler that loads these clients and just what a function takes from packages, and does nothing with it: what is above
 * that is the function's own code.
 * @param ownCode of the function: its bundle without the packages, not minified
 */
export const packagesFloor = (loaded: readonly Client[], ownCode: string): string =>
  [
    ...loaded.map((client) => clients[client]),
    ...packages.byName.map((packageName) => namedUse(ownCode, packageName)),
    zodUse(ownCode),
    handler,
  ].join('\n');
