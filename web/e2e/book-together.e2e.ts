import { addClass, bookByApi, bookingPath, cardOf, storedBookings } from '#infra/testing/browser/classes';
import { bookingForm, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import { httpError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, familyTest as test } from './testing/test.ts';

/** Of $120.00: ten per cent. */
const words = 'Sibling discount -$12.00';
const rules = discountRulesSchema.parse({
  sibling: { reduction: { by: 'percent', percent: 10 }, programmes: [...programmeIds] },
  second_class: null,
  early: null,
});
test('two children are booked with one press, at one total, and confirmed together [BSK-01, BSK-03, DIS-01, DIS-02]', async ({
  page,
  stack,
  parent,
}) => {
  const [cls, other] = [await addClass(stack), await addClass(stack)];
  await stack.setSettings({ discounts: rules });
  await page.goto(bookingPath(cls));
  const { child, total, confirm, trial, fullProgram } = bookingForm(page);
  const sibling = page.getByRole('group', { name: 'Book siblings too' }).getByRole('checkbox');
  await expect(sibling).toHaveCount(0);
  await child.selectOption({ index: 1 });
  await expect(sibling).toHaveCount(1);
  // A trial takes one child.
  await trial.check();
  await expect(sibling).toHaveCount(0);
  await fullProgram.check();
  await expect(total).toHaveText('Total cost$120.00');
  // By keyboard.
  await page.getByRole('checkbox', { name: 'Ben Parent (age 7)' }).press('Space');
  await expect(page.getByText('Asthma: carries an inhaler').last()).toBeVisible();
  const prices = page.getByRole('list', { name: 'Price of each child' }).getByRole('listitem');
  await expect(prices).toHaveText(['Ana Parent$120.00', `Ben Parent$108.00${words}`]);
  await expect(total).toHaveText('Total cost for 2 children$228.00');
  await expect(page.getByText('You agree to pay $228.00.')).toBeVisible();
  await expectNoAxeInThemes(page, 'two children');
  await confirm.press('Enter');
  await expectConfirmation(page);
  await expect(page.getByText('Your spots have been successfully reserved')).toBeVisible();
  const children = ['Ana Parent: $120.00', `Ben Parent: $108.00 (${words})`];
  await expect(confirmedFact(page, 'Child')).toHaveText(children);
  await expect(confirmedFact(page, 'Total cost')).toHaveText('$228.00');
  // The discount is the same on the ledger, and on the listing of another class.
  await page.goto(paths.parentPayments);
  await expect(page.getByText(words)).toBeVisible();
  await page.goto(paths.browseClasses);
  await expect(cardOf(page, other)).toContainText(`$108.00 (${words})`);
  expect((await storedBookings(stack, parent, cls)).map(({ amount }) => amount).toSorted()).toEqual([
    10_800, 12_000,
  ]);
});

test('a refusal names the child and the reason, and offers the others as a new press [BSK-02]', {
  tag: '@exhaustive',
}, async ({ page, expectProblems, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(bookingPath(cls));
  await bookingForm(page).child.selectOption({ index: 1 });
  await page.getByRole('checkbox', { name: 'Ben Parent (age 7)' }).check();
  await bookByApi(stack, parent, cls, { child: 1 });
  expectProblems(httpError(409));
  await bookingForm(page).confirm.click();
  const refusal = page.getByRole('alert').filter({ hasText: 'Nobody was booked.' });
  await expect(refusal).toContainText('Ben Parent is already booked for this time slot');
  await refusal.getByRole('button', { name: 'Book Ana Parent for $120.00' }).click();
  await expectConfirmation(page);
  await expect(confirmedFact(page, 'Child')).toHaveText('Ana Parent');
  expect(await storedBookings(stack, parent, cls)).toHaveLength(2);
});
