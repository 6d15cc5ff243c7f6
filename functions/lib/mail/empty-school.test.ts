import { expect, it, vi } from 'vitest';
import {
  sampleBooking,
  sampleClass,
  sampleFamily,
  sampleNow,
  sampleTimeZone,
} from '#infra/testing/samples/samples';
import { sampleFacts } from '#shared/brand';
import { businessMoment } from '#shared/lib/business-time';
import { signedCentsSchema } from '#shared/lib/money';
import { instantOf } from '#shared/lib/values';
import { defaultSchoolSettings } from '#shared/school/settings';
import { cents, date } from '#shared/testing/values';
import * as accounts from '../../accounts/emails.ts';
import * as bookings from '../../booking/emails.ts';
import * as cards from '../../cards/emails.ts';
import * as classes from '../../classes/emails.ts';
import * as ledger from '../../ledger/emails.ts';
import * as messages from '../../messages/emails.ts';
import * as sessions from '../../sessions/emails.ts';
import * as terms from '../../terms/emails.ts';
import * as waiting from '../../waiting/emails.ts';
import { newOfferId } from '../ids.ts';
import type { RenderedEmail } from './layout.ts';

// Before the modules above are read: they decide by it once.
vi.hoisted(() => vi.stubEnv('SAMPLE_SCHOOL', ''));

const site = 'https://school.test';
const link = `${site}/link`;
const moment = businessMoment(sampleNow, sampleTimeZone);
const day = date('2025-10-04');
const until = instantOf(sampleNow);
const cls = sampleClass({ overrides: { venue: 'North Pitch', coach_name: 'Kim Lee' } });
const [slot] = cls.time_slots;
if (!slot) throw new Error('The sample class has a slot');
const booking = sampleBooking(cls, sampleFamily());
const details = { ...booking, time_slot: { ...slot, class: cls } };
const ended = {
  ...booking,
  ...cls,
  ...slot,
  ...booking,
  ended: { at: until, by: 'admin', reason: 'cancelled', credit: cents(0), suggested: cents(1_000) },
} as const;
const places = { ...cls, ...slot, children: ['Robin'] };
const place = { child: 'Robin', cls, slot, date: day };
const cancelled = { places: [{ ...place, outcome: { kind: 'later' } as const }], coached: [] };
const dues = { reference: null, due: cents(2_000), later: [] };
const written = { subject: 'News', text: 'Hello' };
const renewed = {
  offer: {
    parent_id: booking.parent_id,
    children: [{ name: 'Robin', date_of_birth: date('2018-06-15') }],
    dates: [day],
    from_session: day,
    price: cents(12_000),
    until,
  },
  cls,
  slot,
  link: { offer_id: newOfferId(sampleNow), secret: 'secret' },
};
const kinds = <Kind extends string>(of: Record<Kind, true>) => Object.keys(of) as Kind[];

