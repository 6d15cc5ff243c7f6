import { getFamilyLedger } from '#functions/ledger/ledger';
import { countReceipts } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { expectNoSideScroll, expectToast, networkError } from '#infra/testing/browser/page';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

test('an admin imports the payments of a bank file, once, also after the network failed [BNK-01, BNK-02, BNK-03, DAY-06, PAY-06]', async ({
  page,
  expectProblems,
  stack,
  parent,
}) => {
  expectProblems(networkError);
  await page.setViewportSize({ width: 375, height: 900 });
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  const ledger = await getFamilyLedger(stack.table, parent.family.id);
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
  await page.goto(paths.adminPayments);
  await page.getByRole('button', { name: 'Import Payments' }).click();
  const input = page.getByLabel('File of your bank or payment provider');
  await input.setInputFiles(file);
  await expect(page.getByRole('list', { name: 'The first rows' }).getByRole('listitem')).toContainText([
    '$100.00, Jürgen, Football',
    '$1,234.56, Somebody, No reference',
    'Money that went out',
    'The date cannot be read',
  ]);
  await expect(page.getByLabel('Who paid')).toHaveCount(0);
  await page.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByLabel('Who paid')).toBeVisible();
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  const families = page.getByRole('list', { name: 'Payments of families' });
  await expect(families.getByRole('checkbox', { name: '$100.00 for' })).toBeChecked();
  await expect(families).toContainText('Jürgen');
  await expect(page.getByRole('list', { name: 'No family found' })).toContainText('$1,234.56, Somebody');
  const leftOut = page.getByRole('list', { name: 'Left out' }).getByRole('listitem');
  // The numbers of the rows are the file's own (IMP-05).
  await expect(leftOut).toContainText(['Row 6: Money that went out', 'Row 7: The date cannot be read']);
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'importing payments');
  // Recorded, and the answer is lost: the press that is repeated says what this screen recorded.
  await page.route(
    '**/api/admin/payments/bank-rows',
    async (request) => {
      await request.fetch();
      await request.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Record 1' }).click();
  await expect(page.getByText(/press again for the rest/)).toBeVisible();
  await page.getByRole('button', { name: 'Record 1' }).click();
  await expectToast(page, { title: 'One payment recorded' });
  await expect(page.getByRole('list', { name: 'Recorded', exact: true })).toContainText('$100.00');
  await expect(page.getByRole('list', { name: 'Recorded before' })).toHaveCount(0);
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);
  // What was not ticked waits.
  const waiting = page.getByRole('list', { name: 'Payments to assign' });
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await expect(waiting).toContainText('$1,234.56');
  await input.setInputFiles([]);
  await input.setInputFiles(file);
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await expect(page.getByRole('list', { name: 'Recorded before' })).toContainText('$100.00');
  await expect(families).toHaveCount(0);
  // What waits stands on the list of those to assign alone (BNK-02).
  await expect(
    page.getByText('1 payment of this file waits under “Payments to assign” below.'),
  ).toBeVisible();
  await expect(page.getByRole('list', { name: 'No family found' })).toHaveCount(0);
  expect(Number((await getFamilyLedger(stack.table, parent.family.id))?.received)).toBe(10_000);
});

/** A file with one row for each text. */
const fileOf = (rows: readonly (readonly [text: string, dollars: string])[]) => ({
  name: 'bank.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['Day,What,Dollars', ...rows.map(([text, dollars]) => `${businessToday},${text},${dollars}`)].join('\n'),
  ),
});

test('a waiting row is the same with other columns [BNK-04, BNK-05]', async ({ page, stack, parent }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await bookByApi(stack, parent, await addClass(stack));
  const { id } = parent.family;
  const { reference } = (await getFamilyLedger(stack.table, id)) ?? {};
  const [year = '', month = '', day = ''] = businessToday.split('-');
  // No heading, a date with the month first, and a state that is none: as a bank of the United States and no bank write it.
  const rows = [
    `"${month}/${day}/${year}","45.10","*","Posted","ZELLE FROM PAT ${reference}"`,
    `"${month}/${day}/${year}","45.11","*","Posted","ZELLE FROM PAT ${reference}"`,
    `"${month}/${day}/${year}","77.00","*","Pending","ZELLE FROM PAT ${reference}"`,
    `"${month}/${day}/${year}","€ 78.00","*","Posted","ZELLE FROM PAT ${reference}"`,
    // The order of day and month.
    '"10/13/2025","-80.00","*","Posted","FIELD"',
  ];
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) };
  await page.goto(paths.adminPayments);
  await page.getByRole('button', { name: 'Import Payments' }).click();
  const input = page.getByLabel('File of your bank or payment provider');
  await input.setInputFiles(file);
  await expect(page.getByText('This file has no heading. Please check what its columns are.')).toBeVisible();
  const text = page.getByRole('group', { name: 'Columns in which families write' }).getByLabel('Column 5');
  await expect(text).toBeChecked();
  await text.uncheck();
  await expect(page.getByText('No column with references is chosen.')).toBeVisible();
  await expectNoAxeInThemes(page, 'columns of a file without a heading');
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await expect(page.getByText(/Not recorded, although money may have come in/)).toContainText(
    '1 row (The status is “Pending”); 1 row (Another currency: €)',
  );
  await page.getByRole('button', { name: 'Keep 2 to Assign' }).click();
  await expectToast(page, { title: '2 payments wait to be assigned' });
  await text.check();
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  const families = page.getByRole('list', { name: 'Payments of families' });
  await expect(families.getByText(/It is on the list of payments to assign/)).toHaveCount(2);
  // A row that waits stands in one place.
  await expect(page.getByText(/\$45\.1\d on /)).toHaveCount(0);
  await expectNoSideScroll(page);
  await page.getByRole('button', { name: 'Record 2' }).click();
  await expectToast(page, { title: '2 payments recorded' });
  await expect(page.getByRole('button', { name: /^Assign \$45\.1/ })).toHaveCount(0);
  expect(Number((await getFamilyLedger(stack.table, id))?.received)).toBe(9_021);
});

