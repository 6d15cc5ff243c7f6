import * as z from 'zod/mini';
import { busyRetryAfterSeconds } from '#functions/limits';
import type { Answer } from '#infra/testing/services/invoke';
import { problemSchema } from '#shared/contract/problem';
import { bookingSchema } from '#shared/schemas/booking';
import { type ManagedClass, managedClassSchema } from '#shared/schemas/class-input';
import type { Entry } from './history.ts';
import type { NumberOf } from './made-bookings.ts';

/** The problem code of an error answer; undefined for any other answer. */
export const codeOf = ({ answer }: Entry): string | undefined =>
  answer && answer.status >= 400 ? problemSchema.parse(answer.body).code : undefined;

const wrapperSchema = z.object({ class: managedClassSchema });

/** The class in a successful answer of a request that returns one. */
export const classIn = ({ request, answer }: Entry): ManagedClass | undefined => {
  if (answer?.status !== 200) return undefined;
  if (request.kind === 'read-class') return wrapperSchema.parse(answer.body).class;
  return request.kind === 'edit' ? managedClassSchema.parse(answer.body) : undefined;
};

/** Whether a form was accepted that changes nothing: the class is not written, and keeps its version. */
export const isUnchanged = (entry: Entry): boolean =>
  entry.request.kind === 'edit' && classIn(entry)?.version === entry.request.version;

/** Whether the table gave the API no answer, which tells the client to wait for longer than after conflicts (API-42). */
const isUnavailable = ({ status, headers }: Answer): boolean =>
  status === 503 && headers['retry-after'] === String(busyRetryAfterSeconds.unavailable);

/**
 * Whether the client cannot know if the request took effect: there is no answer, or the answer is a failure. After 503
 * (busy) because of conflicts nothing was stored, except that the deletion of a class or an account may have completed some
 * of its steps.
 */
export const hasUnknownOutcome = ({ request, answer }: Entry): boolean =>
  !answer ||
  answer.status === 500 ||
  isUnavailable(answer) ||
  (answer.status === 503 && (request.kind === 'delete-class' || request.kind === 'delete-account')) ||
  // The class may have been changed, and then deleted by another client before it was read for the answer.
  (answer.status === 404 && request.kind === 'edit');

/** The number of the request that made the booking of a successful answer; undefined for any other answer. */
export const madeBy = ({ request, answer }: Entry, numberOf: NumberOf): number | undefined => {
  const makes = request.kind === 'book' || request.kind === 'move' || request.kind === 'keep';
  return makes && answer && answer.status < 300 ? numberOf(bookingSchema.parse(answer.body).id) : undefined;
};
