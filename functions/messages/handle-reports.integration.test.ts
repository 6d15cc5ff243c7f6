import { randomUUID } from 'node:crypto';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { SNSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { sampleMessage } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { handleReports } from '#infra/testing/services/background';
import { startTests } from '#infra/testing/services/system';
import type { Profile } from '#shared/families/family';
import { type FamilyId, recipientIdSchema } from '#shared/lib/ids';
import { familyKey } from '../lib/dynamo/keys-of-people.ts';
import { confirmJoining, createJoining, listReaders } from './newsletter.ts';
import { addRecipients, listRecipients } from './recipients.ts';

const { table, logged } = await startTests(() => ({}));

/** An account, the holder of its family. */
type Person = Profile & { readonly familyId: FamilyId };

const givenPerson = async (): Promise<Person> => {
  const { id, profile } = await storedFamily(table);
  return { ...profile, familyId: id };
};

const mailTo = ({ id, email }: Profile) => ({
  timestamp: '2026-03-01T09:00:00.000Z',
  source: 'hello@example.com',
  messageId: '0100',
  destination: [email],
  commonHeaders: { to: [email], subject: 'Booking confirmed' },
  tags: { 'ses:configuration-set': ['set'], account: [id] },
});

/** A bounce event in the form of the examples in SES's documentation. */
const bounce = (profile: Profile, { type = 'Permanent', at = '2026-03-01T09:00:01.123Z' } = {}) => ({
  eventType: 'Bounce',
  bounce: {
    bounceType: type,
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        emailAddress: profile.email,
        action: 'failed',
        status: '5.1.1',
        diagnosticCode: 'smtp; 550 5.1.1 user unknown',
      },
    ],
    timestamp: at,
    feedbackId: '0100-feedback',
    reportingMTA: 'dsn; mta.example.com',
  },
  mail: mailTo(profile),
});

const complaint = (
  profile: Profile,
  { type, at = '2026-03-02T09:00:00Z' }: { type?: string; at?: string } = {},
) => ({
  eventType: 'Complaint',
  complaint: {
    complainedRecipients: [{ emailAddress: profile.email }],
    timestamp: at,
    feedbackId: '0100-feedback',
    complaintSubType: null,
    ...(type && { complaintFeedbackType: type }),
  },
  mail: mailTo(profile),
});

const deliver = (...messages: unknown[]): Promise<void> => {
  const Records = messages.map((message, index) => ({
    Sns: {
      MessageId: `sns-${index}`,
      Message: typeof message === 'string' ? message : JSON.stringify(message),
    },
  }));
  // The function reads no other field of the SNS event.
  return handleReports({ Records } as SNSEvent, table);
};

const stored = async ({ familyId }: Person) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key: familyKey(familyId) }))).Item;
const problemOf = async (person: Person) => (await stored(person))?.members[person.id].email_problem;

const bounced = { kind: 'bounced', at: '2026-03-01T09:00:01.123Z' };

describe('the reader of the newsletter', () => {
  const givenReader = async () => {
    const email = `${randomUUID()}@example.com`;
    const now = new Date('2026-02-01T09:00:00Z');
    const token = await createJoining(table, email, now);
    expect((await confirmJoining(table, { token, wording: 'Yes', now })).outcome).toBe('on-list');
    return email;
  };
  const isReader = async (email: string) =>
    (await listReaders(table)).some((reader) => reader.email === email);
  /** News have no account. */
  const news = <Event extends { readonly mail: object }>(event: Event) => ({
    ...event,
    mail: { ...event.mail, tags: { message: ['msg_0123456789012345678901'] } },
  });

  it.each([
    ['who reports news as spam', (to: Profile) => news(complaint(to, { type: 'abuse' })), false],
    ['whose mailbox refuses news for good', (to: Profile) => news(bounce(to)), false],
    ['whose account’s mail is reported as spam', (to: Profile) => complaint(to), false],
    ['whose mailbox is full', (to: Profile) => news(bounce(to, { type: 'Transient' })), true],
    ['who says that it is no spam', (to: Profile) => news(complaint(to, { type: 'not-spam' })), true],
    ['who joined after the report', (to: Profile) => news(bounce(to, { at: '2026-01-01T09:00:00Z' })), true],
  ])('%s is off the list, or stays [OPS-04]', async (_, event, stays) => {
    const email = await givenReader();
    const person = await givenPerson();
    const report = event({ ...person, email });
    await deliver(report, report);
    expect(await isReader(email)).toBe(stays);
    expect(logged.join()).not.toContain(email);
  });
});

