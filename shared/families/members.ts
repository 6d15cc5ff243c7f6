import * as z from 'zod/mini';
import { namesOf } from '#shared/lib/names';
import { emailSchema } from '../lib/email.ts';
import { childIdSchema, userIdSchema } from '../lib/ids.ts';
import { instantSchema } from '../lib/values.ts';
import { adultInvitationSchema, type FamilyRole, familyRoleSchema, familySchema } from './family.ts';

/** The other adult sees the name, and more only if the person says so (ADT-01). */
export const familyMemberSchema = z.object({
  id: userIdSchema,
  full_name: z.string(),
  family_role: familyRoleSchema,
  is_caller: z.boolean(),
});
export type FamilyMember = z.infer<typeof familyMemberSchema>;

export const familyRoleNames: Readonly<Record<FamilyRole, string>> = namesOf({
  holder: 'holder',
  adult: 'second adult',
});

/** On no card before the family has answered (IMP-03). Texts may be empty. */
export const importedCardSchema = z.object({
  child_id: childIdSchema,
  medical_conditions: z.nullable(z.string()),
  /** There is nothing to know of the child's health (IMP-09). */
  nothing_to_know: z.optional(z.literal(true)),
  contact: z.nullable(z.object({ name: z.string(), relation: z.string(), phone_number: z.string() })),
  adult: z.nullable(
    z.object({ full_name: z.string(), email: z.nullable(z.string()), phone_number: z.string() }),
  ),
  at: instantSchema,
});
export type ImportedCard = z.infer<typeof importedCardSchema>;

export const myFamilySchema = z.extend(familySchema, {
  members: z.array(familyMemberSchema),
  /** Null without one, and for all but the holder. */
  invitation: z.nullable(adultInvitationSchema),
  /** Who gets mail about money (FID-05). */
  money_mails: userIdSchema,
  /** What waits for the family's answer. */
  imported: z.array(importedCardSchema),
});
export type MyFamily = z.infer<typeof myFamilySchema>;

export const inviteAdultSchema = z.strictObject({ email: emailSchema });
