import {
  confirmDialog,
  countReceipts,
  downloadFile,
  recordPayment,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import type { Account } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

test('an admin records a payment, sees the receipt sent, and takes it back [PAY-05, PAY-06]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminParent(parent.family.id));
  await expect(page.getByText('$120.00 open', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Record Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await expect(dialog.getByRole('status')).toHaveText('Nothing was recorded yet.');
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('120.00');
  await dialog.getByLabel('Amount in dollars').fill('120');
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);
  const lines = page.getByRole('list', { name: 'Account' }).getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await lines.first().getByRole('button', { name: 'Take back' }).click();
  await expect(confirmDialog(page)).toBeVisible();
  await expectNoAxeInThemes(page, 'taking an entry back');
  await confirmDialog(page).getByRole('button', { name: 'Take Back' }).click();
  await expectToast(page, { title: 'Entry taken back' });
  await expect(page.getByText('$120.00 open', { exact: true })).toBeVisible();
  await expect(lines).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  await expectNoSideScroll(page);
});

test('an admin credits and refunds with a reason [PAY-05, PAY-11]', { tag: '@exhaustive' }, async ({
  page,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminParent(parent.family.id));
  await page.getByRole('button', { name: 'Credit or Waive' }).click();
  const allowance = page.getByRole('dialog', { name: 'Credit or Waive' });
  await allowance.getByLabel('Amount in dollars').fill('130');
  await allowance.getByLabel('Reason').fill('Rained off twice');
  await allowance.getByRole('button', { name: 'Record' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('$10.00 in credit', { exact: true })).toBeVisible();
  const lines = page.getByRole('list', { name: 'Account' }).getByRole('listitem');
  await expect(lines).toContainText([/CreditRained off twice/, 'Full program']);
  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Record Refund' });
  await refund.getByLabel('Amount in dollars').fill('10');
  await refund.getByLabel('Reason').fill('Paid out');
  await refund.getByRole('button', { name: 'Record Refund' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(page.getByText('Rained off twice', { exact: true })).toBeVisible();
});

test('an admin sees who owes what, exports it and reminds two families [PAY-07, PAY-08]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  const cls = await addClass(stack);
  const other = await addFamily(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, other, cls);
  await bookByApi(stack, other, cls, { child: 1, isTrial: true });
  await page.goto(paths.adminPayments);
  const main = page.getByRole('main');
  await expect(main.getByText('2 open balances', { exact: true })).toBeVisible();
  const rows = main.getByRole('table', { name: 'Open balances' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText('Fay Family');
  await expect(rows.first()).toContainText('$140.00');
  await expect(rows.first()).toContainText('0 days');
  const { text } = await downloadFile(page, main.getByRole('button', { name: 'Export CSV' }).first());
  expect(text).toContain('Fay Family');
  const dialog = page.getByRole('dialog', { name: 'Send Reminders?' });
  await page.getByRole('checkbox', { name: `Remind ${other.family.profile.full_name}` }).check();
  await main.getByRole('button', { name: 'Remind 1' }).click();
  await expect(dialog.getByText('One email will be sent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('checkbox', { name: `Remind ${parent.family.profile.full_name}` }).check();
  await main.getByRole('button', { name: 'Remind 2' }).click();
  await expect(dialog.getByText('2 emails will be sent, one to each family.')).toBeVisible();
  await expect(dialog.getByText('Payment reminder: $140.00')).toBeVisible();
  const email = dialog.getByRole('group', { name: 'Preview of the email' });
  await expect(email.getByRole('heading', { name: '$140.00 is open' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Send Reminders' }).click();
  await expectToast(page, { title: '2 reminders are being sent' });
  const remindersTo = async ({ family }: Account) =>
    (await stack.mails())
      .filter(({ to, subject }) => to.includes(family.profile.email) && subject.includes('reminder'))
      .map(({ subject }) => subject);
  await expect.poll(() => remindersTo(other)).toEqual(['Payment reminder: $140.00']);
  await expect.poll(() => remindersTo(parent)).toEqual(['Payment reminder: $120.00']);
});

test('bookings and roster say what is paid [PAY-10]', async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  const other = await addFamily(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, other, cls);
  await page.goto(paths.adminParent(parent.family.id));
  await recordPayment(page);
  for (const path of [paths.adminBookings, paths.adminClass(cls.id)]) {
    await page.goto(path);
    await expect(rowOf(page, 'Ana Parent').getByText('Paid', { exact: true })).toBeVisible();
    await expect(rowOf(page, 'Zed Child').getByText('Open', { exact: true })).toBeVisible();
  }
});
