import { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it, onTestFinished } from 'vitest';
import { dev } from '../settings/dev.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Stage, StageSettings } from '../settings/settings-schema.ts';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { BookingStack } from './booking-stack.ts';
import { EdgeAlarmsStack } from './edge-alarms-stack.ts';
import { FirewallStack } from './firewall-stack.ts';

const domain = { name: 'club.example', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/abc' };

const violationsWith = (settings: Partial<StageSettings>) => {
  const { stack, remove } = synthesize({ settings, checked: true });
  onTestFinished(remove);
  return new AwsSolutionsChecks().validateScope(stack).violations;
};

it.each([
  ['the firewall', new FirewallStack(new App(), 'Test', { accountRequestsPerAddress: 80 })],
  ['the alarms of the edge', new EdgeAlarmsStack(new App(), 'Test', { alarmEmail: 'alarms@club.example' })],
])('the stack of %s follows the rules of AWS Solutions', (_, stack) => {
  expect(new AwsSolutionsChecks().validateScope(stack).violations).toEqual([]);
});

it.each<[string, Partial<StageSettings>]>([
  ['with the settings of dev', {}],
  ['with a domain of its own', { domain }],
  ['with a firewall', { firewall: true }],
  ['with a budget and an existing identity', { monthlyBudget: 50, existingIdentity: true }],
])('follows the rules of AWS Solutions %s', { tags: 'exhaustive' }, (_, settings) => {
  expect(violationsWith(settings)).toEqual([]);
});

const outputsOf = ({ template }: ReturnType<typeof synthesize>): Record<string, { Value: unknown }> =>
  template.toJSON().Outputs;

const dnsRecordsOf = (made: ReturnType<typeof synthesize>): string[] =>
  Object.entries(outputsOf(made)).flatMap(([name, { Value }]) =>
    name.startsWith('DnsRecord') ? [readable(Value)] : [],
  );

const dmarc = '_dmarc.club.example TXT "v=DMARC1; p=none"';

it('outputs the address of the site, the settings that the next deployment compares, and the DNS records of mail: DKIM, the MAIL FROM domain and DMARC', () => {
  const settings = { alarmEmail: 'alarms@club.example', mailFrom: 'hello@club.example', domain };
  const made = synthesize({ settings });
  onTestFinished(made.remove);
  const outputs = outputsOf(made);
  expect(outputs.SiteUrl?.Value).toBe('https://club.example');
  expect(JSON.parse(String(outputs.Settings?.Value))).toEqual({ ...dev, ...settings });
  expect(dnsRecordsOf(made)).toEqual([
    ...[1, 2, 3].map(
      (index) => `<EmailIdentity.DkimDNSTokenName${index}> CNAME <EmailIdentity.DkimDNSTokenValue${index}>`,
    ),
    'mail.club.example MX 10 feedback-smtp.<AWS::Region>.amazonses.com',
    'mail.club.example TXT "v=spf1 include:amazonses.com ~all"',
    dmarc,
  ]);
});

it('uses an existing identity without creating it', () => {
  const made = synthesize({ settings: { mailFrom: 'hello@club.example', existingIdentity: true } });
  onTestFinished(made.remove);
  expect(made.all('AWS::SES::EmailIdentity')).toEqual([]);
  expect(dnsRecordsOf(made)).toEqual([dmarc]);
});

describe('without a built site', () => {
  const make = (stacks: readonly string[], stage: Stage = 'dev', isFirstDeployment = true) =>
    new BookingStack(new App({ context: { 'aws:cdk:bundling-stacks': stacks } }), 'Test', {
      settings: readSettings(stage),
      isFirstDeployment,
      siteDirectory: '/there/is/no/such/folder',
    });

  it.each([
    ['dev', false, false],
    ['prod', false, true],
    ['prod', true, false],
  ] as const)(
    'the account can be bootstrapped, for which nothing is bundled, and protects the stage %s from deletion, first deployment %s: %s',
    (stage, isFirstDeployment, isProtected) => {
      expect(make([], stage, isFirstDeployment).terminationProtection ?? false).toBe(isProtected);
    },
  );

  it('nothing is deployed', () => {
    expect(() => make(['Test'])).toThrow('run `npm run build`');
  });
});
