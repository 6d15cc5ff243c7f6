import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { readable } from '../testing/cloud/policy.ts';
import { stackName } from './names.ts';
import { PipelineStack } from './pipeline-stack.ts';

const stack = new PipelineStack(new App(), stackName('pipeline'));
const template = Template.fromStack(stack);
const projectRoot = join(import.meta.dirname, '../..');

const roles = new Map(
  Object.entries(template.findResources('AWS::IAM::Role')).map(([id, { Properties }]) => [
    id.replace(/[0-9A-F]{8}$/, ''),
    Properties,
  ]),
);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

const permissionsOf = (name: string): string[] =>
  Object(roles.get(name)).Policies.flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) =>
      PolicyDocument.Statement.flatMap((statement) => {
        const { Action, Resource } = Object(statement);
        return list(Action).flatMap((action) =>
          list(Resource).map((resource) => `${action} on ${readable(resource)}`),
        );
      }),
  );

const bootstrapRole = (kind: string) =>
  `arn:<AWS::Partition>:iam::<AWS::AccountId>:role/cdk-hnb659fds-${kind}-role-<AWS::AccountId>-*`;
const stackArn = (name: string, region = '<AWS::Region>') =>
  `arn:<AWS::Partition>:cloudformation:${region}:<AWS::AccountId>:stack/football-booking-${name}/*`;

describe('the roles of the workflows', () => {
  it.each([
    ['Deploydev', 'environment:dev'],
    ['Deployprod', 'environment:prod'],
    ['Diff', 'pull_request'],
  ])('%s is assumed only with a token of the repository for %s', (name, subject) => {
    const [statement, ...more] = Object(roles.get(name)).AssumeRolePolicyDocument.Statement;
    expect(more).toEqual([]);
    expect(statement.Action).toBe('sts:AssumeRoleWithWebIdentity');
    const { StringEquals } = statement.Condition;
    expect(StringEquals['token.actions.githubusercontent.com:aud']).toBe('sts.amazonaws.com');
    expect(readable(StringEquals['token.actions.githubusercontent.com:sub'])).toBe(`<Repository>:${subject}`);
  });

  it('deploy through the roles of the bootstrap, and read the settings of one stage', () => {
    for (const stage of ['dev', 'prod']) {
      expect(permissionsOf(`Deploy${stage}`)).toEqual([
        `sts:AssumeRole on ${bootstrapRole('deploy')}`,
        `sts:AssumeRole on ${bootstrapRole('file-publishing')}`,
        `cloudformation:DescribeStacks on ${stackArn(stage)}`,
      ]);
    }
  });

  it('read stacks of the product and no data for a pull request', () => {
    const allowed = permissionsOf('Diff');
    expect(allowed.length).toBeGreaterThan(0);
    for (const permission of allowed)
      expect(permission).toMatch(
        /^cloudformation:(DescribeStacks|GetTemplate|ListStackResources) on arn:.*:stack\/football-booking-/,
      );
  });

  it('trust GitHub’s provider, which is created unless the account has it', () => {
    const [[id, provider] = [], ...more] = Object.entries(template.findResources('AWS::IAM::OIDCProvider'));
    expect(more).toEqual([]);
    expect(provider).toMatchObject({ Condition: 'IsProviderNew', DeletionPolicy: 'RetainExceptOnCreate' });
    expect(template.toJSON().Conditions.IsProviderNew).toEqual({
      'Fn::Equals': [{ Ref: 'ExistingProvider' }, 'false'],
    });
    for (const role of roles.values()) {
      const [{ Principal }] = Object(role).AssumeRolePolicyDocument.Statement;
      const [condition, created, existing] = Principal.Federated['Fn::If'];
      expect([condition, created]).toEqual(['IsProviderNew', { 'Fn::GetAtt': [id, 'Arn'] }]);
      expect(readable(existing)).toBe(
        'arn:<AWS::Partition>:iam::<AWS::AccountId>:oidc-provider/token.actions.githubusercontent.com',
      );
    }
  });

  it('are all there are', () => {
    expect([...roles.keys()]).toEqual(['Deploydev', 'Deployprod', 'Diff']);
    expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
  });
});

const workflow = (name: string) => readFileSync(join(projectRoot, '.github/workflows', name), 'utf8');

const jobsOf = (name: string): ReadonlyMap<string, string> => {
  const [, jobs = ''] = workflow(name).split('\njobs:\n');
  return new Map(
    jobs.split(/^ {2}(?=\w+:$)/m).flatMap((text) => {
      const [, job] = /^(\w+):$/m.exec(text) ?? [];
      return job ? [[job, text] as const] : [];
    }),
  );
};

describe('the workflows', () => {
  it('lint the templates of the cloud with cfn-lint, here where it is installed or required [CLD-04]', () => {
    const steps = jobsOf('check.yml').get('test');
    expect(steps).toMatch(/run: pip install cfn-lint==[\d.]+$/m);
    expect(steps).toContain('run: npm run lint:cloud');
    const local = readFileSync(join(projectRoot, '.ci/run'), 'utf8');
    expect(local).toMatch(
      /if \[ "\$\{CFN_LINT:-\}" = required \] \|\| cfn-lint --version .*; then\n {2}npm run lint:cloud\nelse\n {2}echo /,
    );
    // Where it is not, the command does not pass.
    const command = spawnSync(process.execPath, [join(projectRoot, 'infra/tools/lint-cloud.ts')], {
      env: { PATH: '' },
      encoding: 'utf8',
    });
    expect([command.status, command.stderr]).toEqual([1, expect.stringContaining('pip install cfn-lint')]);
  });

  it.each(['check.yml', 'deploy.yml'])('%s uses no stored credentials', (name) => {
    expect(workflow(name)).not.toMatch(/secrets\.|AWS_SECRET|AWS_ACCESS/);
    expect(workflow(name)).toMatch(/^permissions:\n {2}contents: read$/m);
  });
});
