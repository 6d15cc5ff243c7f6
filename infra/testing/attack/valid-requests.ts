import { randomUUID } from 'node:crypto';
import type { StoredBooking } from '#functions/data/bookings/bookings';
import { getClass } from '#functions/data/classes/classes';
import { createFeed } from '#functions/data/feeds/calendar-feeds';
import { newBookingId, newChildId, newClassId, newSlotId } from '#functions/data/ids';
import { storeMessage } from '#functions/data/messages/messages';
import { addRecipients, holdBack } from '#functions/data/messages/recipients';
import { confirmJoining, createJoining } from '#functions/data/newsletter/joining';
import { listReaders } from '#functions/data/newsletter/readers';
import { createToken, type TokenKind } from '#functions/data/tokens/tokens';
import { originKeyHeader } from '#functions/http/source-ip';
import { enteredFutureClass, enteredSlot } from '#infra/testing/samples/class-form';
import { sampleMessage } from '#infra/testing/samples/sample-message';
import type { RouteName } from '#shared/contract/routes';
import { businessMoment } from '#shared/domain/business-time';
import { addDays } from '#shared/domain/calendar';
import { keepTerms } from '#shared/domain/keep-terms';
import { bookingAmount } from '#shared/domain/pricing';
import type { SessionKey } from '#shared/schemas/cancellation';
import type { FootballClass } from '#shared/schemas/class';
import { recipientIdSchema, slotIdSchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { resourceNames } from '../../local/addresses.ts';
import { storedFamily } from '../samples/stored-family.ts';
import { type Account, type Call, testPassword } from '../stack/test-stack.ts';
import { type Caller, type CallerName, type Fixtures, today } from './fixtures.ts';
import { newEntry, newFullSlot, newOffer } from './waiting-fixtures.ts';

/**
 * The owner of the thing that a request names: the caller, another family (of a slot: another class), anyone
 * (a class, an address, a link), nobody (it does not exist). Most requests name nothing.
 */
export type Named = 'nothing' | 'own' | 'foreign' | 'present' | 'missing';

interface Question {
  readonly fixtures: Fixtures;
  readonly name: CallerName;
  readonly caller: Caller;
  readonly named: Named;
}

/** A request without its route. `by` replaces the caller, for requests that delete an account. */
export type Asked = Omit<Call, 'route' | 'token'> & { readonly by?: Caller };
type Prepare = (question: Question) => Asked | Promise<Asked>;

const slotOf = ({ time_slots }: FootballClass): string => time_slots[0]?.id ?? '';
const childOf = ({ children }: Family): string => children[0]?.id ?? '';
const contact = { full_name: 'Pat Newname', phone_number: '+44 20 7946 0958' };
const written = { subject: 'Bring a jumper', text: 'It gets cold.' };
const child = { name: 'Kit', date_of_birth: '2019-02-28', medical_conditions: 'Asthma' };
/** A new source address for each request, so that limits of a source do not apply. */
const fromAnySource = () => ({
  [originKeyHeader]: resourceNames.originKey,
  'x-forwarded-for': `${randomUUID()}, 192.0.2.1`,
});

const familyOf = ({ fixtures, caller, named }: Question): Family =>
  named === 'foreign' ? fixtures.stranger.family : caller.family;

/** A new address with an account for each request, because emails to one address are limited. */
const emailOf = async ({ fixtures, named }: Question): Promise<string> =>
  named === 'missing' ? `${randomUUID()}@example.com` : (await fixtures.newAccount()).family.profile.email;

const classIdOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? newClassId(new Date()) : (await fixtures.newClass()).id;

const bookingIdOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? newBookingId(new Date()) : (await fixtures.newBooking(fixtures.stranger.family)).id;

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

/** An account that a request may delete. */
const accountIdOf = async (
  { fixtures, caller, named }: Question,
  make: () => Promise<Account> = fixtures.newAccount,
) => {
  if (named === 'missing') return randomUUID();
  return named === 'own' ? caller.family.profile.id : (await make()).family.profile.id;
};

/** A family with an open balance, which was not reminded. */
const owingFamilyId = async ({ fixtures, named }: Question): Promise<string> => {
  if (named === 'missing') return randomUUID();
  const { family } = await fixtures.newAccount();
  await fixtures.newBooking(family);
  return family.profile.id;
};

const anAmount = { amount: 2_000 };
const anEntry = async (question: Question) => ({
  params: { parentId: await accountIdOf(question) },
  idempotencyKey: randomUUID(),
});

const linkToken = async ({ fixtures, named }: Question, kind: TokenKind): Promise<string> => {
  if (named === 'missing') return 'guessed';
  const { family } = await fixtures.newAccount();
  return createToken(fixtures.stack.table, { kind, userId: family.profile.id, now: new Date() });
};

/** The link of a reader of the newsletter. */
const readerOf = async ({ fixtures, named }: Question) => {
  const { table } = fixtures.stack;
  const email = `${randomUUID()}@example.com`;
  const token = await createJoining(table, email, new Date());
  await confirmJoining(table, { token, wording: 'Yes', now: new Date() });
  const reader = (await listReaders(table)).find((one) => one.email === email);
  const unknown = 'x'.repeat(43);
  return named === 'missing' || !reader
    ? { reader: unknown, secret: unknown }
    : { reader: reader.id, secret: reader.leave_secret };
};

const anAddress: Prepare = async (question) => ({
  headers: fromAnySource(),
  body: { email: await emailOf(question) },
});
const nothing: Prepare = () => ({});
const aClass: Prepare = async (question) => ({ params: { classId: await classIdOf(question) } });
const aSlot: Prepare = async ({ fixtures, named }) => {
  const cls = await fixtures.newClass();
  const other = named === 'foreign' ? slotOf(await fixtures.newClass()) : newSlotId(new Date());
  return { params: { classId: cls.id, slotId: named === 'present' ? slotOf(cls) : other } };
};
/** A booking of the caller, or of another family; a deleted caller has none. */
const theirBooking = async (
  { fixtures, caller, name, named }: Question,
  overrides: Partial<StoredBooking> = {},
) => {
  const isMissing = named === 'missing' || (named === 'own' && name === 'deleted');
  const family = isMissing || named === 'foreign' ? fixtures.stranger.family : caller.family;
  const booking = await fixtures.newBooking(family, overrides);
  return isMissing ? { ...booking, id: newBookingId(new Date()) } : booking;
};

/** A move to the other slot of the class. */
const aMove = async (question: Question) => {
  const { id, ...booking } = await theirBooking(question);
  const { class_id, time_slot_id, child_id, parent_id } = booking;
  const { time_slots } = (await getClass(question.fixtures.stack.table, class_id)) ?? {};
  const body = {
    class_id,
    time_slot_id: time_slots?.find((slot) => slot.id !== time_slot_id)?.id,
    ...{ calendar_version: 0, credit: 0, charge: 0 },
  };
  return { bookingId: id, booking: { class_id, time_slot_id, child_id }, parent_id, body };
};

/** The day of the second session to come of `newClass`. */
const nextWeek = addDays(today, 7);

/** A class; with a slot of another class, which it does not have. */
const aClassAndSlot: Prepare = async (question) => {
  const other = question.named === 'foreign' ? slotOf(await question.fixtures.newClass()) : undefined;
  return { params: { classId: await classIdOf(question) }, ...(other && { query: { slot: other } }) };
};

/** A session; of another class's slot, there is none on the day. */
const sessionOf = async (question: Question): Promise<SessionKey> => {
  const cls = await question.fixtures.newClass();
  const slot = question.named === 'foreign' ? newSlotId(new Date()) : slotIdSchema.parse(slotOf(cls));
  const class_id = question.named === 'missing' ? newClassId(new Date()) : cls.id;
  return { class_id, slot_id: slot, date: nextWeek };
};

const cancelledSessionOf = async (question: Question): Promise<SessionKey> => {
  const session = await sessionOf(question);
  if (question.named === 'present') await question.fixtures.cancel(session);
  return session;
};

const aParent: Prepare = async (question) => ({ params: { parentId: await accountIdOf(question) } });

/** A child of an account that no other request uses. */
const aChild: Prepare = async ({ fixtures, name, named }) => {
  if (named === 'missing') return { params: { childId: newChildId(new Date()) } };
  if (named === 'foreign') return { params: { childId: childOf(fixtures.stranger.family) } };
  const by = name === 'admin' ? await fixtures.newAccount({ role: 'admin' }) : await fixtures.another(name);
  return { params: { childId: childOf(by.family) }, by };
};

/** The family of an entry or an offer; undefined for one that does not exist, or of an account that is deleted. */
const waitingFamilyOf = (question: Question): Family | undefined => {
  const isGone = question.named === 'own' && question.name === 'deleted';
  return question.named === 'missing' || isGone ? undefined : familyOf(question);
};

const aWaitingEntry = async (question: Question) => {
  const { slotId, entryId } = await newEntry(question.fixtures.stack.table, waitingFamilyOf(question));
  return { params: { slotId, entryId } };
};

const anOfferLink = async ({ fixtures, named }: Question) => {
  const { table } = fixtures.stack;
  return newOffer(table, named === 'missing' ? undefined : await storedFamily(table));
};

/** A valid request of each route. Only the caller may lack access, or the named thing may be missing. */
export const validRequests: Record<RouteName, Prepare> = {
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
  resetPassword: async (question) => ({
    body: { token: await linkToken(question, 'reset-password'), newPassword: 'football2' },
  }),
  deleteMyAccount: async ({ fixtures, name }) => ({
    body: { confirmation: 'DELETE' },
    by: await fixtures.another(name),
  }),

  getMyFamily: nothing,
  updateMyProfile: () => ({ body: contact }),
  addChildren: () => ({ body: { children: [child] } }),
  updateChild: async (question) => ({ ...(await aChild(question)), body: child }),
  removeChild: aChild,
  exportMyData: nothing,
  listMyBookings: nothing,
  getMyAccount: nothing,
  getBookingOffer: aSlot,
  cancelBooking: async ({ fixtures, caller, name, named }) => {
    const isNone = named === 'missing' || (named === 'own' && name === 'deleted');
    const { family } = named === 'foreign' ? fixtures.stranger : caller;
    const { id, class_id, time_slot_id, child_id } = await fixtures.newBooking(
      isNone ? fixtures.stranger.family : family,
    );
    return {
      params: { bookingId: isNone ? newBookingId(new Date()) : id },
      // The first session has been: nothing is credited by itself.
      body: { class_id, time_slot_id, child_id, credit: 0 },
    };
  },
  getBookingCalendar: async ({ fixtures, caller, name, named }) => {
    if (named === 'missing' || (named === 'own' && name === 'deleted'))
      return { params: { bookingId: newBookingId(new Date()) } };
    const { family } = named === 'foreign' ? fixtures.stranger : caller;
    return { params: { bookingId: (await fixtures.newBooking(family)).id } };
  },
  createCalendarFeed: () => ({ body: { replace: true } }),
  getMyWaiting: nothing,
  joinWaitingList: async (question) => {
    const { cls, slot } = await newFullSlot(question.fixtures.stack.table);
    const child = question.named === 'missing' ? newChildId(new Date()) : childOf(familyOf(question));
    return {
      idempotencyKey: randomUUID(),
      body: { class_id: cls.id, time_slot_id: slot.id, child_ids: [child] },
    };
  },
  leaveWaitingList: async (question) => {
    const { entryId } = await newEntry(question.fixtures.stack.table, waitingFamilyOf(question));
    return { params: { entryId } };
  },
  takeMyOffer: async (question) => {
    const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
    return { params: { offerId: offer_id }, body: { calendar_version: 0 }, idempotencyKey: randomUUID() };
  },
  declineMyOffer: async (question) => {
    const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
    return { params: { offerId: offer_id }, body: { stays: true } };
  },
  bookSlot: async (question) => {
    const cls = await question.fixtures.newClass();
    return {
      idempotencyKey: randomUUID(),
      body: {
        class_id: cls.id,
        time_slot_id: slotOf(cls),
        child_id: question.named === 'missing' ? newChildId(new Date()) : childOf(familyOf(question)),
        is_trial: false,
        amount: bookingAmount(cls, false, today),
        calendar_version: 0,
      },
    };
  },

  moveMyBooking: async (question) => {
    const { bookingId, booking, body } = await aMove(question);
    return { params: { bookingId }, idempotencyKey: randomUUID(), body: { booking, ...body } };
  },
  keepPlace: async (question) => {
    const trial = await theirBooking(question, { is_trial: true });
    const { id, class_id, time_slot_id, child_id } = trial;
    const cls = await getClass(question.fixtures.stack.table, class_id);
    const slot = cls?.time_slots.find((one) => one.id === time_slot_id);
    const terms = cls && slot && keepTerms(trial, cls, slot, businessMoment(new Date(), 'Europe/London'));
    return {
      params: { bookingId: id },
      idempotencyKey: randomUUID(),
      body: {
        booking: { class_id, time_slot_id, child_id },
        amount: terms?.amount,
        calendar_version: slot?.calendar_version,
      },
    };
  },

  getDashboard: nothing,
  listManagedClasses: nothing,
  createClass: () => ({
    idempotencyKey: randomUUID(),
    body: { ...enteredFutureClass, time_slots: [enteredSlot] },
  }),
  updateClass: async (question) => ({
    params: { classId: await classIdOf(question) },
    body: { ...enteredFutureClass, version: 1, time_slots: [enteredSlot] },
  }),
  getClassImpact: aClassAndSlot,
  deleteClass: aClass,
  getRoster: aClassAndSlot,
  previewCancellation: async (question) => ({
    body: { target: { kind: 'session', ...(await sessionOf(question)) } },
  }),
  cancelSessions: async (question) => ({
    idempotencyKey: randomUUID(),
    body: {
      target: { kind: 'session', ...(await sessionOf(question)) },
      reason: 'weather',
      note: 'The pitch is under water.',
      remedy: { kind: 'later' },
    },
  }),
  restoreSession: async (question) => ({ body: await cancelledSessionOf(question) }),
  getCancelledSession: async (question) => {
    const { class_id, slot_id, date } = await cancelledSessionOf(question);
    return { params: { classId: class_id, slotId: slot_id, date } };
  },
  chooseRemedy: async (question) => ({
    body: { ...(await cancelledSessionOf(question)), remedy: { kind: 'credit' } },
  }),
  creditSession: async ({ fixtures, named }) => {
    const booking = await fixtures.newBooking(fixtures.stranger.family);
    const session = { class_id: booking.class_id, slot_id: booking.time_slot_id, date: nextWeek };
    await fixtures.cancel(session);
    const booking_id = named === 'missing' ? newBookingId(new Date()) : booking.id;
    return { body: { booking_id, date: nextWeek } };
  },
  getWaitingList: aSlot,
  addToWaitingList: async ({ fixtures, named }) => {
    const { family } = fixtures.stranger;
    const { cls, slot } = await newFullSlot(fixtures.stack.table);
    const child = named === 'missing' ? newChildId(new Date()) : childOf(family);
    return {
      idempotencyKey: randomUUID(),
      body: {
        parent_id: family.profile.id,
        class_id: cls.id,
        time_slot_id: slot.id,
        child_ids: [child],
      },
    };
  },
  putWaitingFirst: async (question) => ({ ...(await aWaitingEntry(question)), body: { reason: 'sibling' } }),
  removeFromWaitingList: async (question) => aWaitingEntry(question),
  withdrawOffer: async (question) => {
    const { offer_id } = await newOffer(question.fixtures.stack.table, waitingFamilyOf(question));
    return { params: { offerId: offer_id } };
  },
  searchBookings: () => ({ body: { query: 'Pat', limit: 10 } }),
  lookUpBooking: async ({ fixtures, named }) => {
    const booking = await fixtures.newBooking(fixtures.stranger.family);
    const { time_slot_id, parent_id, child_name } = booking;
    return { body: { time_slot_id, parent_id: named === 'missing' ? randomUUID() : parent_id, child_name } };
  },
  updateBooking: async (question) => ({
    params: { bookingId: await bookingIdOf(question) },
    body: { child_name: 'Robin Newname', child_age: 8 },
  }),
  deleteBooking: async (question) => ({ params: { bookingId: await bookingIdOf(question) } }),
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
  decideLateEnding: async ({ fixtures, named }) => {
    const { id, parent_id } = await fixtures.newLateEnding();
    return {
      params: { bookingId: named === 'missing' ? newBookingId(new Date()) : id },
      body: { parent_id, credit: true },
    };
  },
  endOldTrials: () => ({ body: { count: 3 } }),
  searchEverything: () => ({ body: { query: 'Pat' } }),
  searchParents: () => ({ body: { query: 'Pat', limit: 10 } }),
  getParent: aParent,
  updateParent: async (question) => ({
    params: { parentId: await accountIdOf(question) },
    body: contact,
  }),
  deleteParent: async (question) => {
    if (question.named !== 'own') return aParent(question);
    const by = await question.fixtures.another(question.name);
    return { params: { parentId: by.family.profile.id }, by };
  },
  getParentAccount: aParent,
  recordPayment: async (question) => ({
    ...(await anEntry(question)),
    body: { ...anAmount, day: today, method: 'cash', note: null, booking_id: null, receipt: false },
  }),
  recordRefund: async (question) => ({
    ...(await anEntry(question)),
    body: { ...anAmount, day: today, method: 'card', note: 'Paid twice' },
  }),
  recordAllowance: async (question) => ({
    ...(await anEntry(question)),
    body: { ...anAmount, kind: 'credit', note: 'Goodwill' },
  }),
  takeBackEntry: async (question) => {
    const parentId = await accountIdOf(question);
    const { fixtures, name, named } = question;
    const hasAccount = named !== 'missing' && !(named === 'own' && name === 'deleted');
    const entry = hasAccount ? await fixtures.recordWaiver(parentId) : 'ATTEMPT#unknown-attempt-0001';
    return { params: { parentId }, body: { entry } };
  },
  setDoNotRemind: async (question) => ({
    params: { parentId: await accountIdOf(question) },
    body: { do_not_remind: true },
  }),
  getMoneyFigures: nothing,
  searchOpenBalances: () => ({ body: { query: 'Pat', sort: 'oldest', limit: 10 } }),
  listEntries: () => ({ body: { from: addDays(today, -30), until: today } }),
  getReminderPreview: async (question) => ({ body: { families: [await owingFamilyId(question)] } }),
  remindFamilies: async (question) => ({
    idempotencyKey: randomUUID(),
    body: { families: [await owingFamilyId(question)] },
  }),
  listAdmins: nothing,
  grantAdmin: async ({ fixtures, caller, named }) => {
    if (named === 'missing') return { body: { email: `${randomUUID()}@example.com` } };
    const { family } = named === 'own' ? caller : await fixtures.newAccount();
    return { body: { email: family.profile.email } };
  },
  revokeAdmin: async (question) => ({
    params: { userId: await accountIdOf(question, question.fixtures.newSettledAdmin) },
  }),
  getRole: async (question) => ({ params: { userId: await accountIdOf(question) } }),
  listActivity: nothing,

  listMessages: nothing,
  getMessage: async (question) => ({ params: { messageId: await messageIdOfQuestion(question) } }),
  getMessagePreview: () => ({ body: { audience: { kind: 'readers' }, ...written } }),
  sendMessage: async (question) => ({
    idempotencyKey: randomUUID(),
    body: {
      audience:
        question.named === 'missing'
          ? { kind: 'class', class_id: newClassId(new Date()) }
          : { kind: 'family', parent_id: question.fixtures.stranger.family.profile.id },
      ...written,
      about_booking: true,
    },
  }),
  sendTestMessage: () => ({ idempotencyKey: randomUUID(), body: written }),
  sendMessageAgain: async (question) => ({
    params: { messageId: await messageIdOfQuestion(question) },
    body: { recipients: [question.fixtures.stranger.family.profile.id] },
  }),

  listReaders: nothing,
  removeReader: async (question) => ({ params: { readerId: (await readerOf(question)).reader } }),

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
  getCalendarFeed: async ({ fixtures, named }) => {
    const { family } = await fixtures.newAccount();
    const feed = await createFeed(fixtures.stack.table, family.profile.id, { replace: true });
    const secret = named === 'missing' || feed.outcome !== 'created' ? 'x'.repeat(43) : feed.secret;
    return { params: { familyId: family.profile.id, file: `${secret}.ics` } };
  },
  getLeavePage: async (question) => ({ query: await readerOf(question) }),
  leaveNewsletter: async (question) => ({ query: await readerOf(question) }),
};