test('payments without a family wait: one is assigned, one ignored [BNK-01, BNK-03]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await bookByApi(stack, parent, await addClass(stack));
  const {
    id,
    profile: { full_name },
  } = parent.family;
  const file = fileOf([
    ['For the football of our child', '31.07'],
    ['Rent of the hall', '80.08'],
  ]);
  await page.goto(paths.adminPayments);
  await page.getByRole('button', { name: 'Import Payments' }).click();
  const input = page.getByLabel('File of your bank or payment provider');
  await input.setInputFiles(file);
  await page.getByRole('button', { name: 'Change' }).click();
  const text = page.getByRole('group', { name: 'Columns in which families write' }).getByLabel('What');
  await text.check();
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await page.getByRole('button', { name: 'Keep 2 to Assign' }).click();
  await expectToast(page, { title: '2 payments wait to be assigned' });
  const waiting = page.getByRole('list', { name: 'Payments to assign' }).getByRole('listitem');
  await expect(waiting.filter({ hasText: /football|Rent/ })).toHaveCount(2);

  await page.getByRole('button', { name: 'Assign $31.07' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name, email or phone of the parent').fill(parent.family.profile.email);
  await dialog.getByRole('button', { name: full_name }).click();
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expectToast(page, { title: 'One payment recorded' });
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);

  await page.getByRole('button', { name: 'Ignore $80.08' }).click();
  await dialog.getByRole('button', { name: 'Ignore' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please enter a reason/);
  await dialog.getByLabel('Reason').fill('Rent');
  await dialog.getByRole('button', { name: 'Ignore' }).click();
  await expectToast(page, { title: 'The payment is off the list' });
  await expect(waiting.filter({ hasText: /football|Rent/ })).toHaveCount(0);

  expect(Number((await getFamilyLedger(stack.table, id))?.received)).toBe(3_107);
});

test('a payment with the references of two families is split [BNK-05]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent }) => {
  const { family: other } = await stack.createAccount();
  const ids = [parent.family.id, other.id];
  const references = await Promise.all(
    ids.map(async (id) => (await getFamilyLedger(stack.table, id))?.reference),
  );
  await page.goto(paths.adminPayments);
  await page.getByRole('button', { name: 'Import Payments' }).click();
  await page
    .getByLabel('File of your bank or payment provider')
    .setInputFiles(fileOf([[references.join(' or '), '30.00']]));
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('group', { name: 'Columns in which families write' }).getByLabel('What').check();
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await expect(page.getByRole('list', { name: 'References of several families' })).toContainText('$30.00');
  const dialog = page.getByRole('dialog');
  const split = async (amounts: readonly string[]) => {
    for (const [place, amount] of amounts.entries())
      await dialog.getByLabel(`${references[place]}, in dollars`).fill(amount);
    await dialog.getByRole('button', { name: 'Record Payments' }).click();
  };
  await page.getByRole('button', { name: /^Split .*\$30\.00/ }).click();
  await split(['10', '19.99']);
  await expect(dialog.getByText('These add up to $29.99. The payment is $30.00')).toBeVisible();
  await page.setViewportSize({ width: 375, height: 800 });
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'split');
  await split(['10', '20']);
  await expect(page.getByRole('list', { name: 'Recorded', exact: true })).toContainText('$30.00');
  const received = ids.map(async (id) => Number((await getFamilyLedger(stack.table, id))?.received));
  expect(await Promise.all(received)).toEqual([1_000, 2_000]);
});

test('a second reference of a family is saved [BNK-03]', { tag: '@exhaustive' }, async ({
  page,
  stack,
  parent,
}) => {
  await bookByApi(stack, parent, await addClass(stack));
  await page.goto(paths.adminParent(parent.family.id));
  await page.getByRole('button', { name: 'Add Second Reference' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Second reference');
  await field.fill('TFC');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(field).toHaveAccessibleDescription(/at least 6 letters and digits/);
  const reference = `WXYZ${parent.family.id.replace(/\D/g, '').slice(0, 8)}TFC`;
  await field.fill(reference);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, { title: 'Reference saved' });
  await expect(page.getByText(reference, { exact: true })).toBeVisible();
});
