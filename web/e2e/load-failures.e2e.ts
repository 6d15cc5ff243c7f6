import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { classKey } from '#functions/data/dynamo/keys';
import { newClassId, newSlotId } from '#functions/data/ids';
import type { RouteName } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { bookingForm } from './testing/booking-form.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass, slotBox, slotOf } from './testing/classes.ts';
import { pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

// What a screen says when its data cannot be loaded. A refusal, unlike a failure, is not tried again: no test waits.

it.for<[RouteName, string, string]>([
  ['listClasses', paths.bookCamp, 'Failed to load classes'],
  ['listClasses', paths.browseClasses, 'Failed to load classes'],
  ['listClasses', paths.parentClasses, 'Failed to load classes'],
  ['listMyBookings', paths.parentBookings, 'Failed to load bookings'],
  ['getMyFamily', paths.parentProfile, 'Failed to load profile'],
])(
  '%s failing on %s shows "%s", and can be tried again [ERR-01, ERR-02, ERR-03, ERR-09, ERR-15]',
  async ([route, path, text], { visit, parent }) => {
    const page = await visit({ as: parent, expects: [answered(400)] });
    await interceptCalls(page, route, atFirst(1, answerWith(400)));
    await page.goto(path);
    await seeToast(page, errorToast(text));
    await soon(() => page.getByRole('article').count()).toBe(0);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.click();
    await retry.waitFor({ state: 'detached' });
  },
);

it('a booking screen that the listing led to, without the children, shows "Failed to load your children", and can be tried again [ERR-14]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, expects: [answered(400)] });
  await interceptCalls(page, 'getBookingOffer', atFirst(1, answerWith(400)));
  await page.goto(paths.browseClasses);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await seeToast(page, errorToast('Failed to load your children'));
  await page.getByText(cls.venue, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await bookingForm(page).child.waitFor();
});

it('a booking screen without its class shows "Failed to load class details" and leads to the classes [ERR-04, ERR-07, ERR-08]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, expects: [answered(400)] });
  await interceptCalls(page, 'getBookingOffer', answerWith(400));
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
  await seeToast(page, errorToast('Failed to load class details'));
});

it('a class that there is not: the server says so, and the way leads to the classes [ERR-02, ERR-07]', async ({
  visit,
  parent,
}) => {
  const now = new Date();
  const path = paths.bookClass(newClassId(now), newSlotId(now));
  const page = await visit({ as: parent, path, expects: [answered(404)] });
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
  await seeToast(page, errorToast('Class not found'));
});

it('a class that has gone since the listing was read: the same [ERR-02, ERR-07]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: paths.browseClasses, expects: [answered(404)] });
  const book = slotBox(page, cls).getByRole('button', { name: 'Book Now' });
  await book.waitFor();
  await stack.table.client.send(
    new DeleteCommand({ TableName: stack.table.name, Key: { ...classKey(cls.id) } }),
  );
  await book.click();
  await seeToast(page, errorToast('Class not found'));
  expect(pathOf(page)).toBe(paths.browseClasses);
});

it('a slot of another class: the server says so, and the way leads to the classes [ERR-07]', async ({
  visit,
  stack,
  parent,
}) => {
  const [cls, other] = [await addClass(stack), await addClass(stack)];
  const page = await visit({
    as: parent,
    path: paths.bookClass(cls.id, slotOf(other).id),
    expects: [answered(404)],
  });
  await soon(() => pathOf(page)).toBe(paths.browseClasses);
  await seeToast(page, errorToast('This time slot is no longer available. Please choose another one.'));
});

it.for([
  ['/book-class/cls_1/slt_1', 'Failed to load class details'],
  ['/book-class/..%2f..%2fapi/x', 'Failed to load class details'],
  ['/book-class/%00/%F0%9F%8F%90', 'Failed to load class details'],
  [`/book-class/${newClassId(new Date())}/slt_1`, 'Failed to load time slot details'],
] as const)(
  'an address that names no class or no slot, %s, shows "%s" and leads to the classes without asking the server [ERR-04, ERR-06, ERR-07]',
  async ([path, text], { visit, parent }) => {
    const page = await visit({ as: parent });
    const calls = await interceptCalls(page, 'getBookingOffer', (call) => call.continue());
    await page.goto(path);
    await soon(() => pathOf(page)).toBe(paths.browseClasses);
    await seeToast(page, errorToast(text));
    expect(calls.count()).toBe(0);
  },
);

it('an answer 401 leads to the login [ERR-36]', async ({ visit, parent }) => {
  const page = await visit({ as: parent, expects: [answered(401)] });
  await interceptCalls(page, 'listMyBookings', answerWith(401));
  await page.goto(paths.parentBookings);
  await soon(() => pathOf(page)).toBe(paths.auth);
  await seeToast(page, errorToast('Not authenticated'));
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
