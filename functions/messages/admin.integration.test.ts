import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { sampleBooking, sampleClass, sampleFamily, sampleMessage } from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { adminApi } from '#infra/testing/services/admin-api';
import { type MessageSystem, messageSteps } from '#infra/testing/services/message-system';
import { captureLog, startSystem } from '#infra/testing/services/system';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeyHeader, recipientIdSchema } from '#shared/lib/ids';
import { messageDetailsSchema, messagePageSchema } from '#shared/messages/admin-routes';
import { bookingItem } from '../booking/bookings.ts';
import { addPhonedFamily, phonedFamily } from '../families/families.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { addRecipients, raiseState } from './recipients.ts';

captureLog();
let system: MessageSystem;
let admin: ReturnType<typeof adminApi>;
const owner = sampleFamily();
beforeAll(async () => {
  system = await startSystem(messageSteps);
  admin = adminApi({ table: system.table, clock: system.now });
});
afterAll(() => system.stop());
beforeEach(async () => {
  await system.reset();
  await putFamily(system.table, owner);
});

const written = { subject: 'Bring a jumper', text: 'It gets cold.' };

const givenClass = async (families = 2) => {
  const cls = sampleClass();
  await putClass(system.table, cls);
  const made = Array.from({ length: families }, () => sampleFamily());
  for (const family of made) await putFamily(system.table, family);
  await batchPut(
    system.table,
    made.map((family) => bookingItem(sampleBooking(cls, family))),
  );
  return { audience: { kind: 'class', class_id: cls.id } as const, families: made };
};

const send = (body: object, key = randomUUID()) =>
  admin.call('sendMessage', { body, headers: { [idempotencyKeyHeader.toLowerCase()]: key } });

const details = async (id: unknown) =>
  messageDetailsSchema.parse((await admin.call('getMessage', { params: { messageId: String(id) } })).body);

describe('a message', () => {
  it('is previewed as the parent will see it, with the number of families [MSG-01]', async () => {
    const { audience } = await givenClass(3);
    const { status, body } = await admin.call('getMessagePreview', { body: { audience, ...written } });
    expect([status, body]).toEqual([
      200,
      { recipients: 3, subject: 'Bring a jumper', html: expect.stringContaining('>It gets cold.') },
    ]);
    expect(system.mails).toEqual([]);
  });

  it('is sent to each family, once although it is sent twice, and logged [MSG-01, MSG-04]', async () => {
    const { audience, families } = await givenClass();
    const body = { audience, ...written, about_booking: true };
    const key = randomUUID();
    const answers = await Promise.all([send(body, key), send(body, key)]);
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    await system.settle();
    expect(system.mails.map(({ to }) => to).toSorted()).toEqual(
      families.map(({ profile }) => profile.email).toSorted(),
    );
    const entries = (await system.items()).filter(({ entity }) => entity === 'activity');
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'message.sent',
        actor_id: admin.userId,
        subject_id: Object(answers[0]?.body).id,
        fields: ['about_booking'],
      }),
    ]);
  });

  it('is sent to the author alone as a test, and is kept nowhere [MSG-01, MSG-06]', async () => {
    const author = sampleFamily();
    author.profile.id = admin.userId;
    await putFamily(system.table, author);
    expect((await admin.call('sendTestMessage', { body: written })).status).toBe(202);
    await system.settle();
    expect(system.mails.map(({ to }) => to)).toEqual([author.profile.email]);
    expect(system.mails[0]?.data).toMatch(/^Subject: \[Test\] Bring a jumper\r?$/m);
    expect(JSON.stringify(await system.items())).not.toContain(written.text);
  });

  it.each([
    ['without the box that it is about a booking [MSG-04]', { about_booking: false }, 'about_booking'],
    ['without a subject', { subject: ' ' }, 'subject'],
    ['without a text', { text: '\n \n' }, 'text'],
    ['with 10,000 characters', { text: 'a'.repeat(10_000) }, 'text'],
    ['to a kind of audience that does not exist', { audience: { kind: 'everybody' } }, 'audience'],
  ])('is refused %s', async (_, wrong, field) => {
    const { audience } = await givenClass(1);
    const { status, body } = await send({ audience, ...written, about_booking: true, ...wrong });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
    expect(await system.waiting()).toEqual([]);
  });

  it('has a subject of one line: what follows a line break is no header', async () => {
    const { audience } = await givenClass(1);
    const subject = 'Hello\r\nBcc: all@example.com';
    expect((await send({ audience, ...written, subject, about_booking: true })).status).toBe(202);
    await system.settle();
    expect(system.mails[0]?.data).toMatch(/^Subject: Hello Bcc: all@example\.com\r?$/m);
  });

  it('to nobody is refused', async () => {
    const { audience } = await givenClass(0);
    const { status, body } = await send({ audience, ...written, about_booking: true });
    expect([status, Object(body).code]).toEqual([409, 'nobodyToWriteTo']);
    expect(await system.waiting()).toEqual([]);
  });
});

