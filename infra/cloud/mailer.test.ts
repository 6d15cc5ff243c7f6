import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingEntity } from '#functions/booking/bookings';
import { endedBookingEntity } from '#functions/booking/ended-bookings';
import { ledgerEntryEntity } from '#functions/ledger/entries';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { mailRequestEntity } from '#functions/lib/mail/mail-requests';
import { throttleBudgetMs } from '#functions/lib/mail/send-once';
import { sendLeaseLifetimeSeconds } from '#functions/limits';
import { brand } from '#shared/brand';
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { mailerStreamSettings } from './service-settings.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ stage: 'prod' });
});
afterAll(() => stack.remove());

describe('the stream', () => {
  const source = () => {
    const sources = stack.all('AWS::Lambda::EventSourceMapping').map(({ properties }) => properties);
    return sources.find(({ FunctionName }) => readable(FunctionName).includes('Mailer')) ?? {};
  };

  it('sends new bookings, mail requests, waiting entries and offers, and nothing else, to the mailer', () => {
    const { EventSourceArn, FunctionName, FilterCriteria } = source();
    expect([readable(EventSourceArn), readable(FunctionName)]).toEqual([
      '<DataTable.StreamArn>',
      '<MailermailerLive>[6]:live',
    ]);
    const { Filters } = Object(FilterCriteria);
    expect(Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['INSERT'],
        dynamodb: {
          NewImage: {
            [entityAttribute]: {
              S: [
                bookingEntity,
                endedBookingEntity,
                ledgerEntryEntity,
                mailRequestEntity,
                'waiting-entry',
                'offer',
                'waiting-mail',
                'aside-mail-again',
                'heartbeat',
              ],
            },
          },
        },
      },
    ]);
  });

  it('retries only the failed email of a batch, and parks it after the last retry [API-37]', () => {
    const { DestinationConfig, ...settings } = source();
    expect(settings).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: mailerStreamSettings.batchSize,
      MaximumRetryAttempts: mailerStreamSettings.retryAttempts,
      MaximumRecordAgeInSeconds: mailerStreamSettings.maxRecordAgeSeconds,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(readable(Object(DestinationConfig).OnFailure.Destination)).toBe('<MailerParkedRecords.Arn>');
  });

  it('keeps announcements of parked records for two weeks, encrypted', () => {
    const queues = stack.all('AWS::SQS::Queue').filter(({ name }) => name === 'MailerParkedDeadLetters');
    expect(queues.map(({ properties }) => properties)).toEqual([
      {
        MessageRetentionPeriod: 14 * 24 * 60 * 60,
        SqsManagedSseEnabled: true,
      },
    ]);
    // A record that is sent again finds the lease of an email that was sent.
    expect(sendLeaseLifetimeSeconds).toBeGreaterThan(14 * 24 * 60 * 60);
  });
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

  it('are kept with their payload for two weeks, encrypted and not public', () => {
    const { LifecycleConfiguration, BucketEncryption, PublicAccessBlockConfiguration } = bucket().properties;
    expect(Object(LifecycleConfiguration).Rules).toMatchObject([{ ExpirationInDays: 14, Status: 'Enabled' }]);
    expect(BucketEncryption).toEqual({
      ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
    });
    expect(PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    });
  });

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

  it('are announced by that rule only', () => {
    const policy = stack
      .all('AWS::SQS::QueuePolicy')
      .find(({ name }) => name === 'MailerParkedDeadLettersPolicy');
    const allowed = Object(policy?.properties.PolicyDocument).Statement.filter(
      ({ Effect }: { Effect: string }) => Effect === 'Allow',
    );
    expect(new Set(allowed.map(({ Principal }: { Principal: unknown }) => Principal))).toEqual(
      new Set([{ Service: 'events.amazonaws.com' }]),
    );
    for (const { Condition } of allowed) {
      expect(readable(Condition.ArnEquals['aws:SourceArn'])).toBe('<MailerParkedStored.Arn>');
    }
  });
});

describe('mail', () => {
  it('is signed by an identity that is kept when its stack is deleted, unless its creation was rolled back', () => {
    expect(stack.only('AWS::SES::EmailIdentity').entry).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      UpdateReplacePolicy: 'Retain',
    });
  });

  it('returns bounces to a part of the sender’s domain', () => {
    const { MailFromAttributes, EmailIdentity } = stack.only('AWS::SES::EmailIdentity').properties;
    expect(MailFromAttributes).toEqual({ MailFromDomain: `mail.${EmailIdentity}` });
  });

  it('comes from the brand’s address, over encrypted connections only', () => {
    const { EmailIdentity, ConfigurationSetAttributes } = stack.only('AWS::SES::EmailIdentity').properties;
    expect(EmailIdentity).toBe(brand.mailbox.split('@')[1]);
    expect(readable(Object(ConfigurationSetAttributes).ConfigurationSetName)).toBe('<EmailConfigurationSet>');
    expect(stack.only('AWS::SES::ConfigurationSet').properties.DeliveryOptions).toEqual({
      TlsPolicy: 'REQUIRE',
    });
  });
});
