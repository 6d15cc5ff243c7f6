import * as z from 'zod/mini';
import { activityIdSchema, classIdSchema, userIdSchema } from './ids.ts';
import { instantSchema } from './values.ts';

/** What an administrator can have done. */
const activityActions = [
  'class.created',
  'class.updated',
  'class.deleted',
  'booking.updated',
  'booking.deleted',
  'parent.updated',
  'parent.deleted',
  'role.granted',
  'role.revoked',
] as const;

/** One change by an administrator. Ids and names of fields only: no name, email or note of a person. */
export const activitySchema = z.object({
  id: activityIdSchema,
  at: instantSchema,
  actor_id: userIdSchema,
  action: z.enum(activityActions),
  /** The class, booking or account that was changed. */
  subject_id: z.string(),
  /** The class that the subject belongs to, if it does. */
  class_id: z.nullable(classIdSchema),
  /** The fields that were changed; empty for what is not a change of fields. */
  fields: z.array(z.string()),
});
export type Activity = z.infer<typeof activitySchema>;

/** An activity with what its ids stand for today; null for what is gone. */
export const activityEntrySchema = z.extend(activitySchema, {
  actor_name: z.nullable(z.string()),
  /** A class's venue, an account's name. */
  subject_label: z.nullable(z.string()),
});
export type ActivityEntry = z.infer<typeof activityEntrySchema>;
