import * as z from 'zod/mini';
import { bookingEntity } from '#functions/booking/bookings';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { batchPut } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { familyItems } from '#infra/local/seed/world';
import {
  failing,
  InjectedFault,
  type Interceptor,
  ignoring,
  inTransaction,
  intercepting,
  rewritten,
  together,
  withWrites,
} from '#infra/testing/mutants/mutant';
import { type Random, randomFrom } from '#infra/testing/random';
import { at, type SampleFamily, sampleFamily } from '#infra/testing/samples/samples';
import { startTestTable } from '#infra/testing/table/test-table';
import { type Act, drawActs, drawLastActs, momentOf, type World } from '#infra/testing/waiting/draw-acts';
import { createSlotContext, publishSlotContext, type StoredList } from '#infra/testing/waiting/slot-context';
import type { ChildId } from '#shared/lib/ids';
import { newWaitingList } from '#shared/testing/waiting/waiting-list';
import type { Run, RunOptions, Theme, Violation } from './driver.ts';
import {
  type Carried,
  type CarriedAct,
  describeList,
  describeStored,
  linearize,
  type Operation,
  operationsOf,
  storedContradiction,
  unkeptRemovals,
} from './linearize.ts';
import { createWaitingSlot, type WaitingSlot } from './waiting-slot.ts';

const familiesOfHistory = 8;
const rounds = 14;
/** More would keep an erasure, which starts again after each, from its end. */
const mostFaultsOfRound = 4;

const storeFamilies = async (table: Table): Promise<SampleFamily[]> => {
  const families = Array.from({ length: familiesOfHistory }, (_, index) =>
    sampleFamily({ children: [{ name: `Ana ${index}` }, { name: `Ben ${index}` }] }),
  );
  await batchPut(
    table,
    families.flatMap((family) => familyItems(family)),
  );
  return families;
};

const fill = async (
  slot: WaitingSlot,
  families: readonly SampleFamily[],
  capacity: number,
): Promise<World> => {
  const booked: ChildId[] = [];
  for (const { children } of families.slice(0, capacity)) {
    const child = at(children, 0).id;
    const now = momentOf({ seconds: 0 });
    await slot.carryOut({ kind: 'book', child, at: now }, { now, offerId: undefined });
    booked.push(child);
  }
  const elsewhere = at(at(families, capacity).children, 1).id;
  await slot.bookElsewhere(elsewhere);
  return {
    list: { ...newWaitingList(capacity), booked },
    offers: new Map(),
    families: [...families],
    elsewhere: [elsewhere],
    seconds: 0,
  };
};

const remaining = (families: readonly SampleFamily[], acts: readonly Act[]): SampleFamily[] =>
  families
    .filter(({ id }) => !acts.some((act) => act.kind === 'erase' && act.parent === id))
    .map((family) => ({
      ...family,
      children: family.children.filter(
        ({ id }) => !acts.some((act) => act.kind === 'remove-child' && act.child === id),
      ),
    }))
    .filter(({ children }) => children.length > 0);

/** The outcome of work that a fault ended, or that read what no schema allows. @throws any other error */
const unknownAfterFault = (error: unknown): Carried => {
  if (error instanceof InjectedFault || error instanceof z.core.$ZodError) return 'unknown';
  throw error;
};

const renewingChildren = (families: readonly SampleFamily[], count: number): ChildId[] =>
  families
    .flatMap(({ children }, index) => (index === 0 ? children : children.slice(0, 1)))
    .slice(0, count)
    .map(({ id }) => id);

/** What a history begins with: a slot of a class that runs, or one that is published for children of the class before. */
interface Beginning {
  readonly slot: WaitingSlot;
  readonly world: World;
  readonly carried: readonly CarriedAct[];
}

const termWorld = (stored: StoredList, other: StoredList): NonNullable<World['term']> => {
  const keptElsewhere = other.entries.flatMap(({ child_ids }) => child_ids);
  const canKeepHere = stored.renewals
    .filter(({ child_id, state }) => state === 'declined' || keptElsewhere.includes(child_id))
    .map(({ child_id }) => child_id);
  return { keptElsewhere, canKeepHere };
};

