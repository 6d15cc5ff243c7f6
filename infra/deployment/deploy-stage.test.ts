import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { brand } from '#shared/brand';
import { dev } from '../settings/dev.ts';
import { prod } from '../settings/prod.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { type DeployDeps, deployStage } from './deploy-stage.ts';
import type { Shell } from './deployed-stack.ts';

const cloudFormation = mockClient(CloudFormationClient);
const sts = mockClient(STSClient);

const account = '111122223333';
const settings: Settings = {
  stage: 'prod',
  ...prod,
  account,
  mailFrom: 'hello@club-of-ours.co.uk',
  alarmEmail: 'alarms@club-of-ours.co.uk',
};
const devSettings: Settings = {
  ...{ stage: 'dev', ...dev, account },
  mailFrom: 'hello@dev.club-of-ours.co.uk',
  alarmEmail: 'alarms@club-of-ours.co.uk',
};

beforeEach(() => {
  cloudFormation.reset();
  sts.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: account });
  cloudFormation.on(DescribeStacksCommand).rejects(
    new CloudFormationServiceException({
      name: 'ValidationError',
      $fault: 'client',
      $metadata: {},
      message: 'Stack with id football-booking-prod does not exist',
    }),
  );
});

const outputs = {
  'football-booking-prod-firewall': { WebAclArn: 'arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/b' },
  'football-booking-prod': {
    SiteUrl: 'https://book.club-of-ours.co.uk',
    DistributionId: 'E1ABC',
    DistributionName: 'd1abc.cloudfront.net',
    ConfigurationSet: 'the-set',
    DnsRecord1: '_dmarc.club-of-ours.co.uk TXT "v=DMARC1; p=none"',
  },
  'football-booking-prod-edge-alarms': {},
};

/** The business as a school would name it: the committed one is a placeholder. */
const ownBusiness = { contact: { email: 'hello@club-of-ours.co.uk' } };

/** Deploys without AWS. Returns the commands that were executed, and what was printed. */
const deploy = async (
  changes: Partial<Settings> = {},
  shell: Shell = {},
  { isUnattended = true, business = ownBusiness }: { isUnattended?: boolean; business?: unknown } = {},
) => {
  const commands: string[] = [];
  const said: string[] = [];
  const deps: DeployDeps = {
    cloudFormation: new CloudFormationClient({ region: 'eu-west-2' }),
    sts: new STSClient({ region: 'eu-west-2' }),
    shell,
    run: (_, command, ...args) => commands.push([command, ...args].join(' ')),
    outputsFile: 'outputs.json',
    readOutputs: () => outputs,
    say: (line) => said.push(line),
  };
  const options = {
    settings: { ...settings, ...changes },
    all: [devSettings, settings],
    allowed: [],
    isUnattended,
    business,
  };
  const refusal = await deployStage(options, deps).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { commands, said: said.join('\n'), refusal };
};

const cdk = 'cdk deploy --progress events -c stage=prod --require-approval never';
const site = `${cdk} -c firstDeployment=true`;
const edge = `${cdk} --app node infra/edge-app.ts`;
const alarm = `${edge} football-booking-prod-edge-alarms --parameters DistributionId=E1ABC --outputs-file outputs.json`;

describe('a deployment', () => {
  it('builds the site, deploys it, and then the alarm of its distribution', async () => {
    expect(await deploy()).toMatchObject({
      refusal: null,
      commands: ['npm run build', `${site} --outputs-file outputs.json`, alarm],
    });
  });

  it('deploys the firewall before the site, which gets its ARN', async () => {
    expect((await deploy({ firewall: true })).commands).toEqual([
      'npm run build',
      `${edge} football-booking-prod-firewall --outputs-file outputs.json`,
      `${site} --parameters WebAclArn=arn:aws:wafv2:us-east-1:111122223333:global/webacl/a/b --outputs-file outputs.json`,
      alarm,
    ]);
  });

  it('asks before it changes permissions, unless it is told not to', async () => {
    const { commands } = await deploy({}, {}, { isUnattended: false });
    expect(commands.join()).not.toContain('--require-approval');
  });

  it('prints the address, and what a person has to do', async () => {
    const domain = {
      name: 'book.club-of-ours.co.uk',
      certificateArn: 'arn:aws:acm:us-east-1:1:certificate/a',
    };
    const { said } = await deploy({ domain, existingIdentity: true });
    for (const line of [
      'The site is at https://book.club-of-ours.co.uk',
      'book.club-of-ours.co.uk CNAME d1abc.cloudfront.net',
      '_dmarc.club-of-ours.co.uk TXT',
      '--email-identity club-of-ours.co.uk --configuration-set-name the-set',
      'alarms@club-of-ours.co.uk confirms both subscriptions',
    ])
      expect(said).toContain(line);
    expect((await deploy()).said).not.toContain('CNAME');
  });
});

describe('a deployment is refused, and nothing is executed,', () => {
  const certificateArn = 'arn:aws:acm:us-east-1:1:certificate/a';
  it.each<[string, Partial<Settings>, string]>([
    [
      'with credentials of another account',
      { account: '444455556666' },
      'the credentials are those of account 111122223333, and prod is in account 444455556666',
    ],
    [
      'with a placeholder for the host name',
      { domain: { name: 'book.club.test', certificateArn } },
      'domain.name is still the placeholder book.club.test',
    ],
    [
      'with a placeholder for a host of pictures',
      { pictureHosts: ['img.club.example'] },
      'pictureHosts.0 is still the placeholder img.club.example',
    ],
    [
      'if the stages of the account together send more than SES takes',
      { mailRate: { quota: 14, perSecond: 13, reserved: 3 } },
      "share SES's quota of 14 emails per second, and mailRate.perSecond is 15 together",
    ],
    [
      'if the stages of the account disagree on the quota',
      { mailRate: { quota: 20, perSecond: 12, reserved: 3 } },
      'name different ones in mailRate.quota',
    ],
    [
      'if the stages of the account disagree on the quota of Lambda',
      { concurrentExecutions: 10 },
      'name different ones in concurrentExecutions',
    ],
    [
      'if the stages of the account send from one domain',
      { mailFrom: 'hello@dev.club-of-ours.co.uk' },
      'send from one domain',
    ],
    ['without a budget', { monthlyBudget: undefined }, 'monthlyBudget is for the whole account'],
  ])('%s', async (_, changes, message) => {
    const { commands, refusal } = await deploy(changes);
    expect([refusal, commands]).toEqual([expect.stringContaining(message), []]);
  });

  it('in another region', async () => {
    const { commands, refusal } = await deploy({}, { AWS_REGION: 'us-west-2' });
    expect([refusal, commands]).toEqual([
      expect.stringContaining('AWS_REGION is us-west-2, and prod is in eu-west-2'),
      [],
    ]);
  });

  it('with the settings and the business as committed', async () => {
    const { refusal } = await deploy({ ...prod }, {}, { business: brand });
    const found = [...(refusal ?? '').matchAll(/(\S+): (\S+) is still the placeholder/g)];
    expect(found.map(([, file, setting]) => `${file} ${setting}`)).toEqual(
      expect.arrayContaining([
        'infra/settings/prod.ts account',
        'infra/settings/prod.ts mailFrom',
        'infra/settings/prod.ts alarmEmail',
        'shared/brand.ts contact.email',
        'shared/brand.ts contact.social.0.url',
      ]),
    );
  });
});
