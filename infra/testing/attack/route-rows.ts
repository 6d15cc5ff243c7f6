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
import { cardRequests } from './requests/card-requests.ts';
import { classRequests } from './requests/class-requests.ts';
import { coachRequests } from './requests/coach-requests.ts';
import { anOrder, familyRequests } from './requests/family-requests.ts';
import { parentRequests } from './requests/parent-requests.ts';
import {
  aClass,
  aMove,
  anAddress,
  aSlot,
  asking,
  child,
  contact,
  emailOf,
  fromAnySource,
  invitationOf,
  nothing,
  type Question,
  readerOf,
  slotOf,
} from './requests/question.ts';
import {
  accounts,
  anyone,
  families,
  newAdministrators,
  office,
  type RouteRow,
  row,
  rowsOf,
  unlessAdmin,
} from './rows-of.ts';

const bookingIdOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? newBookingId(new Date()) : (await fixtures.newBooking(fixtures.stranger.family)).id;

/** Valid requests of the routes for administrators about bookings, and of the search. */
const bookingRequests = rowsOf(office, {
  searchBookings: row({ nothing: 200 }, () => ({ body: { query: 'Pat', limit: 10 } })),
  getFamilySlot: row(
    { present: 200, foreign: 'slotNotFound', missing: 'parentNotFound' },
    async (question) => {
      const { params } = await aSlot(
        question.named === 'missing' ? { ...question, named: 'present' } : question,
      );
      const parentId =
        question.named === 'missing' ? newFamilyId(new Date()) : question.fixtures.stranger.family.id;
      return { params: { ...params, parentId } };
    },
  ),
  bookForFamily: row(
    { foreign: 201, missing: 'parentNotFound', logged: 'booking.made' },
    async (question) => {
      const { fixtures, named } = question;
      const { family } = await fixtures.newAccount();
      const order = {
        ...(await anOrder({ ...question, named: 'own', caller: { family, token: undefined } })),
      };
      const parentId = named === 'missing' ? newFamilyId(new Date()) : family.id;
      return { params: { parentId }, body: { order, above_capacity: null } };
    },
  ),
  lookUpBooking: row({ foreign: 200, missing: 200 }, async ({ fixtures, named }) => {
    const booking = await fixtures.newBooking(fixtures.stranger.family);
    const { time_slot_id, parent_id, child_name } = booking;
    return {
      body: {
        time_slot_id,
        parent_id: named === 'missing' ? newFamilyId(new Date()) : parent_id,
        child_name,
      },
    };
  }),
  updateBooking: row(
    { foreign: 200, missing: 'bookingNotFound', logged: 'booking.updated' },
    async ({ fixtures, named }) => {
      const { id, child_name, child_age } = await fixtures.newBooking(fixtures.stranger.family);
      return {
        params: { bookingId: named === 'missing' ? newBookingId(new Date()) : id },
        body: { child_name: 'Robin Newname', child_age: 8, shown: { child_name, child_age } },
      };
    },
  ),
  deleteBooking: row(
    { foreign: 204, missing: 'bookingNotFound', logged: 'booking.deleted' },
    asking({ bookingId: bookingIdOf }),
  ),
  moveBooking: row(
    { foreign: 200, missing: 'bookingNotFound', logged: 'booking.moved' },
    async (question) => {
      const { bookingId, booking, parent_id, body } = await aMove(question);
      return {
        params: { bookingId },
        body: { booking: { ...booking, parent_id }, ...body, tell: true },
      };
    },
  ),
  getRemovalChoices: row({ foreign: 200, missing: 'bookingNotFound' }, asking({ bookingId: bookingIdOf })),
  listLateEndings: row({ nothing: 200 }, nothing),
  listUnheardOffers: row({ nothing: 200 }, nothing),
  decideLateEnding: row(
    { foreign: 204, missing: 'bookingNotFound', logged: 'booking.credited' },
    async ({ fixtures, named }) => {
      const { id, parent_id } = await fixtures.newLateEnding();
      return {
        params: { bookingId: named === 'missing' ? newBookingId(new Date()) : id },
        body: { parent_id, credit: true },
      };
    },
  ),
  searchEverything: row({ nothing: 200 }, () => ({ body: { query: 'Pat' } })),
});

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

