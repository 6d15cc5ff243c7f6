import { type ChildId, childIdSchema, type OfferId, type UserId, type WaitingEntryId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import type { OfferEnd } from '#shared/waiting/waiting';
import type { CommandOf, Transition, WaitingCommand } from './waiting-list.ts';

/** A seat is open, kept for the list, reserved for the class before, held by an offer, or has a child in it. */
type Seat = 'open' | 'kept' | 'reserved' | OfferId | ChildId;

/** An entry of a family. */
interface Waiting {
  readonly entry: WaitingEntryId;
  readonly family: UserId;
  readonly children: readonly ChildId[];
  offer: OfferId | null;
  isPassedOver: boolean;
}

type Outcome = Transition['outcome'] | OfferEnd;

/**
 * The independent model of a slot with a waiting list: a list of places and an ordered list of families. No
 * counter, no rank and no moment of a release is stored.
 */
export class WaitingSeats {
  seats: Seat[];
  queue: Waiting[] = [];
  readonly ends = new Map<OfferId, OfferEnd | 'open'>();
  readonly #deadlines = new Map<OfferId, Instant>();
  /** The offers that were not made by the list. */
  readonly #renewals = new Set<OfferId>();
  capacity: number;
  /** The children of the class before who still have their booking there, with whether they have been asked. */
  before: { readonly child: ChildId; isAsked: boolean }[];
  #isOver = false;

  constructor(capacity: number, before: readonly ChildId[] = []) {
    this.capacity = capacity;
    this.before = before.map((child) => ({ child, isAsked: false }));
    this.seats = Array.from({ length: capacity }, (_, index) =>
      index < before.length ? 'reserved' : 'open',
    );
  }

  seatsOf(seat: Seat): number {
    return this.seats.filter((each) => each === seat).length;
  }

  /** The children in the seats. */
  children(): ChildId[] {
    return this.seats.flatMap((seat) => childIdSchema.safeParse(seat).data ?? []);
  }

  #replace(from: Seat, to: Seat): boolean {
    const index = this.seats.indexOf(from);
    if (index !== -1) this.seats[index] = to;
    return index !== -1;
  }

  #removeSeat(seat: Seat): boolean {
    const index = this.seats.indexOf(seat);
    if (index !== -1) this.seats.splice(index, 1);
    return index !== -1;
  }

  /** The seat is free; those who were passed over before may be asked about it, or not. */
  #free(seat: Seat, isForAll: boolean): void {
    while (this.seats.includes(seat)) {
      this.#replace(seat, this.#openSeat(isForAll));
    }
  }

  #openSeat(isForAll: boolean): Seat {
    if (this.queue.every(({ offer }) => offer !== null)) return 'open';
    if (isForAll) for (const waiting of this.queue) waiting.isPassedOver = false;
    return 'kept';
  }

  #leaveQueue(waiting: Waiting, end: OfferEnd): void {
    this.queue = this.queue.filter((other) => other !== waiting);
    if (waiting.offer) this.#endOffer(waiting.offer, end, true);
    if (end === 'declined' || end === 'expired') this.#goBehind(waiting);
  }

  /** The family lets the offer of an entry go: of its other entries, and the same one if it stays. */
  #goBehind({ family, offer }: Waiting): void {
    if (!offer || this.#renewals.has(offer)) return;
    const [others, own] = [false, true].map((isOwn) =>
      this.queue.filter((waiting) => (waiting.family === family) === isOwn),
    );
    this.queue = [...(others ?? []), ...(own ?? [])];
  }

  #endOffer(offer: OfferId, end: OfferEnd, isForAll: boolean): void {
    this.ends.set(offer, end);
    this.#free(offer, isForAll);
  }

  #waitingOf(child: ChildId): Waiting | undefined {
    return this.queue.find(({ children }) => children.includes(child));
  }

  apply(command: WaitingCommand): Outcome {
    switch (command.kind) {
      case 'book':
        return this.#book([command.child]);
      case 'book-together':
        return this.#book(command.children);
      case 'end-booking':
        if (!this.seats.includes(command.child)) return 'not-booked';
        this.#free(command.child, true);
        return 'done';
      case 'join':
        return this.#join(command);
      case 'leave':
      case 'put-first':
        return this.#changeQueue(command);
      case 'ask':
        return this.#ask(command);
      case 'take':
      case 'decline':
      case 'expire':
      case 'withdraw':
        return this.#answer(command);
      case 'set-capacity':
        return this.#setCapacity(command.capacity);
      case 'remove-child': {
        if (this.seats.includes(command.child)) return 'already-booked';
        const waiting = this.#waitingOf(command.child);
        if (waiting) this.#leaveQueue(waiting, 'void');
        return 'done';
      }
      case 'close':
        this.#isOver = true;
        for (const waiting of this.queue) this.#leaveQueue(waiting, 'void');
        while (this.#replace('kept', 'open'));
        return 'done';
      case 'renew':
        return this.#renew(command);
      case 'release-reserved':
        if (!this.seats.includes('reserved')) return 'nothing-to-ask';
        if (!this.#isOver && this.#toAsk().length > 0) return 'not-yet';
        this.#free('reserved', true);
        return 'done';
      case 'leave-before': {
        const left = this.before.filter(({ child }) => child !== command.child);
        if (left.length === this.before.length) return 'not-booked';
        this.before = left;
        return 'done';
      }
      case 'keep-here':
        return this.#keep(command, 'open', 'full');
      case 'keep-elsewhere':
        return this.#keepElsewhere(command);
    }
  }

  /** The children of the class before who are not asked yet and have nothing here. */
  #toAsk() {
    return this.before.filter(
      ({ child, isAsked }) => !isAsked && !this.seats.includes(child) && !this.#waitingOf(child),
    );
  }

  #renew(command: CommandOf<'renew'>): Outcome {
    const own = this.before.find(({ child, isAsked }) => child === command.child && !isAsked);
    if (!own && !this.#isOver) return 'not-entitled';
    const ahead = own ? this.#toAsk().indexOf(own) : 0;
    const isTurn = ahead < this.seatsOf('reserved');
    const outcome = this.#keep(command, isTurn ? 'reserved' : command.offer, 'not-yet');
    if (own && outcome === 'done') own.isAsked = true;
    return outcome;
  }

  /** Gives a seat to an entry with its own offer. */
  #keep(command: CommandOf<'renew' | 'keep-here'>, from: Seat, without: Outcome): Outcome {
    const { child, family, entry, offer, until } = command;
    if (this.#isOver) return 'class-over';
    if (this.seats.includes(child)) return 'already-booked';
    if (this.#waitingOf(child)) return 'already-waiting';
    if (!this.#replace(from, offer)) return without;
    this.queue.push({ entry, family, children: [child], offer, isPassedOver: false });
    this.ends.set(offer, 'open');
    this.#deadlines.set(offer, until);
    this.#renewals.add(offer);
    return 'done';
  }

  #keepElsewhere({ offer, at }: CommandOf<'keep-elsewhere'>): Outcome {
    if (!this.#renewals.has(offer)) return 'unknown-offer';
    if (this.ends.get(offer) === 'declined') return 'done';
    return this.#answer({ kind: 'decline', offer, stays: false, at });
  }

  #book(children: readonly ChildId[]): Outcome {
    if (this.#isOver) return 'class-over';
    if (children.some((child) => this.seats.includes(child))) return 'already-booked';
    if (this.seatsOf('open') < children.length) return 'full';
    for (const child of children) {
      const waiting = this.#waitingOf(child);
      if (waiting) this.#leaveQueue(waiting, 'void');
      this.#replace('open', child);
    }
    return 'done';
  }

  #join({ entry, family, children }: CommandOf<'join'>): Outcome {
    if (this.#isOver) return 'class-over';
    if (children.some((child) => this.seats.includes(child))) return 'already-booked';
    if (children.some((child) => this.#waitingOf(child))) return 'already-waiting';
    if (this.seatsOf('open') >= children.length) return 'places-open';
    this.queue.push({ entry, family, children, offer: null, isPassedOver: false });
    return 'done';
  }

  #changeQueue({ kind, entry }: CommandOf<'leave' | 'put-first'>): Outcome {
    const waiting = this.queue.find((each) => each.entry === entry);
    if (!waiting) return 'unknown-entry';
    if (kind === 'leave') this.#leaveQueue(waiting, 'declined');
    else if (waiting.offer) return 'has-offer';
    else this.queue = [waiting, ...this.queue.filter((other) => other !== waiting)];
    return 'done';
  }

  #ask({ offer, terms }: CommandOf<'ask'>): Outcome {
    const free = this.seatsOf('open') + this.seatsOf('kept');
    const next = this.queue.find(
      ({ offer: has, isPassedOver, children }) => !has && !isPassedOver && children.length <= free,
    );
    if (next && terms) {
      next.offer = offer;
      this.ends.set(offer, 'open');
      this.#deadlines.set(offer, terms.until);
      for (const _ of next.children) this.#replace('open', offer) || this.#replace('kept', offer);
      return 'done';
    }
    if (!this.seats.includes('kept')) return 'nothing-to-ask';
    while (this.#replace('kept', 'open'));
    return 'done';
  }

  #answer(command: CommandOf<'take' | 'decline' | 'expire' | 'withdraw'>): Outcome {
    const { offer } = command;
    const end = this.ends.get(offer);
    const waiting = this.queue.find((each) => each.offer === offer);
    if (!end) return 'unknown-offer';
    if (end !== 'open' || !waiting) return end === 'open' ? 'unknown-entry' : end;
    switch (command.kind) {
      case 'take':
        for (const child of waiting.children) this.#replace(offer, child);
        this.#leaveQueue(waiting, 'taken');
        return 'done';
      case 'expire':
        if (command.at < (this.#deadlines.get(offer) ?? '')) return 'not-due';
        this.#leaveQueue(waiting, 'expired');
        return 'done';
      case 'decline':
        if (!command.stays) {
          this.#leaveQueue(waiting, 'declined');
          return 'done';
        }
        this.#goBehind(waiting);
        this.queue = [...this.queue.filter((other) => other !== waiting), waiting];
        this.#passOver(waiting, 'declined');
        return 'done';
      case 'withdraw':
        this.#passOver(waiting, 'withdrawn');
        return 'done';
    }
  }

  #passOver(waiting: Waiting, end: OfferEnd): void {
    const { offer } = waiting;
    waiting.offer = null;
    waiting.isPassedOver = true;
    if (offer) this.#endOffer(offer, end, false);
  }

  #setCapacity(capacity: number): Outcome {
    if (capacity < this.capacity - this.seatsOf('open') - this.seatsOf('kept')) return 'below-bookings';
    this.capacity = capacity;
    while (this.seats.length > capacity && (this.#removeSeat('open') || this.#removeSeat('kept')));
    while (this.seats.length < capacity) this.seats.push(this.#openSeat(true));
    return 'done';
  }
}
