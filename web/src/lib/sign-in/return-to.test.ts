import { describe, expect, it } from 'vitest';
import { landingPath, returnState, returnTo } from './return-to.ts';

describe('the path after login', () => {
  it('is the dashboard of the role', () => {
    expect(landingPath('admin', null)).toBe('/admin');
    expect(landingPath('parent', null)).toBe('/parent');
  });

  it('is the screen that redirected to the login', () => {
    expect(landingPath('parent', returnTo('/book-class/cls_1/slt_1'))).toBe('/book-class/cls_1/slt_1');
    expect(landingPath('parent', returnState({ pathname: '/parent/bookings', search: '?a=1' }))).toBe(
      '/parent/bookings?a=1',
    );
  });

  it("is the own dashboard instead of a screen of the other role's area", () => {
    expect(landingPath('admin', returnTo('/parent/bookings'))).toBe('/admin');
    expect(landingPath('parent', returnTo('/admin'))).toBe('/parent');
    expect(landingPath('parent', returnTo('/administrators-day'))).toBe('/administrators-day');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'parent', 7])(
    'is never outside the site: %s',
    (from) => {
      expect(landingPath('parent', { from })).toBe('/parent');
    },
  );
});
