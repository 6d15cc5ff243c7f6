import * as z from 'zod/mini';
import { childSchema } from '#shared/families/family';
import { type Route, routeOf } from '../contract/route.ts';
import { inviteAdultSchema } from '../families/members.ts';
import { phoneNumberSchema } from '../families/profile-input.ts';
import { type CalendarDate, calendarDateSchema } from '../lib/values.ts';
import {
  acceptCoachInvitationSchema,
  acceptedSchema,
  invitationLinkSchema,
  lowRate,
  opensInvited,
} from './routes.ts';

/** One of two answers shows that the reader of an office's invitation knows the family (FID-09). */
const proofFields = {
  date_of_birth: z.optional(calendarDateSchema),
  phone_number: z.optional(phoneNumberSchema),
};
export interface InvitationProof {
  readonly date_of_birth?: CalendarDate | undefined;
  readonly phone_number?: string | undefined;
}

/** An empty answer does not count as a try. */
const isAnswer = z.refine<InvitationProof>(
  ({ date_of_birth, phone_number }) => (date_of_birth ?? phone_number) !== undefined,
  'Please answer the question',
);

const invitationProofSchema = z.strictObject(proofFields).check(isAnswer);

const provedLinkSchema = z.extend(invitationLinkSchema, proofFields).check(isAnswer);

const withProof = { proof: z.optional(invitationProofSchema) };

export const adultRoutes = {
  inviteAdult: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/me/adult-invitation',
    access: 'member',
    actsFor: 'family',
    freshSignIn: true,
    summary: 'Email a link by which a second adult acts for the holder’s family; one before it ends',
    body: inviteAdultSchema,
    status: 202,
    response: acceptedSchema,
    // Emails to a mailbox are limited by their kind (AUT-44).
    uncounted: true,
    errors: [
      ...(['freshSignInRequired', 'profileNotFound', 'holderOnly'] as const),
      ...(['adultExists', 'ownInvitation', 'tooManyAttempts'] as const),
    ],
  },
  withdrawAdultInvitation: {
    ...routeOf.account,
    method: 'DELETE',
    path: '/api/me/adult-invitation',
    access: 'member',
    actsFor: 'family',
    summary: 'Withdraw the invitation of a second adult: its link ends',
    status: 204,
    response: z.undefined(),
    // A link must always be possible to end.
    uncounted: true,
    errors: ['holderOnly', 'profileNotFound'],
  },
  endAdultAccess: {
    ...routeOf.account,
    method: 'DELETE',
    path: '/api/me/adult',
    access: 'member',
    actsFor: 'family',
    summary: 'End the access of the other adult, as the holder, or leave the family, as the second adult',
    status: 204,
    response: z.undefined(),
    // An access must always be possible to end.
    uncounted: true,
    errors: ['adultNotFound', 'profileNotFound'],
  },
  getAdultInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/adult-invitation',
    readOnly: true,
    summary: 'The address of the link of a second adult, who invited it, and whether it has an account',
    rate: lowRate,
    body: invitationLinkSchema,
    response: z.object({
      email: z.string(),
      invited_by: z.string(),
      has_account: z.boolean(),
      /** What the reader must answer first; null where a holder invites (FID-09). */
      asks: z.nullable(z.enum(['date-of-birth', 'phone'])),
    }),
    errors: ['invitationInvalid'],
  },
  proveAdultInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/account/adult-invitation/proof',
    summary: 'Show that the reader of an invitation knows the family, and read what the office knows of it',
    rate: lowRate,
    body: provedLinkSchema,
    /** Shown to be confirmed (BHF-02). */
    response: z.object({
      full_name: z.string(),
      phone_number: z.string(),
      children: z.array(z.pick(childSchema, { name: true, date_of_birth: true })),
    }),
    errors: ['invitationProofWrong', 'invitationInvalid'],
  },
  acceptAdultInvitation: {
    ...opensInvited,
    path: '/api/account/adult-invitation/acceptance',
    summary: 'Open the account of an invited second adult, which acts for the family',
    body: z.extend(acceptCoachInvitationSchema, withProof),
    errors: [
      ...(['invitationInvalid', 'invitationProofWrong', 'adultExists', 'hasFamily'] as const),
      ...opensInvited.errors,
    ],
  },
  acceptMyAdultInvitation: {
    ...routeOf.account,
    method: 'POST',
    path: '/api/me/adult-invitation/acceptance',
    access: 'member',
    summary: 'Act for the family of an invitation with the caller’s account, which has no child or booking',
    body: z.extend(invitationLinkSchema, withProof),
    status: 204,
    response: z.undefined(),
    // The invitation is used once.
    uncounted: true,
    errors: [
      ...(['invitationInvalid', 'invitationProofWrong', 'invitationForOther'] as const),
      ...(['adultExists', 'hasFamily', 'profileNotFound'] as const),
    ],
  },
} as const satisfies Record<string, Route>;

export type AdultRoutes = typeof adultRoutes;
