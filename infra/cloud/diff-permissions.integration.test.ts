import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { expect, it } from 'vitest';
import { readAllSettings } from '../settings/read-settings.ts';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { EdgeAlarmsStack } from './edge-alarms-stack.ts';
import { FirewallStack } from './firewall-stack.ts';
import { edgeAlarmsStackName, firewallStackName, stackName } from './names.ts';
import { PipelineStack } from './pipeline-stack.ts';

const account = '111122223333';
const region = 'eu-west-2';

interface Permission {
  readonly actions: readonly string[];
  readonly resources: readonly RegExp[];
}

const list = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

/** An ARN of a policy, in which `*` is any text. */
const asPattern = (arn: string): RegExp =>
  new RegExp(
    `^${arn
      .replaceAll('<AWS::Partition>', 'aws')
      .replaceAll('<AWS::Region>', region)
      .replaceAll('<AWS::AccountId>', account)
      .replaceAll('*', '.*')}$`,
  );

/** What the role of pull requests may do. */
const permissions = (): Permission[] => {
  const template = Template.fromStack(new PipelineStack(new App(), stackName('pipeline')));
  const [role] = Object.entries(template.findResources('AWS::IAM::Role')).filter(([id]) =>
    id.startsWith('Diff'),
  );
  return Object(role?.[1]).Properties.Policies.flatMap(
    ({ PolicyDocument }: { PolicyDocument: { Statement: object[] } }) =>
      PolicyDocument.Statement.map((statement) => {
        const { Action, Resource } = Object(statement);
        return { actions: list(Action), resources: list(Resource).map((arn) => asPattern(readable(arn))) };
      }),
  );
};

interface Deployed {
  readonly region: string;
  /** The stacks nested in it: the physical name that CloudFormation makes, by the logical id. */
  readonly nested: ReadonlyMap<string, string>;
}

/** The stacks of an app as they are after a deployment, by name. */
const deployedStacks = (app: App): ReadonlyMap<string, Deployed> =>
  new Map(
    app.node.children
      .filter((child) => child instanceof Stack)
      .flatMap((stack) => {
        const ids = Object.keys(Template.fromStack(stack).findResources('AWS::CloudFormation::Stack'));
        const nested = new Map(ids.map((id) => [id, `${stack.stackName}-${id}-1A2B3C4D5E6F7`]));
        const at = stack.region.startsWith('us-') ? stack.region : region;
        return [
          [stack.stackName, { region: at, nested }] as const,
          ...[...nested.values()].map((name) => [name, { region: at, nested: new Map() }] as const),
        ];
      }),
  );

const answer = (action: string, content: string) =>
  `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`;
const failure = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;

