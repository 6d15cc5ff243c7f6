import { randomUUID } from 'node:crypto';
import { createToken, type TokenKind } from '#functions/accounts/tokens';
import { createDayLink } from '#functions/booking/booking-changes';
import { addPhonedFamily, phonedFamily } from '#functions/families/families';
import { newBookingId, newClassId, newFamilyId } from '#functions/lib/ids';
import { storeMessage } from '#functions/messages/messages';
import { createJoining } from '#functions/messages/newsletter';
import { addRecipients, holdBack } from '#functions/messages/recipients';
import { createFeed } from '#functions/sessions/calendar-feeds';
import { sampleMessage } from '#infra/testing/samples/samples';
import type { RouteName } from '#shared/contract/routes';
import { recipientIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import type { GrantedRole } from '#shared/roles';
import { defaultSchoolSettings, settingsValues } from '#shared/school/settings';
import { storedFamily } from '../samples/stored.ts';
import { testPassword } from '../stack/test-stack.ts';
import { fromTomorrow, newOffer, today } from './fixtures.ts';
import { classRequests } from './requests/class-requests.ts';
import { coachRequests } from './requests/coach-requests.ts';
import { anOrder, familyRequests } from './requests/family-requests.ts';
import { parentRequests } from './requests/parent-requests.ts';
import {
  aClass,
  aMove,
  anAddress,
  aSlot,
  child,
  contact,
  emailOf,
  fromAnySource,
  invitationOf,
  nothing,
  type Prepare,
  type Question,
  type Requests,
  readerOf,
  slotOf,
} from './requests/question.ts';

const bookingIdOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? newBookingId(new Date()) : (await fixtures.newBooking(fixtures.stranger.family)).id;

/** Valid requests of the routes for administrators about bookings, and of the search. */
const bookingRequests = {
  searchBookings: () => ({ body: { query: 'Pat', limit: 10 } }),
  getFamilySlot: async (question) => {
    const { params } = await aSlot(
      question.named === 'missing' ? { ...question, named: 'present' } : question,
    );
    const parentId =
      question.named === 'missing' ? newFamilyId(new Date()) : question.fixtures.stranger.family.id;
    return { params: { ...params, parentId } };
  },
  bookForFamily: async (question) => {
    const { fixtures, named } = question;
    const { family } = await fixtures.newAccount();
    const order = { ...(await anOrder({ ...question, named: 'own', caller: { family, token: undefined } })) };
    const parentId = named === 'missing' ? newFamilyId(new Date()) : family.id;
    return { params: { parentId }, idempotencyKey: randomUUID(), body: { order, above_capacity: null } };
  },
  lookUpBooking: async ({ fixtures, named }) => {
    const booking = await fixtures.newBooking(fixtures.stranger.family);
    const { time_slot_id, parent_id, child_name } = booking;
    return {
      body: {
        time_slot_id,
        parent_id: named === 'missing' ? newFamilyId(new Date()) : parent_id,
        child_name,
      },
    };
  },
  updateBooking: async ({ fixtures, named }) => {
    const { id, child_name, child_age } = await fixtures.newBooking(fixtures.stranger.family);
    return {
      params: { bookingId: named === 'missing' ? newBookingId(new Date()) : id },
      body: { child_name: 'Robin Newname', child_age: 8, shown: { child_name, child_age } },
    };
  },
  deleteBooking: async (question) => ({
    params: { bookingId: await bookingIdOf(question) },
    idempotencyKey: randomUUID(),
  }),
  moveBooking: async (question) => {
    const { bookingId, booking, parent_id, body } = await aMove(question);
    return {
      params: { bookingId },
      idempotencyKey: randomUUID(),
      body: { booking: { ...booking, parent_id }, ...body, tell: true },
    };
  },
  getRemovalChoices: async (question) => ({ params: { bookingId: await bookingIdOf(question) } }),
  listLateEndings: nothing,
  listUnheardOffers: nothing,
  decideLateEnding: async ({ fixtures, named }) => {
    const { id, parent_id } = await fixtures.newLateEnding();
    return {
      params: { bookingId: named === 'missing' ? newBookingId(new Date()) : id },
      body: { parent_id, credit: true },
    };
  },
  searchEverything: () => ({ body: { query: 'Pat' } }),
} satisfies Requests;

const anOfferLink = async ({ fixtures, named }: Question) => {
  const { table } = fixtures.stack;
  return newOffer(table, named === 'missing' ? undefined : await storedFamily(table));
};

/** The link to the sessions of a family's day, and a booking with one on it: of another family where that is asked for. */
const aDayLink = async ({ fixtures, named }: Question) => {
  const { table } = fixtures.stack;
  const family = await storedFamily(table);
  const { id, dates } = await fixtures.newBooking(named === 'foreign' ? fixtures.stranger.family : family);
  const date = dates.at(-1) ?? today;
  const secret = await createDayLink(table, { parent_id: family.id, account: family.profile.id, date });
  return { secret: named === 'missing' ? 'x'.repeat(43) : secret, booking_id: id };
};

/** Valid requests of the routes of the public forms and links. */
const linksRequests = {
  sendContactMessage: () => ({
    headers: fromAnySource(),
    body: { name: 'Vic Visitor', email: 'vic@example.com', subject: 'Trial', message: 'May we come?' },
  }),
  joinNewsletter: anAddress,
  confirmNewsletter: async ({ fixtures, named }) => {
    if (named === 'missing') return { body: { token: 'guessed' } };
    const email = `${randomUUID()}@example.com`;
    return { body: { token: await createJoining(fixtures.stack.table, email, new Date()) } };
  },
  getLinkedOffer: async (question) => ({ body: await anOfferLink(question) }),
  takeOffer: async (question) => ({
    idempotencyKey: randomUUID(),
    body: { ...(await anOfferLink(question)), calendar_version: 0 },
  }),
  declineOffer: async (question) => ({ body: { ...(await anOfferLink(question)), stays: false } }),
  moveOffer: async (question) => {
    const cls = await question.fixtures.newClass(fromTomorrow);
    return {
      body: { ...(await anOfferLink(question)), class_id: cls.id, time_slot_id: slotOf(cls) },
    };
  },
  getLinkedDay: async (question) => ({ body: { secret: (await aDayLink(question)).secret } }),
  setLinkedNotComing: async (question) => ({
    body: { ...(await aDayLink(question)), not_coming: true },
  }),
  getCalendarFeed: async ({ fixtures, named }) => {
    const { family } = await fixtures.newAccount();
    const at = instantOf(new Date());
    const owner = { userId: family.profile.id, familyId: family.id };
    const feed = await createFeed(fixtures.stack.table, owner, { replace: true, at });
    const secret = named === 'missing' || feed.outcome !== 'created' ? 'x'.repeat(43) : feed.secret;
    return { params: { userId: family.profile.id, file: `${secret}.ics` } };
  },
  getLeavePage: async (question) => ({ query: await readerOf(question) }),
  leaveNewsletter: async (question) => ({ query: await readerOf(question) }),
} satisfies Requests;

const written = { subject: 'Bring a jumper', text: 'It gets cold.' };

/** A message whose email to the stranger was held back. */
const messageIdOfQuestion = async ({ fixtures, named }: Question): Promise<string> => {
  const { table } = fixtures.stack;
  const message = sampleMessage();
  if (named === 'missing') return message.id;
  await storeMessage(table, message, []);
  const recipient = recipientIdSchema.parse(fixtures.stranger.family.profile.id);
  await addRecipients(table, message, [recipient], message.created_at);
  await holdBack(table, { messageId: message.id, at: message.created_at }, recipient, 'no-email');
  return message.id;
};

/** Valid requests of the routes for administrators about messages, the newsletter and the settings. */
const messageRequests = {
  listMessages: nothing,
  getMessage: async (question) => ({ params: { messageId: await messageIdOfQuestion(question) } }),
  getMessagePreview: () => ({ body: { audience: { kind: 'readers' }, ...written } }),
  sendMessage: async (question) => ({
    idempotencyKey: randomUUID(),
    body: {
      audience:
        question.named === 'missing'
          ? { kind: 'class', class_id: newClassId(new Date()) }
          : { kind: 'family', parent_id: question.fixtures.stranger.family.id },
      ...written,
      about_booking: true,
    },
  }),
  sendTestMessage: () => ({ idempotencyKey: randomUUID(), body: written }),
  sendMessageAgain: async (question) => ({
    params: { messageId: await messageIdOfQuestion(question) },
    body: { recipients: [question.fixtures.stranger.family.profile.id] },
  }),
  listUnsent: nothing,
  settleUnsentMail: () => ({ params: { mailId: 'm'.repeat(22) }, body: { action: 'leave' } }),
  settleUnsentMessage: async (question) => ({
    params: { messageId: await messageIdOfQuestion(question) },
    body: { action: 'leave' },
  }),
  getSettings: nothing,
  saveSettings: () => ({ body: settingsValues(defaultSchoolSettings) }),
  listReaders: nothing,
  removeReader: async (question) => ({ params: { readerId: (await readerOf(question)).reader } }),
} satisfies Requests;

const linkToken = async ({ fixtures, named }: Question, kind: TokenKind): Promise<string> => {
  if (named === 'missing') return 'guessed';
  const { family } = await fixtures.newAccount();
  return createToken(fixtures.stack.table, { kind, userId: family.profile.id, now: new Date() });
};

/** Of an address without an account. */
const invitationLink = (question: Question): Promise<string> | string =>
  question.named === 'missing' ? 'guessed' : invitationOf(question, `${randomUUID()}@example.com`);

const anybody = (): string => `${randomUUID()}@example.com`;

const adminLink = (question: Question, email: string): Promise<string> | string =>
  question.named === 'missing' ? 'guessed' : invitationOf(question, email, { role: 'admin' });

/** The link of an invitation to be the second adult of a new family. */
const adultLink = async (question: Question, email: string): Promise<string> => {
  if (question.named === 'missing') return 'guessed';
  const { id, profile } = (await question.fixtures.newAccount()).family;
  return invitationOf(question, email, { role: 'adult', by: profile.id, familyId: id });
};

/** The link of an invitation to hold a family that the office knows by phone. */
const holderLink = async (question: Question): Promise<string> => {
  if (question.named === 'missing') return 'guessed';
  const { table } = question.fixtures.stack;
  const phoned = phonedFamily({ ...contact, email: '', children: [] }, new Date());
  await addPhonedFamily(table, phoned, []);
  return invitationOf(question, anybody(), { role: 'adult', familyId: phoned.family.id, holds: true });
};

/** The acceptance of an invitation to a role by an account, of its own address or of another one. */
const ownInvitation = async (question: Question, role: GrantedRole) => {
  const { fixtures, name, named } = question;
  const by = await fixtures.another(name);
  const email = named === 'own' ? by.family.profile.email : anybody();
  return {
    by,
    body: { token: named === 'missing' ? 'guessed' : await invitationOf(question, email, { role }) },
  };
};

/** Valid requests of the routes of classes and accounts that need no session. */
const publicRequests = {
  listClasses: nothing,
  getClass: aClass,
  listTimeSlots: aClass,
  getTimeSlot: aSlot,
  signUp: async (question) => ({
    headers: fromAnySource(),
    body: { ...contact, email: await emailOf(question), password: testPassword, children: [child] },
  }),
  resendVerification: anAddress,
  requestPasswordReset: anAddress,
  verifyEmail: async (question) => ({ body: { token: await linkToken(question, 'verify-email') } }),
  confirmEmail: async (question) => ({
    body: { token: await linkToken(question, 'verify-email'), newPassword: 'football2' },
  }),
  getLinkedAddress: async (question) => ({
    body: { token: await linkToken(question, 'reset-password') },
  }),
  resetPassword: async (question) => ({
    body: { token: await linkToken(question, 'reset-password'), newPassword: 'football2' },
  }),
  getCoachInvitation: async (question) => ({ body: { token: await invitationLink(question) } }),
  acceptCoachInvitation: async (question) => ({
    headers: fromAnySource(),
    body: { ...contact, token: await invitationLink(question), password: testPassword },
  }),
  acceptMyCoachInvitation: (question) => ownInvitation(question, 'coach'),
  inviteAdult: () => ({ body: { email: `${randomUUID()}@example.com` } }),
  withdrawAdultInvitation: nothing,
  endAdultAccess: nothing,
  getAdultInvitation: async (question) => ({ body: { token: await adultLink(question, anybody()) } }),
  proveAdultInvitation: async (question) => ({
    body: { token: await holderLink(question), phone_number: contact.phone_number },
  }),
  acceptAdultInvitation: async (question) => ({
    headers: fromAnySource(),
    body: { token: await adultLink(question, anybody()), ...contact, password: testPassword },
  }),
  acceptMyAdultInvitation: async (question) => {
    const { caller, named } = question;
    const own = caller.family.profile.email;
    return { body: { token: await adultLink(question, named === 'own' ? own : anybody()) } };
  },
  getAdminInvitation: async (question) => ({ body: { token: await adminLink(question, anybody()) } }),
  acceptAdminInvitation: async (question) => {
    const email = anybody();
    const token = await adminLink(question, email);
    return {
      headers: fromAnySource(),
      body: { token, email, full_name: contact.full_name, password: testPassword },
    };
  },
  acceptMyAdminInvitation: (question) => ownInvitation(question, 'admin'),
  recoverSecondFactor: async (question) => ({
    headers: fromAnySource(),
    body: {
      email: await emailOf(question),
      password: testPassword,
      recovery_code: 'ABCD-EFGH-JKMN-PQRS',
    },
  }),
  getMySecondFactor: nothing,
  turnOnSecondFactor: async () => ({ body: { code: '000000' } }),
  deleteMyAccount: async ({ fixtures, name }) => ({
    body: { confirmation: 'DELETE' },
    by: await fixtures.another(name),
  }),
} satisfies Requests;

/** A valid request of each route. It fails only where the caller lacks access or the resource does not exist. */
export const validRequests: Record<RouteName, Prepare> = {
  probeCatalogue: nothing,
  probeAccount: nothing,
  probeFamily: nothing,
  probeAdmin: nothing,
  probeLinks: nothing,
  probeCoach: nothing,
  ...publicRequests,
  ...familyRequests,
  ...classRequests,
  ...bookingRequests,
  ...parentRequests,
  ...messageRequests,
  ...linksRequests,
  ...coachRequests,
};
