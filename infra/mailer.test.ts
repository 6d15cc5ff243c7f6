import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingEntity } from '#functions/data/bookings';
import { mailRequestEntity } from '#functions/data/mail-requests';
import { entityAttribute } from '#functions/data/table';
import { brand } from '#shared/brand';
import { streamSettings } from './stream-settings.ts';
import { readable } from './testing/readable.ts';
import { synthesize } from './testing/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize();
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
    expect(readable(Object(DestinationConfig).OnFailure.Destination)).toBe('<MailerDeadLetters.Arn>');
  });

  it('parks for two weeks, encrypted', () => {
    const queues = stack.all('AWS::SQS::Queue').filter(({ name }) => name === 'MailerDeadLetters');
    expect(queues.map(({ properties }) => properties)).toEqual([
      {
        MessageRetentionPeriod: 14 * 24 * 60 * 60,
        SqsManagedSseEnabled: true,
      },
    ]);
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
