import { createHash } from 'node:crypto';
import { type MessageId, messageIdSchema } from '#shared/schemas/ids';

/**
 * The id of the message of a cause, such as one request of an administrator or one cancellation: the same cause has the
 * same message, so that it is stored once.
 * @param parts the cause, by values that contain no space
 */
export const messageIdOf = (...parts: readonly [string, ...string[]]): MessageId =>
  messageIdSchema.parse(
    `msg_${createHash('sha256').update(parts.join(' ')).digest('base64url').slice(0, 22)}`,
  );
