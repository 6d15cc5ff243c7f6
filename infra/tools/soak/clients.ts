import { setTimeout as sleep } from 'node:timers/promises';
import { holderOf, type StoredFamily } from '#functions/accounts/stored-families';
import { randomOf } from '#infra/testing/random';
import type { SampleFamily } from '#infra/testing/samples/samples';
import { bookingSchema } from '#shared/booking/booking';
import type { ProblemCode } from '#shared/contract/errors';
import { type BookingId, type FamilyId, type IdempotencyKey, idempotencyKeySchema } from '#shared/lib/ids';
import { type Cents, centsSchema } from '#shared/lib/values';
import type { Api } from './api.ts';
import { files } from './joining.ts';
import {
  classIn,
  codeOf,
  type Entry,
  enteredOf,
  type History,
  type PlacedBooking,
  type RecordedKind,
  type Request,
} from './requests.ts';
import { isLate, isWithinClass, placeOf, type School, shownKeepPrice, shownTerms } from './school.ts';
import { type Action, childNames } from './workload.ts';

const rates: readonly Cents[] = [2_000, 2_500].map((rate) => centsSchema.parse(rate));
const recordedKinds: readonly RecordedKind[] = ['payment', 'payment', 'credit', 'waiver', 'refund'];
const nothing = centsSchema.parse(0);

const hasChanged: ReadonlySet<string | undefined> = new Set<ProblemCode>(['priceChanged', 'calendarChanged']);

const at = <Item>(list: readonly Item[], index: number): Item => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** A booking as its client's screen shows it, which may be outdated. */
interface ShownBooking extends PlacedBooking {
  readonly amount: Cents;
  readonly isTrial: boolean;
  readonly isLate: boolean;
}

/** Sends a request until it is answered. Undefined where the client gives up. */
type Send = (request: Request) => Promise<Entry | undefined>;

interface ActionOptions {
  readonly seed: number;
  readonly school: School;
  readonly families: readonly SampleFamily[];
  readonly newcomers: readonly string[];
  readonly changing: readonly FamilyId[];
  readonly invited: readonly string[];
  /** A family as an administrator sees it, or that with which it was joined. */
  readonly show: (family: FamilyId) => Promise<StoredFamily | undefined>;
}

