import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '#functions/lib/dynamo/keys-of-people';
import { cellsOf, columnHeaders, confirmDialog, rowOf } from '#infra/testing/browser/admin-screens';
import { businessToday, moveStackClock } from '#infra/testing/browser/business-day';
import { expectToast, httpError } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { submitLogIn } from '#infra/testing/stack/log-in';
import { type Account, type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { formatDate } from '#shared/lib/format';
import { limits } from '#shared/limits';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
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

test('the administrators are listed; one is made by email, another one’s role is revoked after a confirmation [ADM-53, PRM-12, API-22, ADM-54, NTF-05]', {
  tag: '@exhaustive',
}, async ({ page, admin, parent, stack, newPage }) => {
  const colleague = await stack.createAccount(named('Cora Colleague'), { role: 'admin' });
  await page.goto(paths.adminAdmins);
  const { email, phone_number } = colleague.family.profile;
  await expect(rowOf(page, email)).toBeVisible();
  await expect(columnHeaders(page, 'Admins')).toHaveText([
    'Name',
    'Email',
    'Phone',
    'Role',
    'Joined',
    'Two-step login',
    'Actions',
  ]);
  await expect(cellsOf(rowOf(page, email))).toHaveText([
    'Cora Colleague',
    email,
    phone_number,
    'Admin',
    formatDate(businessToday),
    'Not set up',
    'Revoke',
  ]);
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(2);
  await expect(rowOf(page, parent.family.profile.email)).toHaveCount(0);

  await test.step('grants the admin role by email, which opens the admin area', async () => {
    const colleague = await stack.createAccount(named('Greta Granted'));
    const { email } = colleague.family.profile;
    await page.goto(paths.adminAdmins);
    const form = page.getByRole('form', { name: 'Add an admin' });
    await form.getByRole('button', { name: 'Grant Admin Role' }).click();
    await expect(form.getByText('Please enter your email', { exact: true })).toBeVisible();
    await form.getByLabel('Email').fill(` ${email.toUpperCase()} `);
    await form.getByRole('button', { name: 'Grant Admin Role' }).click();
    await expectToast(page, {
      title: 'Admin role granted',
      description: 'Greta Granted is an administrator now.',
    });
    await expect(rowOf(page, email)).toBeVisible();
    await expect(form.getByLabel('Email')).toHaveValue('');

    const other = await newPage();
    await other.goto(paths.login);
    await submitLogIn(other, email);
    await expect(other).toHaveURL('/admin');
    await expect(other.getByRole('heading', { name: 'Admin Dashboard', level: 1 })).toBeVisible();
  });

  await test.step('revokes the role of another administrator after a confirmation, and never the own role', async () => {
    const colleague = await stack.createAccount(named('Rita Revoked'), { role: 'admin' });
    await ageRoleChange(stack, colleague);
    const { email } = colleague.family.profile;
    await page.goto(paths.adminAdmins);
    const own = rowOf(page, admin.family.profile.email);
    await expect(own.getByText('This is you')).toBeVisible();
    await expect(own.getByRole('button')).toHaveCount(0);
    const revoke = rowOf(page, email).getByRole('button', { name: 'Revoke' });
    await revoke.click();
    await expect(
      confirmDialog(page).getByText('Rita Revoked can no longer see or change classes'),
    ).toBeVisible();
    await confirmDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, email)).toBeVisible();
    await revoke.click();
    await expectNoAxeInThemes(page, 'revoking a role');
    await confirmDialog(page).getByRole('button', { name: 'Revoke Admin Role' }).click();
    await expectToast(page, { title: 'Admin role revoked' });
    await expect(rowOf(page, email)).toHaveCount(0);
    await page.getByRole('link', { name: 'Parents', exact: true }).click();
    await expect(rowOf(page, email)).toBeVisible();
  });
});

test('the activity log, linked from two pages, names who changed what and when, newest first [PRC-20, PRC-21]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack }) => {
  const changed = await stack.createAccount(named('Laura Logged'));
  await stack.call({
    route: 'updateParent',
    token: admin.token,
    params: { parentId: changed.family.id },
    body: { full_name: 'Laura Renamed', phone_number: changed.family.profile.phone_number },
  });
  await page.goto(paths.adminAdmins);
  await page.getByRole('link', { name: 'Who changed what: the activity log' }).click();
  await expect(page.getByRole('heading', { name: 'Activity Log', level: 1 })).toBeVisible();
  const newest = page.locator('tbody').getByRole('row').first();
  for (const text of [admin.family.profile.full_name, 'Changed a parent: full name', 'Laura Renamed']) {
    await expect(newest).toContainText(text);
  }
  await expect(newest).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M/);
  await page.goto(paths.adminAdmins);
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  await expect(page).toHaveURL('/admin/activity');
});

test('asks who logged in a while ago for the password before a role is granted, and keeps what was typed [MFA-06]', {
  tag: '@exhaustive',
}, async ({ page, stack, expectProblems }) => {
  const { email } = (await stack.createAccount(named('Greta Granted'))).family.profile;
  await page.goto(paths.adminAdmins);
  const form = page.getByRole('form', { name: 'Add an admin' });
  await form.getByLabel('Email').fill(email);
  await moveStackClock(stack, new Date(Date.now() + (limits.freshSignInSeconds + 60) * 1_000));
  expectProblems(httpError(403), httpError(400));
  await form.getByRole('button', { name: 'Grant Admin Role' }).click();
  const dialog = confirmDialog(page);
  await expect(dialog.getByRole('heading', { name: 'Please confirm that it is you' })).toBeVisible();
  await moveStackClock(stack, new Date());
  await expectNoAxeInThemes(page, 'the password before a role is granted');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(form.getByLabel('Email')).toHaveValue(email);
  await form.getByRole('button', { name: 'Grant Admin Role' }).focus();

  await moveStackClock(stack, new Date(Date.now() + (limits.freshSignInSeconds + 60) * 1_000));
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your Password')).toBeVisible();
  await moveStackClock(stack, new Date());
  await dialog.getByLabel('Your Password').fill('wrong-password');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('This is not your password')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await expectToast(page, {
    title: 'Admin role granted',
    description: 'Greta Granted is an administrator now.',
  });
  await expect(rowOf(page, email)).toBeVisible();
});

test('resets the two-step login of another administrator after a confirmation, and never the own one [MFA-05]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack }) => {
  const colleague = await stack.createAccount(named('Rosa Reset'), { role: 'admin' });
  const { email } = colleague.family.profile;
  await stack.setUpSecondFactor(colleague);
  const { code } = await stack.setUpSecondFactor(admin);
  // The session of the browser ends with it, but its token goes on for some minutes.
  await page.goto(paths.adminAdmins);
  const own = rowOf(page, admin.family.profile.email);
  await expect(own.getByText('On', { exact: true })).toBeVisible();
  await expect(own.getByRole('button')).toHaveCount(0);
  const row = rowOf(page, email);
  await expect(row.getByText('On', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Reset the two-step login of Rosa Reset' }).click();
  const dialog = confirmDialog(page);
  await expect(dialog.getByText('Rosa Reset is logged out everywhere')).toBeVisible();
  await expectNoAxeInThemes(page, 'resetting a two-step login');
  await dialog.getByLabel('Your Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Code from your authenticator app').fill(code());
  await dialog.getByRole('button', { name: 'Reset Two-Step Login' }).click();
  await expectToast(page, { title: 'Two-step login reset', description: 'You both get an email.' });
  await expect(row).toContainText('Not set up');
  expect(await stack.asksForCode(email)).toBe(false);
});