describe('the log', () => {
  it('lists kind, audience, author and time, newest first, page by page [MSG-06]', async () => {
    const { audience } = await givenClass(1);
    for (const subject of ['First', 'Second']) {
      await send({ audience, ...written, subject, about_booking: true });
      system.passTime(1_000);
    }
    const page = messagePageSchema.parse((await admin.call('listMessages')).body);
    expect(page.next_cursor).toBeNull();
    expect(page.messages.map(({ subject }) => subject)).toEqual(['Second', 'First']);
    expect(page.messages[0]).toMatchObject({
      kind: 'broadcast',
      audience: 'Juniorballerz, Riverside Sports Ground',
      made_by: admin.userId,
      state: 'queued',
      recipients: null,
    });
  });

  it('has no text of mail to one family [MSG-06]', async () => {
    const audience = { kind: 'family', parent_id: owner.id };
    const { body } = await send({ audience, ...written, about_booking: true });
    expect(await details(Object(body).id)).toMatchObject({
      subject: null,
      text: null,
      audience: owner.profile.full_name,
    });
  });

  it('keeps the text of mail to one family until SES has it, also where it is sent again [MSG-03, MSG-06]', async () => {
    const audience = { kind: 'family', parent_id: owner.id };
    const { body } = await send({ audience, ...written, about_booking: true });
    const stored = async () => JSON.stringify(await system.items());
    system.answer(() => 'break-before');
    await system.settle();
    expect(await stored()).toContain(written.text);
    system.answer(() => 'accept');
    const { id } = await details(Object(body).id);
    const again = { params: { messageId: id }, body: { recipients: [owner.profile.id] } };
    expect(await admin.call('sendMessageAgain', again)).toMatchObject({ body: { queued: 1 } });
    await system.settle();
    expect(system.mails.at(-1)?.data).toContain(written.text);
    expect(await stored()).not.toContain(written.text);
    expect(await stored()).not.toContain(written.subject);
  });

  it('keeps the text of mail to all families of a class [MSG-06]', async () => {
    const { audience } = await givenClass(1);
    const { body } = await send({ audience, ...written, about_booking: true });
    await system.settle();
    expect(await details(Object(body).id)).toMatchObject({ state: 'done', text: written.text });
  });

  it('says for each family what became of its email, those to call first with their phone [MSG-06]', async () => {
    const { audience, families } = await givenClass(3);
    const { body } = await send({ audience, ...written, about_booking: true });
    await system.settle();
    const { id } = await details(Object(body).id);
    const [delivered, bounced, waiting] = families.map(({ profile }) => recipientIdSchema.parse(profile.id));
    if (!delivered || !bounced || !waiting) return expect.fail('three families');
    const change = { messageId: id, at: sampleMessage().created_at };
    await raiseState(system.table, change, delivered, 'delivered');
    await raiseState(system.table, change, bounced, 'bounced');
    const read = async () =>
      new Map((await details(id)).sent_to.map((one) => [one.id, [one.state, one.reached, one.to_call]]));
    expect(await read()).toEqual(
      new Map([
        [bounced, ['bounced', false, true]],
        [delivered, ['delivered', true, false]],
        [waiting, ['accepted', false, false]],
      ]),
    );
    system.passTime(10 * 60_000);
    const { sent_to } = await details(id);
    expect(sent_to.map(({ to_call }) => to_call)).toEqual([true, true, false]);
    expect(sent_to[0]).toMatchObject({ name: 'Pat Parent', phone_number: '07700 900123' });
  });

  it('says of each adult what became of the email, with both to call [FID-08, MSG-06]', async () => {
    const second = { ...sampleFamily().profile, full_name: 'Sam Second', phone_number: '07700 900456' };
    await putMember(system.table, second, { family_id: owner.id, family_role: 'adult' });
    const audience = { kind: 'family', parent_id: owner.id };
    const { body } = await send({ audience, ...written, about_booking: true });
    await system.settle();
    const adults = [
      { full_name: 'Pat Parent', phone_number: '07700 900123' },
      { full_name: 'Sam Second', phone_number: '07700 900456' },
    ];
    const { recipients, sent_to } = await details(Object(body).id);
    expect(recipients).toBe(2);
    expect(
      sent_to.toSorted((one, other) => String(one.name).localeCompare(String(other.name))),
    ).toMatchObject([
      { id: owner.profile.id, name: 'Pat Parent', phone_number: '07700 900123', adults },
      { id: second.id, name: 'Sam Second', phone_number: '07700 900456', adults },
    ]);
  });

  it('is held back from a family without a login, and sent again to who holds it by then [BHF-02, MSG-03]', async () => {
    const contact = { full_name: 'Ana Novak', phone_number: '07700 900789' };
    const phoned = phonedFamily({ ...contact, email: '', children: [] }, system.now());
    expect((await addPhonedFamily(system.table, phoned, [])).outcome).toBe('added');
    const { id } = phoned.family;
    const { body } = await send({
      audience: { kind: 'family', parent_id: id },
      ...written,
      about_booking: true,
    });
    await system.settle();
    const message = await details(Object(body).id);
    const held = {
      id,
      name: 'Ana Novak',
      phone_number: contact.phone_number,
      adults: [contact],
      to_call: true,
    };
    expect(message.sent_to).toMatchObject([{ ...held, state: 'held-back', reason: 'no-email' }]);
    const { profile } = sampleFamily();
    await putMember(system.table, profile, { family_id: id, family_role: 'holder' });
    const again = { params: { messageId: message.id }, body: { recipients: [id] } };
    expect(await admin.call('sendMessageAgain', again)).toMatchObject({ body: { queued: 1 } });
    await system.settle();
    expect(system.mails.map(({ to }) => to)).toEqual([profile.email]);
  });

  it('asks nobody to call an account that was deleted [MSG-06, CAN-12]', async () => {
    const message = await system.store(sampleMessage());
    const [kept, deleted] = [owner.profile.id, randomUUID()].map((id) => recipientIdSchema.parse(id));
    if (!kept || !deleted) return expect.fail('two recipients');
    await addRecipients(system.table, message, [kept, deleted], message.created_at);
    system.passTime(10 * 60_000);
    const { sent_to } = await details(message.id);
    expect(sent_to.map(({ id, name, to_call }) => [id, name, to_call])).toEqual([
      [kept, owner.profile.full_name, true],
      [deleted, null, false],
    ]);
  });
});

