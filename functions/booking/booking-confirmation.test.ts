import { describe, expect, it } from 'vitest';
import { at, sampleBooking, sampleClass, sampleFamily, sampleTimeZone } from '#infra/testing/samples/samples';
import { cancellationPolicy } from '#shared/booking/endings';
import { paymentReferenceSchema } from '#shared/ledger/references';
import { paths } from '#shared/paths';
import { cents, date } from '#shared/testing/values';
import type { StoredBooking } from './bookings.ts';
import { bookingConfirmationEmail, type ConfirmedBooking } from './emails.ts';

const site = { url: 'https://classes.example.com', timeZone: sampleTimeZone };

interface Options {
  readonly booking?: Partial<StoredBooking>;
  readonly cls?: Parameters<typeof sampleClass>[0];
}

const confirmed = ({ booking, cls: options }: Options = {}): ConfirmedBooking => {
  const cls = sampleClass(options);
  const slot = at(cls.time_slots, 0);
  return { ...sampleBooking(cls, sampleFamily(), booking), time_slot: { ...slot, class: cls } };
};

type More = Parameters<typeof bookingConfirmationEmail>[2];
const program = (options: Options = {}, more?: More) =>
  bookingConfirmationEmail(confirmed(options), site, more);
const trial = (options: Options = {}) =>
  program({ ...options, booking: { ...options.booking, is_trial: true } });

/** The visible text of a page, with a line break for each tag. */
const visibleText = (page: string): string =>
  page
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot|#39|middot);/g, (_, name: string) =>
      String({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", middot: '·' }[name]),
    )
    .replace(/\n\s*/g, '\n');

const common = [
  'Robin Parent',
  'Juniorballerz',
  'Riverside Sports Ground',
  'Sam Okafor',
  '9:00 AM - 9:45 AM',
];
const weekly = ['Sep 27', 'Oct 4', 'Oct 11', 'Oct 18', 'Oct 25', 'Nov 1'].map((day) => `${day}, 2025`);
const full = ['Full Program', 'Every Saturday', '9 weeks program', '$120.00', 'Class dates'];
const single = ['Trial Session', 'Single trial session', '$20.00', 'Saturday, September 27, 2025'];
const payable = {
  link: {
    url: 'https://pay.example.com/school',
    reference_parameter: 'ref',
    amount_parameter: null,
    amount_unit: 'cents',
  },
  owed: { reference: paymentReferenceSchema.parse('F-7K2M9'), due: cents(500) },
} as const;
const free = { booking: { amount: cents(0) } };
const sibling = { child_name: 'Alex', amount: cents(500) };
const discount = { rule: 'sibling', amount: cents(1_620) } as const;

/** What both forms of an email say, and what they do not. */
const said: readonly (readonly [string, ReturnType<typeof program>, readonly (string | RegExp)[], RegExp])[] =
  [
    [
      'a programme: every session from the day of the booking, and no trial date [API-35, API-36, END-06]',
      program(),
      [...common, ...full, ...weekly, cancellationPolicy(false), 'add the sessions to your calendar'],
      /Trial|Date:|^Date$|iscount|Sep (6|13|20)/m,
    ],
    [
      'a trial: its date, and no class dates [API-35, API-36, END-06]',
      trial(),
      [...common, ...single, cancellationPolicy(true)],
      /Class dates|Every Saturday|Full Program|weeks program|Oct|Nov/,
    ],
    [
      'who booked, first, for the adult who did not [FID-06]',
      program({}, { byOther: 'Sam Parent' }),
      [/Sam Parent booked this\.[\s\S]*The spot for Robin Parent/],
      /The spot for Robin Parent[\s\S]*booked this/,
    ],
    [
      'that there is nothing to pay, and promises no payment details [BSK-05]',
      program(free, { payable }),
      ['There is nothing to pay.'],
      /Payment details|Pay \$/,
    ],
    [
      'how to pay a sibling that costs something [BSK-05]',
      program(free, { payable, siblings: [sibling] }),
      ['Payment details will be sent', 'Pay $5.00 now'],
      /nothing to pay/,
    ],
    [
      'the discount [DIS-01]',
      program({ booking: { discount } }),
      [/Discount\W+Sibling discount -\$16\.20/],
      /undefined/,
    ],
  ];

it.each(said)('says %s', (_, { html, text }, wanted, unwanted) => {
  for (const form of [visibleText(html), text]) {
    for (const part of wanted) expect(form).toMatch(part);
    expect(form).not.toMatch(unwanted);
  }
});

it.each([
  [['2025-10-04', '2025-11-12'], undefined, 'Class dates:\n- Oct 4, 2025\n- Nov 12, 2025\n\n'],
  [['2025-10-04'], '2025-09-27', 'Class dates:\n- Sep 27, 2025 (the trial)\n- Oct 4, 2025\n'],
  // Held before the place was kept.
  [['2025-10-04'], '2025-09-20', 'Class dates:\n- Oct 4, 2025\n'],
])(
  'lists the dates %j that are booked, and a kept trial on %s while it is to come [API-36, TRI-04]',
  (days, trialDay, listed) => {
    const ofTrial = { booking_id: confirmed().id, calendar_version: 0, amount: cents(2_000) };
    const trial_session = trialDay && { ...ofTrial, date: date(trialDay) };
    const booking = { dates: days.map(date), ...(trial_session && { trial_session }) };
    expect(program({ booking }).text).toContain(listed);
  },
);

describe.each([
  ['a full programme', program],
  ['a trial', trial],
])('%s', (_, render: (options?: Options) => ReturnType<typeof program>) => {
  it('links to My Bookings, where the sessions can be added to a calendar, and to no other site [API-02, ICS-01]', () => {
    const { html, text } = render();
    const link = `${site.url}${paths.parentBookings}`;
    expect(html).toContain(`href="${link}"`);
    expect(text).toContain(link);
    const hosts = [...html.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g)].map(([, host]) => host);
    expect(new Set(hosts)).toEqual(new Set(['classes.example.com']));
  });

  it('shows the booked amount with two decimals and a thousands separator [API-35]', () => {
    const { html, text } = render({ booking: { amount: cents(123_456) } });
    for (const form of [html, text]) expect(form).toContain('$1,234.56');
    expect(render({ booking: { amount: cents(5) } }).text).toContain('$0.05');
  });

  it.each([
    ['markup', `<script>alert("1")</script><b onmouseover='x'>Ann`],
    ['line breaks', 'Ann\r\nTotal: $0.00', 'Ann Total: $0.00'],
    ['emoji', 'Zoë 👩‍👩‍👧‍👦'],
    ['right-to-left script', 'ليلى أحمد'],
    ['10,000 characters', 'x'.repeat(10_000)],
  ])('shows names with %s', (_kind, name, shown = name) => {
    const overrides = { venue: name, coach_name: name };
    const mail = render({ booking: { child_name: name }, cls: { overrides } });
    const rows = visibleText(mail.html).split('\n');
    for (const label of ['Child', 'Venue', 'Coach']) {
      expect(rows[rows.indexOf(label) + 1]).toBe(shown);
      expect(mail.text.split('\n')).toContain(`${label}: ${shown}`);
    }
    expect(mail.html).not.toMatch(/<script|<b /);
    expect(mail.subject).not.toMatch(/\p{Cc}/u);
    expect(mail.subject.length).toBeLessThan(120);
  });

  it('stays below the size at which Gmail truncates a message', () => {
    const overrides = { end_date: date('2026-09-05') };
    expect(Buffer.byteLength(render({ cls: { overrides } }).html)).toBeLessThan(102 * 1024);
  });
});
