import { describe, expect, it, vi } from 'vitest';
import { readDollars } from '#shared/lib/money';
import {
  dayOrderOf,
  decimalSignOf,
  isUnclearAmount,
  looksLikeAmount,
  looksLikeDay,
  readBankAmount,
  readBankDay,
  stateOf,
} from './cells.ts';

describe('an amount of a bank file', () => {
  it.each([
    ['1,250.00', 125_000, false],
    ['1.250,00', 125_000, false],
    ["1'250.00", 125_000, false],
    ['1\u202F250,00', 125_000, false],
    ['+20.00', 2_000, false],
    ['-20.00', 2_000, true],
    ['\u221220.00', 2_000, true],
    ['20.00-', 2_000, true],
    ['(20.00)', 2_000, true],
    ['-$20.00', 2_000, true],
    ['$-20.00', 2_000, true],
    ['20.00 CR', 2_000, false],
    ['20.00 DR', 2_000, true],
    ['20,00 S', 2_000, true],
    ['="20.00"', 2_000, false],
    ['20.0000', 2_000, false],
  ])('reads %s', (text, cents, isOutgoing) => {
    expect(readBankAmount(text)).toEqual({ cents, isOutgoing });
  });

  it.each([
    ['', { issue: 'empty' }],
    ['twenty', { issue: 'unreadable' }],
    ['--20', { issue: 'unreadable' }],
    ['1.250', { issue: 'unreadable' }],
    ['20.123', { issue: 'unreadable' }],
    ['\u20AC20.00', { issue: 'currency', currency: '\u20AC' }],
    ['20,00 EUR', { issue: 'currency', currency: 'EUR' }],
  ])('refuses %j', (text, issue) => {
    expect(readBankAmount(text)).toEqual(issue);
  });

  const signs = (code: string) => [
    `${code}$12.50`,
    `${code} $12.50`,
    `${code} $ 12.50`,
    `$${code}12.50`,
    `$${code} 12.50`,
    `$ ${code} 12.50`,
    `12.50${code}$`,
    `12.50 ${code}$`,
    `12.50 ${code} $`,
    `12.50$${code}`,
    `12.50 $${code}`,
    `12.50 $ ${code}`,
    `-${code}$12.50`,
    `${code}$-12.50`,
    `(${code}$12.50)`,
  ];
  const around = (code: string) => [
    `${code}12.50`,
    `${code} 12.50`,
    `12.50${code}`,
    `12.50 ${code}`,
    `-${code} 12.50`,
    `${code} (12.50)`,
  ];
  const typed = (text: string) => !/[-(]/.test(text);

  it('is the school’s with its sign, its code or both on either side [BNK-01]', () => {
    const written = [...['USD', 'US', 'usd'].flatMap(signs), ...['USD', '$'].flatMap(around)];
    for (const text of written) {
      expect([text, readBankAmount(text)]).toEqual([text, { cents: 1_250, isOutgoing: !typed(text) }]);
      if (typed(text)) expect([text, readDollars(text)]).toEqual([text, 1_250]);
    }
  });

  it('is another one with any other code or sign on either side [BNK-01]', () => {
    const others = Intl.supportedValuesOf('currency').filter((code) => code !== 'USD');
    const written = [
      ...[...others, 'CA', 'A', 'AU', 'NZ', 'HK'].flatMap(signs),
      ...others.flatMap(around),
      ...['€', '£', '¥', '₹', 'R$', 'C$', 'A$'].flatMap(around),
    ];
    for (const text of written) {
      const read = readBankAmount(text);
      expect([text, 'cents' in read]).toEqual([text, false]);
      if (typed(text)) expect([text, typeof readDollars(text)]).toEqual([text, 'string']);
    }
  });

  it('reads thousands without cents where the column has another decimal sign', () => {
    expect(readBankAmount('1.250', decimalSignOf(['20,00', '1.250']))).toMatchObject({ cents: 125_000 });
    expect(readBankAmount('1.250', decimalSignOf(['20.00', '1.250']))).toEqual({ issue: 'unreadable' });
  });
});

describe('a cell of 20,000 characters', () => {
  const countReadings = (work: () => unknown): number => {
    const rewritten = (['replace', 'replaceAll', 'normalize', 'trim'] as const).map((name) =>
      vi.spyOn(String.prototype, name),
    );
    const searched = (['test', 'exec'] as const).map((name) => vi.spyOn(RegExp.prototype, name));
    work();
    const texts = [
      ...rewritten.flatMap((spy) => spy.mock.contexts.map(String)),
      ...searched.flatMap((spy) => spy.mock.calls.map(([text]) => String(text))),
    ];
    vi.restoreAllMocks();
    return texts.filter((text) => text.length >= 20_000).length;
  };

  it.each(['(', '0', '1,', '- ', ' ', '$'])(
    'of “%s” is no amount and no date, and is not read [BNK-05]',
    (part) => {
      const cell = part.repeat(20_000 / part.length);
      let read: unknown;
      const readings = countReadings(() => {
        read = [
          readBankAmount(cell),
          looksLikeAmount(cell),
          isUnclearAmount(cell),
          decimalSignOf([cell]),
          readBankDay(cell, 'day-first'),
          looksLikeDay(cell),
          dayOrderOf([cell]),
        ];
      });
      expect(read).toEqual([{ issue: 'unreadable' }, false, false, null, undefined, false, 'either']);
      expect(readings).toBe(0);
    },
  );
});

describe('the state of a row', () => {
  /** As the exports of services write them: of a payment that came, and of one that did not, or not for good. */
  const words = {
    'Cash App': [
      'PAYMENT RECEIVED, PAYMENT DEPOSITED, PAYMENT SENT, TRANSFER RECEIVED, DEPOSIT CLEARED, DEPOSIT RECEIVED, CASHED OUT, COMPLETE',
      'PAYMENT REFUNDED, PAYMENT PENDING, PAYMENT FAILED, PAYMENT CANCELED, PAYMENT DECLINED, CARD CHARGED, CARD REFUNDED',
    ],
    GoCardless: [
      'confirmed, paid_out, Paid out',
      'pending_customer_approval, pending_submission, submitted, cancelled, customer_approval_denied, failed, charged_back, late_failure_settled',
    ],
    PayPal: [
      'Completed, Cleared',
      'Pending, Denied, Reversed, Canceled, Partially Refunded, Refunded, Unclaimed, Held, Placed, Removed, Uncleared, Expired',
    ],
    Stripe: [
      'succeeded, Paid',
      'Refunded, Partial refund, Pending, Failed, Uncaptured, Disputed, incomplete, requires_payment_method, requires_action, canceled, Blocked',
    ],
    Venmo: ['Complete', 'Issued, Pending, Failed, Cancelled, Expired'],
    Zelle: ['Completed, Deposited, Delivered, Received', 'Pending, In progress, Scheduled, Failed, Expired'],
    Wise: [
      'COMPLETED',
      'CANCELLED, REFUNDED, PROCESSING, bounced_back, charged_back, incoming_payment_waiting, funds_refunded',
    ],
    Revolut: ['COMPLETED', 'PENDING, REVERTED, DECLINED, FAILED, CREATED'],
  };

  it.each(Object.entries(words))('is known by the words of %s [BNK-01]', (_, [settled, open]) => {
    for (const word of settled?.split(', ') ?? []) expect([word, stateOf(word)]).toEqual([word, 'settled']);
    for (const word of open?.split(', ') ?? []) expect([word, stateOf(word)]).toEqual([word, 'open']);
  });
});

describe('a date of a bank file', () => {
  it.each([
    '2026-01-05',
    '2026-01-05T10:22:11Z',
    '20260105',
    '05/01/2026',
    '5.1.26',
    '05-01-2026 10:22',
    '5 Jan 2026',
    '5-Jan-26',
    '5. Januar 2026',
    '5 janv. 2026',
    'Jan 5, 2026',
    'Mon, Jan 5, 2026',
    'January 5 2026, 10:22 PM',
  ])('reads %s', (text) => {
    expect(readBankDay(text, 'day-first')).toBe('2026-01-05');
  });

  it('reads the month first where the file has it so, but never with points', () => {
    expect(readBankDay('01/05/2026', 'month-first')).toBe('2026-01-05');
    expect(readBankDay('05.01.2026', 'month-first')).toBe('2026-01-05');
  });

  it.each(['', 'Total', '31/02/2026', '13/13/2026', '2026-1', '5 Foo 2026'])('refuses %j', (text) => {
    expect(readBankDay(text, 'day-first')).toBeUndefined();
  });

  it.each([
    [['01/02/2026', '13/02/2026'], 'day-first'],
    [['01/02/2026', '02/13/2026'], 'month-first'],
    [['01/02/2026', '02/13/2026', '13/02/2026'], 'open'],
    [['01/02/2026'], 'open'],
    [['02/02/2026', '01.02.2026', '2026-02-01'], 'either'],
  ])('says the order of %j', (cells, order) => {
    expect(dayOrderOf(cells)).toBe(order);
  });
});
