import { expect, it, onTestFinished } from 'vitest';
import { grantedRoles } from '#shared/roles';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { planAdoption } from './adoption.ts';

const names = { 'AWS::DynamoDB::GlobalTable': 'the-table', 'AWS::Cognito::UserPool': 'eu-west-2_pool' };

it('takes the table, the user pool and its groups under their names in the template, and needs nothing else', () => {
  const made = synthesize({ stage: 'prod' });
  onTestFinished(made.remove);
  const whole = Object(made.template.toJSON());
  const { template, resourcesToImport } = planAdoption(whole, names);
  expect(resourcesToImport).toEqual([
    {
      ResourceType: 'AWS::DynamoDB::GlobalTable',
      LogicalResourceId: expect.any(String),
      ResourceIdentifier: { TableName: 'the-table' },
    },
    {
      ResourceType: 'AWS::Cognito::UserPool',
      LogicalResourceId: expect.any(String),
      ResourceIdentifier: { UserPoolId: 'eu-west-2_pool' },
    },
    ...grantedRoles.map((GroupName) => ({
      ResourceType: 'AWS::Cognito::UserPoolGroup',
      LogicalResourceId: expect.any(String),
      ResourceIdentifier: { UserPoolId: 'eu-west-2_pool', GroupName },
    })),
  ]);
  const ids = resourcesToImport.map(({ LogicalResourceId }) => LogicalResourceId);
  expect(Object.keys(template.Resources)).toEqual(ids);
  for (const { ResourceType, LogicalResourceId } of resourcesToImport) {
    const { Type, DeletionPolicy } = Object(template.Resources[LogicalResourceId]);
    // CloudFormation imports nothing without a deletion policy.
    expect([Type, DeletionPolicy]).toEqual([ResourceType, expect.stringMatching(/^Retain/)]);
    expect(whole.Resources[LogicalResourceId].Type).toBe(ResourceType);
  }
  // References only to what CloudFormation knows by itself, and to what is imported with it.
  const references = JSON.stringify(template).match(/"(?:Ref|Fn::GetAtt)":[^}]*/g) ?? [];
  const others = references.filter((reference) => !reference.startsWith('"Ref":"AWS::'));
  for (const reference of others) expect(ids).toContain(/^"Ref":"(\w+)"$/.exec(reference)?.[1]);
  // The limit of a template that is passed in the request.
  expect(JSON.stringify(template).length).toBeLessThan(51_200);
});

it('is refused where the template has no such resource', () => {
  expect(() => planAdoption({ Resources: {} }, names)).toThrow('not exactly one AWS::DynamoDB::GlobalTable');
});
