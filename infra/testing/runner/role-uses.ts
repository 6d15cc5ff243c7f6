import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { attributesKey, leadingKeys, type Permission, readPermissions } from '#infra/local/roles/iam';

/** What a role was used for, as `checkRole` notes it. */
interface Use {
  readonly name: string;
  readonly action: string;
  readonly resource: string;
  readonly partition: string;
  readonly attribute?: string;
}

/** What no integration test needs, and why it is allowed all the same. */
const exceptions: Readonly<Record<string, string>> = {
  'account: dynamodb:UpdateItem of VIEWS#*': 'an erased family leaves views that have children of others too',
  'admin: Allow dynamodb:BatchWriteItem on <DataTable.Arn>':
    'a class that is deleted at once may have had cancelled sessions',
  'links: Allow dynamodb:Query on <DataTable.Arn> if {"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["CLASSES"]}}':
    'a place in another slot is priced by the running classes of the family',
  ...Object.fromEntries(
    [
      ...['messenger: dynamodb:DeleteItem of WAITING#*', 'messenger: dynamodb:GetItem of OFFER#*'],
      'messenger: dynamodb:UpdateItem of OFFER#*',
      ...['messenger: dynamodb:UpdateItem of RENEWALS#*', 'timer: dynamodb:GetItem of OFFER#*'],
    ].map((part) => [part, 'both ask waiting lists by the same code, which tests call as either']),
  ),
};

/** Needed by Lambda, which writes the log and feeds the function, not by the function's code. */
const ofLambda = /^(?:logs|sqs|s3):|^dynamodb:(?:DescribeStream|GetRecords|GetShardIterator|ListStreams)$/;

const isLike = (value: string, pattern: string): boolean =>
  pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern;

/** The parts of a permission that none of the uses needs: partitions, attributes, or all of it. */
const unusedOf = ({ line, action, resource, conditions }: Permission, uses: readonly Use[]): string[] => {
  const own = uses.filter((use) => use.action === action && isLike(use.resource, resource));
  if (own.length === 0) return [line];
  return conditions.flatMap(({ key, patterns }) =>
    patterns
      .filter((pattern) => {
        if (key === leadingKeys) return !own.some(({ partition }) => partition === pattern);
        return key === attributesKey && !own.some(({ attribute }) => attribute === pattern);
      })
      .map((pattern) => `${action} of ${pattern}`),
  );
};

const readUses = (folder: string): Use[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );

/** What the roles allow, and no use needs: `family: dynamodb:PutItem of FEED#*`. */
const listUnused = (uses: readonly Use[]): string[] =>
  [...readPermissions()].flatMap(([name, role]) =>
    role
      .filter(({ isAllowed, action }) => isAllowed && !ofLambda.test(action))
      .flatMap((permission) =>
        unusedOf(
          permission,
          uses.filter((use) => use.name === name),
        ),
      )
      .map((part) => `${name}: ${part}`),
  );

let checked: { readonly project: TestProject; readonly folder: string } | undefined;

export const setup = (project: TestProject): void => {
  checked = { project, folder: mkdtempSync(join(tmpdir(), 'role-uses-')) };
  process.env.ROLE_USES ??= checked.folder;
};

const isWhole = async (project: TestProject): Promise<boolean> => {
  const { state, config } = project.vitest;
  const { testFiles } = await project.globTestFiles();
  const modules = state.getTestModules().filter((module) => module.project.name === project.name);
  return (
    modules.length === testFiles.length &&
    modules.every((module) => module.ok()) &&
    !config.tagsFilter?.length &&
    project.vitest.getGlobalTestNamePattern() === undefined
  );
};

/**
 * After a run of all integration tests, what none of them uses must be an exception (OPS-07).
 * @throws Error that names the others
 */
export const teardown = async (): Promise<void> => {
  if (!checked) return;
  const { project, folder } = checked;
  const unused = (await isWhole(project)) ? listUnused(readUses(process.env.ROLE_USES ?? folder)) : undefined;
  rmSync(folder, { recursive: true });
  if (!unused) return;
  // A race may use what no other test uses, so that this is no reason to fail.
  for (const part of Object.keys(exceptions))
    if (!unused.includes(part)) console.warn(`No exception is needed any more for ${part}.`);
  const wrong = unused
    .filter((part) => !(part in exceptions))
    .map((part) => `No test needs what a role allows: ${part}. Take it out of infra/cloud/table-access/.`);
  if (wrong.length === 0) return;
  // Vitest reports an error of a teardown, and succeeds.
  process.exitCode = 1;
  throw new Error(wrong.join('\n'));
};
