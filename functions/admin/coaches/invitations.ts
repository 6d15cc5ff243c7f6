import { auditEventPut } from '../../data/audit/activity.ts';
import { deleteInvitation, storeInvitation } from '../../data/coaches/invitations.ts';
import type { Operation } from '../../lib/http/create-handler.ts';
import { busy, problem } from '../../lib/http/problem-error.ts';
import type { AdminDeps } from '../deps.ts';

/** What the log names: neither the address nor its hash, since it is never deleted. */
const subject_id = 'coach-invitation';

/** Invites an address to be a coach by an email with a link; again, which ends the link before (COA-01). */
export const inviteCoach: Operation<'inviteCoach', AdminDeps> = async (
  { caller, body },
  { table, clock },
) => {
  const now = clock();
  const event = { actor_id: caller.userId, action: 'coach.invited', subject_id } as const;
  const outcome = await storeInvitation(table, { email: body.email, by: caller.userId, now }, [
    auditEventPut(table, now, event),
  ]);
  if (outcome !== 'done') throw busy();
  return { email: body.email };
};

/** Withdraws an invitation: its link ends (COA-01). */
export const withdrawCoachInvitation: Operation<'withdrawCoachInvitation', AdminDeps> = async (
  { caller, params },
  { table, clock },
) => {
  const event = { actor_id: caller.userId, action: 'coach.invitation-withdrawn', subject_id } as const;
  const outcome = await deleteInvitation(table, params.invitationId, [auditEventPut(table, clock(), event)]);
  if (outcome === 'busy') throw busy();
  if (outcome === 'refused') throw problem('notFound');
};
