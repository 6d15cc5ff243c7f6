import { describe, expect, it } from 'vitest';
import { canHydrate } from './prerendered-page.ts';

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

describe('a prerendered document', () => {
  it.each([
    ['its own path', { page: '/auth', view: 'login' }, at('/auth'), true],
    ['another path', { page: '/auth' }, at('/contact'), false],
    [
      'its path with a query that names its view',
      { page: '/auth', view: 'signup' },
      at('/auth', '?tab=signup'),
      true,
    ],
    [
      'its path with a hash that names another view',
      { page: '/auth', view: 'login' },
      at('/auth', '', '#type=recovery'),
      false,
    ],
    [
      'its path with any query, when the screen is the same',
      { page: '/' },
      at('/', '?from=ad', '#home'),
      true,
    ],
    ['any path, when it is the document for unknown paths', { page: '*' }, at('/no/such/page', '?a=b'), true],
    ['its path with any ids', { page: '/book-class/:classId/:slotId' }, at('/book-class/cls_1/slt_2'), true],
    ['a path with an id too few', { page: '/book-class/:classId/:slotId' }, at('/book-class/cls_1/'), false],
    ['no path, when it names no page', {}, at('/parent'), false],
  ])('at %s', (_, dataset, address, hydrates) => {
    expect(canHydrate({ dataset }, address)).toBe(hydrates);
  });
});
