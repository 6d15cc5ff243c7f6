import * as z from 'zod/mini';
import { namesOf } from '#shared/lib/names';
import { emailSchema } from '../lib/email.ts';
import { childIdSchema, userIdSchema } from '../lib/ids.ts';
import { instantSchema } from '../lib/values.ts';
import { adultInvitationSchema, type FamilyRole, familyRoleSchema, familySchema } from './family.ts';

/** Who acts for a family, as the other one sees it: by name alone, unless the person says more (ADT-01). */
export const familyMemberSchema = z.object({
  id: userIdSchema,
  full_name: z.string(),
  family_role: familyRoleSchema,
  is_caller: z.boolean(),
});
export type FamilyMember = z.infer<typeof familyMemberSchema>;

/** The parts of members as people read them. */
export const familyRoleNames: Readonly<Record<FamilyRole, string>> = namesOf({
  holder: 'holder',
  adult: 'second adult',
});

/** What a file of the school says of a child: on no card before the family has answered (IMP-03). Texts may be empty. */
export const importedCardSchema = z.object({
  child_id: childIdSchema,
  medical_conditions: z.nullable(z.string()),
  /** It says that there is nothing to know of the child's health (IMP-09). */
  nothing_to_know: z.optional(z.literal(true)),
  contact: z.nullable(z.object({ name: z.string(), relation: z.string(), phone_number: z.string() })),
  /** The second parent of the file, whom the family may invite. */
  adult: z.nullable(
    z.object({ full_name: z.string(), email: z.nullable(z.string()), phone_number: z.string() }),
  ),
  at: instantSchema,
});
export type ImportedCard = z.infer<typeof importedCardSchema>;

/** The caller's own profile, the children of the family, and who else acts for it. */
export const myFamilySchema = z.extend(familySchema, {
  members: z.array(familyMemberSchema),
  /** Null where nobody is invited, and for all but the holder. */
  invitation: z.nullable(adultInvitationSchema),
  /** The member who gets the emails about money (FID-05). */
  money_mails: userIdSchema,
  /** What waits for the family's answer. */
  imported: z.array(importedCardSchema),
});
export type MyFamily = z.infer<typeof myFamilySchema>;

export const inviteAdultSchema = z.strictObject({ email: emailSchema });
