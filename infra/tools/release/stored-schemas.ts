import type * as z from 'zod/mini';
import { countsSchema, storedAccountSchema } from '#functions/accounts/accounts';
import { storedCoachSchema, storedInvitationSchema } from '#functions/accounts/coaches';
import { joinedFamilySchema } from '#functions/accounts/joined-families';
import { registrationSchema } from '#functions/accounts/registrations';
import { storedSecondFactorSchema } from '#functions/accounts/second-factor';
import { familyItemSchema } from '#functions/accounts/stored-families';
import { storedTokenSchema } from '#functions/accounts/tokens';
import { storedViewSchema } from '#functions/across/cards';
import { erasedFamilySchema } from '#functions/across/family-export';
import { bankRowClaimSchema } from '#functions/bank/bank-rows';
import { dayLinkSchema } from '#functions/booking/booking-changes';
import { storedBookingSchema, storedDatesSchema } from '#functions/booking/bookings';
import { storedLateEndingSchema } from '#functions/booking/end-booking';
import { endedChargeSchema, storedEndedBookingSchema } from '#functions/booking/ended-bookings';
import { refusedSlotSchema } from '#functions/booking/places';
import { askedSchema } from '#functions/cards/asked-payments';
import { failedDebitSchema } from '#functions/cards/card-mails';
import { comparisonSchema, momentSchema } from '#functions/cards/connection';
import {
  askSchema,
  moveSchema,
  recordedSchema,
  waitingMovesSchema,
} from '#functions/cards/recorded-payments';
import { storedCalendarSchema, storedClassSchema, storedSlotSchema } from '#functions/classes/classes';
import { currentClassesSchema } from '#functions/classes/current-classes';
import { storedVenueSchema } from '#functions/classes/venues';
import { searchWordSchema } from '#functions/families/find-families';
import { importedRowSchema } from '#functions/families/import-deeds';
import { begunImportSchema, importRowSchema } from '#functions/families/imports';
import { storedNoteSchema } from '#functions/families/notes';
import { turnSchema } from '#functions/families/phone-turns';
import { familyTaskSchema } from '#functions/families/tasks';
import { retentionProgressSchema } from '#functions/families/timer';
import { entryNoteSchema } from '#functions/ledger/entries';
import { familyLedgerSchema } from '#functions/ledger/ledger';
import { listedLedgerSchema } from '#functions/ledger/list-ledgers';
import { storedAttemptSchema } from '#functions/lib/attempts';
import { dailyWorkSchema, dueTrySchema } from '#functions/lib/due-work';
import { asideAgainSchema, asideMailSchema } from '#functions/lib/mail/aside-mails';
import { mailRequestSchema } from '#functions/lib/mail/mail-requests';
import { mailStopSchema } from '#functions/lib/mail/not-sent';
import { storedLeaseSchema } from '#functions/lib/mail/send-once';
import { sentMailSchema } from '#functions/lib/mail/sent-mails';
import { messageProgressSchema, wakeSchema } from '#functions/messages/messages';
import { joiningSchema, storedReaderSchema } from '#functions/messages/newsletter';
import { recipientSchema } from '#functions/messages/recipients';
import { senderSchema } from '#functions/messages/sender';
import { unsentMessageSchema } from '#functions/messages/unsent-messages';
import { childInSessionSchema, storedUnlistedSchema } from '#functions/registers/registers';
import { storedSettingsSchema } from '#functions/school/settings';
import { storedFeedSchema } from '#functions/sessions/calendar-feeds';
import { cancellationSchema } from '#functions/sessions/cancellations';
import { renewalNoticeSchema, renewalReminderSchema } from '#functions/terms/renewals';
import { siblingSchema, storedApplicationSchema } from '#functions/waiting/applications';
import { behindSchema, renewalSchema, storedOfferSchema } from '#functions/waiting/offers';
import { waitingMailSchema } from '#functions/waiting/waiting-mails';
import { bankColumnsSchema, unassignedRowSchema } from '#shared/bank/import';
import { cardConnectionSchema, cardTaskSchema } from '#shared/cards/office';
import { classSummarySchema } from '#shared/classes/class';
import { classDraftSchema } from '#shared/classes/class-input';
import { childSchema } from '#shared/families/family';
import { importedCardSchema } from '#shared/families/members';
import { ledgerEntrySchema } from '#shared/ledger/entry';
import { messageContentSchema } from '#shared/messages/message';
import { storedMarkSchema } from '#shared/registers/register';
import { activitySchema } from '#shared/school/activity';
import { coverSchema } from '#shared/sessions/calendar-rules';
import { timeSlotSchema } from '#shared/sessions/slot';

