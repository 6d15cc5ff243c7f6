import { join } from 'node:path';
import { build } from 'esbuild';
import type { FunctionName } from '#functions/functions';

const actionOf = new Map([
  ['AdminAddUserToGroup', 'cognito-idp:AdminAddUserToGroup'],
  ['AdminCreateUser', 'cognito-idp:AdminCreateUser'],
  ['AdminDeleteSoftwareToken', 'cognito-idp:AdminDeleteSoftwareToken'],
  ['AdminDeleteUser', 'cognito-idp:AdminDeleteUser'],
  ['AdminGetUser', 'cognito-idp:AdminGetUser'],
  ['AdminInitiateAuth', 'cognito-idp:AdminInitiateAuth'],
  ['AdminRemoveUserFromGroup', 'cognito-idp:AdminRemoveUserFromGroup'],
  ['AdminSetUserMFAPreference', 'cognito-idp:AdminSetUserMFAPreference'],
  ['AdminSetUserPassword', 'cognito-idp:AdminSetUserPassword'],
  ['AdminUpdateUserAttributes', 'cognito-idp:AdminUpdateUserAttributes'],
  ['AdminUserGlobalSignOut', 'cognito-idp:AdminUserGlobalSignOut'],
  ['BatchGet', 'dynamodb:BatchGetItem'],
  ['BatchWrite', 'dynamodb:BatchWriteItem'],
  ['Delete', 'dynamodb:DeleteItem'],
  ['Get', 'dynamodb:GetItem'],
  ['GetSecretValue', 'secretsmanager:GetSecretValue'],
  ['Put', 'dynamodb:PutItem'],
  ['Query', 'dynamodb:Query'],
  ['SendRawEmail', 'ses:SendRawEmail'],
  ['Update', 'dynamodb:UpdateItem'],
  ['ConditionCheck', 'dynamodb:ConditionCheckItem'],
]);

/** Requests without a permission of their own: a transaction needs those of its items, and an access token authorizes others. */
const withoutAction = new Set(['TransactWrite', 'VerifySoftwareToken']);

/** The three forms of a request in the code. esbuild may add a digit to an imported name. */
const requests = [
  /\bnew (\w+?)Command\d*\(/g,
  /\bpaginate([A-Z]\w+?)\d*\(/g,
  /\b(Put|Update|Delete|ConditionCheck): (?:\{\s*(?:TableName|\.\.\.\w)|booking(?:WithId|AsRead)\()/g,
];

const makeBundle = async (name: FunctionName): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../../../functions/entries', `${name}.ts`)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['@aws-sdk/*'],
  });
  return outputFiles.map(({ text }) => text).join('\n');
};

const bundles = new Map<FunctionName, Promise<string>>();

/** The code of a function after tree shaking. */
const bundle = (name: FunctionName): Promise<string> => {
  const made = bundles.get(name) ?? makeBundle(name);
  bundles.set(name, made);
  return made;
};

/** Whether a function's code reads the school's settings, of which each process keeps a copy for some seconds. */
export const usesSettings = async (name: FunctionName): Promise<boolean> =>
  /\breadSettings\d* = /.test(await bundle(name));

/**
 * The actions that a function's code can request, found in the bundle.
 * @throws Error for a request whose permission is not listed above
 */
export const requestedActions = async (name: FunctionName): Promise<string[]> => {
  const code = await bundle(name);
  const names = requests.flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, request]) => request ?? ''),
  );
  const actions = names
    .filter((request) => !withoutAction.has(request))
    .map((request) => {
      const action = actionOf.get(request);
      if (!action) throw new Error(`actionOf has no permission for ${request}`);
      return action;
    });
  return [...new Set(actions)].toSorted();
};