/** CloudFormation as far as `cdk diff` asks it. It refuses what IAM would refuse to the role, and lists it. */
const startCloudFormation = async (
  allowed: readonly Permission[],
  stacks: ReturnType<typeof deployedStacks>,
) => {
  const asked: string[] = [];
  const refused: string[] = [];
  const respond = (form: URLSearchParams, at: string): readonly [status: number, text: string] => {
    const action = form.get('Action') ?? '';
    const identity = `<Account>${account}</Account><Arn>arn:aws:sts::${account}:assumed-role/Diff/x</Arn>`;
    if (action === 'GetCallerIdentity') return [200, answer(action, identity)];
    // The lookup role of the bootstrap could read the table. The command goes on with its own credentials.
    if (action === 'AssumeRole') return [403, failure('AccessDenied', 'Diff may not assume a role')];
    const name = form.get('StackName') ?? '';
    const arnOf = (stack: string) => `arn:aws:cloudformation:${at}:${account}:stack/${stack}/0a1b2c3d`;
    asked.push(`${action} on ${name}`);
    const isAllowed = allowed.some(
      ({ actions, resources }) =>
        actions.includes(`cloudformation:${action}`) && resources.some((arn) => arn.test(arnOf(name))),
    );
    if (!isAllowed) {
      refused.push(`${action} on ${name}`);
      return [403, failure('AccessDenied', `Diff is not authorized to perform ${action}`)];
    }
    const stack = stacks.get(name);
    if (stack?.region !== at)
      return [400, failure('ValidationError', `Stack with id ${name} does not exist`)];
    if (action === 'GetTemplate')
      return [200, answer(action, '<TemplateBody>{"Resources":{}}</TemplateBody>')];
    if (action === 'ListStackResources') {
      const members = [...stack.nested].map(
        ([id, physical]) =>
          `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${arnOf(physical)}</PhysicalResourceId><ResourceType>AWS::CloudFormation::Stack</ResourceType></member>`,
      );
      return [200, answer(action, `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`)];
    }
    const described = `<StackName>${name}</StackName><StackId>${arnOf(name)}</StackId><StackStatus>CREATE_COMPLETE</StackStatus>`;
    return [200, answer(action, `<Stacks><member>${described}</member></Stacks>`)];
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // Credential=KEY/date/region/service/aws4_request
    const [, , at = ''] =
      /Credential=([^,]+)/.exec(request.headers.authorization ?? '')?.[1]?.split('/') ?? [];
    const [status, text] = respond(new URLSearchParams(Buffer.concat(chunks).toString('utf8')), at);
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = Object(server.address());
  return { url: `http://127.0.0.1:${port}`, asked, refused, stop: () => server.close() };
};

/** Runs `cdk diff` as the workflow does, on templates that are synthesized already. */
const diff = (assembly: string, endpoint: string): Promise<{ status: number; output: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [
        join(import.meta.dirname, '../../node_modules/aws-cdk/bin/cdk'),
        ...['diff', '--method', 'template', '--app', assembly, '--no-notices', '--no-color'],
      ],
      {
        cwd: assembly,
        env: {
          PATH: process.env.PATH,
          HOME: assembly,
          CI: 'true',
          AWS_ACCESS_KEY_ID: 'diff',
          AWS_SECRET_ACCESS_KEY: 'diff',
          AWS_REGION: region,
          AWS_ENDPOINT_URL: endpoint,
          AWS_EC2_METADATA_DISABLED: 'true',
          CDK_DISABLE_CLI_TELEMETRY: 'true',
        },
      },
      (error, stdout, stderr) => resolve({ status: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

/** An app as the workflow's commands run it. */
const apps: Readonly<Record<string, () => { readonly app: App; readonly remove: () => void }>> = {
  ...Object.fromEntries(
    (['dev', 'prod'] as const).map((stage) => [`the stack of ${stage}`, () => synthesize({ stage })]),
  ),
  'the stacks in us-east-1': () => {
    const outdir = mkdtempSync(join(tmpdir(), 'edge-'));
    const app = new App({ outdir });
    for (const settings of readAllSettings()) {
      new FirewallStack(app, firewallStackName(settings.stage), settings);
      new EdgeAlarmsStack(app, edgeAlarmsStackName(settings.stage), settings);
    }
    return { app, remove: () => rmSync(outdir, { recursive: true }) };
  },
  'the stack of the workflows themselves': () => {
    const outdir = mkdtempSync(join(tmpdir(), 'pipeline-'));
    const app = new App({ outdir });
    new PipelineStack(app, stackName('pipeline'));
    return { app, remove: () => rmSync(outdir, { recursive: true }) };
  },
};

it.each(Object.entries(apps))(
  'a pull request is allowed all that `cdk diff` asks about %s, nested stacks included',
  async (_, make) => {
    const { app, remove } = make();
    const stacks = deployedStacks(app);
    const cloudFormation = await startCloudFormation(permissions(), stacks);
    try {
      const { status, output } = await diff(app.synth().directory, cloudFormation.url);
      expect(cloudFormation.refused).toEqual([]);
      expect([status, output]).toEqual([0, expect.stringContaining('Number of stacks with differences')]);
      for (const name of stacks.keys()) expect(cloudFormation.asked).toContain(`GetTemplate on ${name}`);
    } finally {
      cloudFormation.stop();
      remove();
    }
  },
);