const linksRequests = rowsOf(anyone, {
  sendContactMessage: row({ nothing: 200 }, () => ({
    headers: fromAnySource(),
    body: { name: 'Vic Visitor', email: 'vic@example.com', subject: 'Trial', message: 'May we come?' },
  })),
  joinNewsletter: row({ present: 202, missing: 202 }, anAddress),
  confirmNewsletter: row({ present: 200, missing: 'newsletterLinkInvalid' }, async ({ fixtures, named }) => {
    if (named === 'missing') return { body: { token: 'guessed' } };
    const email = `${randomUUID()}@example.com`;
    return { body: { token: await createJoining(fixtures.stack.table, email, new Date()) } };
  }),
  getLinkedOffer: row({ present: 200, missing: 'offerNotFound' }, async (question) => ({
    body: await anOfferLink(question),
  })),
  takeOffer: row({ present: 200, missing: 'offerNotFound' }, async (question) => ({
    body: { ...(await anOfferLink(question)), calendar_version: 0 },
  })),
  declineOffer: row({ present: 200, missing: 'offerNotFound' }, async (question) => ({
    body: { ...(await anOfferLink(question)), stays: false },
  })),
  // An offer of a waiting list stays in its slot.
  moveOffer: row({ present: 'offerNotFound', missing: 'offerNotFound' }, async (question) => {
    const cls = await question.fixtures.newClass(fromTomorrow);
    return {
      body: { ...(await anOfferLink(question)), class_id: cls.id, time_slot_id: slotOf(cls) },
    };
  }),
  getLinkedDay: row({ present: 200, missing: 'dayLinkInvalid' }, async (question) => ({
    body: { secret: (await aDayLink(question)).secret },
  })),
  setLinkedNotComing: row(
    { present: 200, foreign: 'bookingNotFound', missing: 'dayLinkInvalid' },
    async (question) => ({
      body: { ...(await aDayLink(question)), not_coming: true },
    }),
  ),
  getCalendarFeed: row({ present: 200, missing: 'notFound' }, async ({ fixtures, named }) => {
    const { family } = await fixtures.newAccount();
    const at = instantOf(new Date());
    const owner = { userId: family.profile.id, familyId: family.id };
    const feed = await createFeed(fixtures.stack.table, owner, { replace: true, at });
    const secret = named === 'missing' || feed.outcome !== 'created' ? 'x'.repeat(43) : feed.secret;
    return { params: { userId: family.profile.id, file: `${secret}.ics` } };
  }),
  // It reads nothing.
  getLeavePage: row({ missing: 303 }, async (question) => ({ query: await readerOf(question) })),
  leaveNewsletter: row({ present: 200, missing: 'newsletterLinkInvalid' }, async (question) => ({
    query: await readerOf(question),
  })),
});

