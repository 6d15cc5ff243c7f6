import { randomUUID } from 'node:crypto';
import type { SNSEvent } from 'aws-lambda';
import { lambdaContext } from '../api-gateway/api-gateway.ts';
import type { HandlerLoader } from '../handlers.ts';

/** Addresses of SES's mailbox simulator. They behave the same in the cloud. All others accept mail. */
const simulated = /^(bounce|complaint)(?:\+[^@]*)?@simulator\.amazonses\.com$/i;

export const outcomeOf = (to: readonly string[]): 'bounce' | 'complaint' | 'delivery' => {
  const outcome = to.map((address) => simulated.exec(address)?.[1]?.toLowerCase()).find(Boolean);
  return outcome === 'bounce' || outcome === 'complaint' ? outcome : 'delivery';
};

/** What SES reports of an email, as JSON. */
export const reportsOf = (
  to: readonly string[],
  messageId: string,
  tags: Readonly<Record<string, string>>,
) => {
  const timestamp = new Date().toISOString();
  const listed = Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, [value]]));
  const mail = { timestamp, messageId, destination: to, tags: listed };
  const recipients = to.map((emailAddress) => ({ emailAddress }));
  const bounce = {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    timestamp,
    bouncedRecipients: recipients,
  };
  const complaint = { complaintFeedbackType: 'abuse', timestamp, complainedRecipients: recipients };
  const delivery = { eventType: 'Delivery', mail, delivery: { timestamp } };
  return [
    { eventType: 'Send', mail, send: {} },
    ...{
      bounce: [{ eventType: 'Bounce', mail, bounce }],
      complaint: [delivery, { eventType: 'Complaint', mail, complaint }],
      delivery: [delivery],
    }[outcomeOf(to)],
  ];
};

export type SesReport = ReturnType<typeof reportsOf>[number];
export type Reporter = (report: SesReport) => Promise<void>;

/** SNS repeats a report that its function could not record. */
const reportAttempts = 10;

export const createReporter =
  (handlers: HandlerLoader): Reporter =>
  async (report) => {
    // What the function reads of the event.
    const Sns = { Type: 'Notification', MessageId: randomUUID(), Message: JSON.stringify(report) };
    const event = { Records: [{ EventSource: 'aws:sns', Sns }] } as SNSEvent;
    const handle = await handlers.load('bounces');
    for (let attempt = 1; attempt <= reportAttempts; attempt += 1) {
      const failure: unknown = await handle(event, lambdaContext('bounces')).catch(
        (error: unknown) => error ?? true,
      );
      if (failure === undefined) return;
      // The message was accepted, even if the report fails.
      if (attempt === reportAttempts) console.error(failure);
    }
  };
