import { setTimeout as sleep } from 'node:timers/promises';
import { bookingSchema } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import { type BookingId, idempotencyKeySchema, type SlotId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { type Cents, centsSchema } from '#shared/schemas/values';
import { classIn, codeOf } from './answers.ts';
import type { Business } from './business.ts';
import type { Entry, History, Request } from './history.ts';
import { randomOf } from './random.ts';
import { childNames, type Deed } from './workload.ts';

/** How often somebody tries before giving up. */
const tries = 4;
const rates: readonly Cents[] = [2_000, 2_500].map((rate) => centsSchema.parse(rate));

interface Situation {
  readonly seed: number;
  readonly cls: FootballClass;
  readonly families: readonly Family[];
  readonly business: Business;
  readonly history: History;
  /** Runs work as an actor whose calls to the database are told apart. */
  readonly as: <Result>(actor: string, work: () => Promise<Result>) => Promise<Result>;
  /** How a retry is sent, the same as before unless it is broken. */
  readonly retryOf?: (request: Request, attempt: number) => Request;
}

const at = <Item>(list: readonly Item[], index: number): Item => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
};

/** Those who use the product in one run: their browsers, and the network between them and the API. */
export const gatherPeople = (situation: Situation) => {
  const { seed, cls, families, business, history, as, retryOf = (request: Request) => request } = situation;
  const known: { readonly booking: BookingId; readonly slot: SlotId }[] = [];
  const unattended = new Set<Promise<unknown>>();
  let orders = 0;
  let rate = cls.weekly_rate;

  /** Sends a request once; undefined where no answer arrives. */
  const transmit = async (entry: Entry, actor: string): Promise<Entry['answer']> => {
    const network = randomOf(seed, actor, 'network');
    const fate = network.below(100);
    if (fate < 3) return undefined;
    const answering = as(actor, () => business(entry));
    if (fate < 7) return answering.then(() => undefined);
    if (fate >= 11) return answering;
    // The browser gives up, and the function goes on.
    const settled = answering.catch(() => undefined).finally(() => unattended.delete(settled));
    unattended.add(settled);
    await sleep(1 + network.below(4));
    return undefined;
  };

  /** Sends a request until there is an answer that is no failure, as a person presses the button again. */
  const ask = async (worker: number, actor: string, request: Request): Promise<Entry | undefined> => {
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const entry = history.begin(worker, attempt === 1 ? request : retryOf(request, attempt));
      history.end(entry, await transmit(entry, `${actor}-${attempt}`));
      if (entry.answer && entry.answer.status < 500) return entry;
      await sleep(randomOf(seed, actor, attempt, 'again').below(3));
    }
    return undefined;
  };

  const book = async (worker: number, actor: string, deed: Deed): Promise<void> => {
    orders += 1;
    const { profile, children } = at(families, deed.family);
    const { id, name } = at(children, deed.child);
    const slot = at(cls.time_slots, deed.slot).id;
    const entry = await ask(worker, actor, {
      kind: 'book',
      order: orders,
      idempotencyKey: idempotencyKeySchema.parse(`order-${orders}-of-run-${String(seed).padStart(12, '0')}`),
      slot,
      parent: profile.id,
      child: { id, name },
      is_trial: deed.isTrial,
      weekly_rate: rate,
    });
    if (entry?.answer?.status === 201) {
      known.push({ booking: bookingSchema.parse(entry.answer.body).id, slot });
    } else if (entry && codeOf(entry) === 'priceChanged') await open(worker, `${actor}-look`);
  };

  const open = async (worker: number, actor: string) => {
    const entry = await ask(worker, actor, { kind: 'open' });
    const current = entry && classIn(entry);
    if (current) rate = current.weekly_rate;
    return current;
  };

  const edit = async (worker: number, actor: string, { slot, choice }: Deed): Promise<void> => {
    const current = await open(worker, `${actor}-form`);
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
    await ask(worker, actor, { kind: 'edit', version: current.version, weekly_rate, rows });
  };

  const act = async (worker: number, actor: string, deed: Deed): Promise<void> => {
    const target = known[deed.choice % Math.max(1, known.length)];
    switch (deed.kind) {
      case 'book':
        return book(worker, actor, deed);
      case 'edit':
        return edit(worker, actor, deed);
      case 'delete':
        if (target) await ask(worker, actor, { kind: 'delete', ...target });
        return;
      case 'rename':
        if (target) {
          const name = at(childNames, deed.choice);
          await ask(worker, actor, { kind: 'rename', ...target, name, age: 1 + (deed.choice % 18) });
        }
        return;
      case 'look':
        await ask(worker, actor, { kind: 'look', slot: at(cls.time_slots, deed.slot).id });
        return;
      case 'delete-class':
        await ask(worker, actor, { kind: 'delete-class' });
    }
  };

  return {
    /** Does what one of those who act at once does, in order. */
    work: async (worker: number, deeds: readonly Deed[]): Promise<void> => {
      for (const [index, deed] of deeds.entries()) await act(worker, `w${worker}d${index}`, deed);
    },
    /** Waits for the functions that nobody waits for. */
    settle: async (): Promise<void> => {
      while (unattended.size > 0) await Promise.all(unattended);
    },
  };
};
