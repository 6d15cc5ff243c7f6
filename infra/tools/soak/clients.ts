import { setTimeout as sleep } from 'node:timers/promises';
import type { ProblemCode } from '#shared/contract/errors';
import { bookingSchema } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import { type BookingId, idempotencyKeySchema, type SlotId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { type Cents, centsSchema } from '#shared/schemas/values';
import { classIn, codeOf } from './answers.ts';
import type { Api } from './api.ts';
import type { Entry, History, Request } from './history.ts';
import { randomOf } from './random.ts';
import { type Action, childNames } from './workload.ts';

/** Attempts of a client at one request. */
const attempts = 4;
const rates: readonly Cents[] = [2_000, 2_500].map((rate) => centsSchema.parse(rate));

interface ClientOptions {
  readonly seed: number;
  readonly cls: FootballClass;
  readonly families: readonly Family[];
  readonly api: Api;
  readonly history: History;
  /** Runs work and tags its calls to the database with an actor. */
  readonly runAs: <Result>(actor: string, work: () => Promise<Result>) => Promise<Result>;
  /** Changes a retry. By default it equals the first attempt. */
  readonly retryOf?: (request: Request, attempt: number) => Request;
}

/** Refusals after which a parent looks at the class again. */
const hasChanged: ReadonlySet<string | undefined> = new Set<ProblemCode>(['priceChanged', 'calendarChanged']);

const at = <Item>(list: readonly Item[], index: number): Item => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** The clients of one run, with their browsers and the network between them and the API. */
export const createClients = (options: ClientOptions) => {
  const { seed, cls, families, api, history, runAs, retryOf = (request: Request) => request } = options;
  const bookings: { readonly booking: BookingId; readonly slot: SlotId }[] = [];
  const abandoned = new Set<Promise<unknown>>();
  let orders = 0;
  let shown = cls;

  /** Sends a request once. Undefined if no answer arrives. */
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
      history.end(entry, await transmit(entry, `${actor}-${attempt}`));
      if (entry.answer && entry.answer.status < 500) return entry;
      await sleep(randomOf(seed, actor, attempt, 'retry delay').below(3));
    }
    return undefined;
  };

  const book = async (client: number, actor: string, action: Action): Promise<void> => {
    orders += 1;
    const { profile, children } = at(families, action.family);
    const { id, name } = at(children, action.child);
    const slot = at(cls.time_slots, action.slot).id;
    const entry = await send(client, actor, {
      kind: 'book',
      order: orders,
      idempotencyKey: idempotencyKeySchema.parse(`order-${orders}-of-run-${String(seed).padStart(12, '0')}`),
      slot,
      parent: profile.id,
      child: { id, name },
      is_trial: action.isTrial,
      weekly_rate: shown.weekly_rate,
      calendar_version: shown.time_slots.find(({ id }) => id === slot)?.calendar_version ?? 0,
    });
    if (entry?.answer?.status === 201) {
      bookings.push({ booking: bookingSchema.parse(entry.answer.body).id, slot });
    } else if (entry && hasChanged.has(codeOf(entry))) await readClass(client, `${actor}-look`);
  };

  const readClass = async (client: number, actor: string) => {
    const entry = await send(client, actor, { kind: 'read-class' });
    const current = entry && classIn(entry);
    if (current) shown = current;
    return current;
  };

  const edit = async (client: number, actor: string, { slot, choice }: Action): Promise<void> => {
    const current = await readClass(client, `${actor}-form`);
    if (!current) return;
    const chosen = at(cls.time_slots, slot).id;
    const isRemoval = choice % 10 === 0;
    const rows = current.time_slots
      .filter(({ id }) => !isRemoval || id !== chosen)
      .map(({ id, max_capacity }) => ({
        slot: id,
        max_capacity: id === chosen ? 1 + (choice % 4) : max_capacity,
      }));
    const weekly_rate = choice % 3 === 0 ? at(rates, choice) : current.weekly_rate;
    await send(client, actor, { kind: 'edit', version: current.version, weekly_rate, rows });
  };

  const act = async (client: number, actor: string, action: Action): Promise<void> => {
    const target = bookings[action.choice % Math.max(1, bookings.length)];
    switch (action.kind) {
      case 'book':
        return book(client, actor, action);
      case 'edit':
        return edit(client, actor, action);
      case 'delete':
        if (target) await send(client, actor, { kind: 'delete', ...target });
        return;
      case 'rename':
        if (target) {
          const name = at(childNames, action.choice);
          await send(client, actor, { kind: 'rename', ...target, name, age: 1 + (action.choice % 18) });
        }
        return;
      case 'read-slot':
        await send(client, actor, { kind: 'read-slot', slot: at(cls.time_slots, action.slot).id });
        return;
      case 'delete-class':
        await send(client, actor, { kind: 'delete-class' });
        return;
      case 'delete-account':
        await send(client, actor, { kind: 'delete-account', parent: at(families, action.family).profile.id });
    }
  };

  return {
    /** Performs the actions of one client, in order. */
    run: async (client: number, actions: readonly Action[]): Promise<void> => {
      for (const [index, action] of actions.entries()) await act(client, `c${client}a${index}`, action);
    },
    /** Waits for the requests that clients abandoned. */
    settle: async (): Promise<void> => {
      while (abandoned.size > 0) await Promise.all(abandoned);
    },
  };
};
