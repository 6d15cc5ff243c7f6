import { describe, expect, it } from 'vitest';
import { at, type SampleFamily, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { deleteFamily } from '#infra/testing/samples/stored';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import { planTerm } from '#infra/testing/waiting/slot-context';
import type { FootballClass } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { removeChild } from '../across/change-children.ts';
import { finishClassDeletion } from '../across/delete-class.ts';
import { getManagedClass } from '../classes/classes.ts';
import { dropApplicationsOfChild, endOffer } from './end-offer.ts';
import { createOfferLink } from './offers.ts';

const { system, scenes } = await startWaitingTests();

const deleteClass = async ({ id }: Pick<FootballClass, 'id'>) => {
  expect((await system.admin.call('deleteClass', { params: { classId: id } })).status).toBe(204);
  const deleting = (await getManagedClass(system.table, id)) ?? expect.fail('The class is gone');
  await finishClassDeletion(system.deps, deleting, null);
  await system.deliver();
};

const mailsWith = (text: RegExp, ...families: readonly SampleFamily[]) =>
  families.map(
    ({ profile }) => system.mails.filter(({ to, data }) => to === profile.email && text.test(data)).length,
  );

/** Removes a family's first child as the first step of a request does. */
const interruptRemoval = async ({ id, children }: SampleFamily) => {
  const moment = businessMoment(system.now(), sampleTimeZone);
  const { outcome } = await removeChild(system.table, id, at(children, 0).id, moment);
  expect(outcome).toBe('done');
};

describe('an entry', () => {
  it('goes with its child, and with the account; the export has it, and an offer that ended, until then [WAI-12]', async () => {
    const { cls, families, offer: declined } = await scenes.givenOffer(3);
    const [former, offered, waiting] = [at(families, 0), at(families, 1), at(families, 2)];
    expect((await scenes.decline(former, declined.id, false)).status).toBe(200);
    await system.tick();
    const exportOf = async (family: SampleFamily) =>
      (await system.asFamily(family, 'exportMyData', { signedInAt: new Date() })).body;
    expect(await exportOf(former)).toMatchObject({
      waiting: [],
      offers: [{ id: declined.id, state: 'declined' }],
    });
    expect(await exportOf(waiting)).toMatchObject({ waiting: [{ child_ids: [at(waiting.children, 0).id] }] });
    const params = { childId: at(waiting.children, 0).id };
    expect((await system.asFamily(waiting, 'removeChild', { params })).status).toBe(204);
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 0, offered: 1 });

    await deleteFamily(system.deps, { familyId: offered.id, by: 'parent' });
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 0, offered: 0, kept: 0, free: 1 });
    // What was erased is noted by its id, so that no restore brings it back (REL-05).
    const left = JSON.stringify((await system.items()).filter((item) => item.entity !== 'erased'));
    for (const id of [offered.id, offered.profile.id]) expect(left).not.toContain(id);
  });

  it('goes with its child, and so does its open offer, whose places go to the next one [KID-03, WAI-12]', async () => {
    const { cls, siblings, offer } = await scenes.givenSiblingOffer();
    const next = await system.familyOf('Cem');
    expect((await system.join(next, cls)).status).toBe(201);
    const params = { childId: at(siblings.children, 1).id };
    expect((await system.asFamily(siblings, 'removeChild', { params })).status).toBe(204);
    expect(await scenes.waitingOf(siblings)).toMatchObject({ entries: [], offers: [], expired: [] });
    expect(await scenes.take(siblings, offer.id)).toMatchObject({
      status: 404,
      body: { code: 'offerNotFound' },
    });
    await system.tick();
    expect(await system.offersOf(cls)).toMatchObject([{ parent_id: next.id }]);
    expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered: 1, waiting: 0, free: 1 });
  });

  it('goes with its child, and its offer is not taken, where the removal was interrupted [WAI-12]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    await interruptRemoval(at(families, 0));
    const secret = await createOfferLink(system.table, offer, { account: at(families, 0).profile.id });
    expect(
      await system.byLink('takeOffer', { offer_id: offer.id, secret, calendar_version: 0 }),
    ).toMatchObject({ status: 409, body: { code: 'offerEnded' } });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered: 0, waiting: 0, free: 1 });
  });

  it('goes with its child while its offer ends at the same time [WAI-12]', async () => {
    const { cls, families, offer } = await scenes.givenOffer(1);
    const family = at(families, 0);
    await withChangeBetween(
      system.table,
      async () => {
        const ending = { state: 'declined', application: 'to-the-end', at: instantOf(sampleNow) } as const;
        expect(await endOffer(system.table, offer, ending)).toEqual({ outcome: 'done' });
      },
      () => dropApplicationsOfChild(system.deps, family.id, at(family.children, 0).id),
    );
    expect((await system.stateOf(cls)).entries).toEqual([]);
  });

  it('goes with its family, which leaves, while it gets an offer [WAI-10]', async () => {
    const { cls, booked, families } = await scenes.givenList(1);
    const family = at(families, 0);
    const [entry] = (await system.stateOf(cls)).entries;
    const params = { entryId: entry?.id ?? '' };
    const leave = () => system.asFamily(family, 'leaveWaitingList', { params });
    const offerPlace = async () => {
      await system.cancel(at(booked, 0).booking);
      await system.tick();
    };
    expect((await withChangeBetween(system.table, offerPlace, leave)).status).toBe(204);
    expect(await system.countersOf(cls)).toMatchObject({ offered: 0, waiting: 0, kept: 0, free: 1 });
    expect(await leave()).toMatchObject({ status: 404, body: { code: 'waitingEntryNotFound' } });
  });

  it('goes when its class is deleted, and its family gets an email [WAI-12, WAI-14]', async () => {
    const { cls, families } = await scenes.givenList(1);
    await deleteClass(cls);
    expect((await scenes.waitingOf(at(families, 0))).entries).toEqual([]);
    expect(mailsWith(/Waiting list closed/, at(families, 0))).toEqual([1]);
  });

  it('of a kept place goes when its class is deleted, and its email is not one of a waiting list [TRM-04, WAI-14]', async () => {
    const family = await system.familyOf('Ana');
    const term = await planTerm(system.table, [2], [family], [at(family.children, 0).id]);
    await deleteClass(await term.publishAtOnce(1));
    expect(mailsWith(/This class does not take place/, family)).toEqual([1]);
    expect(mailsWith(/waiting list/i, family)).toEqual([0]);
  });

  it('goes when its class is over [WAI-12]', async () => {
    const { cls } = await scenes.givenOffer(2);
    system.setTime('2025-11-02T10:00:00Z');
    await system.tick();
    expect((await system.stateOf(cls)).entries).toEqual([]);
    expect(await system.countersOf(cls)).toMatchObject({ waiting: 0, offered: 0, kept: 0, free: 1 });
  });

  it('without an offer goes on the day after the last session, and each family gets one email [WAI-12, WAI-14]', async () => {
    const { cls, families } = await scenes.givenList(2);
    await system.scheduleDaily();
    system.setTime('2025-11-01T23:59:00Z');
    await system.tick();
    expect((await system.stateOf(cls)).entries).toHaveLength(2);
    system.setTime('2025-11-02T00:31:00Z');
    await system.tick();
    await system.tick();
    expect((await system.stateOf(cls)).entries).toEqual([]);
    await system.deliver();
    await system.deliver();
    expect(mailsWith(/Waiting list closed/, ...families)).toEqual([1, 1]);
  });
});
