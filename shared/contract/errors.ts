import * as z from 'zod/mini';
import { callUs, reachUs } from '#shared/brand';
import { durationText } from '#shared/lib/durations';
import { limits } from '#shared/limits';
import { changeProblems } from './change-problems.ts';
import { fillText, problemBodySchema, shownProblems, type TextParams } from './shown-problems.ts';

/** Every error: code, status and text (RFC 9457). Users read the text, so it says what to do. `problemText` fills `{name}`. */
export const problems = {
  ...shownProblems,
  ...changeProblems,
  cardsNotConnected: {
    status: 409,
    text: 'Payment by card is not possible at the moment. Please use another way to pay.',
  },
  cardPageUnavailable: {
    status: 503,
    text: 'Stripe does not answer at the moment. Please try again in a minute.',
  },
  cardPageOver: {
    status: 409,
    text: 'This payment page has ended. You have paid nothing on it. Please start again.',
  },
  nothingToPay: { status: 409, text: 'Nothing is open here. Please reload the page.' },
  tooManyCardPayments: {
    status: 429,
    text: 'You have started many payments in the last hour. Please wait an hour, or use another way to pay.',
  },
  cardPaymentNotFound: { status: 404, text: 'This payment no longer exists. Please reload the page.' },
  cardEventRefused: { status: 400, text: 'The signature of this event is not accepted.' },
  refundTooMuch: {
    status: 409,
    text: 'At most {left} of this payment can be refunded. Please reload the page.',
  },
  refundRefused: {
    status: 409,
    text: 'Stripe does not make this refund. Open the payment in Stripe, which says why.',
  },
  cardDifferenceGone: { status: 409, text: 'This cannot be recorded. Please compare again.' },
  invalidRequest: { status: 400, text: 'Please check the highlighted fields and try again.' },
  malformedJson: {
    status: 400,
    text: 'The request could not be read. Please reload the page and try again.',
  },
  idempotencyKeyRequired: {
    status: 400,
    text: 'The request could not be repeated safely. Please reload the page.',
  },
  sentBefore: {
    status: 409,
    text: 'This was sent before with other details, and those were saved. Please reload the page to see them.',
  },
  resetLinkInvalid: {
    status: 400,
    text: 'This reset link is no longer valid. Please request a new one.',
  },
  newsletterLinkInvalid: {
    status: 400,
    text: 'This link is no longer valid. Please enter your email address again.',
  },
  invitationInvalid: {
    status: 404,
    text: `This invitation was used, withdrawn or sent again, ended after wrong answers, or is older than ${limits.invitationDays} days. If you accepted it, log in. Otherwise ask the school for another one.`,
  },
  invitationProofWrong: {
    status: 403,
    text: 'This is not what the school knows of the family. You can try it {tries}, then the link ends.',
  },
  adminInvitationInvalid: {
    status: 404,
    text: `This link was used, withdrawn or replaced, or is older than ${limits.adminInvitationHours} hours. If you used it, log in. Otherwise ask for another one.`,
  },
  holderOnly: { status: 403, text: 'Only the holder of the family can do this.' },
  adultExists: {
    status: 409,
    text: 'The family has a second adult. Another one can join when the access of that one has ended.',
  },
  tooManyAdults: {
    status: 409,
    text: 'The two families have more than two logins. Please take one of them off its family first.',
  },
  bothBooked: {
    status: 409,
    text: '{child} is booked into the same time slot in both families. Please cancel one of these bookings first.',
  },
  familyJoining: {
    status: 409,
    text: 'This family is being joined with another one. Please complete that first: press “Join” again.',
  },
  adultNotFound: { status: 404, text: 'The family has no second adult.' },
  memberNotFound: {
    status: 404,
    text: 'This person has no access to the family any more. Please reload the page.',
  },
  ownInvitation: { status: 409, text: 'This is the address of somebody in the family.' },
  hasFamily: {
    status: 409,
    text: 'This account has children, bookings or payments of its own, so it cannot join another family. Please ask to be invited with another email address.',
  },
  invitationHasAccount: {
    status: 409,
    text: 'This address has an account. Please log in to accept the invitation.',
  },
  invitationForOther: {
    status: 403,
    text: 'This invitation is for another address. Please log in with that one.',
  },
  recoveryRefused: {
    status: 400,
    text: 'The password or the recovery code is not right. Please check both.',
  },
  secondFactorNotProved: {
    status: 409,
    text: 'Your authenticator app is not set up. Please enter its code first.',
  },
  // The name is MFA-01's.
  'second-factor-needed': {
    status: 403,
    text: 'This needs two-step login. Please set it up, and log in again.',
  },
  freshSignInRequired: { status: 403, text: 'Please enter your password again.' },
  slotNotFound: { status: 404, text: 'This time slot is no longer available. Please choose another one.' },
  childNotFound: { status: 404, text: 'Selected child not found' },
  profileNotFound: { status: 404, text: 'Your profile could not be found. Please contact us.' },
  readerNotFound: { status: 404, text: 'This address is no longer on the list. Please reload the page.' },
  accountNotFound: {
    status: 404,
    text: 'There is no account with this email. Please ask the person to sign up first.',
  },
  messageNotFound: { status: 404, text: 'This message no longer exists. Please reload the list.' },
  offerNotFound: { status: 404, text: 'This offer no longer exists.' },
  waitingEntryNotFound: {
    status: 404,
    text: 'This is no longer on the waiting list. Please reload the page.',
  },
  entryNotFound: { status: 404, text: 'This entry cannot be taken back. Please reload the page.' },
  nobodyToRemind: {
    status: 409,
    text: 'None of these families would get a reminder. Please reload the list.',
  },
  nobodyToWriteTo: {
    status: 409,
    text: 'Nobody would get this message. Please choose another audience.',
  },
  bookingCancelled: { status: 409, text: 'This booking was cancelled' },
  alreadyBooked: { status: 409, text: '{child} is already booked for this time slot' },
  tooFewPlaces: {
    status: 409,
    text: 'This time slot has {left} left, and you chose {children} children. Please choose fewer children, or another time slot.',
  },
  alreadyWaiting: { status: 409, text: '{child} is already on the waiting list of this time slot' },
  offerEnded: { status: 409, text: 'This offer has ended.' },
  keptPlaceNotFree: {
    status: 409,
    text: 'This place cannot be given back here any more. Please cancel it under My Bookings.',
  },
  offerTrialHeld: {
    status: 409,
    text: '{child} has a trial in this class. Keep its place and decline this offer, or cancel the trial first.',
  },
  offerOpen: {
    status: 409,
    text: 'This family has an offer at the moment. Please reload the page.',
  },
  tooManyLiveBookings: {
    status: 409,
    text: `A family can have at most ${limits.liveBookings} bookings with sessions to come. Please contact us if you need more.`,
  },
  notOpenYet: { status: 409, text: 'This class opens for you on {opens}. Please book it then.' },
  priceChanged: { status: 409, text: 'The price has changed. Please check the new total and confirm again.' },
  trialDateChanged: {
    status: 409,
    text: 'The date of the trial has changed. Please check the new date and confirm again.',
  },
  calendarChanged: {
    status: 409,
    text: 'This class has changed. Please check its dates and times and confirm again.',
  },
  dueDatesChanged: {
    status: 409,
    text: 'The dates on which it is due have changed. Please check them and confirm again.',
  },
  creditChanged: {
    status: 409,
    text: 'What is credited has changed. Please check the new amount and confirm again.',
  },
  feedExists: {
    status: 409,
    text: 'Your family has a calendar link already. A new link ends the old one.',
  },
  sessionNotFound: { status: 404, text: 'There is no session on this date. Please reload the page.' },
  remedyChosen: {
    status: 409,
    text: 'Something else was chosen for this session already. Please reload the page.',
  },
  sessionBegun: {
    status: 409,
    text: `This session has begun, so this cannot be changed any more. Please ${reachUs}.`,
  },
  dayLinkInvalid: {
    status: 404,
    text: 'This link does not work any more. Please use the one of the latest email, or log in.',
  },
  sessionOver: { status: 409, text: 'This session is over' },
  classChanged: {
    status: 409,
    text: 'Someone else changed this class in the meantime. Please compare it with your entries and save again.',
  },
  rowDecided: {
    status: 409,
    text: 'This payment was assigned or ignored in the meantime. Please reload the page.',
  },
  severalFamilies: {
    status: 409,
    text: 'This payment has the references of several families. Please look at it again: split it among them, or record all of it for one of them.',
  },
  referenceTaken: {
    status: 409,
    text: 'Another family has this reference, or one that contains it. Please check what you typed.',
  },
  draftNotFound: { status: 404, text: 'This draft no longer exists. Please reload the page.' },
  venueNotFound: { status: 404, text: 'This venue no longer exists. Please reload the page.' },
  venueNameTaken: {
    status: 409,
    text: 'There is already a venue with this name. Please choose it, or enter another name.',
  },
  venueInUse: {
    status: 409,
    text: 'This venue is used by {classes}. Please choose another venue in them before you delete it.',
  },
  capacityBelowBookings: {
    status: 409,
    text: 'The time slot {time} has {taken} already. Please enter a capacity of at least {places}.',
  },
  slotHasBookings: {
    status: 409,
    text: 'The time slot {time} has {bookings} booked already. Please delete its bookings before you remove it.',
  },
  slotHasWaitingList: {
    status: 409,
    text: 'Families wait for a place in the time slot {time}. Please take them off its waiting list before you remove it, and tell them: they get no email about it.',
  },
  adminAccount: {
    status: 409,
    text: 'This is an administrator’s account. Please have the admin role revoked before it is deleted.',
  },
  familyHasLogin: {
    status: 409,
    text: 'Somebody of this family has a login already. Please reload the page.',
  },
  nothingToAsk: {
    status: 409,
    text: 'The invitation asks for a child’s date of birth or the phone number, so that no stranger sees the family. Please enter one of them first.',
  },
  emailOfOther: {
    status: 409,
    text: 'A family or an account has this email already. Please search for it.',
  },
  emailNotVerified: {
    status: 409,
    text: 'This account has not verified its email yet. Please ask the person to use the link in the email.',
  },
  neverLoggedIn: {
    status: 409,
    text: 'This account has never logged in. Please ask the person to log in once.',
  },
  lastAdmin: {
    status: 409,
    text: 'This is the last administrator. Please make somebody else an administrator first.',
  },
  ownRole: {
    status: 409,
    text: 'You cannot revoke your own admin role. Please ask another administrator.',
  },
  ownSecondFactor: {
    status: 409,
    text: 'You cannot reset your own two-step login. Please use a recovery code, or ask another administrator.',
  },
  noSecondFactor: { status: 409, text: 'This account has no two-step login.' },
  roleChanging: {
    status: 409,
    text: `The role of this account was changed a moment ago. Please try again in ${durationText(limits.roleSettlingSeconds)}.`,
  },
  joinedBefore: {
    status: 409,
    text: 'You joined this waiting list before, and are no longer on it. To join again, please open the class again.',
  },
  movedBefore: {
    status: 409,
    text: 'You moved this booking before, and it has changed since. Please look at My Bookings.',
  },
  importNotFound: {
    status: 404,
    text: 'This import cannot be undone any more.',
  },
  childNameTaken: { status: 409, text: 'This family has a child called {name} already.' },
  tooManyChildren: { status: 409, text: `A family can have at most ${limits.childrenPerFamily} children.` },
  tooManyChildNames: {
    status: 409,
    text: 'This account has bookings under too many names of children. Please contact us.',
  },
  unsupportedMediaType: { status: 415, text: 'The request must be JSON (content-type application/json).' },
  tooManyAttempts: {
    status: 429,
    text: 'Too many attempts. Please try again in {time}.',
  },
  tooManyBookings: {
    status: 429,
    text: `A family can make at most ${limits.bookingsPerHour} bookings an hour. Please try again in an hour.`,
  },
  tooManyChanges: {
    status: 429,
    text: `A family can make at most ${limits.changesPerHour} changes an hour. Please try again in an hour.`,
  },
  tooManyMessages: {
    status: 429,
    text: `We cannot take more messages at the moment. Please${callUs('', ', or')} try again in ${durationText(limits.contactPeriodSeconds)}.`,
  },
  paused: {
    status: 503,
    text: 'Booking is paused for a few minutes, and this was not saved. Please try again then.',
  },
  childrenNotStored: {
    status: 503,
    text: 'Failed to add children to account. Please try again.',
  },
  messageNotSent: {
    status: 503,
    text: `Your message could not be sent. Please try again${callUs(', or')}.`,
  },
  messageUncertain: {
    status: 502,
    text: `We do not know whether your message arrived.${callUs(' Please', '.')}`,
  },
} as const satisfies Record<string, { status: number; text: string }>;

export type ProblemCode = keyof typeof problems;

const problemCodes = Object.keys(problems) as [ProblemCode, ...ProblemCode[]];

export type ProblemParams<Code extends ProblemCode> = TextParams<(typeof problems)[Code]['text']>;

/** The text of a problem, with its placeholders filled. */
export const problemText = <Code extends ProblemCode>(code: Code, params: ProblemParams<Code>): string =>
  fillText<(typeof problems)[Code]['text']>(problems[code].text, params);

/** The body of every error answer. */
export const problemSchema = z.extend(problemBodySchema, { code: z.enum(problemCodes) });
export type Problem = z.infer<typeof problemSchema>;
