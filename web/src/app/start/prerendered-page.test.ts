import { expect, it } from 'vitest';
import { isBuiltFor } from './prerendered-page.ts';

const at = (pathname: string, search = '', hash = '') => ({ pathname, search, hash });

it.each([
  ['the page itself', { page: '/auth' }, at('/auth'), true],
  ['another page', { page: '/auth' }, at('/contact'), false],
  ['a page whose query changes what it shows', { page: '/auth' }, at('/auth', '?tab=signup'), false],
  ['a page whose hash changes what it shows', { page: '/auth' }, at('/auth', '', '#type=recovery'), false],
  [
    'a page that shows the same with any query',
    { page: '/', onDemand: '' },
    at('/', '?from=ad', '#home'),
    true,
  ],
  ['any address without a page', { page: '*' }, at('/no/such/page', '?a=b'), true],
  ['a document without a page', {}, at('/parent'), false],
])('%s', (_, dataset, address, isBuilt) => {
  expect(isBuiltFor({ dataset }, address)).toBe(isBuilt);
});
