import { batchPut } from '#functions/lib/dynamo/writes';
import type { Table } from '#functions/lib/table';
import { familyItems } from '#infra/local/seed/world';
import { type Random, randomFrom } from '#infra/testing/random';
import type { ChildId } from '#shared/lib/ids';
import { newWaitingList } from '#shared/testing/waiting/waiting-list';
import { failing, InjectedFault, type Interceptor, intercepting } from '../mutants/mutant.ts';
import { at, type SampleFamily, sampleFamily } from '../samples/samples.ts';
import { startTestTable } from '../table/test-table.ts';
import { type Act, drawActs, drawLastActs, momentOf, type World } from './draw-acts.ts';
import {
  type Carried,
  describeList,
  describeStored,
  linearize,
  type Operation,
  storedContradiction,
} from './linearize.ts';
import { type CarriedAct, operationsOf, unkeptRemovals } from './operations-of.ts';
import { createSlotContext, publishSlotContext, type StoredList } from './slot-context.ts';
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

/** A slot that is full, and a booking in the other one. */
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

/** Without those that an act has removed, or may have removed. */
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

/** The outcome of work that a fault ended. @throws any other error */
const unknownAfterFault = (error: unknown): Carried => {
  if (error instanceof InjectedFault) return 'unknown';
  throw error;
};

/** The children who had a place in the class before, siblings among them. */
const renewingChildren = (families: readonly SampleFamily[], count: number): ChildId[] =>
  families
    .flatMap(({ children }, index) => (index === 0 ? children : children.slice(0, 1)))
    .slice(0, count)
    .map(({ id }) => id);

/** What a history begins with: a slot of a class that runs, or one that is published for children of the class before. */
interface Beginning {
  readonly slot: WaitingSlot;
  readonly world: World;
  /** What has been done to the slot before it was first read. */
  readonly carried: readonly CarriedAct[];
}

/** What the present offers of kept places allow. */
const termWorld = (stored: StoredList, other: StoredList): NonNullable<World['term']> => {
  const keptElsewhere = other.entries.flatMap(({ child_ids }) => child_ids);
  const canKeepHere = stored.renewals
    .filter(({ child_id, state }) => state === 'declined' || keptElsewhere.includes(child_id))
    .map(({ child_id }) => child_id);
  return { keptElsewhere, canKeepHere };
};

/** A table on which histories are run, one after the other. */
export const startHistories = async () => {
  const table = await startTestTable();

  const carryOutAll = (slot: WaitingSlot, acts: readonly Act[], world: World): Promise<CarriedAct[]> =>
    Promise.all(
      acts.map(async (act) => {
        const offerId = 'offer' in act ? world.offers.get(act.offer) : undefined;
        const carried = await slot.carryOut(act, { now: momentOf(world), offerId }).catch(unknownAfterFault);
        return { act, carried };
      }),
    );

  /** Publishing may be interrupted anywhere, by faults that come oftener than later ones. */
  const publishTerm = async (
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

  const fillSlot = async (capacity: number, families: readonly SampleFamily[]): Promise<Beginning> => {
    const slot = createWaitingSlot(await createSlotContext(table, capacity, families));
    return { slot, world: await fill(slot, families, capacity), carried: [] };
  };

  /**
   * Runs one history.
   * @param mutant a defect of the product's requests to the table
   * @returns what no order of its operations explains, or what is contradictory; undefined where
   * nothing is
   */
  const run = async (
    seed: number,
    faultRate: number,
    { mutant, isTerm = false }: { readonly mutant?: Interceptor; readonly isTerm?: boolean } = {},
  ): Promise<string | undefined> => {
    const random = randomFrom(seed);
    const capacity = 1 + random.below(3);
    const families = await storeFamilies(table);
    const mutants = mutant ? [mutant] : [];
    const {
      slot,
      world,
      carried: begun,
    } = isTerm ? await publishTerm(capacity, families, random, mutants) : await fillSlot(capacity, families);
    // Interrupted removals: their entries leave the list when they are asked.
    const leftOver: Operation[] = [];
    /** The prices of kept places as they were offered. */
    const prices = new Map<string, number>();

    /** Explains what was carried out at once, and takes what is stored for the next round. */
    const explain = async (carried: readonly CarriedAct[], round: number): Promise<string | undefined> => {
      const [stored, other] = [await slot.read(), await slot.readElsewhere()];
      const operations = [...operationsOf(carried, world, families, stored), ...leftOver];
      const after = linearize(world.list, operations, describeStored(stored));
      const broken =
        storedContradiction(stored) ??
        unkeptRemovals(carried, stored, families) ??
        (await slot.termContradiction([...world.offers.values()])) ??
        (await slot.changedPrice(stored, prices));
      if (!after || broken)
        return JSON.stringify({
          seed,
          isTerm,
          round,
          broken,
          before: describeList(world.list),
          operations,
          after: describeStored(stored),
        });
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
      return undefined;
    };

    const atFirst = await explain(begun, -1);
    if (atFirst) return atFirst;
    for (let round = 0; round < rounds; round += 1) {
      const size = round < 3 ? 2 : 1 + random.below(4);
      const isLast = round === rounds - 1;
      const acts = isLast ? drawLastActs(world, random, size) : drawActs(world, random, size);
      let faults = 0;
      const isFaulty = () => {
        if (faults === mostFaultsOfRound || !random.chance(faultRate)) return false;
        faults += 1;
        return true;
      };
      const carried = await intercepting(table, [failing(isFaulty), ...mutants], () =>
        carryOutAll(slot, acts, world),
      );
      const unexplained = await explain(carried, round);
      if (unexplained) return unexplained;
    }
    // An erasure reads every slot.
    await slot.forget();
    return undefined;
  };

  return {
    run,
    stop: () => table.stop(),
  };
};
export type Histories = Awaited<ReturnType<typeof startHistories>>;