/** Every email that the product composes, in each of its kinds. */
const emails: Record<string, () => readonly RenderedEmail[]> = {
  verifyEmail: () => [accounts.verifyEmail({ link, expiresInHours: 24, siteUrl: site })],
  accountExistsEmail: () => [accounts.accountExistsEmail(site)],
  resetPasswordEmail: () => [accounts.resetPasswordEmail({ link, expiresInHours: 1, siteUrl: site })],
  secondFactorEmail: () =>
    kinds({ 'second-factor-recovered': true, 'second-factor-reset': true }).map((kind) =>
      accounts.secondFactorEmail(kind, site),
    ),
  secondFactorResetEmail: () => [accounts.secondFactorResetEmail(site)],
  secondFactorOnEmail: () => [accounts.secondFactorOnEmail(site)],
  secondFactorOfOtherEmail: () => [accounts.secondFactorOfOtherEmail(site)],
  coachInvitationEmail: () => [accounts.coachInvitationEmail(link, site)],
  adminInvitationEmail: () => [accounts.adminInvitationEmail(link, site)],
  paymentSettingsEmail: () => [
    accounts.paymentSettingsEmail([{ field: 'Instructions', before: 'None', after: 'Cash' }], site),
  ],
  adultInvitationEmail: () => [accounts.adultInvitationEmail(link, site)],
  familyInvitationEmail: () => [accounts.familyInvitationEmail(link, site)],
  adultEmail: () =>
    kinds<Parameters<typeof accounts.adultEmail>[0]>({
      'adult-joined': true,
      'adult-left': true,
      'adult-gone': true,
      'made-holder': true,
      'no-longer-holder': true,
      'money-mails-changed': true,
      'family-erased': true,
    }).flatMap((kind) => [
      accounts.adultEmail(kind, undefined, site),
      accounts.adultEmail(kind, 'Pat Parent', site),
    ]),
  bookingConfirmationEmail: () =>
    [{}, { byOffice: true }, { byOther: 'Pat Parent' }].map((by) =>
      bookings.bookingConfirmationEmail(
        details,
        { url: site, timeZone: sampleTimeZone },
        { ...by, payable: { link: null, owed: dues, isUntold: true } },
      ),
    ),
  bookingMovedEmail: () => [
    bookings.bookingMovedEmail(
      { booking, cls, slot, credit: cents(0), sessions: [], from: { ...cls, ...slot, trial_date: null } },
      site,
    ),
  ],
  bookingEndedEmail: () =>
    (['parent', 'admin'] as const).map((by) =>
      bookings.bookingEndedEmail({ ...ended, ended: { ...ended.ended, by } }, cls, site),
    ),
  trialFollowUpEmail: () => [
    bookings.trialFollowUpEmail(
      [
        {
          booking,
          cls,
          slot,
          heldUntil: until,
          terms: { dates: [day], amount: cents(9_000), discount: undefined, due_dates: undefined },
        },
      ],
      moment,
      site,
    ),
  ],
  classChangedEmail: () => [
    classes.classChangedEmail([{ child: 'Robin', cls, slot, time: undefined }], { slots: [] }, site),
  ],
  classDeletedEmail: () => [
    classes.classDeletedEmail([{ ...slot, child_name: 'Robin', credit: cents(0) }], cls, site),
  ],
  failedDebitEmail: () => [cards.failedDebitEmail(cents(500), site)],
  paymentReceiptEmail: () => [
    ledger.paymentReceiptEmail(
      { amount: cents(500), day, method: 'cash', paid_with: null },
      { ...dues, balance: signedCentsSchema.parse(2_000) },
      null,
      site,
    ),
  ],
  paymentReminderEmail: () => [
    ledger.paymentReminderEmail({ ...dues, charges: [], entries: [] }, defaultSchoolSettings, site),
  ],
  writtenMessageEmail: () => [messages.writtenMessageEmail(written, site)],
  newsEmail: () => [messages.newsEmail(written, { siteUrl: site, leaveLink: link })],
  joinNewsletterEmail: () => [messages.joinNewsletterEmail(link, site)],
  contactMessageEmail: () => [
    messages.contactMessageEmail({ name: 'Sam', email: 'sam@school.test', message: 'Hello' }, site),
  ],
  coachingChangedEmail: () =>
    (['assigned', 'removed', 'kept'] as const).map((change) =>
      sessions.coachingChangedEmail(
        change,
        {
          ...cls,
          times: '9:00 AM',
          dates: 'Every Saturday',
          was: { venue: null, times: null, dates: null },
          session: null,
          assigned: [],
          removed: [],
          kept: [],
        },
        site,
      ),
    ),
  sessionsCancelledEmail: () => [
    sessions.sessionsCancelledEmail(
      cancelled,
      { reason: 'weather', note: null, is_past: false, remedy: { kind: 'later' } },
      site,
    ),
  ],
  remedyChosenEmail: () => [sessions.remedyChosenEmail(cancelled, site)],
  sessionRestoredEmail: () => [
    sessions.sessionRestoredEmail({ places: [place], coached: [] }, { removed_make_up: null }, site),
  ],
  sessionReminderEmail: () => [sessions.sessionReminderEmail(day, [{ cls, slot, booking }], link, site)],
  renewalEmail: () =>
    [true, false].map((isReminder) => terms.renewalEmail([renewed], { isReminder, moment, siteUrl: site })),
  renewalEndedEmail: () => [terms.renewalEndedEmail([renewed], site)],
  joinedListEmail: () => [waiting.joinedListEmail(places, site)],
  offerEndedEmail: () =>
    (['offer-ended', 'offer-withdrawn'] as const).map((kind) => waiting.offerEndedEmail(places, kind, site)),
  offerDeclinedEmail: () => [true, false].map((stays) => waiting.offerDeclinedEmail(places, stays, site)),
  listClosedEmail: () => [waiting.listClosedEmail(places, site)],
  renewalGoneEmail: () => [waiting.renewalGoneEmail(places, site)],
  offerEmail: () => [
    waiting.offerEmail(
      { ...places, from_session: day, price: cents(9_000), until },
      { link, siteUrl: site, moment },
    ),
  ],
};

const textsIn = (facts: unknown): string[] =>
  typeof facts === 'object' && facts !== null ? Object.values(facts).flatMap(textsIn) : [String(facts)];
const made = textsIn(sampleFacts).filter((text) => text.length > 6);

it('an email of a school that has entered nothing says nothing of the sample school [SCH-02]', () => {
  const rooms = [accounts, bookings, cards, classes, ledger, messages, sessions, terms, waiting];
  const names = rooms.flatMap((room) => Object.keys(room)).filter((name) => name.endsWith('Email'));
  expect(Object.keys(emails).toSorted()).toEqual(names.toSorted());
  expect(made.length).toBeGreaterThan(9);
  const faults = Object.entries(emails).flatMap(([name, render]) =>
    render().flatMap((mail) => {
      const text = Object.values(mail).join('\n');
      const said = made.filter((fact) => text.includes(fact));
      const asked = text.match(
        /\b(?:call|ring|phone) (?:us|the school|the office)\b|tel:|ballerz\.example|\bnull\b|\bundefined\b/gi,
      );
      return [...said, ...(asked ?? [])].map((fault) => `${name}: ${fault}`);
    }),
  );
  expect(faults).toEqual([]);
});
