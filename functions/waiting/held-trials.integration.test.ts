import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { at, enteredSlot, formOf, type SampleFamily, sampleBooking } from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { idempotencyKeySchema } from '#shared/lib/ids';
import type { StoredBooking } from '../booking/bookings.ts';
import { endBooking } from '../booking/end-booking.ts';
import { takePlace } from '../booking/take-place.ts';
import { getManagedClass } from '../classes/classes.ts';
import { newBookingId } from '../lib/ids.ts';
import { createOfferLink, type StoredOffer } from './offers.ts';

const { system, scenes } = await startWaitingTests();

/** An open offer to a family, and a trial of its child in another slot of the class. */
const givenTrial = async (): Promise<{ family: SampleFamily; offer: StoredOffer; trial: StoredBooking }> => {
  const { cls, families, offer } = await scenes.givenOffer(1);
  const family = at(families, 0);
  const time_slots = [...formOf(cls).time_slots, { ...enteredSlot, start_time: '11:00', end_time: '11:45' }];
  expect(await scenes.changeClass(cls, { time_slots })).toMatchObject({ status: 200 });
  const changed = await getManagedClass(system.table, cls.id);
  if (!changed) throw new Error('The class is gone');
  const time_slot_id = at(changed.time_slots, 1).id;
  const trial = sampleBooking(changed, family, { is_trial: true, time_slot_id });
  expect((await takePlace(system.table, trial)).outcome).toBe('booked');
  return { family, offer, trial };
};

const ways: readonly (readonly [
  string,
  (family: SampleFamily, offer: StoredOffer) => Promise<{ readonly status: number; readonly body: unknown }>,
])[] = [
  ['signed in', (family, { id }) => scenes.take(family, id)],
  [
    'by its link',
    async ({ profile }, offer) => {
      const secret = await createOfferLink(system.table, offer, { account: profile.id });
      return system.byLink('takeOffer', { offer_id: offer.id, secret, calendar_version: 0 });
    },
  ],
];

it.each(ways)(
  'an offer taken %s leads to the held trial in another slot of the class [TRI-02]',
  async (_, take) => {
    const { family, offer, trial } = await givenTrial();
    expect(await take(family, offer)).toMatchObject({
      status: 409,
      body: {
        code: 'offerTrialHeld',
        detail:
          'Child 0 has a trial in this class. Keep its place and decline this offer, or cancel the trial first.',
      },
    });
    expect((await scenes.waitingOf(family)).offers).toMatchObject([{ id: offer.id, state: 'open' }]);
    await system.cancel(trial);
    expect(await take(family, offer)).toMatchObject({ status: 200, body: { state: 'taken' } });
  },
);

it('an offer is taken for a child whose trial in the class is over [TRI-02]', async () => {
  const { family, offer, trial } = await givenTrial();
  await endBooking(system.deps, trial, { ending: { reason: 'trial-over' }, by: 'system', tell: false });
  expect((await scenes.take(family, offer.id)).status).toBe(200);
});

it('a repeated request gets the first answer, also where a trial was booked since [WAI-09]', async () => {
  const { family, offer, trial } = await givenTrial();
  await system.cancel(trial);
  const key = randomUUID();
  expect((await scenes.take(family, offer.id, key)).status).toBe(200);
  const idempotency_key = idempotencyKeySchema.parse(randomUUID());
  const other = { ...trial, id: newBookingId(system.now()), idempotency_key };
  expect((await takePlace(system.table, other)).outcome).toBe('booked');
  expect(await scenes.take(family, offer.id, key)).toMatchObject({ status: 200, body: { state: 'taken' } });
});
