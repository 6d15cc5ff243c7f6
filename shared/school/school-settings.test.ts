import { describe, expect, it } from 'vitest';
import { defaultSchoolSettings, paymentLinkSchema, schoolSettingsSchema } from './settings.ts';

const link = {
  url: 'https://pay.example.org/school',
  reference_parameter: 'ref',
  amount_parameter: 'amount',
  amount_unit: 'dollars',
};
const sibling = { reduction: { by: 'percent', percent: 10 }, programmes: ['miniballerz'] };

describe('the settings of the school', () => {
  it('are valid before an administrator saves any, with every rule off', () => {
    expect(schoolSettingsSchema.parse(defaultSchoolSettings)).toEqual(defaultSchoolSettings);
    expect(defaultSchoolSettings.payment_link).toBeNull();
    expect(Object.values(defaultSchoolSettings.discounts)).toEqual([null, null, null]);
  });

  it.each(['http://pay.example.org', 'javascript:alert(1)', 'pay.example.org', ''])(
    'refuse the payment link "%s"',
    (url) => {
      expect(paymentLinkSchema.safeParse({ ...link, url }).success).toBe(false);
    },
  );

  it('take one parameter for one value only', () => {
    expect(paymentLinkSchema.safeParse(link).success).toBe(true);
    expect(paymentLinkSchema.safeParse({ ...link, amount_parameter: 'ref' }).success).toBe(false);
    expect(
      paymentLinkSchema.safeParse({ ...link, amount_parameter: null, reference_parameter: null }).success,
    ).toBe(true);
  });

  it.each([0, 101, 10.5, '10'])('refuse a discount of %s per cent', (percent) => {
    const discounts = { ...defaultSchoolSettings.discounts, sibling };
    const other = { ...discounts, sibling: { ...sibling, reduction: { by: 'percent', percent } } };
    expect(schoolSettingsSchema.safeParse({ ...defaultSchoolSettings, discounts }).success).toBe(true);
    expect(schoolSettingsSchema.safeParse({ ...defaultSchoolSettings, discounts: other }).success).toBe(
      false,
    );
  });
});