/** Publishing may be interrupted anywhere, by faults that come oftener than later ones. */
const publishTerm = async (
  table: Table,
  capacity: number,
  families: readonly SampleFamily[],
  random: Random,
  interceptors: readonly Interceptor[],
): Promise<Beginning> => {
  const renewing = renewingChildren(families, 1 + random.below(4));
  const isFaulty = () => random.chance(0.04);
  const context = await publishSlotContext(table, capacity, families, renewing, (work) =>
    intercepting(table, [failing(isFaulty), ...interceptors], work),
  );
  const slot = createWaitingSlot(context);
  const elsewhere = at(at(families, 5).children, 1).id;
  await slot.bookElsewhere(elsewhere);
  const run: CarriedAct = {
    act: { kind: 'keep-places', at: momentOf({ seconds: 0 }) },
    carried: 'unknown',
  };
  return {
    slot,
    carried: [run, run],
    world: {
      list: newWaitingList(capacity, renewing),
      offers: new Map(),
      families: [...families],
      elsewhere: [elsewhere],
      seconds: 0,
      term: { canKeepHere: [], keptElsewhere: [] },
    },
  };
};

const fillSlot = async (
  table: Table,
  capacity: number,
  families: readonly SampleFamily[],
): Promise<Beginning> => {
  const slot = createWaitingSlot(await createSlotContext(table, capacity, families));
  return { slot, world: await fill(slot, families, capacity), carried: [] };
};

/** Requests fail in every second run: without faults more of the answers are known. */
const faultRateOf = (seed: number): number => (seed % 2 === 0 ? 0.08 : 0);

/** Rounds of acts at the same time on one list. After each an order of its steps must explain what is stored. */
const begin = async (table: Table, { theme, seed, mutant: defect, note }: RunOptions): Promise<Run> => {
  const random = randomFrom(seed);
  const capacity = 1 + random.below(3);
  const families = await storeFamilies(table);
  const mutant = defect?.intercept();
  const {
    slot,
    world,
    carried: begun,
  } = theme === 'terms'
    ? await publishTerm(table, capacity, families, random, mutant ? [mutant] : [])
    : await fillSlot(table, capacity, families);
  // Interrupted removals: their entries leave the list when they are asked.
  const leftOver: Operation[] = [];
  const prices = new Map<string, number>();
  let violation: Violation | undefined;
  let faults = 0;

  const explain = async (carried: readonly CarriedAct[], round: number): Promise<void> => {
    const [stored, other] = [await slot.read(), await slot.readElsewhere()];
    const operations = [...operationsOf(carried, world, families, stored), ...leftOver];
    const after = linearize(world.list, operations, describeStored(stored));
    const broken =
      storedContradiction(stored) ??
      unkeptRemovals(carried, stored, families) ??
      (await slot.termContradiction([...world.offers.values()])) ??
      (await slot.changedPrice(stored, prices));
    if (!after || broken) {
      const before = describeList(world.list);
      const text = JSON.stringify({ round, before, operations, after: describeStored(stored) });
      violation = { rule: broken ?? 'an order of its steps explains a list', text };
      return;
    }
    const acts = carried.map(({ act }) => act);
    world.list = after;
    world.elsewhere = other.booked;
    if (world.term) world.term = termWorld(stored, other);
    world.families = remaining(world.families, acts);
    for (const { act, carried: outcome } of carried)
      if (act.kind === 'remove-child' && outcome === 'unknown')
        leftOver.push({ command: act, carried: 'unknown' });
    for (const entry of stored.entries) {
      const modelled = after.entries.find(({ id }) => id === entry.id)?.offer_id;
      if (modelled && entry.offer_id) world.offers.set(modelled, entry.offer_id);
    }
  };
  const tryToExplain = async (carried: readonly CarriedAct[], round: number): Promise<void> => {
    try {
      await explain(carried, round);
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error;
      violation = { rule: 'what is stored can be read', text: error.message };
    }
  };

  async function* acts() {
    await tryToExplain(begun, -1);
    for (let round = 0; round < rounds && !violation; round += 1) {
      const size = round < 3 ? 2 : 1 + random.below(4);
      const isLast = round === rounds - 1;
      const drawn = isLast ? drawLastActs(world, random, size) : drawActs(world, random, size);
      const carried: CarriedAct[] = [];
      faults = 0;
      yield drawn.map((act, index) => async () => {
        const offerId = 'offer' in act ? world.offers.get(act.offer) : undefined;
        const outcome = await slot.carryOut(act, { now: momentOf(world), offerId }).catch(unknownAfterFault);
        note(`${act.kind} ${outcome === 'done' ? 200 : outcome}`);
        carried[index] = { act, carried: outcome };
      });
      await tryToExplain(carried, round);
    }
  }
  const isFaulty = () => {
    if (faults === mostFaultsOfRound || !random.chance(faultRateOf(seed))) return false;
    faults += 1;
    return true;
  };
  return {
    // An erasure reads every slot.
    model: { tables: [table], check: async () => (violation ? [violation] : []), close: slot.forget },
    acts: acts(),
    faults: [failing(isFaulty)],
    mutant,
  };
};

