import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '#functions/lib/dynamo/keys-of-people';
import { cellsOf, confirmDialog, expectColumns, rowOf } from '#infra/testing/browser/admin-screens';
import { businessToday, moveStackClock } from '#infra/testing/browser/business-day';
import { expectToast, httpError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { type Account, type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { formatDate } from '#shared/lib/format';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { expect, officeTest as test } from './testing/test.ts';

const named = (full_name: string) => {
  const sample = sampleFamily({ now: new Date(), children: [] });
  return { ...sample, profile: { ...sample.profile, full_name } };
};

/** Makes a role change look old: a new one cannot be reverted at once. */
const ageRoleChange = async ({ table }: TestStack, { family }: Account): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: accountKey(family.profile.id),
      UpdateExpression: 'REMOVE role_changed_at',
    }),
  );
};

test('the administrators are listed, and the role of another one is revoked [ADM-53, PRM-12, API-22, ADM-54, NTF-05]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack }) => {
  const colleague = await stack.createAccount(named('Cora Colleague'), { role: 'admin' });
  await ageRoleChange(stack, colleague);
  const { email, phone_number } = colleague.family.profile;
  await page.goto(paths.adminAdmins);
  await expectColumns(page, 'Admins', 'Name, Email, Phone, Role, Joined, Two-step login, Actions');
  const joined = formatDate(businessToday);
  const cells = ['Cora Colleague', email, phone_number, 'Admin', joined, 'Not set up', 'Revoke'];
  await expect(cellsOf(rowOf(page, email))).toHaveText(cells);

  // Never the own role.
  const own = rowOf(page, admin.family.profile.email);
  await expect(own.getByText('This is you')).toBeVisible();
  await expect(own.getByRole('button')).toHaveCount(0);
  const revoke = rowOf(page, email).getByRole('button', { name: 'Revoke' });
  await revoke.click();
  await expect(confirmDialog(page)).toContainText('Cora Colleague can no longer see or change classes');
  await confirmDialog(page).getByRole('button', { name: 'Revoke Admin Role' }).click();
  await expectToast(page, { title: 'Admin role revoked' });
  await expect(rowOf(page, email)).toHaveCount(0);
});

test('a role is granted by email, after the password of who logged in a while ago [MFA-06]', {
  tag: '@exhaustive',
}, async ({ page, stack, expectProblems }) => {
  const { email } = (await stack.createAccount(named('Greta Granted'))).family.profile;
  await page.goto(paths.adminAdmins);
  const form = page.getByRole('form', { name: 'Add an admin' });
  await form.getByLabel('Email').fill(email);
  expectProblems(httpError(403));
  const dialog = confirmDialog(page);
  await moveStackClock(stack, new Date(Date.now() + (limits.freshSignInSeconds + 60) * 1_000));
  await form.getByRole('button', { name: 'Grant Admin Role' }).click();
  await expect(dialog.getByRole('heading', { name: 'Please confirm that it is you' })).toBeVisible();
  await moveStackClock(stack, new Date());
  await dialog.getByLabel('Your Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, {
    title: 'Admin role granted',
    description: 'Greta Granted is an administrator now.',
  });
  await expect(rowOf(page, email)).toBeVisible();
});

test('resets the two-step login of another administrator [MFA-05]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack }) => {
  const colleague = await stack.createAccount(named('Rosa Reset'), { role: 'admin' });
  const { email } = colleague.family.profile;
  await stack.setUpSecondFactor(colleague);
  const { code } = await stack.setUpSecondFactor(admin);
  const row = rowOf(page, email);
  await expect(row.getByText('On', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Reset the two-step login of Rosa Reset' }).click();
  const dialog = confirmDialog(page);
  await expect(dialog.getByText('Rosa Reset is logged out everywhere')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Code from your authenticator app').fill(code());
  await dialog.getByRole('button', { name: 'Reset Two-Step Login' }).click();
  await expectToast(page, { title: 'Two-step login reset', description: 'You both get an email.' });
  await expect(row).toContainText('Not set up');
  expect(await stack.asksForCode(email)).toBe(false);
});
