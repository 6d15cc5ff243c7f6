import { afterAll, beforeAll, expect, it } from 'vitest';
import { throttleBudgetMs } from '#functions/lib/mail/send-once';
import { sendLeaseLifetimeSeconds } from '#functions/limits';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { mailerStreamSettings, messengerStreamSettings } from './service-settings.ts';

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

it('a record of the stream is parked before the stream forgets it, also when changes are paused [REL-05]', () => {
  for (const { maxRecordAgeSeconds } of [mailerStreamSettings, messengerStreamSettings])
    expect(maxRecordAgeSeconds).toBeLessThan(24 * 60 * 60);
});

it('the mailer’s timeout is longer than the maximum wait for SES', () => {
  const mailer = stack.all('AWS::Lambda::Function').find(({ name }) => name === 'MailermailerFunction');
  // A booking may need two emails. The last request may start at the end of the budget and take 13 seconds.
  expect(Number(mailer?.properties.Timeout) * 1_000).toBeGreaterThan(2 * (throttleBudgetMs + 13_000));
});
