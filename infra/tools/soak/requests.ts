import type { Child } from '#shared/schemas/child';
import type { BookingId, ChildId, IdempotencyKey, SlotId, UserId } from '#shared/schemas/ids';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import type { CalendarDate, Cents } from '#shared/schemas/values';

/** One attempt of a parent to get a booking. All its requests together may make one booking at most. */
interface Order {
  /** Number of the order in its run. */
  readonly order: number;
  readonly idempotencyKey: IdempotencyKey;
}

/** A booking where its client believes it to be. */
export interface PlacedBooking {
  readonly booking: BookingId;
  readonly slot: SlotId;
  readonly parent: UserId;
  readonly child: ChildId;
}

/** An entry that an administrator records. */
export type RecordedKind = Exclude<LedgerEntry['kind'], 'counter'>;

/** A request to the API, or a run of the timer. */
export type Request =
  | (Order & {
      readonly kind: 'book';
      readonly slot: SlotId;
      readonly parent: UserId;
      readonly child: Pick<Child, 'id' | 'name'>;
      readonly is_trial: boolean;
      /** The rate of the class that was shown to the parent. */
      readonly weekly_rate: Cents;
      /** What the screen showed by this rate. */
      readonly terms: {
        readonly amount: Cents;
        readonly trial_date: CalendarDate | null;
        readonly calendar_version: number;
      };
    })
  /** By the parent. */
  | (PlacedBooking & { readonly kind: 'cancel'; readonly credit: Cents })
  | (PlacedBooking &
      Order & {
        readonly kind: 'move';
        readonly to: SlotId;
        /** Credited and charged as it was shown; 0 within a class. */
        readonly credit: Cents;
        readonly charge: Cents;
        readonly trial_date: CalendarDate | null;
      })
  /** Turns a trial into a full programme. */
  | (PlacedBooking & Order & { readonly kind: 'keep'; readonly amount: Cents })
  /** The timer's work for the trials of a day. */
  | { readonly kind: 'end-trials'; readonly day: CalendarDate }
  /** By an administrator. */
  | (PlacedBooking & { readonly kind: 'delete' })
  | (PlacedBooking & { readonly kind: 'rename'; readonly name: string; readonly age: number })
  | {
      readonly kind: 'edit-child';
      readonly parent: UserId;
      readonly child: ChildId;
      readonly name: string;
    }
  | {
      readonly kind: 'record';
      /** All requests of an order together may make one entry at most. */
      readonly order: number;
      readonly parent: UserId;
      readonly attempt: IdempotencyKey;
      readonly entry: RecordedKind;
      readonly amount: Cents;
      /** The booking that a payment names. */
      readonly booking: BookingId | null;
    }
  /** Takes an entry back by a counter-entry. */
  | { readonly kind: 'take-back'; readonly parent: UserId; readonly attempt: IdempotencyKey }
  /** Decides whether a late cancellation is credited. */
  | {
      readonly kind: 'decide';
      readonly parent: UserId;
      readonly booking: BookingId;
      readonly credit: boolean;
    }
  | {
      readonly kind: 'edit';
      readonly version: number;
      readonly weekly_rate: Cents;
      /** The rows of the form. A slot without a row is removed. */
      readonly rows: readonly { readonly slot: SlotId; readonly max_capacity: number }[];
    }
  /** The public read of one slot. */
  | { readonly kind: 'read-slot'; readonly slot: SlotId }
  /** The administrator's read of the class with all slots. */
  | { readonly kind: 'read-class' }
  | { readonly kind: 'delete-class' }
  /** The deletion of a family's account by an administrator. */
  | { readonly kind: 'delete-account'; readonly parent: UserId };

export type RequestOf<Kind extends Request['kind']> = Extract<Request, { kind: Kind }>;
