import * as z from 'zod/mini';

/** A ULID (Crockford base 32, 26 characters): sorted by creation, safe in URLs and keys. */
const ulidId = <const Prefix extends string>(prefix: Prefix) =>
  z.string().check(z.regex(new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`), 'Unknown id'));

export const classIdSchema = ulidId('cls').brand<'ClassId'>();
export const slotIdSchema = ulidId('slt').brand<'SlotId'>();
export const bookingIdSchema = ulidId('bkg').brand<'BookingId'>();
export const childIdSchema = ulidId('chd').brand<'ChildId'>();
export const venueIdSchema = ulidId('ven').brand<'VenueId'>();
export const activityIdSchema = ulidId('act').brand<'ActivityId'>();
export const applicationIdSchema = ulidId('wai').brand<'WaitingEntryId'>();
export const offerIdSchema = ulidId('ofr').brand<'OfferId'>();
export const familyNoteIdSchema = ulidId('nte').brand<'FamilyNoteId'>();
/** A payment by card that a family asked for. */
export const cardPaymentIdSchema = ulidId('cpm').brand<'CardPaymentId'>();
/** Accounts, whose ids do not assign to this one, are a family's members. */
export const familyIdSchema = ulidId('fam').brand<'FamilyId'>();
/** The `sub` of the user pool. A GUID: newer pools issue variant bits `110x`, which RFC 9562 checks refuse. */
export const userIdSchema = z.guid('Unknown id').brand<'UserId'>();

/** Made from the message's cause, so that repeated requests name one message. */
export const messageIdSchema = z
  .string()
  .check(z.regex(/^msg_[\w-]{22}$/, 'Unknown id'))
  .brand<'MessageId'>();
/** An account, or a newsletter's reader by the hash of the address. SES accepts it as a tag. */
export const recipientIdSchema = z
  .string()
  .check(z.regex(/^[\w-]{1,64}$/, 'Unknown id'))
  .brand<'RecipientId'>();

export type ClassId = z.infer<typeof classIdSchema>;
export type SlotId = z.infer<typeof slotIdSchema>;
export type BookingId = z.infer<typeof bookingIdSchema>;
export type ChildId = z.infer<typeof childIdSchema>;
export type VenueId = z.infer<typeof venueIdSchema>;
export type ActivityId = z.infer<typeof activityIdSchema>;
export type ApplicationId = z.infer<typeof applicationIdSchema>;
export type OfferId = z.infer<typeof offerIdSchema>;
export type FamilyNoteId = z.infer<typeof familyNoteIdSchema>;
export type CardPaymentId = z.infer<typeof cardPaymentIdSchema>;
export type FamilyId = z.infer<typeof familyIdSchema>;
export type MessageId = z.infer<typeof messageIdSchema>;
export type RecipientId = z.infer<typeof recipientIdSchema>;
export type UserId = z.infer<typeof userIdSchema>;

/** API Gateway passes header names in lower case. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Chosen by the client; requests with one key are one attempt. */
export const idempotencyKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{16,64}$/, 'Idempotency-Key must be 16 to 64 letters, digits, - or _'))
  .brand<'IdempotencyKey'>();
export type IdempotencyKey = z.infer<typeof idempotencyKeySchema>;
