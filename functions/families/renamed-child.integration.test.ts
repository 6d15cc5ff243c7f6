import { expect, it } from 'vitest';
import { at, type SampleFamily } from '#infra/testing/samples/samples';
import { bookingSteps } from '#infra/testing/services/booking-system';
import { startTests } from '#infra/testing/services/system';
import { withChangeBetween } from '#infra/testing/table/test-table';
import type { Booking } from '#shared/booking/booking';
import { keepTerms } from '#shared/booking/keep-terms';
import type { FootballClass } from '#shared/classes/class';

const system = await startTests(bookingSteps);

const given = async () => ({
  cls: await system.addClass({ capacities: [5, 5] }),
  family: await system.addFamily('Ana', 'Ben'),
});

const rename = async (family: SampleFamily, name: string): Promise<void> => {
  const { id, date_of_birth } = at(family.children, 0);
  const request = { params: { childId: id }, body: { name, date_of_birth } };
  expect(await system.asFamily(family, 'updateChild', request)).toMatchObject({ status: 204 });
};

const move = async (family: SampleFamily, booking: Booking, cls: FootballClass): Promise<void> => {
  const { id, class_id, time_slot_id, child_id } = booking;
  const answer = await system.asFamily(family, 'moveMyBooking', {
    params: { bookingId: id },
    body: {
      booking: { class_id, time_slot_id, child_id },
      class_id,
      time_slot_id: at(cls.time_slots, 1).id,
      calendar_version: 0,
      credit: 0,
      charge: 0,
    },
  });
  expect(answer).toMatchObject({ status: 200 });
};

const keep = async (family: SampleFamily, trial: Booking, cls: FootballClass): Promise<void> => {
  const { id, class_id, time_slot_id, child_id } = trial;
  const { time_slots, ...stored } = await system.classNow(cls.id);
  const terms = keepTerms(
    at((await system.placesOf(cls)).bookings, 0),
    stored,
    at(time_slots, 0),
    system.moment(),
  );
  const answer = await system.asFamily(family, 'upgradeTrial', {
    params: { bookingId: id },
    body: { booking: { class_id, time_slot_id, child_id }, amount: terms?.amount, calendar_version: 0 },
  });
  expect(answer).toMatchObject({ status: 200 });
};

const namesIn = async (cls: FootballClass, slot = 0): Promise<string[]> =>
  (await system.placesOf(cls, slot)).bookings.map(({ child_name }) => child_name).toSorted();

type Scene = Awaited<ReturnType<typeof given>>;
type Act = (scene: Scene) => Promise<unknown>;
const anna: Act = ({ family }) => rename(family, 'Anna');
const bookAna: Act = ({ family, cls }) => system.book(family, cls);
const bookBen: Act = ({ family, cls }) => system.book(family, cls, { child: 1 });
const moveFirst: Act = async ({ family, cls }) =>
  move(family, at((await system.placesOf(cls)).bookings, 0), cls);

it.each<[string, readonly Act[], Act, Act, readonly string[], number?]>([
  ['its first booking reads and is stored', [], anna, bookAna, ['Anna']],
  ['a further booking reads and is stored', [bookBen], anna, bookAna, ['Anna', 'Ben']],
  ['a move reads and is stored', [bookAna], anna, moveFirst, ['Anna'], 1],
  ['its edit reads and is stored, with its first booking', [], bookAna, anna, ['Anna']],
  ['its edit reads and is stored, with a further booking', [bookBen], bookAna, anna, ['Anna', 'Ben']],
  ['its edit reads and is stored, with a move', [bookAna], moveFirst, anna, ['Anna'], 1],
])('a child has its new name on its booking where %s meanwhile [KID-01]', async (...row) => {
  const [, before, meanwhile, act, names, slot] = row;
  const scene = await given();
  for (const each of before) await each(scene);
  await withChangeBetween(
    system.table,
    () => meanwhile(scene),
    () => act(scene),
  );
  expect(await namesIn(scene.cls, slot)).toEqual(names);
});

it('a child that is renamed while its trial is upgraded has the new name on the full programme [KID-01]', async () => {
  const { cls, family } = await given();
  const trial = await system.book(family, cls, { isTrial: true });
  system.setTime('2025-09-29T10:00:00Z');
  await withChangeBetween(
    system.table,
    () => rename(family, 'Anna'),
    () => keep(family, trial, cls),
  );
  expect((await system.placesOf(cls)).bookings).toMatchObject([{ child_name: 'Anna', is_trial: false }]);
});
