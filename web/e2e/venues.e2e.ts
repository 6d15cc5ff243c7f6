import { confirmDialog, rowOf } from '#infra/testing/browser/admin-screens';
import { addClass, cardOf } from '#infra/testing/browser/classes';
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
