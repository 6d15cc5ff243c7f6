import { planClass } from '#shared/domain/terms/plan-class';
import { instantOf } from '#shared/domain/time/instant-of';
import type { ClassDraft } from '#shared/schemas/class-draft';
import type { ManagedClass } from '#shared/schemas/class-input';
import type { UserId } from '#shared/schemas/ids';
import type { LeftReason, TermPlan } from '#shared/schemas/term-plan';
import type { Venue } from '#shared/schemas/venue';
import { auditEventPut } from '../../data/audit/activity.ts';
import { createPlannedDraft, listDrafts } from '../../data/classes/drafts.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { newClassId } from '../../data/ids.ts';
import { listVenues, sameVenue } from '../../data/venues/venues.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

type Made = { readonly draft: ClassDraft } | { readonly left: LeftReason };

interface Planning extends Pick<AdminDeps, 'table' | 'clock'> {
  readonly plan: TermPlan;
  readonly by: UserId;
  readonly existing: readonly Pick<ManagedClass, 'planned_from'>[];
  readonly venues: readonly Venue[];
}

/** Stores the draft that follows a class, in one transaction. @throws ProblemError busy */
const makeDraft = async (cls: ManagedClass, planning: Planning): Promise<Made> => {
  const { table, clock, plan, by, existing, venues } = planning;
  const planned = planClass(cls, plan, existing);
  if (planned.left) return planned;
  const now = clock();
  const draft: ClassDraft = {
    id: newClassId(now),
    version: 1,
    form: planned.form,
    planned_from: { class_id: cls.id, first_week: plan.first_week },
    created_by: by,
    created_at: instantOf(now),
  };
  const venue = venues.find(({ id }) => id === planned.form.venue_id);
  if (!venue) return { left: 'changed' };
  const event = auditEventPut(table, now, {
    actor_id: by,
    action: 'class.drafted',
    subject_id: draft.id,
    class_id: draft.id,
  });
  const outcome = await createPlannedDraft(table, draft, [event, sameVenue(table, venue)]);
  // The venue was changed since it was read. The client retries.
  if (outcome === 'busy') throw busy();
  return outcome === 'done' ? { draft } : { left: 'planned' };
};

/**
 * Makes drafts of a new term from classes (TRM-02). Each is one transaction: sent again it makes nothing twice, and goes on
 * where it was interrupted.
 * @throws ProblemError busy
 */
export const planTerm: Operation<'planTerm', AdminDeps> = async (
  { caller, body: { plan, classes } },
  { table, clock },
) => {
  const [stored, drafts, venues] = await Promise.all([
    listManagedClasses(table, { consistent: true }),
    listDrafts(table),
    listVenues(table),
  ]);
  const planning = { table, clock, plan, by: caller.userId, existing: [...stored, ...drafts], venues };
  const made = await Promise.all(
    classes.map(async ({ id, version }) => {
      const cls = stored.find((candidate) => candidate.id === id);
      const isAsSeen = cls?.version === version && !cls.deleting;
      return {
        class_id: id,
        made: isAsSeen ? await makeDraft(cls, planning) : ({ left: 'changed' } as const),
      };
    }),
  );
  return {
    drafts: made.flatMap(({ made: result }) => ('draft' in result ? [result.draft] : [])),
    left: made.flatMap(({ class_id, made: result }) =>
      'left' in result ? [{ class_id, reason: result.left }] : [],
    ),
  };
};
