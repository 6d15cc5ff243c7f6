import { expect, it } from 'vitest';
import { fileFor, notFoundDocument } from './built-pages.ts';

it.each([
  ['/', '/index.html'],
  ['/contact', '/contact.html'],
  ['/contact/', '/contact.html'],
  ['/auth', '/auth.html'],
  ['/parent', '/parent.html'],
  ['/parent/profile', '/parent-profile.html'],
  ['/parent/bookings/bkg_1/change', '/parent-bookings-bookingId-change.html'],
  ['/book-class/cls_1/slt_2', '/book-class-classId-slotId.html'],
  ['/booking-confirmation', '/booking-confirmation.html'],
  ['/offer', '/offer.html'],
  ['/admin/classes/cls_1', '/admin-classes-classId.html'],
  ['/book-class/cls_1', notFoundDocument],
  ['/parents', notFoundDocument],
  ['/contact/us', notFoundDocument],
  ['//', notFoundDocument],
  ['/folder.with.dots/page', notFoundDocument],
  ['/assets/main-1a2b.js', '/assets/main-1a2b.js'],
])('%s is answered by %s', (path, file) => {
  expect(fileFor(path)).toBe(file);
});

it.each([
  [{ tab: 'signup' }, '/auth-signup.html'],
  [{ tab: 'forgot-password', from: 'mail' }, '/auth-forgot-password.html'],
  [{ token: 'abc' }, '/auth-reset.html'],
  [{ tab: 'login' }, '/auth.html'],
  [{ tab: 'another' }, '/auth.html'],
])('/auth with the query %j is answered by the document of that view, %s [FAM-01]', (query, file) => {
  expect(fileFor('/auth', query)).toBe(file);
});
