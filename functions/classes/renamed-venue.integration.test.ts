import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { catalogueOperations } from '#functions/entries/catalogue-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { putVenue } from '#infra/local/seed/put';
import { at, sampleToday, sampleVenue } from '#infra/testing/samples/samples';
import { type Answer, type Invocation, invoke } from '#infra/testing/services/invoke';
import { startWaitingTests } from '#infra/testing/services/waiting-system';
import { catalogueRoutes } from '#shared/classes/routes';
import { addDays } from '#shared/lib/calendar';

const before = sampleVenue.name;
const after = 'Meadow Lane Ground';

const { system, scenes } = await startWaitingTests();
await putVenue(system.table, sampleVenue);
const { cls, booked: bookings, families } = await scenes.givenList(2, 2);
const { booking, family: booked } = at(bookings, 0);
await system.cancel(at(bookings, 1).booking);
await system.tick();
const [offer, offered, waiting] = [at(await system.offersOf(cls), 0), at(families, 0), at(families, 1)];
const target = { kind: 'venue-day', venue_id: sampleVenue.id, date: '2025-09-27' } as const;
const message = { audience: target, subject: 'Boots', text: 'Bring boots', about_booking: true };
await system.admin.call('sendMessage', { body: message });
const renaming = { params: { venueId: sampleVenue.id }, body: { name: after, shown: { name: before } } };
expect((await system.admin.call('updateVenue', renaming)).status).toBe(200);

const catalogue = (route: keyof typeof catalogueRoutes, request: Partial<Invocation> = {}) =>
  invoke(createHandler(catalogueRoutes, catalogueOperations, system.deps), { route, ...request });

const [classId, parentId] = [cls.id, booked.id];
const { call: admin } = system.admin;

/** Everything that shows the venue of a class: screens, by what they read, and files. */
const places: readonly (readonly [string, () => Promise<Answer>])[] = [
  ['the listing', () => catalogue('listClasses')],
  ['a class', () => catalogue('getClass', { params: { classId } })],
  [
    'the booking screen',
    () =>
      system.asFamily(waiting, 'getBookableSlot', {
        params: { classId, slotId: at(cls.time_slots, 0).id },
      }),
  ],
  ['a family’s bookings', () => system.asFamily(booked, 'listMyBookings')],
  ['a family’s payments', () => system.asFamily(booked, 'getMyLedger')],
  [
    'a calendar file',
    () => system.asFamily(booked, 'getBookingCalendar', { params: { bookingId: booking.id } }),
  ],
  ['the export of a family’s data', () => system.asFamily(booked, 'exportMyData')],
  ['a family’s offers', () => system.asFamily(offered, 'getMyWaiting')],
  ['a family’s places on waiting lists', () => system.asFamily(waiting, 'getMyWaiting')],
  [
    'the page of an emailed offer',
    async () => system.byLink('getLinkedOffer', await scenes.linkOf(offer, offered)),
  ],
  ['the office’s classes', () => admin('listManagedClasses')],
  ['the dashboard', () => admin('getDashboard')],
  ['a roster', () => admin('getRoster', { params: { classId } })],
  ['the office’s bookings', () => admin('searchBookings', { body: { query: 'Meadow', limit: 10 } })],
  ['the search', () => admin('searchEverything', { body: { query: at(booked.children, 0).name } })],
  ['the page of a family', () => admin('getParent', { params: { parentId } })],
  ['the ledger of a family', () => admin('getParentLedger', { params: { parentId } })],
  ['what is unpaid', () => admin('listUnpaid', { body: { by: addDays(sampleToday, 1) } })],
  ['the log of messages', () => admin('listMessages')],
  ['the log of activity', () => admin('listActivity')],
  ['the preview of a cancelled day', () => admin('previewCancellation', { body: { target } })],
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
