import { randomUUID } from 'node:crypto';
import { newClassId } from '#functions/data/ids';
import { storeMessage } from '#functions/data/messages/messages';
import { addRecipients, holdBack } from '#functions/data/messages/recipients';
import { sampleMessage } from '#infra/testing/samples/sample-message';
import { recipientIdSchema } from '#shared/schemas/ids';
import { defaultSchoolSettings } from '#shared/schemas/school-settings';
import { nothing, type Question, type Requests, readerOf } from './question.ts';

const written = { subject: 'Bring a jumper', text: 'It gets cold.' };

/** A message whose email to the stranger was held back. */
const messageIdOfQuestion = async ({ fixtures, named }: Question): Promise<string> => {
  const { table } = fixtures.stack;
  const message = sampleMessage();
  if (named === 'missing') return message.id;
  await storeMessage(table, message, []);
  const recipient = recipientIdSchema.parse(fixtures.stranger.family.profile.id);
  await addRecipients(table, message, [recipient], message.created_at);
  await holdBack(table, { messageId: message.id, at: message.created_at }, recipient, 'no-email');
  return message.id;
};

/** Valid requests of the routes for administrators about messages, the newsletter and the settings. */
export const messageRequests = {
  listMessages: nothing,
  getMessage: async (question) => ({ params: { messageId: await messageIdOfQuestion(question) } }),
  getMessagePreview: () => ({ body: { audience: { kind: 'readers' }, ...written } }),
  sendMessage: async (question) => ({
    idempotencyKey: randomUUID(),
    body: {
      audience:
        question.named === 'missing'
          ? { kind: 'class', class_id: newClassId(new Date()) }
          : { kind: 'family', parent_id: question.fixtures.stranger.family.profile.id },
      ...written,
      about_booking: true,
    },
  }),
  sendTestMessage: () => ({ idempotencyKey: randomUUID(), body: written }),
  sendMessageAgain: async (question) => ({
    params: { messageId: await messageIdOfQuestion(question) },
    body: { recipients: [question.fixtures.stranger.family.profile.id] },
  }),
  getSettings: nothing,
  saveSettings: () => ({ body: defaultSchoolSettings }),
  listReaders: nothing,
  removeReader: async (question) => ({ params: { readerId: (await readerOf(question)).reader } }),
} satisfies Requests;