it('sends again by hand what was written long ago [MSG-03]', async () => {
  const { audience } = await givenClass(1);
  system.answer(() => 'break-before');
  const { body } = await send({ audience, ...written, about_booking: true });
  await system.settle();
  const { id, sent_to } = await details(Object(body).id);
  system.passTime(16 * dayMs);
  system.answer(() => 'accept');
  const again = { params: { messageId: id }, body: { recipients: sent_to.map((one) => one.id) } };
  expect(await admin.call('sendMessageAgain', again)).toMatchObject({ body: { queued: 1 } });
  await system.settle();
  expect((await details(id)).sent_to.map(({ state }) => state)).toEqual(['accepted']);
});

it('sends again by hand to whoever was held back or is unknown, and to nobody else [MSG-03]', async () => {
  const { audience, families } = await givenClass(3);
  let requests = 0;
  system.answer(() => (++requests === 1 ? 'break-before' : 'accept'));
  const { body } = await send({ audience, ...written, about_booking: true });
  await system.settle();
  const { id, sent_to } = await details(Object(body).id);
  const unknown = sent_to.find(({ state }) => state === 'unknown');
  const again = () =>
    admin.call('sendMessageAgain', {
      params: { messageId: id },
      // Named twice, a recipient is one.
      body: { recipients: [...families, ...families].map(({ profile }) => profile.id) },
    });
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ body: answer }) => Object(answer).queued).toSorted()).toEqual([0, 1]);
  await system.settle();
  expect(system.mails).toHaveLength(4);
  expect(system.mails.at(-1)?.tags.recipient).toBe(unknown?.id);
  expect((await details(id)).sent_to.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
});
