import { randomUUID } from 'node:crypto';
import { rowOf } from '#infra/testing/browser/admin-screens';
import { familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { type Account, type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { routes } from '#shared/contract/routes';
import type { FamilyId } from '#shared/lib/ids';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

const phone_number = '07700 900789';

/** A family that signed up, and one that phoned later from the same number. */
const addTwice = async (stack: TestStack, admin: Account): Promise<readonly [FamilyId, FamilyId]> => {
  const sample = familyOfTwo();
  const { family } = await stack.createAccount({
    ...sample,
    profile: { ...sample.profile, full_name: 'Pat Novak', phone_number },
  });
  const { body } = await stack.call({
    route: 'addFamily',
    token: admin.token,
    idempotencyKey: randomUUID(),
    body: {
      full_name: 'Zofia Novak',
      phone_number,
      email: '',
      children: [{ name: 'Ola Novak', date_of_birth: '2018-05-04' }],
    },
  });
  const { id } = routes.addFamily.response.parse(body);
  // The comparison follows the families' items on the stream.
  const toDo = async () => (await stack.call({ route: 'getDashboard', token: admin.token })).body;
  await expect.poll(async () => JSON.stringify(await toDo())).toContain(id);
  return [family.id, id];
};

test.use({ viewport: { width: 375, height: 900 } });

test('the office joins two families [FID-11]', async ({ page, stack, admin, expectProblems }) => {
  expectProblems(httpError(400));
  const [signedUp] = await addTwice(stack, admin);
  await page.goto(paths.admin);
  const task = page.getByRole('list', { name: 'To Do' }).getByText(/^May be the same family/);
  await expect(task).toContainText('Pat Novak');
  await task.getByRole('link', { name: 'Zofia Novak' }).click();
  const section = page.getByRole('region', { name: 'May be the same family' });
  await expect(section.getByRole('listitem')).toContainText('Pat Novak has the same phone number.');
  await section.getByRole('link', { name: 'Pat Novak' }).press('Enter');
  await expect(page).toHaveURL(paths.adminParent(signedUp));
  await expect(section.getByRole('listitem')).toContainText('Zofia Novak has the same phone number.');
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'a family that may be another one');

  await section.getByRole('button', { name: 'Join with Zofia Novak' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Join Pat Novak and Zofia Novak?' });
  await expect(dialog).toContainText('What Zofia Novak has comes to this page');
  await expect(dialog).toContainText('This cannot be undone.');
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'joining two families');
  const password = dialog.getByLabel('Your Password');
  await password.fill('not this one');
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('This is not your password');
  await password.fill(testPassword);
  await password.press('Enter');
  await expectToast(page, { title: 'The families are one now' });
  await expect(section).toHaveCount(0);
  for (const name of ['Ana Parent', 'Ben Parent', 'Ola Novak']) await expect(rowOf(page, name)).toBeVisible();
  await page.goto(paths.admin);
  await expect(page.getByText('Total Classes')).toBeVisible();
  await expect(page.getByText(/May be the same family/)).toHaveCount(0);
});

test('the office says that two families are two [FID-11]', async ({ page, stack, admin }) => {
  const both = await addTwice(stack, admin);
  await page.goto(paths.adminParent(both[1]));
  const section = page.getByRole('region', { name: 'May be the same family' });
  await section.getByRole('button', { name: 'Another family: Pat Novak' }).press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Are Zofia Novak and Pat Novak two families?' });
  await expect(dialog).toContainText('Nothing changes in either.');
  await dialog.getByRole('button', { name: 'Another Family' }).press('Enter');
  await expectToast(page, { title: 'They stay two families' });
  for (const id of both) {
    await page.goto(paths.adminParent(id));
    await expect(page.getByRole('heading', { name: 'Children' })).toBeVisible();
    await expect(section).toHaveCount(0);
  }
  await page.goto(paths.admin);
  await expect(page.getByText('Total Classes')).toBeVisible();
  await expect(page.getByText(/May be the same family/)).toHaveCount(0);
});
