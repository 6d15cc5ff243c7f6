import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { throttleBudgetMs } from '#functions/lib/mail/send-once';
import { sendLeaseLifetimeSeconds } from '#functions/limits';
import { brand } from '#shared/brand';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ stage: 'prod' });
});
afterAll(() => stack.remove());

it('keeps announcements of parked records for two weeks, and the lease of an email that was sent for longer', () => {
  const queue = stack.all('AWS::SQS::Queue').find(({ name }) => name === 'MailerParkedDeadLetters');
  expect(queue?.properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  expect(sendLeaseLifetimeSeconds).toBeGreaterThan(14 * 24 * 60 * 60);
});

it('the mailer’s timeout is longer than the maximum wait for SES', () => {
  const mailer = stack.all('AWS::Lambda::Function').find(({ name }) => name === 'MailermailerFunction');
  // A booking may need two emails. The last request may start at the end of the budget and take 13 seconds.
  expect(Number(mailer?.properties.Timeout) * 1_000).toBeGreaterThan(2 * (throttleBudgetMs + 13_000));
});

describe('parked records', () => {
  const bucket = () => {
    const found = stack.all('AWS::S3::Bucket').find(({ name }) => name === 'MailerParkedRecords');
    if (!found) throw new Error('There is no bucket for parked records');
    return found;
  };

  it('are announced in the queue by EventBridge, which sends no test message', () => {
    expect(bucket().properties.NotificationConfiguration).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
    const { EventPattern, Targets, State } = stack.only('AWS::Events::Rule').properties;
    expect(State).toBe('ENABLED');
    expect(EventPattern).toEqual({
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { bucket: { name: [{ Ref: expect.stringMatching(/^MailerParkedRecords/) }] } },
    });
    expect(Object(Targets).map(({ Arn }: { Arn: unknown }) => readable(Arn))).toEqual([
      '<MailerParkedDeadLetters.Arn>',
    ]);
  });
});

describe('mail', () => {
  it('comes from the brand’s address, over encrypted connections only', () => {
    const { EmailIdentity, ConfigurationSetAttributes } = stack.only('AWS::SES::EmailIdentity').properties;
    expect(EmailIdentity).toBe(brand.mailbox.split('@')[1]);
    expect(readable(Object(ConfigurationSetAttributes).ConfigurationSetName)).toBe('<EmailConfigurationSet>');
    expect(stack.only('AWS::SES::ConfigurationSet').properties.DeliveryOptions).toEqual({
      TlsPolicy: 'REQUIRE',
    });
  });
});
