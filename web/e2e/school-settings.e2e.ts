import { confirmDialog, rowOf } from '#infra/testing/browser/admin-screens';
import { moveStackClock } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, cardOf } from '#infra/testing/browser/classes';
import { errorToast, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { testPassword } from '#infra/testing/stack/test-stack';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test as siteTest, officeTest as test } from './testing/test.ts';

const saved = { title: 'Settings saved' };

test('how families pay is set [SET-01, PLK-01]', async ({ page, newPage, stack, parent }) => {
  const cls = await addClass(stack);
  await page.goto(paths.admin);
  await page.setViewportSize({ width: 375, height: 900 });
  // The next step of a school that has not said how families pay.
  await page.getByRole('link', { name: 'Set up payments' }).click();
  const form = page.getByRole('form', { name: 'Settings' });
  await form.getByLabel('Instructions').fill('Cash at the pitch.\nCard by the link.');
  const provider = form.getByLabel('Provider');
  await provider.selectOption('Another page');
  await form.getByLabel('Address').fill('https://buy.stripe.com/abc');
  await expect(provider).toHaveValue('Stripe payment link');
  await expect(page.getByText('These are your entries from before.')).toHaveCount(0);
  await form.getByLabel('Address').fill('https://pay.example.com/school?cmd=pay');
  await provider.selectOption('Another page');
  await form.getByLabel('Reference parameter').fill('item_number');
  await form.getByLabel('Amount parameter').fill('amount');
  await expect(
    form.getByText('https://pay.example.com/school?cmd=pay&item_number=F-7K2M9&amount=25.00'),
  ).toBeVisible();
  await form.getByRole('checkbox', { name: 'Sibling discount' }).check();
  await form.getByLabel('Per cent', { exact: true }).fill('ten');
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(form.getByText('Use a whole number from 1 to 100')).toBeVisible();
  await form.getByLabel('Per cent', { exact: true }).fill('10');
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'the settings');
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expectToast(page, saved);

  await page.goto(paths.admin);
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up payments' })).toHaveCount(0);

  await bookByApi(stack, parent, cls);
  const family = await newPage({ as: parent });
  await family.goto(paths.parentPayments);
  await expect(family.getByText('Card by the link.', { exact: true })).toBeVisible();
  const link = family.getByRole('link', { name: 'Pay $120.00 now' });
  await expect(link).toHaveAttribute(
    'href',
    /^https:\/\/pay\.example\.com\/school\?cmd=pay&item_number=F-[2-9A-Z]{5}&amount=120\.00$/,
  );
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect(family.getByText('Opens pay.example.com.', { exact: true })).toBeVisible();
  await expectNoAxeInThemes(family, 'payments with a link');
  const mailText = async () =>
    (await stack.mails()).find(({ subject }) => subject.startsWith('Booking confirmed'))?.text ?? '';
  await expect
    .poll(mailText)
    .toMatch(/Pay \$120\.00 now: https:\/\/pay\.example\.com\/school\?cmd=pay&item_number=F-/);
});

test('where families pay needs a password [SET-03]', { tag: '@exhaustive' }, async ({
  page,
  stack,
  expectProblems,
}) => {
  expectProblems(httpError(403));
  await page.goto(paths.adminSettings);
  const form = page.getByRole('form', { name: 'Settings' });
  await form.getByLabel('Address').fill('');
  await form.getByLabel('Instructions').fill('Bank transfer to 00000042');
  const dialog = confirmDialog(page);
  await moveStackClock(stack, new Date(Date.now() + (limits.freshSignInSeconds + 60) * 1_000));
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(dialog.getByRole('heading', { name: 'Please confirm that it is you' })).toBeVisible();
  await moveStackClock(stack, new Date());
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Instructions')).toHaveValue('Bank transfer to 00000042');

  await moveStackClock(stack, new Date(Date.now() + (limits.freshSignInSeconds + 60) * 1_000));
  await form.getByRole('radio', { name: /Monthly from/ }).check();
  await form.getByRole('button', { name: 'Save Settings' }).click();
  await expect(dialog.getByLabel('Your Password')).toBeVisible();
  await moveStackClock(stack, new Date());
  await dialog.getByLabel('Your Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, saved);
});

siteTest('a venue is renamed [SET-02]', async ({ page, signIn, expectProblems, admin, stack }) => {
  const cls = await addClass(stack, { venue: 'Plain Field' });
  expectProblems(httpError(409));
  await signIn(admin);
  await page.goto(paths.adminVenues);
  await rowOf(page, 'Plain Field').getByRole('button', { name: 'Edit Plain Field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Plain Field' });
  await dialog.getByLabel('Name').fill('Grand Field');
  await dialog.getByLabel('Directions').fill('Gate C');
  await dialog.getByRole('button', { name: 'Save Venue' }).click();
  await expectToast(page, { title: 'Venue updated successfully' });
  await rowOf(page, 'Grand Field').getByRole('button', { name: 'Delete Grand Field' }).click();
  await confirmDialog(page).getByRole('button', { name: 'Delete Venue' }).click();
  await expectToast(
    page,
    errorToast('This venue is used by 1 class. Please choose another venue in them before you delete it.'),
  );
  await page.goto(paths.browseClasses);
  const card = cardOf(page, { ...cls, venue: 'Grand Field' });
  await expect(card.getByText('Gate C')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Map of Grand Field' })).toHaveAttribute('rel', /noopener/);
});
