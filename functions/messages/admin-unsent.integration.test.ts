import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { sampleBooking, sampleClass, sampleMessage } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { minuteMs } from '#shared/lib/durations';
import type { FamilyId } from '#shared/lib/ids';
import { subjectFor } from '../accounts/readers.ts';
import { takePlace } from '../booking/take-place.ts';
import { acquireSendLease } from '../lib/mail/send-once.ts';

const system = await startTests(messageSteps);
const { table, admin } = system;

const listed = () => admin.read('listUnsent');
const settle = async () => {
  await system.settle();
  await system.settleMails();
};
const pass = async (minutes: number) => {
  for (let passed = 0; passed < minutes; passed += 5) {
    system.passTime(5 * minuteMs);
    await system.tick();
    await settle();
  }
};
const sentTo = () => system.mails.filter(({ isAccepted }) => isAccepted).map(({ to }) => to);
const activity = async () =>
  (await system.items())
    .filter(({ entity }) => entity === 'activity')
    .map(({ action, actor_id, subject_id, family_id }) => ({ action, actor_id, subject_id, family_id }));
const nothing = { stop: null, mails: [], messages: [] };

/** A booking whose confirmation waits in the stream, and its family. */
const givenBooking = async (overrides: Parameters<typeof sampleBooking>[2] = {}) => {
  const cls = sampleClass({ capacities: [5] });
  await putClass(table, cls);
  const family = await storedFamily(table);
  const booking = sampleBooking(cls, family, overrides);
  await takePlace(table, booking);
  return { family, booking, email: family.profile.email };
};
const settleMail = (mailId: string, action: 'send' | 'leave') =>
  admin.call('settleUnsentMail', { params: { mailId }, body: { action } });
const toFamily = (parent_id: FamilyId) =>
  system.store(sampleMessage({ audience: { kind: 'family', parent_id } }));

it('says since when no email has left, why, and how many wait [OPS-01]', async () => {
  expect(await listed()).toEqual(nothing);
  system.answer(() => 'quota');
  const { family } = await givenBooking();
  await toFamily(family.id);
  await settle();
  expect(await listed()).toEqual({
    ...nothing,
    stop: { since: expect.any(String), cause: 'quota', waiting: 2 },
  });
  system.answer(() => 'accept');
  await pass(5);
  expect(await listed()).toEqual(nothing);
});

describe('a single email whose outcome is unknown', () => {
  const givenUnknown = async () => {
    const given = await givenBooking();
    const { booking, family } = given;
    const lease = { kind: 'confirmation', subjectId: subjectFor(booking.id, family.profile.id) };
    await acquireSendLease(table, lease, system.now());
    await settle();
    await pass(60);
    expect(sentTo()).toEqual([]);
    const { mails } = await listed();
    expect(mails).toEqual([
      expect.objectContaining({
        what: 'Confirmation of a booking',
        cause: 'unknown',
        to: family.profile.full_name,
        parent_id: family.id,
        adults: [{ full_name: family.profile.full_name, phone_number: family.profile.phone_number }],
      }),
    ]);
    return { ...given, mailId: mails[0]?.id ?? '' };
  };

  it.each([
    ['send', 1, 'mail.sent-again'],
    ['leave', 0, 'mail.left'],
  ] as const)(
    'is on the list, and after "%s" is sent %s times, logged as %s [OPS-03]',
    async (action, times, logged) => {
      const { mailId, family } = await givenUnknown();
      for (const _ of [1, 2]) {
        expect([204, 404]).toContain((await settleMail(mailId, action)).status);
        await settle();
      }
      await pass(120);
      expect(sentTo()).toHaveLength(times);
      expect(await listed()).toEqual(nothing);
      expect(await activity()).toEqual([
        { action: logged, actor_id: admin.userId, subject_id: mailId, family_id: family.id },
      ]);
    },
  );
});

it('who left an email that was given up is in the log [OPS-03]', async () => {
  system.answer(() => 'reject');
  const { family } = await givenBooking();
  await settle();
  await pass(6 * 60);
  const { mails } = await listed();
  expect(mails).toMatchObject([{ cause: 'refused' }]);
  const mailId = mails[0]?.id ?? '';
  for (const status of [204, 404]) expect((await settleMail(mailId, 'leave')).status).toBe(status);
  expect(await activity()).toEqual([
    { action: 'mail.left', actor_id: admin.userId, subject_id: mailId, family_id: family.id },
  ]);
});

it('an email that was given up for being too late is sent all the same when the office says so [OPS-02]', async () => {
  system.answer(() => 'paused');
  const { booking } = await givenBooking({ is_trial: true });
  await settle();
  system.setTime(new Date(`${booking.trial_date}T23:00:00Z`));
  system.answer(() => 'accept');
  await pass(65);
  expect(sentTo()).toEqual([]);
  const { mails } = await listed();
  expect(mails).toMatchObject([{ cause: 'too-late' }]);
  await settleMail(mails[0]?.id ?? '', 'send');
  await settle();
  expect(sentTo()).toHaveLength(1);
  expect(await listed()).toEqual(nothing);
});

describe('the recipients of a message', () => {
  const givenMessage = async () => {
    const family = await storedFamily(table);
    return { family, message: await toFamily(family.id) };
  };

  it('who were refused three times are listed with names and phones, and get it by "Send the rest" [OPS-02]', async () => {
    system.answer(() => 'reject');
    const { family, message } = await givenMessage();
    await settle();
    await pass(15);
    const { full_name, phone_number } = family.profile;
    const person = { name: full_name, adults: [{ full_name, phone_number }], is_unknown: false };
    expect((await listed()).messages).toMatchObject([{ id: message.id, people: [person] }]);
    system.answer(() => 'accept');
    const rest = { params: { messageId: message.id }, body: { action: 'send' } };
    expect((await admin.call('settleUnsentMessage', rest)).status).toBe(204);
    await settle();
    expect(sentTo()).toEqual([family.profile.email]);
    expect(await listed()).toEqual(nothing);
  });

  it.each([
    ['send', 2],
    ['leave', 1],
  ] as const)(
    'of whom it is unknown are listed each, and after "%s" SES was asked %s times [OPS-03]',
    async (action, times) => {
      system.answer(() => 'break-before');
      const { family, message } = await givenMessage();
      await settle();
      await pass(30);
      const { messages } = await listed();
      expect(messages).toMatchObject([{ id: message.id, people: [{ is_unknown: true }] }]);
      system.answer(() => 'accept');
      const recipients = [family.profile.id];
      const body = { action, recipients };
      // Those of unknown outcome are none of the rest.
      await admin.call('settleUnsentMessage', { params: { messageId: message.id }, body: { action } });
      await admin.call('settleUnsentMessage', { params: { messageId: message.id }, body });
      await settle();
      await pass(30);
      expect(system.mails).toHaveLength(times);
      expect(await listed()).toEqual(nothing);
      const logged = action === 'send' ? 'message.resent' : 'message.left';
      expect(await activity()).toEqual([
        { action: logged, actor_id: admin.userId, subject_id: message.id, family_id: undefined },
      ]);
    },
  );

  it('that does not exist cannot be settled', async () => {
    const params = { messageId: `msg_${'x'.repeat(22)}` };
    expect((await admin.call('settleUnsentMessage', { params, body: { action: 'send' } })).status).toBe(404);
    const mailId = randomUUID().replaceAll('-', '').slice(0, 22);
    expect((await settleMail(mailId, 'send')).status).toBe(404);
  });
});
