import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { stackName } from './names.ts';
import { PipelineStack } from './pipeline-stack.ts';

const stack = new PipelineStack(new App(), stackName('pipeline'));
const projectRoot = join(import.meta.dirname, '../..');

it('its roles follow the rules of AWS Solutions', () => {
  expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
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
