import { randomUUID } from 'node:crypto';
import { getManagedClass } from '#functions/data/classes/managed-classes';
import { familyRoutes } from '#shared/contract/family-routes';
import type { FootballClass } from '#shared/schemas/class';
import type { Family } from '#shared/schemas/profile';
import type { DeclineOffer } from '#shared/schemas/waiting-input';
import { at } from '../samples/at.ts';
import { formOf } from '../samples/class-form.ts';
import type { WaitingSystem } from './waiting-system.ts';

/** Lists and offers to begin tests with, and what families do about them. */
export const waitingScenes = (system: WaitingSystem) => {
  const waitingOf = async (family: Family) =>
    familyRoutes.getMyWaiting.response.parse((await system.asFamily(family, 'getMyWaiting')).body);

  /** A full slot, and families with one child each on its list, in this order. */
  const givenList = async (count: number, capacity = 1) => {
    const { cls, booked } = await system.fullClass(capacity);
    const families: Family[] = [];
    for (let index = 0; index < count; index += 1) {
      const family = await system.familyOf(`Child ${index}`);
      const { status } = await system.join(family, cls);
      if (status !== 201) throw new Error(`The family could not join: ${status}`);
      families.push(family);
    }
    return { cls, booked, families };
  };

  return {
    waitingOf,
    givenList,
    /** A full slot of two places, and two siblings on its list who take places only together. */
    givenSiblings: async () => {
      const { cls, booked } = await system.fullClass(2);
      const siblings = await system.familyOf('Ana', 'Ben');
      await system.join(siblings, cls);
      return { cls, booked, siblings };
    },
    ranksOf: async (family: Family) => (await waitingOf(family)).entries.map(({ rank }) => rank),
    take: (family: Family, offerId: string, key: string = randomUUID(), calendar_version = 0) =>
      system.asFamily(family, 'takeMyOffer', {
        params: { offerId },
        body: { calendar_version },
        headers: { 'idempotency-key': key },
      }),
    /** @param slot as the site sends it */
    decline: (family: Family, offerId: string, stays: boolean, slot?: DeclineOffer['slot']) =>
      system.asFamily(family, 'declineMyOffer', {
        params: { offerId },
        body: { stays, ...(slot && { slot }) },
      }),
    /** A list whose first family has an open offer. */
    givenOffer: async (count: number) => {
      const { cls, booked, families } = await givenList(count);
      await system.cancel(at(booked, 0).booking);
      await system.tick();
      return { cls, families, offer: at(await system.offersOf(cls), 0) };
    },
    /** Saves the class form with changes, as an administrator. */
    changeClass: async (cls: FootballClass, changes: Readonly<Record<string, unknown>>) => {
      const { version } = (await getManagedClass(system.table, cls.id)) ?? {};
      return system.admin.call('updateClass', {
        params: { classId: cls.id },
        body: { ...formOf(cls), version, ...changes },
      });
    },
    bookSlot: (family: Family, cls: FootballClass, key: string = randomUUID()) =>
      system.asFamily(family, 'bookSlot', {
        headers: { 'idempotency-key': key },
        body: {
          class_id: cls.id,
          time_slot_id: at(cls.time_slots, 0).id,
          child_id: at(family.children, 0).id,
          is_trial: false,
          amount: 12_000,
          calendar_version: 0,
        },
      }),
  };
};
