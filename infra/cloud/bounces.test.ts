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
});

it('SES suppresses addresses after a bounce and after a complaint [OPS-04]', () => {
  expect(stack.only('AWS::SES::ConfigurationSet').properties.SuppressionOptions).toEqual({
    SuppressedReasons: ['BOUNCE', 'COMPLAINT'],
  });
});
