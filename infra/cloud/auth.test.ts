import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#shared/limits';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
});
afterAll(() => stack.remove());

describe('the user pool', () => {
  it('invokes pretoken before it makes tokens, by the event that reaches access tokens, and nothing else may [AUT-07, MFA-01]', () => {
    const { LambdaConfig, UserPoolTier } = stack.only('AWS::Cognito::UserPool').properties;
    const { LambdaArn, LambdaVersion } = Object(LambdaConfig).PreTokenGenerationConfig;
    expect([readable(LambdaArn), LambdaVersion, UserPoolTier]).toEqual([
      '<AuthpretokenLive>',
      'V2_0',
      'ESSENTIALS',
    ]);
    const permissions = stack
      .all('AWS::Lambda::Permission')
      .filter(({ properties }) => readable(properties.FunctionName) === '<AuthpretokenLive>');
    expect(
      permissions.map(({ properties }) => [properties.Principal, readable(properties.SourceArn)]),
    ).toEqual([['cognito-idp.amazonaws.com', '<AuthUserPool.Arn>']]);
  });

  it('requires a length of passwords and nothing else [API-31]', () => {
    expect(stack.only('AWS::Cognito::UserPool').properties.Policies).toEqual({
      PasswordPolicy: {
        MinimumLength: limits.passwordMinLength,
        RequireLowercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
        RequireUppercase: false,
      },
    });
  });
});

describe('the client of the site', () => {
  const client = () => stack.only('AWS::Cognito::UserPoolClient').properties;

  it('signs browsers in by SRP only, rotates refresh tokens, and does not reveal who has an account [API-01]', () => {
    expect(client()).toMatchObject({
      GenerateSecret: false,
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH'],
      RefreshTokenRotation: { Feature: 'ENABLED', RetryGracePeriodSeconds: 60 },
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      AllowedOAuthFlowsUserPoolClient: false,
    });
  });

  it('lets users write no attribute that anything reads [PRM-04, PRM-17]', () => {
    expect(client().WriteAttributes).toEqual(['locale']);
  });
});
