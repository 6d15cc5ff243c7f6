import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingEntity } from '#functions/data/bookings/bookings';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import { mailRequestEntity } from '#functions/data/mail/mail-requests';
import { brand } from '#shared/brand';
import { readable } from '../testing/cloud/readable.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { streamSettings } from './stream-settings.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ settings: { stage: 'prod' } });
}, 60_000);
afterAll(() => stack.remove());

describe('the stream', () => {
  const source = () => stack.only('AWS::Lambda::EventSourceMapping').properties;

  it('feeds new bookings and mail requests, and nothing else, to the mailer', () => {
    const { EventSourceArn, FunctionName, FilterCriteria } = source();
    expect([readable(EventSourceArn), readable(FunctionName)]).toEqual([
      '<DataTable.StreamArn>',
      '<MailermailerLive>[6]:live',
    ]);
    const { Filters } = Object(FilterCriteria);
    expect(Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern))).toEqual([
      {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { [entityAttribute]: { S: [bookingEntity, mailRequestEntity] } } },
      },
    ]);
  });

  it('tries a failed email again, alone, and parks it in the end [API-37]', () => {
    const { DestinationConfig, ...settings } = source();
    expect(settings).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: streamSettings.batchSize,
      MaximumRetryAttempts: streamSettings.retryAttempts,
      MaximumRecordAgeInSeconds: streamSettings.maxRecordAgeSeconds,
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    expect(readable(Object(DestinationConfig).OnFailure.Destination)).toBe('<MailerParkedRecords.Arn>');
  });

  it('parks for two weeks, encrypted', () => {
    const queues = stack.all('AWS::SQS::Queue').filter(({ name }) => name === 'MailerParkedDeadLetters');
    expect(queues.map(({ properties }) => properties)).toEqual([
      {
        MessageRetentionPeriod: 14 * 24 * 60 * 60,
        SqsManagedSseEnabled: true,
      },
    ]);
  });
});

describe('parked records', () => {
  const bucket = () => {
    const found = stack.all('AWS::S3::Bucket').find(({ name }) => name === 'MailerParkedRecords');
    if (!found) throw new Error('There is no bucket for parked records');
    return found;
  };

  it('are kept whole for two weeks, encrypted, out of reach', () => {
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

  it('are announced in the queue, which takes word of them from our own account', () => {
    const { QueueConfigurations } = Object(bucket().properties.NotificationConfiguration);
    expect(QueueConfigurations).toEqual([{ Event: 's3:ObjectCreated:*', Queue: expect.anything() }]);
    expect(readable(QueueConfigurations[0].Queue)).toBe('<MailerParkedDeadLetters.Arn>');
    const policy = stack
      .all('AWS::SQS::QueuePolicy')
      .find(({ name }) => name === 'MailerParkedDeadLettersPolicy');
    expect(Object(policy?.properties.PolicyDocument).Statement).toContainEqual({
      Action: 'sqs:SendMessage',
      Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      Effect: 'Allow',
      Principal: { Service: 's3.amazonaws.com' },
      Resource: expect.anything(),
    });
    expect(bucket().entry.DependsOn).toContainEqual(expect.stringMatching(/^MailerParkedDeadLettersPolicy/));
  });
});

describe('mail', () => {
  it('comes from the brand’s address, over encrypted connections only', () => {
    const { EmailIdentity, ConfigurationSetAttributes } = stack.only('AWS::SES::EmailIdentity').properties;
    expect(EmailIdentity).toBe(brand.contact.email.split('@')[1]);
    expect(readable(Object(ConfigurationSetAttributes).ConfigurationSetName)).toBe('<EmailConfigurationSet>');
    expect(stack.only('AWS::SES::ConfigurationSet').properties.DeliveryOptions).toEqual({
      TlsPolicy: 'REQUIRE',
    });
  });
});
