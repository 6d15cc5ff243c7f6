import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EdgeAlarmsStack } from '#infra/cloud/edge-alarms-stack';
import { FirewallStack } from '#infra/cloud/firewall-stack';
import { bundling, lambdaSettings } from '#infra/cloud/lambda-settings';
import { edgeAlarmsStackName, firewallStackName, stackName } from '#infra/cloud/names';
import { PipelineStack } from '#infra/cloud/pipeline-stack';
import { prod } from '#infra/settings/prod';
import { bulkMailRate, stageSettingsSchema } from '#infra/settings/settings-schema';
import { limits } from '#shared/limits';
import { nameOf } from '../cloud/policy.ts';
import { synthesize } from '../cloud/synthesize.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const guide = read('docs/operations.md');
const packageJson: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

const section = (title: string): string => {
  const [, after = ''] = guide.split(new RegExp(`^#+ ${title}$`, 'm'));
  return after.split(/^#/m)[0] ?? '';
};

const commands = [...guide.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, text = '']) => text);
const typed = [...commands, ...[...guide.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)].join('\n');

let site: ReturnType<typeof synthesize>;
beforeAll(() => {
  site = synthesize({ stage: 'prod', settings: { cards: true } });
});
afterAll(() => site.remove());

const namesIn = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, name = '']) => name)),
];

describe('the commands of docs/operations.md', () => {
  it('are valid for a shell', () => {
    expect(commands.length).toBeGreaterThan(8);
    for (const text of commands) {
      // A placeholder such as <table> is no redirection of the input.
      const script = text.replace(/<[^>]+>/g, 'NAME');
      expect(() => execFileSync('bash', ['-n', '-c', script], { stdio: 'pipe' }), text).not.toThrow();
    }
  });

  it('are scripts of the project, with options that these know', () => {
    const scripts = namesIn(typed, /npm run ([\w:-]+)/g);
    expect(scripts).toEqual(expect.arrayContaining(['bootstrap', 'deploy', 'adopt', 'admin', 'synth']));
    expect(scripts.filter((name) => !(name in packageJson.scripts))).toEqual([]);
    for (const [line, script = ''] of typed.matchAll(/npm run (deploy|bootstrap|adopt|admin) --[^\n`#]*/g)) {
      const [, file = ''] = /(infra\/\S+\.ts)/.exec(packageJson.scripts[script] ?? '') ?? [];
      for (const option of namesIn(line, / --([a-z][\w-]*)/g)) expect(read(file), line).toContain(option);
    }
  });

  it('name stacks, apps and files that exist', () => {
    const stacks = ['dev', 'prod'].flatMap((stage) => [
      stackName(stage),
      firewallStackName(stage),
      edgeAlarmsStackName(stage),
    ]);
    const named = namesIn(typed, /--stack-name "?(football-booking-[\w-]+)/g).filter(
      (name) => !name.endsWith('-'),
    );
    expect(named.length).toBeGreaterThan(1);
    expect(named.filter((name) => !stacks.includes(name))).toEqual([]);
    for (const app of namesIn(typed, /--app "node (\S+)"/g)) expect(existsSync(join(root, app))).toBe(true);
  });

  it('list every kind of resource that stays when a stage is taken down', () => {
    const kept = Object.values<{ Type: string; DeletionPolicy?: string }>(site.template.toJSON().Resources)
      .filter(({ DeletionPolicy }) => DeletionPolicy?.startsWith('Retain'))
      .map(({ Type }) => Type)
      // Versions go with their function.
      .filter((type) => type !== 'AWS::Lambda::Version');
    expect(namesIn(section('Taking down a stage'), /(AWS::\w+::\w+)/g).toSorted()).toEqual(
      [...new Set(kept)].toSorted(),
    );
  });
});

describe('docs/operations.md', () => {
  it('explains every setting, and no other', () => {
    const rows = namesIn(section('Settings'), /^\| `(\w+)` \|/gm);
    expect(rows.toSorted()).toEqual(Object.keys(stageSettingsSchema.shape).toSorted());
  });

  it('explains every alarm, and no other', () => {
    const edge = Template.fromStack(new EdgeAlarmsStack(new App(), 'EdgeAlarms', prod));
    const alarm = 'AWS::CloudWatch::Alarm';
    const named = [
      ...site.all(alarm).map(({ name }) => name),
      ...Object.keys(edge.findResources(alarm)).map(nameOf),
    ]
      .map((name) => (name.startsWith('Releases') ? 'Releases…Alarm' : name.replace(/^Alarms(?=.)/, '')))
      .map((name) => name.replace(/^[a-z]\w*Errors$/, '…Errors'));
    const [, burning = ''] = guide.split(/^## When it burns$/m);
    const explained = namesIn(burning.split(/^## /m)[0] ?? '', /^### ([^(\n]+?)(?: \([^)]*\))?$/gm)
      .flatMap((title) => title.split(', '))
      .filter((title) => /^\S+$/.test(title));
    expect(explained.toSorted()).toEqual([...new Set(named)].toSorted());
  });

  it('names outputs that the stacks have', () => {
    const pipeline = Template.fromStack(new PipelineStack(new App(), stackName('pipeline')));
    const firewall = Template.fromStack(new FirewallStack(new App(), 'Firewall', prod));
    const outputs = [site.template, pipeline, firewall].flatMap((template) =>
      Object.keys(template.toJSON().Outputs),
    );
    const named = [...guide.matchAll(/outputs?((?:\s+`\w+`,?)+)/g)].flatMap(([, list = '']) =>
      namesIn(list, /`(\w+)`/g),
    );
    expect(named).toEqual(expect.arrayContaining(['Settings', 'DistributionName', 'DiffRole']));
    expect(named.filter((name) => !outputs.includes(name))).toEqual([]);
  });

  it('tells how long things are kept as the template does', () => {
    const days = (type: string, property: string) =>
      site.all(type).map(({ properties }) => Number(properties[property]));
    // "three months", "two weeks"
    expect(new Set(days('AWS::Logs::LogGroup', 'RetentionInDays'))).toEqual(new Set([90]));
    expect(new Set(days('AWS::SQS::Queue', 'MessageRetentionPeriod'))).toEqual(new Set([14 * 24 * 3_600]));
    const [client] = site.all('AWS::Cognito::UserPoolClient').map(({ properties }) => properties);
    expect(client).toMatchObject({ AccessTokenValidity: 15, RefreshTokenValidity: 30 * 24 * 60 });
    for (const text of [
      '| CloudWatch | three months |',
      '| SQS queue | two weeks |',
      '15 minutes and 30 days',
    ])
      expect(read('docs/personal-data.md')).toContain(text);
  });
});

describe('the ceilings', () => {
  it('of a slot and of emails are those of the settings', () => {
    expect(section('Ceilings')).toContain(`a slot has at most ${limits.slotCapacity} places`);
    const rate = bulkMailRate(prod.mailRate);
    expect(section('Ceilings')).toContain(`at ${rate} per second`);
    expect(read('docs/performance.md')).toContain(
      `takes ${Math.round(999 / rate)} seconds at ${rate} emails a second.`,
    );
    expect(read('infra/deployment/ses-request.txt')).toContain(
      `${prod.mailRate.quota} emails per second and 50,000 a day`,
    );
  });

  it('of the runtime names the one in use', () => {
    expect(section('Ceilings')).toContain(`\`${lambdaSettings.runtime.name}\` ends on April 30, 2028`);
    expect(lambdaSettings.runtime.name).toBe(`nodejs${bundling.target.replace('node', '')}.x`);
  });
});
