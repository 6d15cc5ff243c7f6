import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStackResourcesCommand,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { siteUrlOutput } from '../../cloud/names.ts';
import { connectTarget } from './target.ts';

it('connects to the table and the user pool of a stage, and to nothing where its stack has none [OPS-08]', async () => {
  vi.stubEnv('AWS_REGION', 'eu-west-2');
  const StackName = 'football-booking-prod';
  const cloudFormation = mockClient(CloudFormationClient);
  const resource = (ResourceType: string, PhysicalResourceId: string) =>
    Object({ ResourceType, PhysicalResourceId });
  const pool = resource('AWS::Cognito::UserPool', 'the-pool');
  const Outputs = [{ OutputKey: siteUrlOutput, OutputValue: 'https://club.example' }];
  cloudFormation.on(DescribeStacksCommand, { StackName }).resolves({ Stacks: [Object({ Outputs })] });
  cloudFormation
    .on(ListStackResourcesCommand, { StackName })
    .resolves({ StackResourceSummaries: [resource('AWS::DynamoDB::GlobalTable', 'the-table'), pool] });
  expect(await connectTarget({ stage: 'prod' })).toMatchObject({
    ...{ table: { name: 'the-table' }, userPool: { id: 'the-pool' } },
    ...{ siteUrl: 'https://club.example', timeZone: 'Europe/London', cardSecrets: undefined },
  });
  cloudFormation.on(ListStackResourcesCommand, { StackName }).resolves({ StackResourceSummaries: [pool] });
  await expect(connectTarget({ stage: 'prod' })).rejects.toThrow('one AWS::DynamoDB::GlobalTable');
});
