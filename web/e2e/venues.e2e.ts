import { chooseVenue, confirmDialog, openEdit, rowOf } from '#infra/testing/browser/admin-screens';
import { addClass, bookByApi, cardOf } from '#infra/testing/browser/classes';
import { errorToast, expectToast, httpError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

test('a venue that is renamed has its new name on the listing; one in use stays [SET-02]', async ({
  page,
  signIn,
  expectProblems,
  admin,
  stack,
}) => {
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

test('a venue is created in the class form, which keeps its other entries [SET-02]', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  const cls = await addClass(stack);
  await signIn(admin);
  await page.goto(paths.adminClasses);
  const form = await openEdit(page, cardOf(page, cls));
  await form.coach.fill('Half Typed');
  await chooseVenue(form, 'Brand New Park');
  await expect(form.coach).toHaveValue('Half Typed');
  await form.save.click();
  await expectToast(page, { title: 'Class updated successfully' });
  await expect(cardOf(page, { ...cls, venue: 'Brand New Park' })).toBeVisible();
});

test('the listing and the admin’s lists are filtered by venue [SET-02]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  admin,
  parent,
  stack,
}) => {
  const [here, there] = [
    await addClass(stack, { venue: 'Here Field' }),
    await addClass(stack, { venue: 'Other Ground' }),
  ];
  await bookByApi(stack, parent, here);
  await bookByApi(stack, parent, there, { child: 1 });
  await page.goto(paths.bookCamp);
  await page.getByLabel('Venue').selectOption({ label: 'Other Ground' });
  await expect(cardOf(page, there)).toBeVisible();
  await expect(cardOf(page, here)).toHaveCount(0);
  await signIn(admin);
  for (const path of [paths.adminClasses, paths.adminBookings]) {
    await page.goto(path);
    const shown = (name: string) =>
      path === paths.adminClasses ? page.getByRole('article').filter({ hasText: name }) : rowOf(page, name);
    await expect(shown('Here Field').first()).toBeVisible();
    await page.getByLabel('Venue', { exact: true }).selectOption({ label: 'Other Ground' });
    await expect(shown('Other Ground').first()).toBeVisible();
    await expect(shown('Here Field')).toHaveCount(0);
  }
});
