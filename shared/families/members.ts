import * as z from 'zod/mini';
import { emailSchema } from '../lib/email.ts';
import { adultInvitationSchema, type FamilyRole, familyRoleSchema, familySchema } from './family.ts';

/** Who acts for a family, as the other one sees it: by name alone, unless the person says more (ADT-01). */
const familyMemberSchema = z.object({
  full_name: z.string(),
  family_role: familyRoleSchema,
  is_caller: z.boolean(),
});
export type FamilyMember = z.infer<typeof familyMemberSchema>;

/** The parts of members as people read them. */
export const familyRoleNames: Readonly<Record<FamilyRole, string>> = {
  holder: 'holder',
  adult: 'second adult',
};

/** The caller's own profile, the children of the family, and who else acts for it. */
export const myFamilySchema = z.extend(familySchema, {
  members: z.array(familyMemberSchema),
  /** Null where nobody is invited, and for all but the holder. */
  invitation: z.nullable(adultInvitationSchema),
  /** Who gets the emails about money. */
  money_mails: familyRoleSchema,
});
export type MyFamily = z.infer<typeof myFamilySchema>;

export const inviteAdultSchema = z.strictObject({ email: emailSchema });