const transaction = inTransaction();

const isBookingPut = (write: unknown): boolean =>
  Object(write).Put?.Item?.[entityAttribute] === bookingEntity;

/** Stores one booking of each transaction. */
const onlyFirstBooking = withWrites(transaction, (writes) => {
  const first = writes.findIndex(isBookingPut);
  return writes.filter((write, index) => index === first || !isBookingPut(write));
});

const byOutdatedList = ['list_version', 'kept', 'current_bookings'].map((name) =>
  ignoring(transaction, `#${name} = :if_${name}`),
);
const ofOtherEntries = rewritten(
  transaction,
  '#id = :if_id AND #offer_id = :if_offer_id',
  '(#id = :if_id OR #id <> :if_id OR attribute_not_exists(#id)) AND (#offer_id = :if_offer_id OR #offer_id <> :if_offer_id OR attribute_not_exists(#offer_id))',
);

const mutants: Theme['mutants'] = {
  'a family is overtaken, by an offer from an outdated list': together(byOutdatedList),
  'a family is overtaken, because a place is open to all although an entry waits': rewritten(
    transaction,
    ' OR waiting = :zero',
    ' OR waiting >= :zero',
  ),
  '"only together" splits: one of two children gets a place': onlyFirstBooking,
  'a family is asked again before another one, because its other entries keep their rank': rewritten(
    transaction,
    'waiting-behind',
    'ignored',
  ),
  'capacity is exceeded by a booking': together([
    rewritten(transaction, ' current_bookings < max_capacity', ' attribute_exists(max_capacity)'),
    rewritten(
      transaction,
      '#current_bookings < max_capacity',
      '(attribute_exists(#current_bookings) AND attribute_exists(max_capacity))',
    ),
  ]),
  'a pair is booked where one place is left': rewritten(
    transaction,
    'current_bookings <= :leavesEnough',
    '(current_bookings <= :leavesEnough OR current_bookings < :capacity)',
  ),
  'capacity is set below bookings and offers': ignoring(
    transaction,
    '#current_bookings <= :if_current_bookings',
  ),
  'a freed place is lost, because it is not counted': rewritten(
    transaction,
    'kept = kept + :one',
    'kept = kept',
  ),
  'a freed place is lost with the end of an offer': rewritten(transaction, ' + :set2_kept', ' - :set2_kept'),
  'a freed place is lost, because the list is not due': together([
    rewritten(transaction, ' GSI1PK = :indexed, GSI1SK = :sorted', ' lost_1 = :indexed, lost_2 = :sorted'),
    rewritten(
      transaction,
      '#GSI1PK = :set_GSI1PK, #GSI1SK = :set_GSI1SK',
      'lost_1 = if_not_exists(#GSI1PK, :set_GSI1PK), lost_2 = if_not_exists(#GSI1SK, :set_GSI1SK)',
    ),
  ]),
  'a place is kept although no entry waits': rewritten(
    transaction,
    '#waiting > :if_waiting',
    '#waiting >= :if_waiting',
  ),
  'an entry gets two offers': together([...byOutdatedList, ofOtherEntries]),
  'an offer that ended is taken': together([ignoring(transaction, '#state = :if_state'), ofOtherEntries]),
  'a child joins where it is booked': ignoring(transaction, 'attribute_not_exists(#PK)'),
  'a family joins where there are places': rewritten(
    transaction,
    '#current_bookings > :if_current_bookings',
    '#current_bookings >= :if_current_bookings',
  ),
};

const start = async () => {
  const table = await startTestTable();
  return { begin: (options: RunOptions) => begin(table, options), stop: table.stop };
};

export const waiting: Theme = { name: 'waiting', seeds: { all: 20_000, inTest: 12 }, start, mutants };

/** The class follows another one, whose children have their places kept. */
export const terms: Theme = { name: 'terms', seeds: { all: 20_000, inTest: 12 }, start, mutants: {} };
