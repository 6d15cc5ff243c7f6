import { timeOfId } from '#functions/lib/ids';
import { busyRetryAfterSeconds } from '#functions/limits';
import type { Answer } from '#infra/testing/services/invoke';
import { bookingSchema } from '#shared/booking/booking';
import type { bookingTerms } from '#shared/booking/booking-terms';
import { problemSchema } from '#shared/contract/errors';
import type { BookingId, ChildId, FamilyId, IdempotencyKey, SlotId, UserId } from '#shared/lib/ids';

export type ShownTerms = Pick<
  NonNullable<ReturnType<typeof bookingTerms>>,
  'amount' | 'trial_date' | 'calendar_version'
>;

/** Who asks in the name of a family: one of its adults, or the office for it (BHF-01, ADT-01). */
export type By = 'holder' | 'adult' | 'office';

/** What a booking screen asks for, with the price that it shows. All requests of an order may make one booking at most. */
export interface BookRequest {
  readonly kind: 'book';
  readonly by: By;
  readonly order: number;
  readonly idempotencyKey: IdempotencyKey;
  readonly slot: SlotId;
  readonly parent: FamilyId;
  readonly child: ChildId;
  readonly is_trial: boolean;
  readonly terms: ShownTerms;
}

export interface DeleteRequest {
  readonly kind: 'delete';
  readonly booking: BookingId;
  readonly slot: SlotId;
}

/** By the office with a row of one of its files, by a visitor, and by the reader of a mailbox. It concerns one address. */
export type JoiningRequest =
  | { readonly kind: 'import' | 'undo'; readonly address: string; readonly file: number }
  | { readonly kind: 'sign-up' | 'accept'; readonly address: string };

interface OfAccount {
  readonly family: FamilyId;
  readonly account: UserId;
}

export type MemberRequest =
  | { readonly kind: 'join'; readonly family: FamilyId; readonly other: FamilyId }
  | { readonly kind: 'make-holder'; readonly family: FamilyId }
  | (OfAccount & { readonly kind: 'remove-login' | 'reset' })
  | (OfAccount & { readonly kind: 'invite'; readonly address: string });

export type Request =
  | BookRequest
  | DeleteRequest
  | { readonly kind: 'read-slot'; readonly slot: SlotId }
  | JoiningRequest
  | MemberRequest;

export const isJoining = (request: Request): request is JoiningRequest =>
  'address' in request && request.kind !== 'invite';

export interface Entry {
  /** From 1 in each run. The id of what the request creates carries it as its time. */
  readonly number: number;
  readonly client: number;
  readonly request: Request;
  readonly invoked: number;
  returned?: number;
  answer?: Answer;
}

/** The number of the request that created a booking, from the booking's id. */
export type NumberOf = (id: string) => number;

/** Request n of a run runs on a clock that is n milliseconds after `epoch`. */
export const numberBy =
  (epoch: Date): NumberOf =>
  (id) =>
    timeOfId(id).getTime() - epoch.getTime();

export const codeOf = ({ answer }: Entry): string | undefined =>
  answer && answer.status >= 400 ? problemSchema.parse(answer.body).code : undefined;

/** Whether the table gave the API no answer, which tells the client to wait for longer than after conflicts (API-42). */
const isUnavailable = ({ status, headers }: Answer): boolean =>
  status === 503 && headers['retry-after'] === String(busyRetryAfterSeconds.unavailable);

/** Whether the client cannot know if the request took effect. After 503 because of conflicts nothing was stored. */
export const hasUnknownOutcome = ({ request, answer }: Entry): boolean =>
  !answer ||
  answer.status === 500 ||
  isUnavailable(answer) ||
  // These have several steps, some of them in the user pool.
  (answer.status >= 500 && isJoining(request));

/** The number of the request that made the booking of a successful answer; undefined for any other answer. */
export const madeBy = ({ request, answer }: Entry, numberOf: NumberOf): number | undefined =>
  request.kind === 'book' && answer && answer.status < 300
    ? numberOf(bookingSchema.parse(answer.body).id)
    : undefined;

export const createHistory = () => {
  const entries: Entry[] = [];
  let time = 0;
  const tick = (): number => {
    time += 1;
    return time;
  };
  return {
    entries,
    tick,
    begin: (client: number, request: Request): Entry => {
      const entry: Entry = { number: entries.length + 1, client, request, invoked: tick() };
      entries.push(entry);
      return entry;
    },
    end: (entry: Entry, answer: Entry['answer']): void => {
      entry.returned = tick();
      if (answer) entry.answer = answer;
    },
  };
};
export type History = ReturnType<typeof createHistory>;

/** With ids by their ends, which tell those of a run apart. */
const textOf = (value: unknown): string =>
  JSON.stringify(value).replace(/"(?:\w{3}_)?[\w-]{20,}([\w-]{6})"/g, '"…$1"');

export const linesOf = (entries: readonly Entry[]): string[] =>
  entries.map(({ number, client, request, invoked, returned, answer }) => {
    const { code, id, current_bookings } = Object(answer?.body);
    const shown = answer ? `${answer.status} ${textOf({ code, id, current_bookings })}` : 'no answer';
    return `  ${invoked}-${answer ? returned : '?'} #${number} by ${client}: ${textOf(request)} -> ${shown}`;
  });
