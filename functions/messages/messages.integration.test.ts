import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleMessage, sampleNow } from '#infra/testing/samples/samples';
import { startTests } from '#infra/testing/services/system';
import { type RecipientId, recipientIdSchema } from '#shared/lib/ids';
import { instantOf, instantSchema } from '#shared/lib/values';
import { recipientStates } from '#shared/messages/message';
import { messageKey } from '../lib/dynamo/keys-of-people.ts';
import { sendTransaction } from '../lib/dynamo/writes.ts';
import { getMessage, listMessages, messagePosition, messagePut } from './messages.ts';
import { addRecipients, leaseRecipients, listRecipients, raiseState } from './recipients.ts';

const { table, items } = await startTests(() => ({}));

const at = instantOf(sampleNow);
const someone = (): RecipientId => recipientIdSchema.parse(randomUUID());

const givenMessage = async (recipients: readonly RecipientId[] = []) => {
  const message = sampleMessage();
  await sendTransaction(table, [messagePut(table, message)]);
  await addRecipients(table, message, recipients, at);
  return { message, change: { messageId: message.id, at } };
};

const stateOf = async (messageId: Parameters<typeof listRecipients>[1], id: RecipientId) =>
  (await listRecipients(table, messageId)).find((recipient) => recipient.id === id)?.state;

it('stores one message for one cause', async () => {
  const { message } = await givenMessage();
  expect((await sendTransaction(table, [messagePut(table, message)])).outcome).toBe('refused');
  expect(await getMessage(table, message.id)).toEqual({
    ...message,
    state: 'queued',
    recipients: null,
    resent: 0,
  });
});

it('keeps a message and its recipients for 90 days [MSG-06]', async () => {
  const { message } = await givenMessage([someone(), someone()]);
  const stored = await items(({ PK }) => PK === messageKey(message.id).PK);
  const end = Date.parse(message.created_at) / 1000 + 90 * 24 * 3_600;
  expect(stored.map(({ expires_at }) => expires_at)).toEqual([end, end, end]);
});

it('lists messages, newest first, page by page', async () => {
  const made = [0, 1, 2].map((minute) =>
    sampleMessage({ created_at: instantSchema.parse(`2030-01-01T00:0${minute}:00.000Z`) }),
  );
  for (const message of made) await sendTransaction(table, [messagePut(table, message)]);
  const [third, second, first] = made.toReversed();
  const page = await listMessages(table, { before: undefined, limit: 2 });
  expect(page.map(({ id }) => id)).toEqual([third?.id, second?.id]);
  const before = page[1] && messagePosition(page[1]);
  expect((await listMessages(table, { before, limit: 1 })).map(({ id }) => id)).toEqual([first?.id]);
});

it('keeps the state of a recipient that is stored again, and stores the new ones', async () => {
  const known = someone();
  const { message, change } = await givenMessage([known]);
  await leaseRecipients(table, change, [known]);
  const added = Array.from({ length: 150 }, someone);
  await addRecipients(table, message, [known, ...added], at);
  const stored = await listRecipients(table, message.id);
  expect(stored).toHaveLength(151);
  expect(stored.filter(({ state }) => state !== 'queued').map(({ id }) => id)).toEqual([known]);
});

const events = ['accepted', 'delivered', 'bounced', 'complained'] as const;

it('has the highest state of its events, whatever their order and however often they come [MSG-06]', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...events), { minLength: 1, maxLength: 6 }), async (order) => {
      const id = someone();
      const { message, change } = await givenMessage([id]);
      await leaseRecipients(table, change, [id]);
      for (const event of order) await raiseState(table, change, id, event);
      const highest = order.toSorted(
        (one, other) => recipientStates.indexOf(other) - recipientStates.indexOf(one),
      );
      expect(await stateOf(message.id, id)).toBe(highest[0]);
    }),
    { numRuns: 20 },
  ));
