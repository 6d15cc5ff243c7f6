import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { putClass, putFamily } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass, sampleFamily, sampleMessage } from '#infra/testing/samples/samples';
import { putMember } from '#infra/testing/samples/stored';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeyHeader, recipientIdSchema } from '#shared/lib/ids';
import { bookingItem } from '../booking/bookings.ts';
import { addPhonedFamily, phonedFamily } from '../families/families.ts';
import { batchPut } from '../lib/dynamo/writes.ts';
import { addRecipients, raiseState } from './recipients.ts';

const system = await startTests(messageSteps);
const { admin } = system;
const owner = sampleFamily();
beforeEach(() => putFamily(system.table, owner));

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
  admin.call('sendMessage', {
    body: { ...written, about_booking: true, ...body },
    headers: { [idempotencyKeyHeader.toLowerCase()]: key },
  });

const details = (id: unknown) => admin.read('getMessage', { params: { messageId: String(id) } });
/** What the log has of a message that is sent now. */
const sentTo = async (audience: object, settles = true) => {
  const { body } = await send({ audience });
  if (settles) await system.settle();
  return details(Object(body).id);
};
const sendAgain = (messageId: string, recipients: readonly string[]) =>
  admin.call('sendMessageAgain', { params: { messageId }, body: { recipients } });

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
    const key = randomUUID();
    const answers = await Promise.all([send({ audience }, key), send({ audience }, key)]);
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
    const { status, body } = await send({ audience, ...wrong });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(field)]);
    expect(await system.waiting()).toEqual([]);
  });

  it('to nobody is refused', async () => {
    const { audience } = await givenClass(0);
    expect(await send({ audience })).toMatchObject({ status: 409, body: { code: 'nobodyToWriteTo' } });
    expect(await system.waiting()).toEqual([]);
  });
});

describe('the log', () => {
  it('lists kind, audience, author and time, newest first, page by page [MSG-06]', async () => {
    const { audience } = await givenClass(1);
    for (const subject of ['First', 'Second']) {
      await send({ audience, subject });
      system.passTime(1_000);
    }
    const page = await admin.read('listMessages');
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
    const hidden = { subject: null, text: null, audience: owner.profile.full_name };
    expect(await sentTo(audience, false)).toMatchObject(hidden);
  });

  it('keeps the text of mail to one family until SES has it, also where it is sent again [MSG-03, MSG-06]', async () => {
    const audience = { kind: 'family', parent_id: owner.id };
    const stored = async () => JSON.stringify(await system.items());
    system.answer(() => 'break-before');
    const { id } = await sentTo(audience);
    expect(await stored()).toContain(written.text);
    system.answer(() => 'accept');
    expect(await sendAgain(id, [owner.profile.id])).toMatchObject({ body: { queued: 1 } });
    await system.settle();
    expect(system.mails.at(-1)?.data).toContain(written.text);
    expect(await stored()).not.toContain(written.text);
    expect(await stored()).not.toContain(written.subject);
  });

  it('keeps the text of mail to all families of a class [MSG-06]', async () => {
    const { audience } = await givenClass(1);
    expect(await sentTo(audience)).toMatchObject({ state: 'done', text: written.text });
  });

  it('says for each family what became of its email, those to call first with their phone [MSG-06]', async () => {
    const { audience, families } = await givenClass(3);
    const { id } = await sentTo(audience);
    const idOf = (index: number) => recipientIdSchema.parse(at(families, index).profile.id);
    const [delivered, bounced, waiting] = [idOf(0), idOf(1), idOf(2)];
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
    const adults = [
      { full_name: 'Pat Parent', phone_number: '07700 900123' },
      { full_name: 'Sam Second', phone_number: '07700 900456' },
    ];
    const { recipients, sent_to } = await sentTo(audience);
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
    const message = await sentTo({ kind: 'family', parent_id: id });
    const { full_name: name, phone_number } = contact;
    const held = { id, name, phone_number, adults: [contact], to_call: true };
    expect(message.sent_to).toMatchObject([{ ...held, state: 'held-back', reason: 'no-email' }]);
    const { profile } = sampleFamily();
    await putMember(system.table, profile, { family_id: id, family_role: 'holder' });
    expect(await sendAgain(message.id, [id])).toMatchObject({ body: { queued: 1 } });
    await system.settle();
    expect(system.mails.map(({ to }) => to)).toEqual([profile.email]);
  });

  it('asks nobody to call an account that was deleted [MSG-06, CAN-12]', async () => {
    const message = await system.store(sampleMessage());
    const kept = recipientIdSchema.parse(owner.profile.id);
    const deleted = recipientIdSchema.parse(randomUUID());
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
  const { id, sent_to } = await sentTo(audience);
  system.passTime(16 * dayMs);
  system.answer(() => 'accept');
  const recipients = sent_to.map((one) => one.id);
  expect(await sendAgain(id, recipients)).toMatchObject({ body: { queued: 1 } });
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
  // Named twice, a recipient is one.
  const named = [...families, ...families].map(({ profile }) => profile.id);
  const again = () => sendAgain(id, named);
  const answers = await Promise.all([again(), again()]);
  expect(answers.map(({ body: answer }) => Object(answer).queued).toSorted()).toEqual([0, 1]);
  await system.settle();
  expect(system.mails).toHaveLength(4);
  expect(system.mails.at(-1)?.tags.recipient).toBe(unknown?.id);
  expect((await details(id)).sent_to.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
});