describe('an event', () => {
  it('of a permanent bounce marks the account, and changes nothing else', async () => {
    const profile = await givenPerson();
    const before = await stored(profile);
    await deliver(bounce(profile));
    const member = { ...before?.members[profile.id], email_problem: bounced };
    expect(await stored(profile)).toEqual({ ...before, members: { [profile.id]: member } });
  });

  it('is matched by the address in any letter case', async () => {
    const profile = await givenPerson();
    await deliver(bounce({ ...profile, email: profile.email.toUpperCase() }));
    expect(await problemOf(profile)).toEqual(bounced);
  });

  it('changes nothing if it is delivered again or late', async () => {
    const profile = await givenPerson();
    await deliver(bounce(profile), bounce(profile));
    expect(await problemOf(profile)).toEqual(bounced);
    await deliver(complaint(profile), bounce(profile));
    expect(await problemOf(profile)).toMatchObject({ kind: 'complained' });
  });

  it.each([
    ['a transient bounce', (profile: Profile) => bounce(profile, { type: 'Transient' })],
    ['a bounce of an undetermined type', (profile: Profile) => bounce(profile, { type: 'Undetermined' })],
    ['a not-spam report', (profile: Profile) => complaint(profile, { type: 'not-spam' })],
    ['SES’s validation message', () => 'Successfully validated SNS topic for Amazon SES event publishing.'],
    [
      'an email of another sender',
      (profile: Profile) => ({ ...bounce(profile), mail: { ...mailTo(profile), tags: {} } }),
    ],
  ])('marks nothing for %s', async (_, message) => {
    const profile = await givenPerson();
    await deliver(message(profile));
    expect(await problemOf(profile)).toBeUndefined();
  });

  it.each([
    '{"eventType":"Bounce"}',
    '{"eventType":"Delivery"}',
    '{"eventType":"Bounce","someone@example.com"',
  ])(
    'that is invalid is rejected with an error without its content, so that it is parked: %s',
    async (message) => {
      await expect(deliver(message)).rejects.toThrow('Not an event as SES documents it');
    },
  );
});

describe('an email of a message', () => {
  const at = '2026-03-01T09:00:02.000Z';
  const events = {
    Send: { send: {} },
    Delivery: { delivery: { timestamp: at } },
    Bounce: { bounce: { bounceType: 'Transient', timestamp: at, bouncedRecipients: [] } },
    Complaint: { complaint: { timestamp: at, complainedRecipients: [] } },
  };
  type EventType = keyof typeof events;

  /** A message whose email to one recipient was sent, and SES's events about it. */
  const givenEmail = async () => {
    const message = sampleMessage();
    const recipient = recipientIdSchema.parse(randomUUID());
    await addRecipients(table, message, [recipient], message.created_at);
    const eventOf = (eventType: EventType, tags: Record<string, string[]> = {}) => ({
      eventType,
      mail: {
        timestamp: at,
        tags: { 'ses:configuration-set': ['set'], message: [message.id], recipient: [recipient], ...tags },
      },
      ...events[eventType],
    });
    const stateOf = async () => (await listRecipients(table, message.id)).map(({ state }) => state);
    return { eventOf, stateOf };
  };

  it.each<[EventType, string]>([
    ['Send', 'accepted'],
    ['Delivery', 'delivered'],
    ['Bounce', 'bounced'],
    ['Complaint', 'complained'],
  ])('has the state of the event %s [MSG-08]', async (eventType, state) => {
    const { eventOf, stateOf } = await givenEmail();
    await deliver(eventOf(eventType));
    expect(await stateOf()).toEqual([state]);
  });

  it('is not made by an event without an account', async () => {
    const { eventOf, stateOf } = await givenEmail();
    await deliver(eventOf('Delivery', { recipient: [randomUUID()] }));
    await deliver(eventOf('Delivery', { message: ['msg_0000000000000000000000'] }));
    expect(await stateOf()).toEqual(['queued']);
  });
});

it('logs ids and no addresses', async () => {
  const profile = await givenPerson();
  await deliver(bounce(profile), complaint(profile), 'Successfully validated SNS topic');
  expect(logged.join('\n')).toContain(profile.id);
  expect(logged.join('\n')).not.toContain('@');
});
