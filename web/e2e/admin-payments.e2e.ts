import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { familyLedgerKey } from '#functions/lib/dynamo/keys-of-people';
import {
  confirmDialog,
  countReceipts,
  downloadFile,
  recordPayment,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { addDays } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { formatDate } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

/** Lets the oldest open charge of a family be of some days ago. */
const ageOpenCharges = async ({ table }: TestStack, { family }: Account, days: number): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: familyLedgerKey(family.id),
      UpdateExpression: 'SET open_since = :since',
      ExpressionAttributeValues: { ':since': instantOf(new Date(Date.now() - days * dayMs)) },
    }),
  );
};

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
  await dialog.getByLabel('Amount in dollars').fill('120.005');
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expect(dialog.getByText('Use at most two decimals')).toBeVisible();
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

test('an admin credits, waives and refunds with a reason [PAY-05, PAY-11]', { tag: '@exhaustive' }, async ({
  page,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await page.goto(paths.adminParent(parent.family.id));
  await page.getByRole('button', { name: 'Credit or Waive' }).click();
  const allowance = page.getByRole('dialog', { name: 'Credit or Waive' });
  await allowance.getByLabel('Amount in dollars').fill('-5');
  await allowance.getByRole('button', { name: 'Record' }).click();
  await expect(allowance.getByText('Use an amount without a minus')).toBeVisible();
  await expect(allowance.getByText('Please enter a reason')).toBeVisible();
  await allowance.getByLabel('Amount in dollars').fill('130');
  await allowance.getByLabel('Reason').fill('Rained off twice');
  await allowance.getByRole('button', { name: 'Record' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('$10.00 in credit', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Credit or Waive' }).click();
  await allowance.getByLabel('Kind').selectOption('Waiver');
  await allowance.getByLabel('Amount in dollars').fill('5');
  await allowance.getByLabel('Reason').fill('Not worth asking for');
  await allowance.getByRole('button', { name: 'Record' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('$15.00 in credit', { exact: true })).toBeVisible();
  const lines = page.getByRole('list', { name: 'Account' }).getByRole('listitem');
  await expect(lines).toContainText([/WaiverNot worth asking for/, /CreditRained off twice/, 'Full program']);
  await page.getByRole('button', { name: 'Refund' }).click();
  const refund = page.getByRole('dialog', { name: 'Record Refund' });
  await refund.getByLabel('Amount in dollars').fill('15');
  await refund.getByLabel('Reason').fill('Paid out');
  await refund.getByRole('button', { name: 'Record Refund' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect(page.getByText('Rained off twice', { exact: true })).toBeVisible();
});

test('an admin records cash of an earlier day for one booking, without a receipt [PAY-03, PAY-05, PAY-06]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  await page.goto(paths.adminParent(parent.family.id));
  await page.getByRole('button', { name: 'Record Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record Payment' });
  await dialog.getByLabel('Amount in dollars').fill('120');
  await dialog.getByLabel('Date').fill(addDays(businessToday, -3));
  await dialog.getByLabel('How').selectOption('Cash');
  const bookings = dialog.getByLabel('Booking', { exact: true });
  const ofBen = bookings.getByRole('option').filter({ hasText: 'Ben Parent' });
  await bookings.selectOption(await ofBen.getAttribute('value'));
  await dialog.getByLabel('Reference (optional)').fill('In an envelope');
  await dialog.getByLabel('Send a receipt by email').uncheck();
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expectToast(page, { title: 'Entry recorded' });
  const lines = page.getByRole('list', { name: 'Account' }).getByRole('listitem');
  const paid = lines.filter({ hasText: 'Payment, cash' });
  for (const text of [formatDate(addDays(businessToday, -3)), 'In an envelope', '-$120.00'])
    await expect(paid).toContainText(text);
  await expect(lines.filter({ hasText: 'Ben Parent' })).toContainText('Paid');
  await expect(lines.filter({ hasText: 'Ana Parent' })).toContainText('Open');

  // A later payment with a receipt: had the first one got a receipt, there would be two.
  await recordPayment(page);
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);
});

test('an admin orders and searches the open balances, and sets a family to "do not remind" [PAY-07, PAY-08]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const cls = await addClass(stack);
  const other = await addFamily(stack);
  await bookByApi(stack, other, cls, { isTrial: true });
  await bookByApi(stack, parent, cls);
  await ageOpenCharges(stack, other, 3);
  await page.goto(paths.adminPayments);
  const main = page.getByRole('main');
  const rows = main.getByRole('table', { name: 'Open balances' }).locator('tbody').getByRole('row');
  await expect(rows).toContainText(['Pat Parent', 'Fay Family']);
  await main.getByLabel('Order').selectOption('Oldest first');
  await expect(rows).toContainText(['Fay Family', 'Pat Parent']);
  await expect(rows.first()).toContainText('3 days');
  await main.getByRole('searchbox').fill('fay');
  await expect(rows).toContainText(['Fay Family']);
  await expect(main.getByText('1 open balance', { exact: true })).toBeVisible();

  await page.goto(paths.adminParent(other.family.id));
  const box = page.getByLabel('Do not remind of payments');
  await box.click();
  await expect(box).toBeChecked();
  await page.goto(paths.adminPayments);
  await expect(rowOf(page, 'Fay Family')).toContainText('Do not remind');
  for (const name of ['Fay Family', 'Pat Parent'])
    await page.getByRole('checkbox', { name: `Remind ${name}` }).check();
  await main.getByRole('button', { name: 'Remind 2' }).click();
  await expect(page.getByRole('dialog').getByText('One email will be sent.', { exact: true })).toBeVisible();
});

test('a form names what another admin has recorded meanwhile', { tag: '@exhaustive' }, async ({
  page,
  newPage,
  stack,
  admin,
  parent,
}) => {
  await bookByApi(stack, parent, await addClass(stack));
  const path = paths.adminParent(parent.family.id);
  await page.goto(path);
  await page.getByRole('button', { name: 'Record Payment' }).click();
  const latest = page.getByRole('dialog', { name: 'Record Payment' }).getByRole('status');
  await expect(latest).toHaveText('Nothing was recorded yet.');
  const other = await newPage({ as: admin });
  await other.goto(path);
  await recordPayment(other);
  await expect(latest).toContainText('Recorded last: Payment, bank transfer, $120.00');
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
  await expect(main.getByRole('definition')).toHaveText([
    ...['$260.00', '$0.00', '$0.00'],
    ...['$260.00', '$0.00', '$0.00'],
  ]);
  await expect(main.getByText('2 open balances', { exact: true })).toBeVisible();
  const rows = main.getByRole('table', { name: 'Open balances' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toContainText('Fay Family');
  await expect(rows.first()).toContainText('$140.00');
  await expect(rows.first()).toContainText('0 days');
  const { text } = await downloadFile(page, main.getByRole('button', { name: 'Export CSV' }).first());
  expect(text).toContain('Fay Family');
  const ofEntries = main.getByRole('button', { name: 'Export CSV' }).nth(-2);
  const entries = await downloadFile(page, ofEntries);
  expect(entries.text.split('\r\n').filter((line) => line.includes('Full program'))).toHaveLength(2);
  const dialog = page.getByRole('dialog', { name: 'Send Reminders?' });
  // A dialog that closes slowly, as on a busy device, asks for nothing more: no family is chosen by then.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      '@keyframes close { to { opacity: 0.9 } } [role=dialog][data-state=closed] { animation: close 200ms }',
    );
    document.adoptedStyleSheets = [sheet];
  });
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
  await page.getByRole('checkbox', { name: 'Remind Fay Family' }).check();
  await main.getByRole('button', { name: 'Remind 1' }).click();
  await expect(dialog.getByText('0 emails will be sent, one to each family.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send Reminders' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expectNoSideScroll(page);
  // On phones the actions of a row are behind its button.
  await page.getByRole('button', { name: 'Details of Fay Family' }).click();
  await page.getByRole('link', { name: 'View the account of Fay Family' }).click();
  await expect(page.getByText('$140.00 open', { exact: true })).toBeVisible();
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
