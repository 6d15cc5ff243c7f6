import { getFamilyLedger } from '#functions/data/ledger/family-ledger';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/axe.ts';
import { bookByApi } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { addClass } from './testing/classes.ts';
import { expectNoSideScroll } from './testing/layout.ts';
import { networkError } from './testing/page-problems.ts';
import { countReceipts } from './testing/payments.ts';
import { expect, test } from './testing/test.ts';
import { expectToast } from './testing/toasts.ts';

test('an admin imports the payments of a bank file, once, also after the network failed [BNK-01, BNK-02, BNK-03, PAY-06]', async ({
  page,
  signIn,
  expectProblems,
  stack,
  admin,
  parent,
}) => {
  expectProblems(networkError);
  await page.setViewportSize({ width: 375, height: 900 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const ledger = await getFamilyLedger(stack.table, parent.family.profile.id);
  const reference = ledger?.reference?.toLowerCase().replace('-', ' ') ?? '';
  const file = {
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Account;DE00 0000',
        '',
        'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung',
        `${businessToday};Jürgen;Football ${reference};100,00;USD`,
        `${businessToday};Somebody;No reference;1.234,56;USD`,
        `${businessToday};Pitch;Rent;-80,00;USD`,
        'Total;;;1.254,56;USD',
      ].join('\r\n'),
      'latin1',
    ),
  };
  await signIn(admin);
  await page.goto(paths.adminPayments);
  await page.getByRole('button', { name: 'Import Payments' }).click();
  const input = page.getByLabel('CSV file of your bank or payment provider');
  await input.setInputFiles({ ...file, buffer: Buffer.from('Dear school,\nwe have paid.') });
  await expect(page.getByText('No row with a date and an amount below a heading was found.')).toBeVisible();
  await input.setInputFiles(file);
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  const families = page.getByRole('list', { name: 'Payments of families' });
  await expect(families.getByRole('checkbox', { name: '$100.00 for' })).toBeChecked();
  await expect(families).toContainText('Jürgen');
  await expect(page.getByRole('list', { name: 'No family found' })).toContainText('$1,234.56, Somebody');
  const leftOut = page.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  await expect(leftOut).toContainText(['Money that went out', 'The date cannot be read']);
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'importing payments');
  const route = '**/api/admin/payments/bank-rows';
  await page.route(route, (request) => request.abort());
  await page.getByRole('button', { name: 'Record 1' }).click();
  await expect(page.getByText(/press again for the rest/)).toBeVisible();
  await page.unroute(route);
  await page.getByRole('button', { name: 'Record 1' }).click();
  await expectToast(page, { title: 'One payment recorded' });
  await expect(page.getByRole('list', { name: 'Recorded before' })).toContainText('$100.00');
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);
  await input.setInputFiles([]);
  await input.setInputFiles(file);
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await expect(page.getByRole('list', { name: 'Recorded before' })).toContainText('$100.00');
  await expect(families).toHaveCount(0);
  expect(Number((await getFamilyLedger(stack.table, parent.family.profile.id))?.received)).toBe(10_000);
});
