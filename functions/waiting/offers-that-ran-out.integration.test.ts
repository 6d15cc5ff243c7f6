import { describe, expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import type { FootballClass } from '#shared/classes/class';

const { system, scenes } = await startWaitingTests();

/** Lets the only offer of a list run out. @returns its id */
const runOut = async (cls: FootballClass): Promise<string> => {
  const offer = at(await system.offersOf(cls), 0);
  system.setTime(offer.until);
  await system.tick();
  return offer.id;
};

/** A family whose children join one by one, and whose first child's offer ran out. */
const givenRunOut = async (...names: readonly string[]) => {
  const { cls, booked } = await system.fullClass();
  const family = await system.familyOf(...names);
  for (const child of family.children) await system.join(family, cls, [child]);
  await system.cancel(at(booked, 0).booking);
  await system.tick();
  return { cls, family, offer: await runOut(cls) };
};

const expiredOf = async (family: SampleFamily) =>
  (await scenes.waitingOf(family)).expired.map(({ id }) => id);

describe('an offer that ran out', () => {
  it('is shown while another child of the family waits, with its own entry [WAI-10]', async () => {
    const { family, offer } = await givenRunOut('Ana', 'Ben');
    const { entries, offers, expired } = await scenes.waitingOf(family);
    expect(entries).toMatchObject([{ child_names: ['Ben'] }]);
    expect(offers).toMatchObject([{ child_names: ['Ben'] }]);
    expect(expired).toMatchObject([{ id: offer, child_names: ['Ana'] }]);
  });

  it('is not shown any more once its child has a place in the slot [WAI-10]', async () => {
    const { cls, family, offer } = await givenRunOut('Ana');
    expect(await expiredOf(family)).toEqual([offer]);
    expect(await scenes.bookSlot(family, cls)).toMatchObject({ status: 201 });
    expect(await expiredOf(family)).toEqual([]);
  });

  it('is shown once, for the latest offer to its child [WAI-10]', async () => {
    const { cls, family, offer } = await givenRunOut('Ana');
    expect((await scenes.bookSlot(await system.familyOf('Eve'), cls)).status).toBe(201);
    expect((await system.join(family, cls)).status).toBe(201);
    expect(await expiredOf(family)).toEqual([]);
    const [booking] = (await system.stateOf(cls)).bookings;
    if (booking) await system.cancel(booking);
    await system.tick();
    const second = await runOut(cls);
    expect(second).not.toBe(offer);
    expect(await expiredOf(family)).toEqual([second]);
  });
});
