import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { prod } from '../settings/prod.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { DeploymentRefusedError, planDeployment } from './deployed-stack.ts';

const cloudFormation = mockClient(CloudFormationClient);
beforeEach(() => cloudFormation.reset());

const settings: Settings = {
  stage: 'prod',
  ...prod,
  mailFrom: 'hello@club.example',
  alarmEmail: 'alarms@club.example',
  domain: { name: 'book.club.example', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/abc' },
  firewall: true,
};

const givenStack = (StackStatus: StackStatus, value?: string) =>
  cloudFormation.on(DescribeStacksCommand, { StackName: 'football-booking-prod' }).resolves({
    Stacks: [
      {
        StackName: 'football-booking-prod',
        CreationTime: new Date(),
        StackStatus,
        Outputs: value === undefined ? [] : [{ OutputKey: 'Settings', OutputValue: value }],
      },
    ],
  });

const plan = (next: Settings, allowed: readonly string[] = []) =>
  planDeployment(new CloudFormationClient({ region: 'eu-west-2' }), next, allowed);

const without = (name: keyof Settings): Settings => {
  const { [name]: _, ...rest } = settings;
  // Optional settings only: the rest is still complete.
  return rest as Settings;
};

const refused = (name: string, message: string) =>
  new CloudFormationServiceException({ name, $fault: 'client', $metadata: {}, message });

const [first, later] = [{ isFirstDeployment: true }, { isFirstDeployment: false }];

describe('the first deployment', () => {
  it('is one of a stack that does not exist', async () => {
    const missing = refused('ValidationError', 'Stack with id football-booking-prod does not exist');
    cloudFormation.on(DescribeStacksCommand).rejects(missing);
    expect(await plan(settings)).toEqual(first);
  });

  // The last two: after the table and the user pool were adopted.
  it.each([
    'ROLLBACK_COMPLETE',
    'REVIEW_IN_PROGRESS',
    'IMPORT_COMPLETE',
    'UPDATE_ROLLBACK_COMPLETE',
  ] as const)('is one of a stack in which none succeeded: %s', async (status) => {
    givenStack(status);
    expect(await plan(settings)).toEqual(first);
  });
});

describe('a later deployment', () => {
  it('is one after an adoption that succeeded', async () => {
    givenStack('UPDATE_ROLLBACK_COMPLETE', JSON.stringify(settings));
    expect(await plan(settings)).toEqual(later);
  });

  it('is accepted with the same settings, with additional ones, and with changed limits', async () => {
    givenStack('UPDATE_COMPLETE', JSON.stringify({ ...without('domain'), firewall: false }));
    const next: Settings = { ...settings, throttle: { perSecond: 500, burst: 1_000 } };
    expect(await plan(next)).toEqual(later);
  });

  it.each(['monthlyBudget', 'domain'] as const)('is refused if %s is missing', async (name) => {
    givenStack('UPDATE_COMPLETE', JSON.stringify(settings));
    await expect(plan(without(name))).rejects.toThrow(DeploymentRefusedError);
    await expect(plan(without(name))).rejects.toThrow(`${name} is deployed as`);
    expect(await plan(without(name), [name])).toEqual(later);
  });

  it('is refused if the firewall is switched off', async () => {
    givenStack('UPDATE_COMPLETE', JSON.stringify(settings));
    const next = { ...settings, firewall: false };
    await expect(plan(next)).rejects.toThrow('firewall is deployed as true and would vanish');
    expect(await plan(next, ['firewall'])).toEqual(later);
  });

  it.each<[string, Partial<Settings>, string]>([
    ['mailFrom', { mailFrom: 'hello@other.example' }, 'from club.example to other.example'],
    ['existingIdentity', { existingIdentity: true }, 'from false to true'],
    [
      'domain',
      { domain: { name: 'other.example', certificateArn: 'arn' } },
      'from book.club.example to other',
    ],
  ])('is refused if the identity in %s would change', async (name, change, message) => {
    givenStack('UPDATE_COMPLETE', JSON.stringify(settings));
    await expect(plan({ ...settings, ...change })).rejects.toThrow(`${name} would change ${message}`);
    await expect(plan({ ...settings, ...change }, ['firewall'])).rejects.toThrow(DeploymentRefusedError);
    expect(await plan({ ...settings, ...change }, [name])).toEqual(later);
  });

  it('may change the sender within its domain, and the certificate of the same host name', async () => {
    givenStack('UPDATE_COMPLETE', JSON.stringify(settings));
    const next: Settings = {
      ...settings,
      mailFrom: 'bookings@club.example',
      domain: {
        name: 'book.club.example',
        certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/new',
      },
    };
    expect(await plan(next)).toEqual(later);
  });

  it('is refused if the deployed settings are unknown', async () => {
    givenStack('UPDATE_COMPLETE');
    await expect(plan(settings)).rejects.toThrow('without an output Settings');
  });

  it('does not treat a refused call as a missing stack', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(refused('AccessDenied', 'Not authorized'));
    await expect(plan(settings)).rejects.toThrow('Not authorized');
  });
});
