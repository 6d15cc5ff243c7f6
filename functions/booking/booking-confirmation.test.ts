import { describe, expect, it } from 'vitest';
import { sampleBooking, sampleClass, sampleFamily, sampleTimeZone } from '#infra/testing/samples/samples';
import { cancellationPolicy } from '#shared/booking/endings';
import { paymentReferenceSchema } from '#shared/ledger/references';
import { calendarDateSchema, centsSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import type { StoredBooking } from './bookings.ts';
import { bookingConfirmationEmail, type ConfirmedBooking } from './emails.ts';

const site = { url: 'https://classes.example.com', timeZone: sampleTimeZone };

interface Options {
  readonly booking?: Partial<StoredBooking>;
  readonly cls?: Parameters<typeof sampleClass>[0];
}

const confirmed = ({ booking, cls: options }: Options = {}): ConfirmedBooking => {
  const cls = sampleClass(options);
  const [slot] = cls.time_slots;
  if (!slot) throw new Error('The sample class has a slot');
  return { ...sampleBooking(cls, sampleFamily(), booking), time_slot: { ...slot, class: cls } };
};

const program = (options?: Options) => bookingConfirmationEmail(confirmed(options), site);
const trial = ({ booking, cls }: Options = {}) =>
  bookingConfirmationEmail(confirmed({ booking: { ...booking, is_trial: true }, ...(cls && { cls }) }), site);

/** The visible text of a page, with a line break for each tag. */
const visibleText = (page: string): string =>
  page
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '\n')
    .replace(/&(amp|lt|gt|quot|#39|middot);/g, (_, name: string) =>
      String({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", middot: '·' }[name]),
    )
    .replace(/\n\s*/g, '\n');

const bothForms = (mail: { html: string; text: string }): [string, string][] => [
  ['HTML', visibleText(mail.html)],
  ['text', mail.text],
];

describe.each([
  ['programme', program(), cancellationPolicy(false)],
  ['trial', trial(), cancellationPolicy(true)],
])('a confirmed %s', (_, mail, policy) => {
  it.each(bothForms(mail))('says in %s until when it can be cancelled [END-06]', (_form, text) => {
    expect(text).toContain(policy);
  });
});

it.each(bothForms(bookingConfirmationEmail(confirmed(), site, { byOther: 'Sam Parent' })))(
  'begins in %s with who booked, for the adult who did not [FID-06]',
  (_, text) => {
    expect(text.indexOf('Sam Parent booked this.')).toBeGreaterThanOrEqual(0);
    expect(text.indexOf('Sam Parent booked this.')).toBeLessThan(text.indexOf('The spot for Robin Parent'));
  },
);

describe('a confirmed programme', () => {
  it.each(bothForms(program()))('lists in %s what was booked [API-35]', (_, text) => {
    for (const fact of [
      'Robin Parent',
      'Juniorballerz',
      'Full Program',
      'Riverside Sports Ground',
      'Sam Okafor',
      'Every Saturday',
      '9:00 AM - 9:45 AM',
      '9 weeks program',
      '$120.00',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it.each(bothForms(program()))(
    'lists in %s every session from the day of the booking, and no trial date [API-36]',
    (_, text) => {
      const dates = ['Sep 27', 'Oct 4', 'Oct 11', 'Oct 18', 'Oct 25', 'Nov 1'].map((day) => `${day}, 2025`);
      expect(text.match(/\w{3} \d{1,2}, 2025/g)).toEqual(dates);
      expect(text).toContain('Class dates');
      expect(text).not.toMatch(/Trial|Date:|^Date$/m);
    },
  );

  it('links to the bookings, where the sessions can be added to a calendar [ICS-01]', () => {
    const { html, text } = program();
    expect(html).toContain(`href="${site.url}${paths.parentBookings}"`);
    for (const [, shown] of bothForms({ html, text }))
      expect(shown).toContain('add the sessions to your calendar');
  });

  it('lists the dates that are booked, also those that are no longer in the calendar [API-36]', () => {
    const dates = ['2025-10-04', '2025-11-12'].map((day) => calendarDateSchema.parse(day));
    const { text } = program({ booking: { dates } });
    expect(text).toContain('Class dates:\n- Oct 4, 2025\n- Nov 12, 2025\n');
    expect(text.match(/^- /gm)).toHaveLength(2);
  });

  it.each([
    ['2025-09-27', 'Class dates:\n- Sep 27, 2025 (the trial)\n- Oct 4, 2025\n'],
    // Held before the place was kept.
    ['2025-09-20', 'Class dates:\n- Oct 4, 2025\n'],
  ])('lists the session of a trial on %s that was kept while it is to come [TRI-04]', (day, listed) => {
    const trial_session = {
      booking_id: confirmed().id,
      calendar_version: 0,
      date: calendarDateSchema.parse(day),
      amount: centsSchema.parse(2_000),
    };
    const dates = [calendarDateSchema.parse('2025-10-04')];
    expect(program({ booking: { dates, trial_session } }).text).toContain(listed);
  });
});

describe('a confirmed trial', () => {
  it.each(bothForms(trial()))('lists in %s what was booked [API-35]', (_, text) => {
    for (const fact of [
      'Robin Parent',
      'Juniorballerz',
      'Trial Session',
      'Riverside Sports Ground',
      'Sam Okafor',
      '9:00 AM - 9:45 AM',
      'Single trial session',
      '$20.00',
    ]) {
      expect(text).toContain(fact);
    }
  });

  it.each(bothForms(trial()))('states in %s its date, and no class dates [API-36]', (_, text) => {
    expect(text).toContain('Saturday, September 27, 2025');
    expect(text).not.toMatch(/Class dates|Every Saturday|Full Program|weeks program/);
    expect(text).not.toMatch(/Oct|Nov/);
  });
});

describe('bookings that cost nothing', () => {
  const payable = {
    link: {
      url: 'https://pay.example.com/school',
      reference_parameter: 'ref',
      amount_parameter: null,
      amount_unit: 'cents',
    },
    owed: { reference: paymentReferenceSchema.parse('F-7K2M9'), due: centsSchema.parse(500) },
  } as const;
  const free = confirmed({ booking: { amount: centsSchema.parse(0) } });
  const sibling = { child_name: 'Alex', amount: centsSchema.parse(500) };

  it.each(bothForms(bookingConfirmationEmail(free, site, { payable })))(
    'say so in %s, and promise no payment details [BSK-05]',
    (_, text) => {
      expect(text).toContain('There is nothing to pay.');
      expect(text).not.toMatch(/Payment details|Pay \$/);
    },
  );

  it.each(bothForms(bookingConfirmationEmail(free, site, { payable, siblings: [sibling] })))(
    'are paid in %s with a sibling that costs something [BSK-05]',
    (_, text) => {
      expect(text).toContain('Payment details will be sent');
      expect(text).toContain('Pay $5.00 now');
      expect(text).not.toContain('nothing to pay');
    },
  );
});

describe.each([
  ['a full programme', program],
  ['a trial', trial],
])('%s', (_, render) => {
  it('links to My Bookings on the configured site [API-02]', () => {
    const { html, text } = render();
    const link = `https://classes.example.com${paths.parentBookings}`;
    expect(html).toContain(`href="${link}"`);
    expect(text).toContain(link);
    const hosts = [...html.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g)].map(([, host]) => host);
    expect(new Set(hosts)).toEqual(new Set(['classes.example.com']));
  });

  it('shows the booked amount with two decimals and a thousands separator [API-35]', () => {
    const booking = { amount: centsSchema.parse(123_456) };
    const { html, text } = render({ booking });
    expect(html).toContain('$1,234.56');
    expect(text).toContain('$1,234.56');
    expect(render({ booking: { amount: centsSchema.parse(5) } }).text).toContain('$0.05');
  });

  it.each([
    [
      'markup',
      `<script>alert("1")</script><b onmouseover='x'>Ann`,
      `<script>alert("1")</script><b onmouseover='x'>Ann`,
    ],
    ['line breaks', 'Ann\r\nTotal: $0.00', 'Ann Total: $0.00'],
    ['emoji', 'Zoë 👩‍👩‍👧‍👦', 'Zoë 👩‍👩‍👧‍👦'],
    ['right-to-left script', 'ليلى أحمد', 'ليلى أحمد'],
    ['10,000 characters', 'x'.repeat(10_000), 'x'.repeat(10_000)],
  ])('shows names with %s', (_kind, name, shown) => {
    const mail = render({
      booking: { child_name: name },
      cls: { overrides: { venue: name, coach_name: name } },
    });
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
    const end_date = calendarDateSchema.parse('2026-09-05');
    expect(Buffer.byteLength(render({ cls: { overrides: { end_date } } }).html)).toBeLessThan(102 * 1024);
  });
});

it.each(bothForms(program({ booking: { discount: { rule: 'sibling', amount: centsSchema.parse(1_620) } } })))(
  'names the discount in %s, and only where there is one [DIS-01]',
  (_form, text) => {
    expect(text).toMatch(/Discount\W+Sibling discount -\$16\.20/);
    expect(program().text).not.toContain('iscount');
  },
);
