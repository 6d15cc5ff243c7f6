import * as z from 'zod/mini';
import { activityIdSchema, classIdSchema, familyIdSchema, userIdSchema } from '../lib/ids.ts';
import { instantSchema } from '../lib/values.ts';

/** Logged actions: of administrators, and of parents where they end a booking. */
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

/** The actor of changes by the command on the operator's machine: no account has this id. */
export const operatorId = userIdSchema.parse('00000000-0000-0000-0000-000000000000');

/** A changed setting in words. */
export const settingChangeSchema = z.object({ field: z.string(), before: z.string(), after: z.string() });

/** A logged change. Contains ids, names of fields and settings of the school, no personal data. */
export const activitySchema = z.object({
  id: activityIdSchema,
  at: instantSchema,
  actor_id: userIdSchema,
  action: z.enum(activityActions),
  /** Id of the changed class, venue, booking, account, family, reader or row of a bank file. */
  subject_id: z.string(),
  /** The class of the subject, if it has one. */
  class_id: z.nullable(classIdSchema),
  /** The family that it was done for, where an administrator acted for one. */
  family_id: z.optional(familyIdSchema),
  /** Names of the changed fields, or dates of sessions; empty for other actions. */
  fields: z.array(z.string()),
  /** Values before and after, of the settings of the school alone. */
  changes: z.optional(z.array(settingChangeSchema)),
});
export type Activity = z.infer<typeof activitySchema>;

/** What the adults of a family do. An administrator who does it acts for the family, which the entry names. */
const adultActions: ReadonlySet<Activity['action']> = new Set([
  'booking.cancelled',
  'family.adult-invited',
  'family.adult-joined',
  'family.adult-removed',
  'family.money-mails-changed',
  'family.holder-changed',
]);

/** Whether an adult of a family made the change (FID-06). */
export const isAdultAction = ({ action, family_id }: Pick<Activity, 'action' | 'family_id'>): boolean =>
  family_id === undefined && adultActions.has(action);

/** An activity with the current names of its ids; null for deleted ones. */
export const activityEntrySchema = z.extend(activitySchema, {
  actor_name: z.nullable(z.string()),
  /** A class's venue, a venue's name, the name of an account or a family. A reader has none. */
  subject_label: z.nullable(z.string()),
  /** Null also where it was done for no family. */
  family_name: z.nullable(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;
