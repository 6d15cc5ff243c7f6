import { describe, expect, it } from 'vitest';
import { cancellationSteps, saturday } from '#infra/testing/services/cancellation-steps';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { routes } from '#shared/contract/routes';
import { instantOf } from '#shared/lib/values';
import { messageContentSchema } from '#shared/messages/message';
import { creditTrialSession } from '../across/delete-class.ts';
import { listLedgerEntries } from '../ledger/entries.ts';
import { listPlacesOn } from '../messages/audience.ts';
import { messageIdOf } from '../messages/messages.ts';
import { endBooking } from './end-booking.ts';
import { getEndedBooking } from './ended-bookings.ts';

const system = await startTests(messageSteps);

const {
  givenBooking,
  slotOf,
  keyOf,
  keep,
  admin,
  cancel,
  cancelSaturday,
  restore,
  accountOf,
  bookingsOf,
  mailsTo,
  subjectsTo,
} = cancellationSteps(() => system);

/** A trial on Saturday at $20.00 whose place was kept on Tuesday, for $100.00. */
const given = async () => {
  const { cls, family, booking: trial } = await givenBooking({ isTrial: true });
  return { cls, family, trial, kept: await keep(trial) };
};

type Given = Awaited<ReturnType<typeof given>>;

const entriesOf = ({ family }: Given) => listLedgerEntries(system.table, family.id);

const recordOf = ({ kept }: Given) => getEndedBooking(system.table, kept.parent_id, kept.id);

const endAs = ({ kept }: Given, reason: 'cancelled' | 'account-deleted') =>
  endBooking(system.deps, kept, { ending: { reason }, by: 'parent', tell: false });

const deleteClass = ({ cls }: Given) => admin().call('deleteClass', { params: { classId: cls.id } });

describe('the session of a trial whose place is kept before it', () => {
  it('is announced the day before, also where the place was kept within three hours [MSG-05]', async () => {
    const { family, booking: trial } = await givenBooking({ isTrial: true });
    const remind = async (day: string) => {
      await system.store(
        messageContentSchema.parse({
          id: messageIdOf('reminder', day),
          created_at: instantOf(system.now()),
          made_by: null,
          kind: 'reminder',
          audience: { kind: 'day', date: day },
          facts: {},
        }),
      );
      await system.settle();
    };
    system.setTime('2025-09-26T14:00:00Z');
    await keep(trial);
    system.setTime('2025-09-26T16:00:00Z');
    await remind(saturday);
    system.setTime('2025-10-03T16:00:00Z');
    await remind('2025-10-04');
    expect(await subjectsTo(family)).toEqual([
      'Reminder: football on Saturday, September 27, 2025',
      'Reminder: football on Saturday, October 4, 2025',
    ]);
  });

  it('is credited to the trial, once, and told, when the school cancels it [CAN-07, CAN-09, PAY-14]', async () => {
    const scene = await given();
    await cancelSaturday(scene.cls);
    await system.settle();
    expect((await mailsTo(scene.family))[0]?.text).toContain('$20.00 is credited');
    expect(await entriesOf(scene)).toMatchObject([
      {
        kind: 'credit',
        amount: 2_000,
        cause: { type: 'session', booking_id: scene.trial.id, date: saturday },
      },
    ]);
    expect(await accountOf(scene.family)).toMatchObject({ charged: 12_000, credited: 2_000 });
    expect(await bookingsOf(scene.cls)).toMatchObject([{ id: scene.kept.id, credited: 0 }]);
    const listed = await admin().call('creditSession', {
      body: { booking_id: scene.kept.id, date: saturday },
    });
    expect(listed).toMatchObject({ status: 200, body: { amount: 2_000 } });
    expect(await accountOf(scene.family)).toMatchObject({ credited: 2_000 });
  });

  it('shows its credit wherever the ended trial is listed, until it is on again [END-03]', async () => {
    const scene = await given();
    const { family, trial } = scene;
    const shown = async () => {
      const own = await system.asFamily(family, 'listMyBookings');
      const exported = await system.asFamily(family, 'exportMyData');
      const { ended } = await admin().read('getParent', { params: { parentId: family.id } });
      return [
        ...routes.listMyBookings.response.parse(own.body).ended,
        ...routes.exportMyData.response.parse(exported.body).ended_bookings,
        ...ended,
      ].flatMap(({ id, credited }) => (id === trial.id ? Number(credited) : []));
    };
    expect(await shown()).toEqual([0, 0, 0]);
    await cancelSaturday(scene.cls);
    await system.settle();
    expect(await shown()).toEqual([2_000, 2_000, 2_000]);
    await restore(keyOf(scene.cls));
    await system.settle();
    expect(await shown()).toEqual([0, 0, 0]);
    await deleteClass(scene);
    await system.settle();
    expect(await shown()).toEqual([2_000, 2_000, 2_000]);
  });

  it('is credited when it did not take place, although the place was kept since [CAN-05]', async () => {
    const { cls, family, booking: trial } = await givenBooking({ isTrial: true });
    system.setTime('2025-09-27T12:00:00Z');
    await keep(trial);
    system.setTime('2025-09-28T12:00:00Z');
    await cancelSaturday(cls);
    await system.settle();
    expect((await mailsTo(family))[0]?.text).toContain('did not take place');
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
  });

  it('is credited where the place was kept between the cancellation and its credits [CAN-09]', async () => {
    const { cls, family, booking: trial } = await givenBooking({ isTrial: true });
    await cancelSaturday(cls);
    await keep(trial);
    await system.settle();
    expect(await accountOf(family)).toMatchObject({ credited: 2_000 });
    expect((await mailsTo(family))[0]?.text).toContain('$20.00 is credited');
  });

  it('is credited from its own charge where nothing is left of that of the programme [CAN-09, PAY-14]', async () => {
    const { cls, family, kept } = await given();
    for (const day of [...kept.dates, saturday]) {
      await cancel({ kind: 'session', ...keyOf(cls, day) });
      await system.settle();
    }
    expect(await accountOf(family)).toMatchObject({ charged: 12_000, credited: 12_000 });
  });
});

