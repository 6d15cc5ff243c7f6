import { randomUUID } from 'node:crypto';
import { createDayLink } from '#functions/data/bookings/day-links';
import { createFeed } from '#functions/data/feeds/calendar-feeds';
import { createJoining } from '#functions/data/newsletter/joining';
import { instantOf } from '#shared/domain/time/instant-of';
import { storedFamily } from '../../samples/stored-family.ts';
import { today } from '../fixtures.ts';
import { newOffer } from '../waiting-fixtures.ts';
import { anAddress, fromAnySource, type Question, type Requests, readerOf, slotOf } from './question.ts';

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
  const secret = await createDayLink(table, { parent_id: family.profile.id, date });
  return { secret: named === 'missing' ? 'x'.repeat(43) : secret, booking_id: id };
};

/** Valid requests of the routes of the public forms and links. */
export const linksRequests = {
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
    const cls = await question.fixtures.newClass();
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
    const feed = await createFeed(fixtures.stack.table, family.profile.id, { replace: true, at });
    const secret = named === 'missing' || feed.outcome !== 'created' ? 'x'.repeat(43) : feed.secret;
    return { params: { familyId: family.profile.id, file: `${secret}.ics` } };
  },
  getLeavePage: async (question) => ({ query: await readerOf(question) }),
  leaveNewsletter: async (question) => ({ query: await readerOf(question) }),
} satisfies Requests;
