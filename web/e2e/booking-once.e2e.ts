import { disconnect, holdCalls, reconnect, recordCalls } from '#infra/testing/browser/calls';
import { addClass, bookingPath, cardOf, slotBox, storedBookings } from '#infra/testing/browser/classes';
import { bookFor, bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { errorToast, expectToast, networkError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, familyTest as test } from './testing/test.ts';

test.describe('with an empty HTTP cache', () => {
  test.use({ needsNewContext: true });

  test('shows that the network is lost, keeps the selection, and books when the network is back', {
    tag: '@exhaustive',
  }, async ({ page, expectProblems, stack, parent }) => {
    const cls = await addClass(stack);
    expectProblems(networkError);
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

test('two clicks in the same task book once, and the button reads "Processing..." meanwhile [BOK-21]', async ({
  page,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  const counted = recordCalls(page);
  const calls = await holdCalls(page, 'bookSlot');
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ label: 'Ana Parent (age 9)' });
  await confirm.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const processing = page.getByRole('button', { name: 'Processing...', exact: true });
  await expect(processing).toBeVisible();
  await expect(processing).toBeDisabled();
  await expect(confirm).toHaveCount(0);
  calls.release();
  await expectConfirmation(page);
  expect(counted.filter((call) => call.startsWith('POST'))).toHaveLength(1);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});

test('one step back from the confirmation skips the form, and a reload books nothing', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
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

test('every list shows a new booking without a reload of the page', { tag: '@exhaustive' }, async ({
  page,
  stack,
}) => {
  const cls = await addClass(stack);
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
