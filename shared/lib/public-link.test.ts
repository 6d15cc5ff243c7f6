import { describe, expect, it } from 'vitest';
import { createVenueSchema } from '../classes/class.ts';
import { createClassSchema } from '../classes/class-input.ts';
import { paymentLinkSchema } from '../school/settings.ts';
import { linkWarning, publicLinkSchema } from './public-link.ts';

const refused = [
  'http://pay.example.com',
  'javascript:alert(1)',
  'pay.example.com',
  '',
  'https:pay.example.com',
  'https:\\\\pay.example.com',
  'https://',
  'https://paypal.com@evil.example.com/',
  'https://paypal.com:secret@evil.example.com/',
  'https://pay.example.com\\@evil.example.com/',
  'https://evil.example.com\\.paypal.com/',
  'https://pay.example.com:8443/',
  'https://pay.example.com:/',
  'https://pay.example.com/a b',
  'https://%70ay.example.com/',
  'https://192.0.2.1/pay',
  'https://3221225985/',
  'https://[2001:db8::1]/',
  'https://１９２.0.2.1/',
  'https://localhost/pay',
  'https://printer.local/',
  'https://pay.internal/',
  'https://intranet/pay',
  'https://.example.com/',
  'https://pay..example.com/',
  'https://pay.example.com./',
  'https://-pay.example.com/',
  'https://pay_page.example.com/',
  'https://pay.example.1/',
  'https://pay.example.c/',
  `https://${'a'.repeat(64)}.example.com/`,
  `https://${'abcdefg.'.repeat(32)}com/`,
  `https://pay.example.com/${'a'.repeat(500)}`,
];

describe('a link that families are shown', () => {
  it.each(refused)('is not %j, of whichever kind [SET-03]', (url) => {
    expect(publicLinkSchema().safeParse(url).success).toBe(false);
    const [pay, map, picture] = [
      paymentLinkSchema.safeParse({ url }),
      createVenueSchema.safeParse({ map_url: url }),
      createClassSchema.safeParse({ image_url: url }),
    ].map(({ error }) => error?.issues.map(({ path }) => path.join('.')));
    expect([pay, map, picture]).toEqual([
      expect.arrayContaining(['url']),
      expect.arrayContaining(['map_url']),
      expect.arrayContaining(['image_url']),
    ]);
  });

  it.each([
    'https://buy.stripe.com/abc',
    'https://pay.example.com',
    'https://pay.example.com?cmd=pay&item=a@b:c',
    'https://www.google.com/maps/@51.5,-0.1,15z',
    'https://xn--80ak6aa92e.com/pay#a',
    'https://a.co/%20x',
  ])('is %s, as it was typed [SET-03]', (url) => {
    expect(publicLinkSchema().parse(url)).toBe(url);
  });

  it.each([
    ['https://раураl.com/pay?a=%20', 'https://xn--l-7sba6dbr.com/pay?a=%20'],
    ['HTTPS://Straße.DE/', 'https://xn--strae-oqa.de/'],
    ['https://ｐaypal.com/Pay', 'https://paypal.com/Pay'],
    ['https://Pay.Example.com/A', 'https://pay.example.com/A'],
  ])('%s is kept as %s, which is where it leads [SET-03]', (typed, kept) => {
    expect(publicLinkSchema().parse(typed)).toBe(kept);
    expect(createVenueSchema.shape.map_url.parse(typed)).toBe(kept);
  });

  it('is warned of with its host as punycode where that has other letters [SET-03]', () => {
    expect(linkWarning('https://раураl.com/pay')).toContain('leads to xn--l-7sba6dbr.com:');
    expect(linkWarning('https://shop.xn--80ak6aa92e.com/')).toContain('leads to shop.xn--80ak6aa92e.com:');
    for (const plain of ['https://paypal.com/xn--a', 'https://192.0.2.1', 'nothing'])
      expect(linkWarning(plain)).toBeUndefined();
  });
});
