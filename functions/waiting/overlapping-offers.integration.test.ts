import { expect, it } from 'vitest';
import { putClass } from '#infra/local/seed/put';
import { at, sampleBooking, sampleClass } from '#infra/testing/samples/samples';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { takePlace } from '../booking/take-place.ts';
import { createOfferLink } from './offers.ts';

const { system, scenes } = await startWaitingTests();

const given = async () => {
  const { cls, families, offer } = await scenes.givenOffer(1);
  const other = sampleClass({ overrides: { class_type: 'eliteballerz' } });
  await putClass(system.table, other);
  return { cls, other, family: at(families, 0), offer };
};

it.each(['signed in', 'by its link'])(
  'an offer taken %s with a session at the time of another one of the child is refused, and stays [BSK-04]',
  async (way) => {
    const { cls, other, family, offer } = await given();
    const booking = sampleBooking(other, family);
    expect((await takePlace(system.table, booking)).outcome).toBe('booked');
    const secret = await createOfferLink(system.table, offer, { account: family.profile.id });
    const link = { offer_id: offer.id, secret, calendar_version: 0 };
    const take = () =>
      way === 'signed in' ? scenes.take(family, offer.id) : system.byLink('takeOffer', link);
    expect(await take()).toMatchObject({
      status: 409,
      body: {
        code: 'sessionsOverlap',
        detail: expect.stringMatching(/^Child 0 cannot .* Juniorballerz \(9:00 .* Eliteballerz at Riverside/),
      },
    });
    expect(await system.countersOf(cls)).toMatchObject({ booked: 0, offered: 1 });
    await system.cancel(booking);
    expect(await take()).toMatchObject({ status: 200, body: { state: 'taken' } });
  },
);

it('of an offer and a booking at once, for one time of a child, one succeeds [BSK-04]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { other, family, offer } = await given();
    const answers = await Promise.all([scenes.take(family, offer.id), scenes.bookSlot(family, other)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 300)).toMatchObject([
      { body: { code: 'sessionsOverlap' } },
    ]);
  }
});
