import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailerStreamSettings } from '#infra/cloud/service-settings';
import { putClass } from '#infra/local/seed/put';
import { familyOfHolder } from '#infra/local/seed/world';
import {
  at,
  type SampleFamily,
  sampleBooking,
  sampleClass,
  sampleNow,
  sampleSender,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { createFakeSes } from '#infra/testing/services/ses';
import { captureLog } from '#infra/testing/services/system';
import { insertRecord, readAllItems } from '#infra/testing/table/all-items';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { FootballClass } from '#shared/classes/class';
import { dayMs, hourMs } from '#shared/lib/durations';
import { idempotencyKeySchema } from '#shared/lib/ids';
import { type GrantedRole, grantedRoles } from '#shared/roles';
import { payment } from '#shared/testing/ledgers';
import { cents, date, instant } from '#shared/testing/values';
import { invitationPut, newInvitation } from '../../accounts/coaches.ts';
import { familyItem } from '../../accounts/stored-families.ts';
import { bookingItem } from '../../booking/bookings.ts';
import { type EndedAs, endedBooking, endedBookingItem } from '../../booking/ended-bookings.ts';
import { takePlace } from '../../booking/take-place.ts';
import { entryWrites } from '../../ledger/entries.ts';
import { applicationPuts } from '../../waiting/applications.ts';
import { offerPut, type StoredOffer } from '../../waiting/offers.ts';
import { type WaitingMail, waitingMailKinds, waitingMailPut } from '../../waiting/waiting-mails.ts';
import { entityAttribute, type Item } from '../dynamo/items.ts';
import { mailRequestKey } from '../dynamo/keys-of-people.ts';
import { batchDelete, batchPut, sendTransaction } from '../dynamo/writes.ts';
import { newApplicationId, newBookingId, newOfferId } from '../ids.ts';
import { type MailKind, mailKinds, mailRequestEntity } from './mail-requests.ts';

captureLog();
let table: TestTable;
const ses = createFakeSes(() => 'accept');
beforeAll(async () => {
  table = await startTestTable();
});
afterAll(() => table.stop());
beforeEach(async () => {
  await batchDelete(table, await readAllItems(table));
  ses.mails.length = 0;
});

const caused = instant(sampleNow.toISOString());
const attempt = idempotencyKeySchema.parse('sample-attempt-0001');
/** Who waits for the first slot. */
const waiting = ({ id, children }: SampleFamily, cls: FootballClass) => ({
  parent_id: id,
  class_id: cls.id,
  time_slot_id: at(cls.time_slots, 0).id,
  child_ids: [at(children, 0).id],
});

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

const requested =
  (kind: MailKind): Cause =>
  async ({ id, profile, children }) => {
    const holder = { ...profile, email_verified: kind !== 'verify-email' };
    await batchPut(table, [familyItem(familyOfHolder({ id, profile: holder }), children)]);
    return {
      ...mailRequestKey('mrq_1'),
      [entityAttribute]: mailRequestEntity,
      id: 'mrq_1',
      kind,
      email: profile.email,
      created_at: caused,
    };
  };

const invited =
  (role: GrantedRole | 'adult'): Cause =>
  async (family, cls) => {
    const { email, id: by } = family.profile;
    const ofFamily = role === 'adult' ? { familyId: family.id } : {};
    const invitation = newInvitation({ email, by, now: new Date(caused), role, ...ofFamily });
    await sendTransaction(table, [invitationPut(table, invitation)]);
    const item = await requested(`${role}-invitation`)(family, cls);
    return { ...item, ...(role === 'adult' && { invitation: invitation.id }) };
  };

/** What causes an email of a kind that is requested. */
const causeOf = (kind: MailKind): Cause => {
  const role = [...grantedRoles, 'adult' as const].find((each) => kind === `${each}-invitation`);
  return role ? invited(role) : requested(kind);
};

const joined: Cause = (family, cls) =>
  itemOf(
    at(
      applicationPuts(table, {
        ...waiting(family, cls),
        id: newApplicationId(sampleNow),
        since: caused,
        offer_id: null,
        put_first_at: null,
        put_first_reason: null,
        passed_over_at: null,
        idempotency_key: attempt,
      }),
      0,
    ),
  );

const offered: Cause = async (family, cls) => {
  const offer: StoredOffer = {
    ...waiting(family, cls),
    id: newOfferId(sampleNow),
    entry_id: newApplicationId(sampleNow),
    state: 'open',
    price: cents(1),
    from_session: date('2025-09-27'),
    until: instant('2025-12-27T10:00:00.000Z'),
    created_at: caused,
    children: [{ name: 'Ana', date_of_birth: date('2018-06-15') }],
    dates: [date('2025-09-27')],
    calendar_version: 0,
  };
  const item = itemOf(offerPut(table, offer));
  await batchPut(table, [item]);
  return item;
};

const told =
  (kind: WaitingMail['kind']): Cause =>
  (family, cls) =>
    itemOf(waitingMailPut(table, kind, { ...waiting(family, cls), id: newBookingId(sampleNow) }, sampleNow));

/** Every kind of email that an item causes, and until when it is sent. */
const causes: readonly (readonly [string, Cause, number])[] = [
  [
    'a confirmation',
    async (family, cls) => {
      const booking = sampleBooking(cls, family);
      expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
      return bookingItem(booking);
    },
    14 * dayMs,
  ],
  ['a move', moved, 14 * dayMs],
  ['an ending', endedAs('cancelled'), 14 * dayMs],
  ['a kept trial', endedAs('upgraded'), 14 * dayMs],
  [
    'a receipt',
    ({ id }) => {
      const entry = { ...payment(1, 5_000), recorded_at: caused };
      return itemOf(at(entryWrites(table, id, entry, undefined, { receipt: true, openSince: caused }), 0));
    },
    14 * dayMs,
  ],
  ...mailKinds.map((kind) => [`the request ${kind}`, causeOf(kind), 0.5 * hourMs] as const),
  ['a place on a waiting list', joined, 14 * dayMs],
  ['an offer', offered, 14 * dayMs],
  ...waitingMailKinds.map((kind) => [`the waiting list's ${kind}`, told(kind), 14 * dayMs] as const),
];

describe.each(causes)('the item of %s that is put back from a backup', (_, cause, fresh) => {
  /** The family and the class exist, and the lease of the email has gone. Delivers the item as new after a time. */
  const deliver = async (ms: number) => {
    const cls = sampleClass({ capacities: [5, 5] });
    await putClass(table, cls);
    const family = await storedFamily(table);
    const item = await cause(family, cls);
    await runMailer([insertRecord(item)], {
      table,
      mail: { ses: ses.client, from: sampleSender },
      clock: () => new Date(sampleNow.getTime() + ms),
      siteUrl: sampleSiteUrl,
      timeZone: sampleTimeZone,
    });
    return item;
  };

  it('causes no email after 16 days', async () => {
    const item = await deliver(16 * dayMs);
    expect(mailerStreamSettings.filter.entities).toContain(item[entityAttribute]);
    expect(ses.mails).toEqual([]);
  });

  it('causes one while leases are kept', async () => {
    await deliver(fresh);
    expect(ses.mails).toHaveLength(1);
  });
});
