import { randomUUID } from 'node:crypto';
import { cancelSessions } from '#functions/admin/sessions/cancel-sessions';
import type { CancellationDeps } from '#functions/admin/sessions/cancellation-target';
import { presetMakeUpDate } from '#shared/domain/sessions/calendar-rules';
import { nextUpcomingDate } from '#shared/domain/sessions/sessions';
import { businessMoment } from '#shared/domain/time/business-time';
import type { FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema, type UserId } from '#shared/schemas/ids';

/** Cancels the next session of a class's first slot by the product's own operation, with the make-up date it offers. */
export const cancelNext = async (
  cls: FootballClass,
  admin: UserId,
  deps: CancellationDeps,
): Promise<void> => {
  const [slot] = cls.time_slots;
  const now = deps.clock();
  const moment = businessMoment(now, deps.timeZone);
  const date = slot && nextUpcomingDate(cls, slot, moment);
  const makeUp = slot && presetMakeUpDate(cls, slot, moment.today);
  if (!slot || !date || !makeUp) throw new Error('The sample class has a session to come');
  await cancelSessions(
    {
      caller: { userId: admin, role: 'admin', signedInAt: now },
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
      body: {
        target: { kind: 'session', class_id: cls.id, slot_id: slot.id, date },
        reason: 'weather',
        note: 'The pitch is under water. We are sorry, and see you all at the make-up session.',
        remedy: { kind: 'make-up', date: makeUp },
      },
    },
    deps,
  );
};
