import * as z from 'zod/mini';
import { busyRetryAfterSeconds } from '#functions/limits';
import type { Answer } from '#infra/testing/services/invoke';
import { bookingSchema } from '#shared/booking/booking';
import { type ManagedClass, managedClassSchema } from '#shared/classes/managed-class';
import { problemSchema } from '#shared/contract/errors';
import type { Child } from '#shared/families/family';
import type { LedgerEntry } from '#shared/ledger/entry';
import type { BookingId, ChildId, FamilyId, IdempotencyKey, SlotId, UserId } from '#shared/lib/ids';
import type { CalendarDate, Cents } from '#shared/lib/values';
import type { ShownTerms } from './school.ts';

/** Who asks in the name of a family: one of its adults, or the office for it (BHF-01, ADT-01). */
export type By = 'holder' | 'adult' | 'office';

/** One attempt to get a booking. All its requests together may make one booking at most. */
interface Order {
  readonly order: number;
  readonly idempotencyKey: IdempotencyKey;
}

/** A booking where its client believes it to be. */
export interface PlacedBooking {
  readonly booking: BookingId;
  readonly slot: SlotId;
  readonly parent: FamilyId;
  readonly child: ChildId;
}

/** An entry that an administrator records. */
export type RecordedKind = Exclude<LedgerEntry['kind'], 'counter'>;

/** By the office with a row of one of its files, by a visitor, and by the reader of a mailbox. It concerns one address. */
export type JoiningRequest =
  | { readonly kind: 'import' | 'undo'; readonly address: string; readonly file: number }
  | { readonly kind: 'sign-up' | 'accept'; readonly address: string };

interface OfAccount {
  readonly family: FamilyId;
  readonly account: UserId;
}

/** A request that changes who acts for a family. */
export type MemberRequest =
  | { readonly kind: 'join'; readonly family: FamilyId; readonly other: FamilyId }
  | { readonly kind: 'make-holder'; readonly family: FamilyId }
  | (OfAccount & { readonly kind: 'remove-login' | 'reset' })
  | (OfAccount & { readonly kind: 'invite'; readonly address: string });

export interface EnteredClass {
  readonly weekly_rate: Cents;
  /** A slot without a row is removed. */
  readonly time_slots: readonly { readonly id: SlotId; readonly max_capacity: number }[];
}

export const enteredOf = ({ weekly_rate, time_slots }: EnteredClass): EnteredClass => ({
  weekly_rate,
  time_slots: time_slots.map(({ id, max_capacity }) => ({ id, max_capacity })),
});

interface ByFamily {
  readonly by: By;
  readonly parent: FamilyId;
}

/** What a parent's screen asks for, with the price that it shows. */
export type FamilyRequest =
  | (ByFamily &
      Order & {
        readonly kind: 'book';
        readonly slot: SlotId;
        readonly child: Pick<Child, 'id' | 'name'>;
        readonly is_trial: boolean;
        readonly weekly_rate: Cents;
        readonly terms: ShownTerms;
      })
  | (ByFamily & PlacedBooking & { readonly kind: 'cancel'; readonly credit: Cents })
  | (ByFamily &
      PlacedBooking &
      Order & {
        readonly kind: 'move';
        readonly to: SlotId;
        /** 0 within a class. */
        readonly credit: Cents;
        readonly charge: Cents;
        readonly trial_date: CalendarDate | null;
      })
  /** Turns a trial into a full programme. */
  | (ByFamily & PlacedBooking & Order & { readonly kind: 'keep'; readonly amount: Cents })
  | (ByFamily & { readonly kind: 'edit-child'; readonly child: ChildId; readonly name: string })
  /** Enters the one contact of a child's card. */
  | (ByFamily & { readonly kind: 'edit-card'; readonly child: ChildId; readonly contact: string })
  | (ByFamily & { readonly kind: 'read-family' });

export type OfficeRequest =
  | (PlacedBooking & { readonly kind: 'delete' })
  | (PlacedBooking & { readonly kind: 'rename'; readonly name: string; readonly age: number })
  | {
      readonly kind: 'record';
      /** All requests of an order together may make one entry at most. */
      readonly order: number;
      readonly parent: FamilyId;
      readonly attempt: IdempotencyKey;
      readonly entry: RecordedKind;
      readonly amount: Cents;
      /** The booking that a payment names. */
      readonly booking: BookingId | null;
    }
  | { readonly kind: 'take-back'; readonly parent: FamilyId; readonly attempt: IdempotencyKey }
  /** Whether a late cancellation is credited. */
  | {
      readonly kind: 'decide';
      readonly parent: FamilyId;
      readonly booking: BookingId;
      readonly credit: boolean;
    }
  | { readonly kind: 'edit'; readonly shown: EnteredClass; readonly wanted: EnteredClass }
  | { readonly kind: 'read-class' | 'delete-class' }
  | { readonly kind: 'delete-account'; readonly parent: FamilyId };

export type Request =
  | JoiningRequest
  | MemberRequest
  | FamilyRequest
  | OfficeRequest
  | { readonly kind: 'end-trials'; readonly day: CalendarDate }
  | { readonly kind: 'read-slot'; readonly slot: SlotId };

export const isJoining = (request: Request): request is JoiningRequest =>
  'address' in request && request.kind !== 'invite';

export type RequestOf<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;

export interface Entry {
  /** From 1 in each run. The id of what the request creates carries it as its time. */
  readonly number: number;
  readonly client: number;
  readonly request: Request;
  /** Times of the history's clock. */
  readonly invoked: number;
  /** Undefined until the client has the answer or gives up. */
  returned?: number;
  /** Undefined if no answer arrived. */
  answer?: Answer;
}

/** The number of the request that created a booking, from the booking's id. */
export type NumberOf = (id: string) => number;

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
  // These have several steps, some of them in the user pool.
  (answer.status >= 500 && isJoining(request)) ||
  // The class may have been changed, and then deleted by another client before it was read for the answer.
  (answer.status === 404 && request.kind === 'edit');

/** The number of the request that made the booking of a successful answer; undefined for any other answer. */
export const madeBy = ({ request, answer }: Entry, numberOf: NumberOf): number | undefined => {
  const makes = request.kind === 'book' || request.kind === 'move' || request.kind === 'keep';
  return makes && answer && answer.status < 300 ? numberOf(bookingSchema.parse(answer.body).id) : undefined;
};

/** Entries by the order in which requests are sent and answered, on one clock. */
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
    /** @param answer undefined if none arrived */
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

/** Requests in lines of text, for the history of a violation. */
export const linesOf = (entries: readonly Entry[]): string[] =>
  entries.map(({ number, client, request, invoked, returned, answer }) => {
    const { status, body } = answer ?? {};
    const { code, id, version, current_bookings, time_slots } = Object(body);
    const shown = answer
      ? `${status} ${textOf({ code, id, version, current_bookings, time_slots })}`
      : 'no answer';
    return `  ${invoked}-${answer ? returned : '?'} #${number} by ${client}: ${textOf(request)} -> ${shown}`;
  });