/** By a name that stays: a release is compared by it. One item may be read by several. A test holds that none is missing. */
export const storedSchemas = {
  account: storedAccountSchema,
  activity: activitySchema,
  asideAgain: asideAgainSchema,
  asideMail: asideMailSchema,
  askedCardPayment: askedSchema,
  attempt: storedAttemptSchema,
  attendanceMark: storedMarkSchema,
  bankColumns: bankColumnsSchema,
  bankRowMark: bankRowClaimSchema,
  behindMark: behindSchema,
  bookedDates: storedDatesSchema,
  booking: storedBookingSchema,
  calendarFeed: storedFeedSchema,
  cancellation: cancellationSchema,
  cardComparison: comparisonSchema,
  cardConnection: cardConnectionSchema,
  cardEvents: momentSchema,
  cardMove: moveSchema,
  cardPayment: recordedSchema,
  cardRefundAsk: askSchema,
  cardTask: cardTaskSchema,
  cardView: storedViewSchema,
  cardWaiting: waitingMovesSchema,
  child: childSchema,
  class: storedClassSchema,
  classCalendar: storedCalendarSchema,
  classDraft: classDraftSchema,
  classSummary: classSummarySchema,
  coach: storedCoachSchema,
  cover: coverSchema,
  currentClasses: currentClassesSchema,
  dailyWork: dailyWorkSchema,
  dueTry: dueTrySchema,
  retentionProgress: retentionProgressSchema,
  dayLink: dayLinkSchema,
  endedBooking: storedEndedBookingSchema,
  endedCharge: endedChargeSchema,
  entryNote: entryNoteSchema,
  erasedFamily: erasedFamilySchema,
  failedDebit: failedDebitSchema,
  family: familyItemSchema,
  familyLedger: familyLedgerSchema,
  familyNote: storedNoteSchema,
  familyTask: familyTaskSchema,
  importOfFile: begunImportSchema,
  importRow: importRowSchema,
  importedCard: importedCardSchema,
  importedRow: importedRowSchema,
  invitation: storedInvitationSchema,
  joinedFamily: joinedFamilySchema,
  lateEnding: storedLateEndingSchema,
  ledgerEntry: ledgerEntrySchema,
  listedLedger: listedLedgerSchema,
  mailRequest: mailRequestSchema,
  mailStop: mailStopSchema,
  messageContent: messageContentSchema,
  messageProgress: messageProgressSchema,
  messengerSender: senderSchema,
  messengerWake: wakeSchema,
  newsletterJoining: joiningSchema,
  newsletterReader: storedReaderSchema,
  offer: storedOfferSchema,
  peopleCounts: countsSchema,
  phoneTurn: turnSchema,
  recipient: recipientSchema,
  refusedSlot: refusedSlotSchema,
  registerPlace: childInSessionSchema,
  registration: registrationSchema,
  renewal: renewalSchema,
  renewalNotice: renewalNoticeSchema,
  renewalReminder: renewalReminderSchema,
  schoolSettings: storedSettingsSchema,
  searchWord: searchWordSchema,
  secondFactor: storedSecondFactorSchema,
  sendLease: storedLeaseSchema,
  sentMail: sentMailSchema,
  slot: storedSlotSchema,
  timeSlot: timeSlotSchema,
  token: storedTokenSchema,
  unassignedRow: unassignedRowSchema,
  unlistedChild: storedUnlistedSchema,
  unsentMessage: unsentMessageSchema,
  venue: storedVenueSchema,
  waitingEntry: storedApplicationSchema,
  waitingMail: waitingMailSchema,
  waitingSibling: siblingSchema,
} satisfies Readonly<Record<string, z.core.$ZodType>>;
