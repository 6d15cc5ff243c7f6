import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionName } from '#functions/functions';
import type { RequestCheck } from '#functions/lib/aws-requests';
import {
  type Access,
  accessesOf,
  attributesKey,
  type Permission,
  partitionsOf,
  readPermissions,
  refusalOf,
} from './iam.ts';

/** The function whose work is running. Without one it is a set-up, or a test during a request, which may do everything. */
const acting = new AsyncLocalStorage<FunctionName | 'operator'>();

export const asRole = <Result>(name: FunctionName, work: () => Result): Result => acting.run(name, work);

export const asOperator = <Result>(work: () => Result): Result => acting.run('operator', work);

export const inRole = <Work extends (...args: never[]) => unknown>(name: FunctionName, work: Work): Work =>
  // It has the parameters and the result of the given one.
  ((...args) => asRole(name, () => work(...args))) as Work;

class AccessDeniedError extends Error {
  readonly $fault = 'client';
  readonly $metadata;

  constructor(client: string, message: string) {
    super(message);
    const isMail = client === 'SESClient';
    this.name = isMail ? 'AccessDenied' : 'AccessDeniedException';
    this.$metadata = { httpStatusCode: isMail ? 403 : 400 };
  }
}

const help =
  'Grant it in infra/cloud/table-access/, then run `npx vitest run infra/cloud/permissions.test.ts -u` ' +
  '(docs/decisions/0071-each-function-under-its-role.md).';

let permissions: ReadonlyMap<string, readonly Permission[]> | undefined;
const refusals: string[] = [];
const noted = new Set<string>();

export const takeRefusals = (): string[] => refusals.splice(0);

/** Appends what roles are used for to a file, if the variable ROLE_USES names a folder. */
const noteUse = (use: Readonly<Record<string, string>>): void => {
  const folder = process.env.ROLE_USES;
  const line = `${JSON.stringify(use)}\n`;
  if (!folder || noted.has(line)) return;
  noted.add(line);
  appendFileSync(join(folder, `${process.pid}.jsonl`), line);
};

const noteUses = (name: FunctionName, role: readonly Permission[], accesses: readonly Access[]): void => {
  for (const access of accesses)
    for (const partition of partitionsOf(role, access)) {
      const use = { name, action: access.action, resource: access.resource, partition };
      noteUse(use);
      for (const attribute of access.context[attributesKey] ?? []) noteUse({ ...use, attribute });
    }
};

/** In place of IAM. ROLES=off allows everything. @throws AccessDeniedException, which names the missing statement */
export const checkRole: RequestCheck = async ({ client, command, input }, send) => {
  const name = acting.getStore();
  if (name === undefined || name === 'operator' || process.env.ROLES === 'off') return send();
  permissions ??= readPermissions();
  const accesses = accessesOf(client, command, input);
  const role = permissions.get(name) ?? [];
  const refusal = refusalOf(role, accesses);
  if (refusal !== undefined) {
    const message = `The role of the function ${name} does not allow ${command}: ${refusal}. ${help}`;
    refusals.push(message);
    throw new AccessDeniedError(client, message);
  }
  if (process.env.ROLE_USES) noteUses(name, role, accesses);
  return asOperator(send);
};
