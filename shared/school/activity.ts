import * as z from 'zod/mini';
import { activityIdSchema, classIdSchema, familyIdSchema, userIdSchema } from '../lib/ids.ts';
import { instantSchema } from '../lib/values.ts';

/** Actions of administrators, and of parents who end a booking. */
const activityActions = [
  'class.created',
  'class.drafted',
  'class.draft-updated',
  'class.draft-deleted',
  'class.published',
  'class.updated',
  'class.deleted',
  'venue.created',
  'venue.updated',
  'venue.deleted',
  'session.cancelled',
  'session.restored',
  'session.remedied',
  'session.credited',
  'waiting.added',
  'waiting.put-first',
  'waiting.removed',
  'waiting.offer-withdrawn',
  'waiting.offer-taken',
  'waiting.offer-declined',
  'booking.made',
  'booking.updated',
  'booking.deleted',
  'booking.cancelled',
  'booking.credited',
  'booking.moved',
  'family.added',
  'family.children-added',
  'family.child-corrected',
  'family.exported',
  'family.invited',
  'family.adult-invited',
  'family.adult-joined',
  'family.adult-removed',
  'family.login-removed',
  'family.money-mails-changed',
  'family.holder-changed',
  'family.joined',
  'family.not-same',
  'parent.updated',
  'parent.deleted',
  'families.imported',
  'families.import-undone',
  'families.invited',
  'role.granted',
  'role.revoked',
  'admin.invited',
  'admin.invitation-withdrawn',
  'second-factor.on',
  'second-factor.reset',
  'coach.granted',
  'coach.invited',
  'coach.invitation-withdrawn',
  'coach.revoked',
  'coach.checked',
  'cover.set',
  'reader.removed',
  'message.sent',
  'message.resent',
  'message.left',
  'mail.sent-again',
  'mail.left',
  'entry.recorded',
  'entry.taken-back',
  'bank-row.ignored',
  'families.reminded',
  'settings.updated',
] as const;

/** The actor of commands on the operator's machine. No account has this id. */
export const operatorId = userIdSchema.parse('00000000-0000-0000-0000-000000000000');

export const settingChangeSchema = z.object({ field: z.string(), before: z.string(), after: z.string() });

/** Ids, names of fields and settings of the school: no personal data. */
export const activitySchema = z.object({
  id: activityIdSchema,
  at: instantSchema,
  actor_id: userIdSchema,
  action: z.enum(activityActions),
  subject_id: z.string(),
  class_id: z.nullable(classIdSchema),
  /** The family for which an administrator acted. */
  family_id: z.optional(familyIdSchema),
  /** Names of changed fields, or dates of sessions; empty for other actions. */
  fields: z.array(z.string()),
  /** Only for settings of the school. */
  changes: z.optional(z.array(settingChangeSchema)),
});
export type Activity = z.infer<typeof activitySchema>;

/** An administrator's action of these is for a family, which the entry names. */
const adultActions: ReadonlySet<Activity['action']> = new Set([
  'booking.cancelled',
  'family.adult-invited',
  'family.adult-joined',
  'family.adult-removed',
  'family.money-mails-changed',
  'family.holder-changed',
]);

/** Whether an adult of a family acted (FID-06). */
export const isAdultAction = ({ action, family_id }: Pick<Activity, 'action' | 'family_id'>): boolean =>
  family_id === undefined && adultActions.has(action);

/** Present names; null for what was deleted. */
export const namedActivitySchema = z.extend(activitySchema, {
  actor_name: z.nullable(z.string()),
  subject_label: z.nullable(z.string()),
  /** Null also where it was done for no family. */
  family_name: z.nullable(z.string()),
});
export type NamedActivity = z.infer<typeof namedActivitySchema>;
