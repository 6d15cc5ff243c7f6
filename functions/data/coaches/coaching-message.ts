import type { CoachingFacts } from '#shared/domain/coaches/coaching-change';
import type { ClassId, UserId } from '#shared/schemas/ids';
import type { Instant } from '#shared/schemas/values';
import type { ExtraWrites } from '../extra-writes.ts';
import { messageIdOf } from '../messages/message-id.ts';
import { messagePut } from '../messages/messages.ts';
import type { Table } from '../table.ts';

interface CoachingCause {
  readonly classId: ClassId;
  /** Distinguishes the change from others of the class: the same change has the same message. */
  readonly cause: string;
  readonly by: UserId;
  readonly at: Instant;
}

/** The message that tells coaches of a change, for the transaction of the change; none where it concerns nobody (COA-02). */
export const coachingMessage = (
  table: Table,
  facts: CoachingFacts | null,
  { classId, cause, by, at }: CoachingCause,
): ExtraWrites => {
  if (!facts) return [];
  const id = messageIdOf('coaching-changed', classId, cause);
  const audience = { kind: 'coaches', class_id: classId } as const;
  return [messagePut(table, { id, created_at: at, made_by: by, kind: 'coaching-changed', audience, facts })];
};