const written = { subject: 'Bring a jumper', text: 'It gets cold.' };

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
const messageRequests = rowsOf(office, {
  listMessages: row({ nothing: 200 }, nothing),
  getMessage: row({ foreign: 200, missing: 'messageNotFound' }, asking({ messageId: messageIdOfQuestion })),
  getMessagePreview: row({ nothing: 200 }, () => ({ body: { audience: { kind: 'readers' }, ...written } })),
  sendMessage: row(
    { foreign: 202, missing: 'nobodyToWriteTo', logged: 'message.sent' },
    async (question) => ({
      body: {
        audience:
          question.named === 'missing'
            ? { kind: 'class', class_id: newClassId(new Date()) }
            : { kind: 'family', parent_id: question.fixtures.stranger.family.id },
        ...written,
        about_booking: true,
      },
    }),
  ),
  sendTestMessage: row({ nothing: 202, logged: { unlogged: 'it goes to nobody but who sends it' } }, () => ({
    body: { ...written, text: randomUUID() },
  })),
  sendMessageAgain: row(
    { foreign: 200, missing: 'messageNotFound', logged: 'message.resent' },
    asking({ messageId: messageIdOfQuestion }, (question) => ({
      recipients: [question.fixtures.stranger.family.profile.id],
    })),
  ),
  listUnsent: row({ nothing: 200 }, nothing),
  settleUnsentMail: row(
    {
      missing: 'messageNotFound',
      logged: { unlogged: 'admin-unsent.integration.test.ts has what is settled, by each action' },
    },
    () => ({ params: { mailId: 'm'.repeat(22) }, body: { action: 'leave' } }),
  ),
  settleUnsentMessage: row(
    {
      foreign: 204,
      missing: 'messageNotFound',
      logged: { unlogged: 'admin-unsent.integration.test.ts has what is settled, by each action' },
    },
    asking({ messageId: messageIdOfQuestion }, { action: 'leave' }),
  ),
  getSettings: row({ nothing: 200 }, nothing),
  saveSettings: row({ nothing: 200, logged: 'settings.updated' }, () => ({
    body: { ...settingsValues(defaultSchoolSettings), instructions: [randomUUID()] },
  })),
  listReaders: row({ nothing: 200 }, nothing),
  removeReader: row(
    { foreign: 204, missing: 'readerNotFound', logged: 'reader.removed' },
    async (question) => ({ params: { readerId: (await readerOf(question)).reader } }),
  ),
});

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
  ...rowsOf(anyone, {
    listClasses: row({ nothing: 200 }, nothing),
    getClass: row({ present: 200, missing: 'classNotFound' }, aClass),
    listTimeSlots: row({ present: 200, missing: 'classNotFound' }, aClass),
    getTimeSlot: row({ present: 200, foreign: 'slotNotFound', missing: 'slotNotFound' }, aSlot),
    // Known and unknown addresses get the same answer.
    signUp: row({ present: 201, missing: 201 }, async (question) => ({
      headers: fromAnySource(),
      body: { ...contact, email: await emailOf(question), password: testPassword, children: [child] },
    })),
    resendVerification: row({ present: 202, missing: 202 }, anAddress),
    requestPasswordReset: row({ present: 202, missing: 202 }, anAddress),
    // A link is valid for every caller: whoever knows its secret confirms, reads the feed, answers the offer.
    verifyEmail: row({ present: 200, missing: 200 }, async (question) => ({
      body: { token: await linkToken(question, 'verify-email') },
    })),
    confirmEmail: row({ present: 200, missing: 200 }, async (question) => ({
      body: { token: await linkToken(question, 'verify-email'), newPassword: 'football2' },
    })),
    getLinkedAddress: row({ present: 200, missing: 200 }, async (question) => ({
      body: { token: await linkToken(question, 'reset-password') },
    })),
    resetPassword: row({ present: 200, missing: 'resetLinkInvalid' }, async (question) => ({
      body: { token: await linkToken(question, 'reset-password'), newPassword: 'football2' },
    })),
    getCoachInvitation: row({ present: 200, missing: 'invitationInvalid' }, async (question) => ({
      body: { token: await invitationLink(question) },
    })),
    acceptCoachInvitation: row({ present: 201, missing: 'invitationInvalid' }, async (question) => ({
      headers: fromAnySource(),
      body: { ...contact, token: await invitationLink(question), password: testPassword },
    })),
    getAdultInvitation: row({ present: 200, missing: 'invitationInvalid' }, async (question) => ({
      body: { token: await adultLink(question, anybody()) },
    })),
    proveAdultInvitation: row({ present: 200, missing: 'invitationInvalid' }, async (question) => ({
      body: { token: await holderLink(question), phone_number: contact.phone_number },
    })),
    acceptAdultInvitation: row({ present: 201, missing: 'invitationInvalid' }, async (question) => ({
      headers: fromAnySource(),
      body: { token: await adultLink(question, anybody()), ...contact, password: testPassword },
    })),
    getAdminInvitation: row({ present: 200, missing: 'adminInvitationInvalid' }, async (question) => ({
      body: { token: await adminLink(question, anybody()) },
    })),
    acceptAdminInvitation: row({ present: 201, missing: 'adminInvitationInvalid' }, async (question) => {
      const email = anybody();
      const token = await adminLink(question, email);
      return {
        headers: fromAnySource(),
        body: { token, email, full_name: contact.full_name, password: testPassword },
      };
    }),
    // Accounts with and without a second factor get the same answer.
    recoverSecondFactor: row(
      { present: 'recoveryRefused', missing: 'recoveryRefused' },
      async (question) => ({
        headers: fromAnySource(),
        body: {
          email: await emailOf(question),
          password: testPassword,
          recovery_code: 'ABCD-EFGH-JKMN-PQRS',
        },
      }),
    ),
  }),
  ...rowsOf(accounts, {
    acceptMyCoachInvitation: row(
      { own: 204, foreign: 'invitationForOther', missing: 'invitationInvalid', logged: 'coach.granted' },
      (question) => ownInvitation(question, 'coach'),
    ),
    acceptMyAdultInvitation: row(
      { own: 'hasFamily', foreign: 'invitationForOther', missing: 'invitationInvalid' },
      async (question) => {
        const { caller, named } = question;
        const own = caller.family.profile.email;
        return { body: { token: await adultLink(question, named === 'own' ? own : anybody()) } };
      },
    ),
    getMySecondFactor: row({ own: 200 }, nothing),
    turnOnSecondFactor: row({ own: 'secondFactorNotProved' }, async () => ({ body: { code: '000000' } })),
  }),
  ...rowsOf(families, {
    // Nobody of these has a second adult, and all have a child.
    inviteAdult: row({ own: 202, logged: 'family.adult-invited' }, () => ({
      body: { email: `${randomUUID()}@example.com` },
    })),
    withdrawAdultInvitation: row({ own: 204 }, nothing),
    endAdultAccess: row({ own: 'adultNotFound' }, nothing),
  }),
  ...rowsOf(newAdministrators, {
    acceptMyAdminInvitation: row(
      { own: 204, foreign: 'invitationForOther', missing: 'adminInvitationInvalid', logged: 'role.granted' },
      (question) => ownInvitation(question, 'admin'),
    ),
  }),
  ...rowsOf(unlessAdmin, {
    deleteMyAccount: row({ own: 204 }, async ({ fixtures, name }) => ({
      body: { confirmation: 'DELETE' },
      by: await fixtures.another(name),
    })),
  }),
};

export const routeRows: Readonly<Record<RouteName, RouteRow>> = {
  ...rowsOf(anyone, {
    probeCatalogue: row({ nothing: 204 }, nothing),
    probeAccount: row({ nothing: 204 }, nothing),
    probeFamily: row({ nothing: 204 }, nothing),
    probeAdmin: row({ nothing: 204 }, nothing),
    probeLinks: row({ nothing: 204 }, nothing),
    probeCoach: row({ nothing: 204 }, nothing),
  }),
  ...publicRequests,
  ...familyRequests,
  ...cardRequests,
  ...classRequests,
  ...bookingRequests,
  ...parentRequests,
  ...messageRequests,
  ...linksRequests,
  ...coachRequests,
};