/** What clients do, with what all of them know of the school by the answers. */
const createActions = (options: ActionOptions) => {
  const { seed, school, families, newcomers, changing, invited, show } = options;
  const bookings: ShownBooking[] = [];
  const recorded: { readonly parent: FamilyId; readonly attempt: IdempotencyKey }[] = [];
  const imported: { readonly address: string; readonly file: number }[] = [];
  const cancelled = new Set<BookingId>();
  let orders = 0;
  let shown = school.main;

  const newOrder = (): { order: number; idempotencyKey: IdempotencyKey } => {
    orders += 1;
    const key = `order-${orders}-of-run-${String(seed).padStart(12, '0')}`;
    return { order: orders, idempotencyKey: idempotencyKeySchema.parse(key) };
  };

  /** The bookings on which a screen offers an action. */
  const candidates = (kind: Action['kind']): readonly ShownBooking[] => {
    if (kind === 'keep') return bookings.filter(({ isTrial }) => isTrial);
    if (kind !== 'decide') return bookings;
    const late = bookings.filter((each) => each.isLate);
    const listed = late.filter(({ booking }) => cancelled.has(booking));
    return listed.length > 0 ? listed : late;
  };

  const readClass = async (send: Send) => {
    const entry = await send({ kind: 'read-class' });
    const current = entry && classIn(entry);
    if (current) shown = current;
    return current;
  };

  const book = async (action: Action, send: Send): Promise<void> => {
    const { isTrial, by } = action;
    const { id: parent, children } = at(families, action.family);
    const { id: child, name } = at(children, action.child);
    const { id: slot } = at(school.slots, action.slot);
    const { cls } = placeOf(school, slot);
    const known = cls === school.main ? shown : cls;
    const calendar_version = known.time_slots.find(({ id }) => id === slot)?.calendar_version ?? 0;
    const { weekly_rate } = known;
    const terms = shownTerms(school, slot, isTrial, { weekly_rate, calendar_version });
    const entry = await send({
      kind: 'book',
      by,
      ...newOrder(),
      slot,
      parent,
      child: { id: child, name },
      is_trial: isTrial,
      weekly_rate,
      terms,
    });
    if (entry?.answer?.status === 201) {
      const { id: booking, amount } = bookingSchema.parse(entry.answer.body);
      const placed = { booking, slot, parent, child };
      bookings.push({ ...placed, amount, isTrial, isLate: isLate(school, slot) });
    } else if (entry && hasChanged.has(codeOf(entry))) await readClass(send);
  };

  const edit = async ({ slot, choice }: Action, send: Send): Promise<void> => {
    const current = await readClass(send);
    if (!current) return;
    const chosen = at(school.main.time_slots, slot).id;
    const isRemoval = choice % 6 === 0;
    const shown = enteredOf(current);
    const wanted = {
      weekly_rate: choice % 3 === 0 ? at(rates, choice) : current.weekly_rate,
      time_slots: shown.time_slots
        .filter(({ id }) => !isRemoval || id !== chosen)
        .map((row) => (row.id === chosen ? { ...row, max_capacity: 1 + (choice % 4) } : row)),
    };
    await send({ kind: 'edit', shown, wanted });
  };

  const move = async (target: ShownBooking, { choice, by }: Action, send: Send): Promise<void> => {
    const { isTrial, isLate: _, amount, ...placed } = target;
    const { slot } = placed;
    const others = school.slots.filter(({ id }) => id !== slot);
    if (others.length === 0) return;
    const { id: to } = at(others, choice);
    const isWithin = isWithinClass(school, slot, to);
    const terms = shownTerms(school, to, isTrial);
    const entry = await send({
      kind: 'move',
      by,
      ...placed,
      ...newOrder(),
      to,
      trial_date: terms.trial_date,
      credit: isWithin ? nothing : amount,
      charge: isWithin ? nothing : terms.amount,
    });
    if (entry?.answer?.status !== 200) return;
    const moved = bookingSchema.parse(entry.answer.body);
    const shownNow = { ...target, booking: moved.id, slot: to, amount: moved.amount };
    const index = bookings.indexOf(target);
    if (isWithin && index >= 0) bookings[index] = shownNow;
    else bookings.push(shownNow);
  };

  const keep = async (target: ShownBooking, { by }: Action, send: Send) => {
    const { isTrial: _, isLate: __, amount: ___, ...placed } = target;
    const entry = await send({
      kind: 'keep',
      by,
      ...placed,
      ...newOrder(),
      amount: shownKeepPrice(school, placed.slot),
    });
    if (entry?.answer?.status !== 200) return;
    const { id: booking, amount } = bookingSchema.parse(entry.answer.body);
    bookings.push({ ...placed, booking, amount, isTrial: false, isLate: false });
  };

  const change = async (action: Action, target: ShownBooking, send: Send): Promise<void> => {
    const { isTrial: _, isLate: isTooLate, amount, ...placed } = target;
    const { kind, choice, by } = action;
    if (kind === 'move') return move(target, action, send);
    if (kind === 'keep') return keep(target, action, send);
    if (kind === 'delete') await send({ kind, ...placed });
    if (kind === 'cancel') {
      cancelled.add(placed.booking);
      await send({ kind, by, ...placed, credit: isTooLate ? nothing : amount });
    }
    if (kind === 'rename')
      await send({ kind, ...placed, name: at(childNames, choice), age: 1 + (choice % 18) });
    const { parent, booking } = placed;
    if (kind === 'decide') await send({ kind, parent, booking, credit: choice % 4 > 0 });
  };

  const record = async ({ family, choice }: Action, send: Send): Promise<void> => {
    const parent = at(families, family).id;
    const { order, idempotencyKey: attempt } = newOrder();
    recorded.push({ parent, attempt });
    const own = bookings.filter((booking) => booking.parent === parent);
    await send({
      kind: 'record',
      order,
      parent,
      attempt,
      entry: at(recordedKinds, choice),
      amount: centsSchema.parse(100 * (1 + (choice % 50))),
      booking: choice % 2 === 0 ? (own[choice % Math.max(1, own.length)]?.booking ?? null) : null,
    });
  };

  /** The holder invites an address and resets its password, while the invited accepts. */
  const invite = async (family: StoredFamily, { choice }: Action, send: Send): Promise<void> => {
    const account = holderOf(family)?.id;
    if (!account) return;
    const address = at(invited, newOrder().order);
    await send({ kind: 'invite', family: family.id, account, address });
    const accept = () => send({ kind: 'accept', address });
    const reset = () => send({ kind: 'reset', family: family.id, account });
    await (choice % 2 === 0 ? Promise.all([accept(), reset()]) : reset());
    await accept();
  };

  const changeMembers = async (action: Action, send: Send): Promise<void> => {
    const { kind, family: index, child, choice } = action;
    const [shownFamily, other] = await Promise.all([
      show(at(changing, 2 * index + child)),
      show(at(changing, choice)),
    ]);
    if (!shownFamily || !other) return;
    const { id: family, members } = shownFamily;
    if (kind === 'invite') return invite(shownFamily, action, send);
    if (kind === 'make-holder') await send({ kind, family });
    else if (kind === 'join' && other.id !== family) await send({ kind, family, other: other.id });
    else if (kind === 'remove-login' && members.length > 0)
      await send({ kind, family, account: at(members, choice).id });
  };

  /** The request of an action that needs no answer of another one. */
  const requestOf = ({ kind, choice, by, ...action }: Action): Request | undefined => {
    const { id: parent, children } = at(families, action.family);
    const child = at(children, action.child).id;
    const slot = at(school.slots, action.slot).id;
    switch (kind) {
      case 'take-back': {
        const taken = recorded[choice % Math.max(1, recorded.length)];
        return taken && { kind, ...taken };
      }
      case 'edit-child':
        return { kind, by, parent, child, name: at(childNames, choice) };
      case 'edit-card':
        return { kind, by, parent, child, contact: `Contact ${newOrder().order}` };
      case 'read-family':
        return { kind, by, parent };
      case 'end-trials':
        return { kind, day: placeOf(school, slot).cls.start_date };
      case 'import': {
        const row = { address: at(newcomers, action.family), file: choice % files.length };
        imported.push(row);
        return { kind, ...row };
      }
      case 'undo': {
        const row = imported[choice % Math.max(1, imported.length)];
        return row && { kind, ...row };
      }
      case 'sign-up':
      case 'accept':
        return { kind, address: at(newcomers, action.family) };
      case 'read-slot':
        return { kind, slot };
      case 'delete-class':
        return { kind };
      case 'delete-account':
        return { kind, parent };
      default:
        return undefined;
    }
  };

  return async (action: Action, send: Send): Promise<void> => {
    switch (action.kind) {
      case 'book':
        return book(action, send);
      case 'edit':
        return edit(action, send);
      case 'record':
        return record(action, send);
      case 'join':
      case 'make-holder':
      case 'remove-login':
      case 'invite':
        return changeMembers(action, send);
      case 'cancel':
      case 'delete':
      case 'move':
      case 'keep':
      case 'rename':
      case 'decide': {
        const listed = candidates(action.kind);
        const target = listed[action.choice % Math.max(1, listed.length)];
        if (target) await change(action, target, send);
        return;
      }
      default: {
        const request = requestOf(action);
        if (request) await send(request);
      }
    }
  };
};

