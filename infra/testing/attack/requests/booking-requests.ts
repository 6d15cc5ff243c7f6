import { randomUUID } from 'node:crypto';
import { newBookingId } from '#functions/data/ids';
import { aMove, nothing, type Question, type Requests } from './question.ts';

const bookingIdOf = async ({ fixtures, named }: Question) =>
  named === 'missing' ? newBookingId(new Date()) : (await fixtures.newBooking(fixtures.stranger.family)).id;

/** Valid requests of the routes for administrators about bookings, and of the search. */
export const bookingRequests = {
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
  decideLateEnding: async ({ fixtures, named }) => {
    const { id, parent_id } = await fixtures.newLateEnding();
    return {
      params: { bookingId: named === 'missing' ? newBookingId(new Date()) : id },
      body: { parent_id, credit: true },
    };
  },
  searchEverything: () => ({ body: { query: 'Pat' } }),
} satisfies Requests;
