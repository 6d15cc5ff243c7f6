import { describe, expect, it } from 'vitest';
import {
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleSiteUrl,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import type { Discount } from '#shared/booking/booking';
import { paymentReferenceSchema } from '#shared/ledger/references';
import type { StatementCharge } from '#shared/ledger/statement';
import { businessMoment } from '#shared/lib/business-time';
import { instantOf } from '#shared/lib/values';
import { defaultSchoolSettings } from '#shared/school/settings';
import { cents, date } from '#shared/testing/values';
import { bookingConfirmationEmail, bookingMovedEmail, trialFollowUpEmail } from '../../booking/emails.ts';
import { paymentReminderEmail } from '../../ledger/emails.ts';
import { offerEmail } from '../../waiting/emails.ts';

const cls = sampleClass();
const [slot] = cls.time_slots;
if (!slot) throw new Error('The sample class has a slot');
const moment = businessMoment(sampleNow, sampleTimeZone);
const days = [date('2025-09-27'), date('2025-10-27')];
const discount: Discount = { rule: 'sibling', amount: cents(1_200) };

interface Agreed {
  readonly discount?: Discount;
  readonly due_dates?: typeof days;
}

const booked = (agreed: Agreed) => sampleBooking(cls, sampleFamily(), { amount: cents(10_801), ...agreed });

/** Each email that says what a booking costs. */
const emails: readonly (readonly [string, (agreed: Agreed) => { html: string; text: string }])[] = [
  [
    'the confirmation',
    (agreed) =>
      bookingConfirmationEmail(
        { ...booked(agreed), time_slot: { ...slot, class: cls } },
        { url: sampleSiteUrl, timeZone: sampleTimeZone },
      ),
  ],
  [
    'the email of a move',
    (agreed) =>
      bookingMovedEmail(
        {
          booking: booked(agreed),
          cls,
          slot,
          credit: cents(2_000),
          sessions: [],
          from: { ...cls, ...slot, trial_date: null },
        },
        sampleSiteUrl,
      ),
  ],
  [
    'the offer of a waiting list',
    ({ discount: reduction, due_dates }) =>
      offerEmail(
        {
          ...cls,
          ...slot,
          children: ['Robin'],
          from_session: date('2025-09-27'),
          price: cents(reduction ? 12_001 : 10_801),
          until: instantOf(sampleNow),
          due_dates,
          ...(reduction && { discounts: [reduction] }),
        },
        { link: `${sampleSiteUrl}/offer`, siteUrl: sampleSiteUrl, moment },
      ),
  ],
  [
    'the offer to keep the place of a trial',
    ({ discount: reduction, due_dates }) =>
      trialFollowUpEmail(
        [
          {
            booking: booked({}),
            cls,
            slot,
            heldUntil: instantOf(sampleNow),
            terms: { dates: days, amount: cents(10_801), discount: reduction, due_dates },
          },
        ],
        moment,
        sampleSiteUrl,
      ),
  ],
  [
    'a payment reminder',
    (agreed) => {
      const { id: booking_id, amount, child_name, is_trial } = booked(agreed);
      const charge: StatementCharge = {
        booking_id,
        amount,
        child_name,
        is_trial,
        day: date('2025-09-23'),
        ...agreed,
        class: cls,
        ending: null,
        status: 'open',
        rest: amount,
      };
      const reference = paymentReferenceSchema.parse('F-7K2M9');
      return paymentReminderEmail(
        { reference, due: cents(5_401), later: [], charges: [charge], entries: [] },
        defaultSchoolSettings,
        sampleSiteUrl,
      );
    },
  ],
];

const terms = [
  'Due in 2 parts: $54.01 on Sep 27, 2025 and $54.00 on Oct 27, 2025',
  'Sibling discount -$12.00',
] as const;

describe.each(emails)('%s', (_, email) => {
  it('says what was agreed: amount, discount, and when it is due [DIS-01, DUE-01]', () => {
    const { html, text } = email({ discount, due_dates: days });
    for (const part of ['$108.01', ...terms]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
  });

  it('names neither where there is none [DIS-01, DUE-01]', () => {
    const { text } = email({});
    expect(text).toContain('$108.01');
    expect(text).not.toMatch(/discount|Due /i);
  });
});
