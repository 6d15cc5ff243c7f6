import { batchPut } from '#functions/data/dynamo/batch-write';
import { childItem } from '#functions/data/families/children';
import { profileItem } from '#functions/data/families/stored-profile';
import { familyLedgerItem } from '#functions/data/ledger/family-ledger';
import type { Table } from '#functions/data/table';
import { mulberry32 } from '#infra/tools/mulberry32';
import type { ChildId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { newWaitingList } from '#shared/testing/waiting/waiting-list';
import { failing, InjectedFault, type Interceptor, intercepting } from '../mutants/intercept.ts';
import { at } from '../samples/at.ts';
import { sampleFamily } from '../samples/samples.ts';
import { startTestTable } from '../table/test-table.ts';
import type { Act } from './acts.ts';
import { drawActs, drawLastActs, momentOf, type World } from './draw-acts.ts';
import {
  type Carried,
  describeList,
  describeStored,
  linearize,
  type Operation,
  storedContradiction,
} from './linearize.ts';
import { type CarriedAct, operationsOf, unkeptRemovals } from './operations-of.ts';
import { createWaitingSlot, type WaitingSlot } from './waiting-slot.ts';

const familiesOfHistory = 8;
const rounds = 14;
/** More would keep an erasure, which starts again after each, from its end. */
const mostFaultsOfRound = 4;

const storeFamilies = async (table: Table): Promise<Family[]> => {
  const families = Array.from({ length: familiesOfHistory }, (_, index) =>
    sampleFamily({ children: [{ name: `Ana ${index}` }, { name: `Ben ${index}` }] }),
  );
  const items = families.flatMap(({ profile, children }) => [
    profileItem(profile, children),
    familyLedgerItem(profile.id),
    ...children.map(childItem),
  ]);
  await batchPut(table, items);
  return families;
};

/** A slot that is full, and a booking in the other one. */
const fill = async (slot: WaitingSlot, families: readonly Family[], capacity: number): Promise<World> => {
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
    ...{ offers: new Map(), families: [...families], elsewhere: [elsewhere], seconds: 0 },
  };
};

/** Without those that an act has removed, or may have removed. */
const remaining = (families: readonly Family[], acts: readonly Act[]): Family[] =>
  families
    .filter(({ profile }) => !acts.some((act) => act.kind === 'erase' && act.parent === profile.id))
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

  /**
   * Runs one history.
   * @param mutant a defect of the product's requests to the table
   * @returns what no order of its operations explains, or what is contradictory; undefined where
   * nothing is
   */
  const run = async (seed: number, faultRate: number, mutant?: Interceptor): Promise<string | undefined> => {
    const random = mulberry32(seed);
    const capacity = 1 + Math.floor(random() * 3);
    const families = await storeFamilies(table);
    const slot = await createWaitingSlot(table, capacity, families);
    const world = await fill(slot, families, capacity);
    // Interrupted removals: their entries leave the list when they are asked.
    const leftOver: Operation[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const size = round < 3 ? 2 : 1 + Math.floor(random() * 4);
      const isLast = round === rounds - 1;
      const acts = isLast ? drawLastActs(world, random, size) : drawActs(world, random, size);
      let faults = 0;
      const isFaulty = () => {
        if (faults === mostFaultsOfRound || random() >= faultRate) return false;
        faults += 1;
        return true;
      };
      const carried = await intercepting(table, [failing(isFaulty), ...(mutant ? [mutant] : [])], () =>
        carryOutAll(slot, acts, world),
      );
      const stored = await slot.read();
      const operations = [...operationsOf(carried, world, families), ...leftOver];
      const after = linearize(world.list, operations, describeStored(stored));
      const broken = storedContradiction(stored) ?? unkeptRemovals(carried, stored, families);
      if (!after || broken)
        return JSON.stringify({
          ...{ seed, round, broken, before: describeList(world.list), operations },
          after: describeStored(stored),
        });
      world.list = after;
      world.elsewhere = await slot.readElsewhere();
      world.families = remaining(world.families, acts);
      for (const { act, carried: outcome } of carried)
        if (act.kind === 'remove-child' && outcome === 'unknown')
          leftOver.push({ command: act, carried: 'unknown' });
      for (const entry of stored.entries) {
        const modelled = after.entries.find(({ id }) => id === entry.id)?.offer_id;
        if (modelled && entry.offer_id) world.offers.set(modelled, entry.offer_id);
      }
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