describe('a kept place that ends before the session of its trial', () => {
  it.each(['cancelled', 'account-deleted'] as const)(
    'as %s: the upgrade is credited, and the trial stays charged [END-05, END-12]',
    async (reason) => {
      const scene = await given();
      expect(await endAs(scene, reason)).toMatchObject({ record: { ended: { credit: 10_000 } } });
      expect(await accountOf(scene.family)).toMatchObject({ charged: 12_000, credited: 10_000 });
      expect(await listPlacesOn(system.table, saturday)).toEqual([]);
    },
  );

  it('as its class is deleted: the trial is credited too, once, and the email says so [END-10]', async () => {
    const scene = await given();
    await deleteClass(scene);
    await system.settle();
    expect(await accountOf(scene.family)).toMatchObject({ charged: 12_000, credited: 12_000 });
    expect(await entriesOf(scene)).toMatchObject([
      { amount: 2_000, cause: { type: 'ending', booking_id: scene.trial.id } },
    ]);
    expect((await mailsTo(scene.family))[0]?.text).toMatch(/Credited:\s+\$120\.00/);
    expect(await recordOf(scene)).toMatchObject({ credited: 10_000, ended: { credit: 10_000 } });
  });

  it('as the deletion of its class goes on after an interruption: the trial is credited once [END-10]', async () => {
    const scene = await given();
    const { kept, cls } = scene;
    const parts = { booking: kept, cls, slot: slotOf(cls), earlier_slots: [] };
    for (const _ of [1, 2]) await creditTrialSession(system.deps, parts, null);
    await deleteClass(scene);
    await system.settle();
    expect(await accountOf(scene.family)).toMatchObject({ credited: 12_000 });
    expect((await mailsTo(scene.family))[0]?.text).toMatch(/Credited:\s+\$120\.00/);
  });

  it.each([
    ['is credited', async ({ cls }: Given) => void (await cancelSaturday(cls))],
    ['was held', async () => system.setTime('2025-09-29T10:00:00Z')],
  ])('as its class is deleted once the trial %s: nothing is credited for it', async (_, happen) => {
    const scene = await given();
    await happen(scene);
    await system.settle();
    const before = await entriesOf(scene);
    await deleteClass(scene);
    await system.settle();
    expect(await entriesOf(scene)).toEqual(before);
    expect(await recordOf(scene)).toMatchObject({ ended: { credit: 10_000 } });
  });
});
