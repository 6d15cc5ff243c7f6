import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { listBookingsOfSlots, type StoredBooking } from '#functions/booking/bookings';
import { getManagedClass } from '#functions/classes/classes';
import { venueOfClass } from '#functions/classes/venues';
import { listApplications } from '#functions/waiting/applications';
import { listRenewals } from '#functions/waiting/offers';
import { putClass, putVenue } from '#infra/local/seed/put';
import { bookingCount, type FootballClass } from '#shared/classes/class';
import type { ClassDraft } from '#shared/classes/class-input';
import { routes } from '#shared/contract/routes';
import { type ClassId, idempotencyKeyHeader } from '#shared/lib/ids';
import { type SampleFamily, sampleClass, sampleNow, sampleVenueNamed } from '../samples/samples.ts';
import { storedBooking } from '../samples/stored.ts';
import { messageSteps } from './message-system.ts';
import { startTests } from './system.ts';

/** A school that plans and publishes the next term, with its stream and timer. */
export const startTermTests = async () => {
  const system = await startTests(messageSteps);
  const { table, deps, admin, links, byLink } = system;

  /** A class of the term that ends on Nov 1, 2025. */
  const givenClass = async (...capacities: number[]): Promise<FootballClass> => {
    const venue = sampleVenueNamed(`Park ${randomUUID()}`);
    await putVenue(table, venue);
    const cls = sampleClass({ capacities, overrides: venueOfClass(venue) });
    await putClass(table, cls);
    return cls;
  };

  let booked = 0;

  /** A booking of a family's child, each later than the one before. */
  const book = (
    cls: FootballClass,
    family: SampleFamily,
    options: Parameters<typeof storedBooking>[3] = {},
  ): Promise<StoredBooking> => {
    booked += 1;
    return storedBooking(table, cls, family, { ...options, now: new Date(sampleNow.getTime() + booked) });
  };

  const planned = async (...classes: FootballClass[]): Promise<ClassId[]> => {
    const plan = { first_week: '2025-11-03', weeks: 6, skipped_dates: [], price_change: { by: 'nothing' } };
    const body = { plan, classes: classes.map(({ id }) => ({ id, version: 1 })) };
    const { drafts } = await admin.read('planTerm', { body });
    return classes.map(({ id }) => {
      const draft = drafts.find(({ planned_from }) => planned_from?.class_id === id);
      if (!draft) throw new Error('A draft is expected');
      return draft.id;
    });
  };

  const publish = (
    ids: readonly ClassId[],
    { keep_until = '2025-10-07' as string | null, key = randomUUID() } = {},
  ) =>
    admin.call('publishTerm', {
      body: { drafts: ids.map((id) => ({ id, version: 1 })), keep_until },
      headers: { [idempotencyKeyHeader.toLowerCase()]: key },
    });

  const publishNext = async (...classes: FootballClass[]) => {
    const ids = await planned(...classes);
    expect((await publish(ids)).status).toBe(202);
    await system.settle();
    return ids;
  };

  const classOf = async (id: ClassId) =>
    (await getManagedClass(table, id)) ?? expect.unreachable('The class is gone');

  /** Answers an attempt of the office to change a draft, by its form. */
  const changeDraft = async (id: ClassId, changeOf: (form: ClassDraft['form']) => object) => {
    const { drafts } = await admin.read('listDrafts');
    const { form } = drafts.find((one) => one.id === id) ?? expect.unreachable('A draft is expected');
    return admin.call('updateDraft', { params: { classId: id }, body: { ...form, ...changeOf(form) } });
  };

  /** The slots of a class: taken places, held ones, bookings and offers, checked against what is stored. */
  const slotsOf = async (id: ClassId) => {
    return Promise.all(
      (await classOf(id)).time_slots.map(async (slot) => {
        const bookings = await listBookingsOfSlots(table, [slot]);
        const entries = await listApplications(table, slot.id);
        expect(bookingCount(slot)).toBe(bookings.length);
        expect(slot.held ?? 0).toBe(entries.filter(({ offer_id }) => offer_id).length);
        return { taken: slot.current_bookings, booked: bookings.length, held: slot.held ?? 0 };
      }),
    );
  };

  const statesOf = async ({ id }: FootballClass) =>
    (await listRenewals(table, id)).map(({ state }) => state).toSorted();

  const linksTo = ({ profile }: Pick<SampleFamily, 'profile'>) => {
    const mail = system.mails.findLast(({ to }) => to === profile.email);
    const text = mail?.data.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    const hash = /\/offer#([\w.,-]+)/.exec(text)?.[1] ?? '';
    return hash.split(',').map((link) => {
      const [offer_id = '', secret = ''] = link.split('.');
      return { offer_id, secret };
    });
  };

  const viewOf = async (link: object) =>
    routes.getLinkedOffer.response.parse((await byLink('getLinkedOffer', link)).body);

  const keep = async (link: object, key?: string) => {
    const { calendar_version } = await viewOf(link);
    return byLink('takeOffer', { ...link, calendar_version }, key);
  };
  const decline = (link: object) => byLink('declineOffer', { ...link, stays: false });

  return {
    system,
    table,
    deps,
    admin,
    links,
    givenClass,
    book,
    planned,
    publish,
    publishNext,
    classOf,
    changeDraft,
    slotsOf,
    statesOf,
    linksTo,
    byLink,
    viewOf,
    keep,
    decline,
  };
};
