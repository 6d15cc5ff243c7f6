import { randomUUID } from 'node:crypto';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { putVenue } from '#infra/local/seed/put';
import { at, type SampleFamily, sampleToday, sampleVenue } from '#infra/testing/samples/samples';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import { captureLog, startSystem } from '#infra/testing/services/system';
import { type WaitingSystem, waitingScenes, waitingSteps } from '#infra/testing/services/waiting-system';
import type { FootballClass } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { addDays } from '#shared/lib/calendar';
import type { StoredBooking } from '../booking/bookings.ts';
import { createOfferLink, type StoredOffer } from '../waiting/offers.ts';

captureLog();
const before = sampleVenue.name;
const after = 'Meadow Lane Ground';

interface Scene {
  readonly cls: FootballClass;
  readonly booking: StoredBooking;
  readonly offer: StoredOffer;
  /** With a booking, an offer, and a place on the waiting list. */
  readonly booked: SampleFamily;
  readonly offered: SampleFamily;
  readonly waiting: SampleFamily;
}

let system: WaitingSystem;
let scene: Scene;
beforeAll(async () => {
  system = await startSystem(waitingSteps);
  await putVenue(system.table, sampleVenue);
  const scenes = waitingScenes(system);
  const { cls, booked, families } = await scenes.givenList(2, 2);
  const [kept, ended] = [at(booked, 0), at(booked, 1)];
  await system.cancel(ended.booking);
  await system.tick();
  const audience = { kind: 'venue-day', venue_id: sampleVenue.id, date: '2025-09-27' } as const;
  await system.admin.call('sendMessage', {
    body: { audience, subject: 'Boots', text: 'Bring boots', about_booking: true },
    headers: { 'idempotency-key': randomUUID() },
  });
  scene = {
    cls,
    booking: kept.booking,
    offer: at(await system.offersOf(cls), 0),
    booked: kept.family,
    offered: at(families, 0),
    waiting: at(families, 1),
  };
  const { id, name } = sampleVenue;
  const body = { name: after, shown: { name } };
  const answer = await system.admin.call('updateVenue', { params: { venueId: id }, body });
  if (answer.status !== 200) throw new Error(`The venue was not renamed: ${answer.status}`);
});
afterAll(() => system.stop());

const catalogue = (route: keyof typeof catalogueRoutes, request: Partial<Invocation> = {}) =>
  invoke(createHandler(catalogueRoutes, catalogueOperations, system.deps), { route, ...request });

const classId = () => ({ classId: scene.cls.id });
const parentId = () => ({ parentId: scene.booked.id });
const admin = (...[route, request]: Parameters<WaitingSystem['admin']['call']>) =>
  system.admin.call(route, request);

/** Everything that shows the venue of a class: screens, by what they read, and files. */
const places: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['the listing', () => catalogue('listClasses')],
  ['a class', () => catalogue('getClass', { params: classId() })],
  [
    'the booking screen',
    () =>
      system.asFamily(scene.waiting, 'getBookableSlot', {
        params: { ...classId(), slotId: at(scene.cls.time_slots, 0).id },
      }),
  ],
  ['a family’s bookings', () => system.asFamily(scene.booked, 'listMyBookings')],
  ['a family’s payments', () => system.asFamily(scene.booked, 'getMyLedger')],
  [
    'a calendar file',
    () => system.asFamily(scene.booked, 'getBookingCalendar', { params: { bookingId: scene.booking.id } }),
  ],
  ['the export of a family’s data', () => system.asFamily(scene.booked, 'exportMyData')],
  ['a family’s offers', () => system.asFamily(scene.offered, 'getMyWaiting')],
  ['a family’s places on waiting lists', () => system.asFamily(scene.waiting, 'getMyWaiting')],
  [
    'the page of an emailed offer',
    async () => {
      const { id } = scene.offer;
      const secret = await createOfferLink(system.table, scene.offer, { account: scene.offered.profile.id });
      return system.byLink('getLinkedOffer', { offer_id: id, secret });
    },
  ],
  ['the office’s classes', () => admin('listManagedClasses')],
  ['the dashboard', () => admin('getDashboard')],
  ['a roster', () => admin('getRoster', { params: classId() })],
  ['the office’s bookings', () => admin('searchBookings', { body: { query: 'Meadow', limit: 10 } })],
  ['the search', () => admin('searchEverything', { body: { query: at(scene.booked.children, 0).name } })],
  ['the page of a family', () => admin('getParent', { params: parentId() })],
  ['the ledger of a family', () => admin('getParentLedger', { params: parentId() })],
  ['what is unpaid', () => admin('listUnpaid', { body: { by: addDays(sampleToday, 1) } })],
  ['the log of messages', () => admin('listMessages')],
  ['the log of activity', () => admin('listActivity')],
  [
    'the preview of a cancelled day',
    () =>
      admin('previewCancellation', {
        body: { target: { kind: 'venue-day', venue_id: sampleVenue.id, date: '2025-09-27' } },
      }),
  ],
];

describe('a renamed venue', () => {
  it.each(places)('has its new name in %s [SET-02]', async (_, read) => {
    const { status, body } = await read();
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(text).toContain(after);
    expect(text).not.toContain(before);
  });

  it('has its new name in emails that were caused before [SET-02]', async () => {
    await system.deliver();
    const texts = await Promise.all(
      system.mails.map(async ({ data }) => (await PostalMime.parse(data)).text),
    );
    const venues = texts.flatMap((text) => text?.match(/(?<=Venue: ).*/g) ?? []);
    expect(venues.length).toBeGreaterThan(2);
    expect(new Set(venues)).toEqual(new Set([after]));
  });
});
