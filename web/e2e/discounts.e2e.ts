import { addClass, bookByApi, cardOf, slotOf } from '#infra/testing/browser/classes';
import { bookingForm, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import { formatCents } from '#shared/lib/money';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { discountRulesSchema } from '#shared/school/settings';
import { cents } from '#shared/testing/values';
import { expect, familyTest as test } from './testing/test.ts';

const rules = discountRulesSchema.parse({
  sibling: { reduction: { by: 'percent', percent: 9 }, programmes: [...programmeIds] },
  second_class: null,
  early: null,
});

/** Of $120.00. */
const [reduced, words] = [formatCents(cents(10_920)), 'Sibling discount -$10.80'];

test('a sibling’s discount is the same on listing, form, confirmation and ledger [DIS-01, DIS-02, PLK-01]', async ({
  page,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const other = await addClass(stack, { venue: 'East Park' });
  await stack.setSettings({ discounts: rules });
  await bookByApi(stack, parent, cls, { child: 0 });

  await page.goto(paths.browseClasses);
  await expect(cardOf(page, other)).toContainText(`${reduced} (${words})`);

  await page.goto(paths.bookClass(other.id, slotOf(other).id));
  const [first, second] = parent.family.children;
  const form = bookingForm(page);
  await form.child.selectOption(first?.id ?? '');
  await expect(page.getByText('You agree to pay $120.00.')).toBeVisible();
  await form.child.selectOption(second?.id ?? '');
  await expect(page.getByText(`You agree to pay ${reduced}.`)).toBeVisible();
  await expect(form.total).toContainText(words);
  await form.trial.check();
  await expect(form.total).not.toContainText(words);
  await form.fullProgram.check();
  await form.confirm.click();
  await expectConfirmation(page);
  await expect(confirmedFact(page, 'Discount')).toHaveText(words);
  await expect(confirmedFact(page, 'Total cost')).toHaveText(reduced);
  // Without a payment link of the school nothing of it shows.
  const pay = page.getByRole('link', { name: /^Pay / });
  await expect(page.getByRole('heading', { name: 'Next steps' })).toBeVisible();
  await expect(pay).toHaveCount(0);

  await page.goto(paths.parentPayments);
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByText(reduced).first()).toBeVisible();
  await expect(pay).toHaveCount(0);
});
