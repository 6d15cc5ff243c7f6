import { randomUUID } from 'node:crypto';
import { messageIdOf } from '#functions/data/messages/message-id';
import { instantOf } from '#shared/domain/time/instant-of';
import { userIdSchema } from '#shared/schemas/ids';
import type { MessageOf } from '#shared/schemas/message';
import { sampleNow } from './samples.ts';

/** A message of an administrator to one family. */
export const sampleMessage = (overrides: Partial<MessageOf<'broadcast'>> = {}): MessageOf<'broadcast'> => ({
  id: messageIdOf(randomUUID()),
  created_at: instantOf(sampleNow),
  made_by: userIdSchema.parse(randomUUID()),
  kind: 'broadcast',
  audience: { kind: 'family', parent_id: userIdSchema.parse(randomUUID()) },
  facts: { subject: 'Bring a jumper', text: 'It gets cold on Saturday.' },
  ...overrides,
});