/** Ends the name of an actor that is the second adult of a family. */
export const adultMark = '-adult';

const attempts = 4;

interface ClientOptions extends ActionOptions {
  readonly api: Api;
  readonly history: History;
  readonly runAs: <Result>(actor: string, work: () => Promise<Result>) => Promise<Result>;
  /** Changes a retry. By default it equals the first attempt. */
  readonly retryOf?: (request: Request, attempt: number) => Request;
}

/** The clients of one run, with their browsers and the network between them and the API. */
export const createClients = (options: ClientOptions) => {
  const { seed, api, history, runAs, retryOf = (request: Request) => request } = options;
  const abandoned = new Set<Promise<unknown>>();

  const transmit = async (entry: Entry, actor: string): Promise<Entry['answer']> => {
    const network = randomOf(seed, actor, 'network');
    const outcome = network.below(100);
    if (outcome < 3) return undefined;
    const answering = runAs(actor, () => api(entry));
    if (outcome < 7) return answering.then(() => undefined);
    if (outcome >= 11) return answering;
    // The browser gives up, and the function continues.
    const settled = answering.catch(() => undefined).finally(() => abandoned.delete(settled));
    abandoned.add(settled);
    await sleep(1 + network.below(4));
    return undefined;
  };

  /** Sends a request again until the answer is not a failure, as a user presses the button again. */
  const send = async (client: number, actor: string, request: Request): Promise<Entry | undefined> => {
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const entry = history.begin(client, attempt === 1 ? request : retryOf(request, attempt));
      const byAdult = 'by' in request && request.by === 'adult' ? adultMark : '';
      history.end(entry, await transmit(entry, `${actor}-${attempt}${byAdult}`));
      if (entry.answer && entry.answer.status < 500) return entry;
      await sleep(randomOf(seed, actor, attempt, 'retry delay').below(3));
    }
    return undefined;
  };

  const act = createActions(options);
  return {
    run: async (client: number, actions: readonly Action[]): Promise<void> => {
      for (const [index, action] of actions.entries()) {
        const actor = `c${client}a${index}`;
        let sent = 0;
        await act(action, (request) => {
          sent += 1;
          return send(client, `${actor}r${sent}`, request);
        });
      }
    },
    settle: async (): Promise<void> => {
      while (abandoned.size > 0) await Promise.all(abandoned);
    },
  };
};
