import type { SNSEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { takePlace } from '#functions/booking/take-place';
import { handleReports } from '#functions/messages/bounces';
import { reportsOf } from '#infra/local/mail/simulator';
import { putClass } from '#infra/local/seed/put';
import { sampleBooking, sampleClass, sampleMessage } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { dayMs } from '#shared/lib/durations';
import { runOnMail } from './mail.ts';

const system = await startTests(messageSteps);
const { table } = system;
const run = (...words: readonly string[]) => runOnMail(words, { table, clock: system.now });

const givenBooking = async () => {
  const cls = sampleClass({ capacities: [5] });
  await putClass(table, cls);
  const family = await storedFamily(table);
  const booking = sampleBooking(cls, family);
  await takePlace(table, booking);
  return { family, booking, email: family.profile.email };
};

/** What SES reports about an email, as it comes: a notification each. */
const report = async (to: string, id: string, tags: Readonly<Record<string, string>> = {}) => {
  for (const event of reportsOf([to], id, tags)) {
    const Records = [{ Sns: { MessageId: 'sns', Message: JSON.stringify(event) } }];
    // The function reads no other field of the SNS event.
    await handleReports({ Records } as SNSEvent, table);
  }
};

it('says what an address and a booking got, when, with SES’s id, and whether it was delivered [OPS-08]', async () => {
  const { booking, email } = await givenBooking();
  expect(await run(email)).toBe('Nothing was sent to this address in the last 30 days.');
  await system.settleMails();
  const at = system.now().toISOString();
  for (const asked of [email, booking.id]) {
    const told = await run(asked);
    expect(told).toMatch(
      new RegExp(`^${at} {2}confirmation {2}${booking.id}#\\S+ {2}SES ses-1 {2}no report yet$`),
    );
    expect(told).not.toContain(email);
  }
  await report(email, 'ses-1');
  expect(await run(email)).toMatch(/SES ses-1 {2}delivered$/);
});

it('keeps the report that comes before the function has noted the email, and the last of several [OPS-08]', async () => {
  const { email } = await givenBooking();
  await report(email, 'ses-1');
  await system.settleMails();
  expect(await run(email)).toMatch(/confirmation .* SES ses-1 {2}delivered$/);
  const Message = JSON.stringify({
    eventType: 'Bounce',
    mail: { timestamp: system.now().toISOString(), messageId: 'ses-1', destination: [email], tags: {} },
    bounce: { bounceType: 'Permanent', timestamp: system.now().toISOString(), bouncedRecipients: [] },
  });
  await handleReports({ Records: [{ Sns: { MessageId: 'sns', Message } }] } as unknown as SNSEvent, table);
  await report(email, 'ses-1');
  expect(await run(email)).toMatch(/SES ses-1 {2}bounced$/);
});

it('says what waits, and why [OPS-08]', async () => {
  system.answer(() => 'quota');
  const { booking, email } = await givenBooking();
  await system.settleMails();
  expect(await run(email)).toMatch(/booking {2}\S+ {2}not sent: quota, tried again by itself$/);
  expect(await run(booking.id)).toContain('not sent: quota');
});

it('lists messages to many with SES’s id and their state [OPS-08]', async () => {
  const { family, email } = await givenBooking();
  const message = await system.store(sampleMessage({ audience: { kind: 'family', parent_id: family.id } }));
  await system.settle();
  expect(await run(email)).toMatch(new RegExp(`broadcast {2}${message.id} {2}SES ses-1 {2}accepted$`));
});

it('sends a confirmation again, to whoever asks, weeks later too [OPS-08]', async () => {
  const { booking, email } = await givenBooking();
  await system.settleMails();
  for (const days of [0, 20]) {
    const before = system.mails.length;
    system.passTime(days * dayMs + 1);
    expect(await run(booking.id, 'send-again')).toContain('is sent again');
    await system.settleMails();
    expect(system.mails.slice(before).map(({ to }) => to)).toEqual([email]);
  }
});

it.each([
  [[], 'neither an address nor'],
  [['nobody'], 'neither an address nor'],
  [['a@example.com', 'send-again'], 'no such command'],
  [['bkg_00000000000000000000000000', 'drop'], 'no such command'],
  [['bkg_00000000000000000000000000'], 'no such booking'],
])('refuses %j', async (words, text) => {
  await expect(run(...words)).rejects.toThrow(text);
});
