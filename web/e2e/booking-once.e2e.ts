import {
  disconnect,
  forFirst,
  holdCalls,
  interceptCalls,
  loseResponse,
  passOn,
  reconnect,
} from '#infra/testing/browser/calls';
import { addClass, bookingPath, cardOf, slotBox, storedBookings } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { errorToast, expectToast, httpError, networkError } from '#infra/testing/browser/page';
import { placesLeft } from '#shared/classes/class';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('a second try after a lost response books nothing more', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  expectProblems,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  expectProblems(networkError);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const calls = await interceptCalls(page, 'bookSlot', forFirst(1, loseResponse));
  await bookFor(page, 'Ana Parent');
  await expect(page.getByRole('alert').filter({ hasText: 'the place is never booked twice' })).toBeVisible();
  await expectToast(page, errorToast('Failed to create booking'));
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await bookingForm(page).confirm.click();
  await expectConfirmation(page);
  expect(calls.count()).toBe(2);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  const { body } = await stack.call({ route: 'getClass', params: { classId: cls.id } });
  expect(routes.getClass.response.parse(body).time_slots.map(placesLeft)).toEqual([9]);
});

test.describe('with an empty HTTP cache', () => {
  test.use({ needsNewContext: true });

  test('shows that the network is lost, keeps the selection, and books when the network is back', {
    tag: '@exhaustive',
  }, async ({ page, signIn, expectProblems, stack, parent }) => {
    const cls = await addClass(stack);
    expectProblems(networkError);
    await signIn(parent);
    await page.goto(bookingPath(cls));
    await expect(bookingForm(page).child).toBeVisible();
    // The script that shows toasts loads with the first click, so the toast waits for the network.
    await disconnect(page);
    await bookFor(page, 'Ben Parent');
    await expect(
      page.getByRole('alert').filter({ hasText: 'The connection was lost before an answer came.' }),
    ).toBeVisible();
    await reconnect(page);
    await expectToast(page, errorToast('Failed to create booking'));
    await expect(bookingForm(page).child.locator('option:checked')).toHaveText(/^Ben Parent/);
    await bookingForm(page).confirm.click();
    await expectConfirmation(page);
    expect(await storedBookings(stack, parent, cls)).toMatchObject([{ child_name: 'Ben Parent' }]);
  });
});

test('a double click books once', async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const calls = await interceptCalls(page, 'bookSlot', passOn);
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await confirm.dblclick();
  await expectConfirmation(page);
  expect(calls.count()).toBe(1);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

test('two clicks in the same task book once', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const calls = await interceptCalls(page, 'bookSlot', passOn);
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await confirm.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectConfirmation(page);
  expect(calls.count()).toBe(1);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

test('the button is disabled and reads "Processing..." while the booking is sent [BOK-21]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const calls = await holdCalls(page, 'bookSlot');
  await bookFor(page, 'Ana Parent');
  const processing = page.getByRole('button', { name: 'Processing...', exact: true });
  await expect(processing).toBeVisible();
  await expect(processing).toBeDisabled();
  await expect(bookingForm(page).confirm).toHaveCount(0);
  calls.release();
  await expectConfirmation(page);
});

test('one step back from the confirmation skips the form, and a reload books nothing', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent }) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(paths.browseClasses);
  await slotBox(page, cls).getByRole('button', { name: 'Book Now' }).click();
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  await page.reload();
  await expectConfirmation(page);
  await page.goBack();
  await expect(cardOf(page, cls)).toBeVisible();
  await expect(page).toHaveURL(paths.browseClasses);
  await page.goForward();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

test('a reload before the response keeps the booking, and a second try is refused [BOK-29]', {
  tag: '@exhaustive',
}, async ({ page, signIn, expectProblems, stack, parent }) => {
  const cls = await addClass(stack);
  expectProblems(httpError(409));
  await signIn(parent);
  await page.goto(bookingPath(cls));
  const { promise: stored, resolve } = Promise.withResolvers<void>();
  await interceptCalls(page, 'bookSlot', async (call, number) => {
    if (number > 1) return call.continue();
    await call.fetch();
    resolve();
  });
  await bookFor(page, 'Ana Parent');
  await stored;
  await page.reload();
  await bookFor(page, 'Ana Parent');
  await expectToast(page, errorToast('Ana Parent is already booked for this time slot'));
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

test('every list shows a new booking without a reload of the page', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await signIn(parent);
  await page.goto(paths.parentBookings);
  await expect(page.getByRole('heading', { name: 'My Bookings' })).toBeVisible();
  await page.getByRole('link', { name: 'Classes', exact: true }).click();
  await expect(slotBox(page, cls).getByText('10 spots remaining')).toBeVisible();
  await slotBox(page, cls).getByRole('button', { name: 'Book' }).click();
  await bookFor(page, 'Ana Parent');
  await page.getByRole('link', { name: 'Browse More Classes' }).click();
  await expect(slotBox(page, cls).getByText('9 spots remaining')).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await page.getByRole('link', { name: 'Bookings', exact: true }).click();
  await expect(cardOf(page, cls).getByText('Ana Parent (age 9)')).toBeVisible();
});
