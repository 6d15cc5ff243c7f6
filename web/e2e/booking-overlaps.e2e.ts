import { addClass, bookByApi, bookingPath, storedBookings } from '#infra/testing/browser/classes';
import { bookingForm, expectConfirmation } from '#infra/testing/browser/forms';
import { expect, familyTest as test } from './testing/test.ts';

test('says that the child is somewhere else at the time, and lets a sibling be booked with a warning [BSK-04]', async ({
  page,
  stack,
  parent,
}) => {
  const other = await addClass(stack, { class_type: 'eliteballerz' });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, other);
  await page.goto(bookingPath(cls));
  const { child, confirm } = bookingForm(page);
  await child.selectOption({ index: 1 });
  const refusal = page.getByText(/cannot be in two places at once: .* Eliteballerz at Meadow/);
  await expect(refusal).toBeVisible();
  await expect(confirm).toBeDisabled();
  await child.selectOption({ index: 2 });
  await expect(refusal).toBeHidden();
  await expect(
    page.getByText(/^Ana Parent is somewhere else at the same time: .*Eliteballerz/),
  ).toBeVisible();
  await confirm.click();
  await expectConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
});
