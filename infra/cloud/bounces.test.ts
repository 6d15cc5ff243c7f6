import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
});
afterAll(() => stack.remove());

describe('SES reports', () => {
  it('are sent to the topic for every email that is sent, delivered, bounced or complained of [MSG-08]', () => {
    const { ConfigurationSetName, EventDestination } = stack.only(
      'AWS::SES::ConfigurationSetEventDestination',
    ).properties;
    const { MatchingEventTypes, SnsDestination, Enabled } = Object(EventDestination);
    expect(readable(ConfigurationSetName)).toBe('<EmailConfigurationSet>');
    expect(MatchingEventTypes).toEqual(['send', 'delivery', 'bounce', 'complaint']);
    expect(Enabled).toBe(true);
    expect(readable(SnsDestination.TopicARN)).toBe('<BouncesReports>');
  });

  it('are accepted from our own configuration set only', () => {
    const policies = stack.all('AWS::SNS::TopicPolicy').filter(({ name }) => name === 'BouncesReportsPolicy');
    const publishing = policies
      .flatMap(({ properties }) => Object(properties.PolicyDocument).Statement)
      .filter(({ Effect }) => Effect === 'Allow');
    expect(publishing).toHaveLength(1);
    expect(publishing[0]).toMatchObject({
      Action: 'sns:Publish',
      Principal: { Service: 'ses.amazonaws.com' },
    });
    const { 'AWS:SourceArn': source, 'AWS:SourceAccount': account } = publishing[0].Condition.StringEquals;
    expect([readable(source), readable(account)]).toEqual([
      'arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:configuration-set/<EmailConfigurationSet>',
      '<AWS::AccountId>',
    ]);
  });

  const lambdaSubscription = () =>
    stack.all('AWS::SNS::Subscription').find(({ properties }) => properties.Protocol === 'lambda')
      ?.properties ?? expect.fail('no function is subscribed');

  it('are delivered to the function, and parked if delivery or processing fails three times', () => {
    const { Endpoint, Protocol, RedrivePolicy } = lambdaSubscription();
    expect([Protocol, readable(Endpoint)]).toEqual(['lambda', '<BouncesbouncesLive>']);
    expect(readable(Object(RedrivePolicy).deadLetterTargetArn)).toBe('<BouncesDeadLetters.Arn>');
    const config = stack
      .all('AWS::Lambda::EventInvokeConfig')
      .find(({ properties }) => readable(properties.Qualifier) === '<BouncesbouncesLive>[7]');
    const { MaximumRetryAttempts, DestinationConfig } = config?.properties ?? {};
    expect(MaximumRetryAttempts).toBe(2);
    expect(readable(Object(DestinationConfig).OnFailure.Destination)).toBe('<BouncesDeadLetters.Arn>');
  });
});

it('SES suppresses addresses after a bounce and after a complaint [OPS-04]', () => {
  expect(stack.only('AWS::SES::ConfigurationSet').properties.SuppressionOptions).toEqual({
    SuppressedReasons: ['BOUNCE', 'COMPLAINT'],
  });
});
