import { expect, it } from 'vitest';
import { documents, fileFor } from './documents.ts';

it.each([
  ['/', documents.home],
  ['/contact', documents.contact],
  ['/contact/', documents.contact],
  ['/auth', documents.auth],
  ['/parent', '/parent.html'],
  ['/parent/profile', '/parent-profile.html'],
  ['/parent/bookings/bkg_1/change', documents.app],
  ['/book-class/cls_1/slt_2', documents.app],
  ['/admin/classes/cls_1', documents.app],
  ['/book-class/cls_1', documents.notFound],
  ['/parents', documents.notFound],
  ['/contact/us', documents.notFound],
  ['//', documents.notFound],
  ['/folder.with.dots/page', documents.notFound],
  ['/assets/main-1a2b.js', '/assets/main-1a2b.js'],
])('%s is answered by %s', (path, file) => {
  expect(fileFor(path)).toBe(file);
});
