import { describe, expect, it } from 'vitest';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { putClass } from '#infra/local/seed/put';
import { at, type SampleFamily, sampleBooking, sampleClass, sampleNow } from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { messageSteps } from '#infra/testing/services/message-system';
import { startTests } from '#infra/testing/services/system';
import { insertRecord } from '#infra/testing/table/all-items';
import type { FootballClass } from '#shared/classes/class';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { payment } from '#shared/testing/ledgers';
import { cents, instant } from '#shared/testing/values';
import { bookingItem } from '../../booking/bookings.ts';
import { type EndedAs, endedBooking, endedBookingItem } from '../../booking/ended-bookings.ts';
import { takePlace } from '../../booking/take-place.ts';
import { entryWrites } from '../../ledger/entries.ts';
import { entityAttribute, type Item } from '../dynamo/items.ts';
import { batchPut } from '../dynamo/writes.ts';

const system = await startTests(messageSteps);
const { table, deps, mails } = system;

const caused = instant(sampleNow.toISOString());
const attempt = idempotencyKeySchema.parse('sample-attempt-0001');
/** Makes the item that causes an email. */
type Cause = (family: SampleFamily, cls: FootballClass) => Item | Promise<Item>;

const itemOf = ({ Put }: { readonly Put?: { readonly Item?: Item | undefined } | undefined }): Item =>
  Put?.Item ?? expect.unreachable();

const moved: Cause = async (family, cls) => {
  const { class_type, venue, start_date } = cls;
  const { start_time, end_time } = at(cls.time_slots, 1);
  const item = bookingItem({
    ...sampleBooking(cls, family, { created_at: instant('2024-09-23T10:00:00.000Z') }),
    last_move: {
      attempt,
      at: caused,
      tell: true,
      credit: null,
      from: { class_type, venue, start_date, start_time, end_time, trial_date: null },
    },
  });
  await batchPut(table, [item]);
  return item;
};

const endedAs =
  (reason: EndedAs['ended']['reason']): Cause =>
  async (family, cls) => {
    const kept = sampleBooking(cls, family);
    await batchPut(table, [bookingItem(kept)]);
    const ended = { reason, at: caused, by: 'parent', credit: cents(0), suggested: cents(0) } as const;
    const booking = { ...sampleBooking(cls, family), created_at: instant('2024-09-23T10:00:00.000Z') };
    const snapshot = { ...cls, ...at(cls.time_slots, 0) };
    const rest = reason === 'upgraded' ? { moved_to: kept.id } : {};
    return endedBookingItem(endedBooking(booking, snapshot, { ended, tell: true, ...rest }));
  };

/** What has a time of its own, besides that of the item. The guard itself is one for all emails. */
const causes: readonly (readonly [string, Cause])[] = [
  [
    'a confirmation',
    async (family, cls) => {
      const booking = sampleBooking(cls, family);
      expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
      return bookingItem(booking);
    },
  ],
  ['a move', moved],
  ['an ending', endedAs('cancelled')],
  ['a kept trial', endedAs('upgraded')],
  [
    'a receipt',
    ({ id }) => {
      const entry = { ...payment(1, 5_000), recorded_at: caused };
      return itemOf(at(entryWrites(table, id, entry, undefined, { receipt: true, openSince: caused }), 0));
    },
  ],
];

describe.each(causes)('the item of %s that is put back from a backup', (_, cause) => {
  /** The family and the class exist, and the lease of the email has gone. Delivers the item as new after a time. */
  const deliver = async (ms: number) => {
    const cls = sampleClass({ capacities: [5, 5] });
    await putClass(table, cls);
    const family = await storedFamily(table);
    const item = await cause(family, cls);
    system.passTime(ms);
    await runMailer([insertRecord(item)], deps);
    return item;
  };

  it('causes no email after 16 days', async () => {
    const item = await deliver(16 * dayMs);
    expect(mailerStreamSettings.filter.entities).toContain(item[entityAttribute]);
    expect(mails).toEqual([]);
  });

  it('causes one while leases are kept', async () => {
    await deliver(14 * dayMs);
    expect(mails).toHaveLength(1);
  });
});
