import { SESClient, SESServiceException, SendRawEmailCommand } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { userIdSchema } from '#shared/lib/ids';
import type { Mail } from './send.ts';
import { sendWithBackoff, throttleBudgetMs } from './send-once.ts';

const ses = mockClient(SESClient);
beforeEach(() => ses.reset());
// It replaces a method of the class, which files that run later in the same worker use.
afterAll(() => ses.restore());

const mail: Mail = {
  to: 'pat@example.com',
  account: userIdSchema.parse('0b1d1a5c-6d0e-4c39-9f57-0a2f0c6a7e11'),
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
};

const refusal = (name: string, message: string) =>
  new SESServiceException({ name, message, $fault: 'client', $metadata: { httpStatusCode: 400 } });
const throttling = refusal('Throttling', 'Maximum sending rate exceeded.');

/** Sends the email. Returns the result, the pauses in milliseconds, and the number of requests. */
const send = async () => {
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
  };
  const client = new SESClient({ region: 'eu-west-2' });
  const result = await sendWithBackoff(mail, { ses: client, from: 'hello@example.com', pause }).catch(
    (error: unknown) => error,
  );
  return { result, pauses, requests: ses.commandCalls(SendRawEmailCommand).length };
};

describe('while SES throttles', () => {
  it('an email waits with an increasing maximum, and is sent', async () => {
    ses.on(SendRawEmailCommand).rejectsOnce(throttling).rejectsOnce(throttling).resolves({ MessageId: 'id' });
    const { result, pauses, requests } = await send();
    expect([result, requests]).toEqual(['id', 3]);
    expect(pauses[0]).toBeLessThanOrEqual(500);
    expect(pauses[1]).toBeLessThanOrEqual(1_000);
  });

  it('two emails wait for different times', async () => {
    ses.on(SendRawEmailCommand).rejects(throttling);
    expect((await send()).pauses).not.toEqual((await send()).pauses);
  });

  it('an email fails as not sent before the time budget is exceeded', async () => {
    ses.on(SendRawEmailCommand).rejects(throttling);
    vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => void vi.restoreAllMocks());
    const { result, pauses } = await send();
    expect(result).toMatchObject({ name: 'EmailError', outcome: 'not-sent' });
    const waited = pauses.reduce((sum, ms) => sum + ms, 0);
    expect(waited).toBeLessThanOrEqual(throttleBudgetMs);
    // The next pause of at most 8 seconds would exceed the budget.
    expect(waited).toBeGreaterThan(throttleBudgetMs - 10_000);
  });
});

it.each([
  ['a rejected message', refusal('MessageRejected', 'Address is not verified')],
  ['a used-up daily quota', refusal('Throttling', 'Daily message quota exceeded.')],
])('does not wait for %s', async (_, error) => {
  ses.on(SendRawEmailCommand).rejects(error);
  const { result, pauses, requests } = await send();
  expect(result).toMatchObject({ name: 'EmailError', outcome: 'not-sent' });
  expect([pauses, requests]).toEqual([[], 1]);
});
