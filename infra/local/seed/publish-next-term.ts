import { randomUUID } from 'node:crypto';
import type { AdminDeps } from '#functions/admin/deps';
import { planTerm } from '#functions/admin/terms/plan-term';
import { publishTerm } from '#functions/admin/terms/publish-term';
import { getManagedClass } from '#functions/data/classes/managed-classes';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { mondayOf } from '#shared/domain/time/week';
import { policies } from '#shared/policies';
import { type ClassId, idempotencyKeySchema, type UserId } from '#shared/schemas/ids';
import type { TermPlan } from '#shared/schemas/term-plan';

/** Weeks between the end of a sample class and the class that follows: families have all days to answer. */
const weeksApart = 3;

/**
 * Plans and publishes what follows a class, by the product's own operations: its families have their places kept and get
 * emails when the messages that wait are sent.
 */
export const publishNextTerm = async (classId: ClassId, admin: UserId, deps: AdminDeps): Promise<void> => {
  const { table, clock, timeZone } = deps;
  const cls = await getManagedClass(table, classId);
  if (!cls) throw new Error('The sample class of the next term is gone');
  const caller = { userId: admin, role: 'admin', signedInAt: clock() } as const;
  const plan: TermPlan = {
    first_week: addDays(mondayOf(cls.end_date), weeksApart * 7),
    weeks: 8,
    skipped_dates: [],
    price_change: { by: 'percent', percent: 5 },
  };
  const { drafts } = await planTerm(
    { caller, body: { plan, classes: [{ id: cls.id, version: cls.version }] } },
    deps,
  );
  await publishTerm(
    {
      caller,
      idempotencyKey: idempotencyKeySchema.parse(randomUUID()),
      body: {
        drafts: drafts.map(({ id, version }) => ({ id, version })),
        keep_until: addDays(toCalendarDate(clock(), timeZone), policies.terms.keptDays),
      },
    },
    deps,
  );
};
