import { writeXlsx } from 'hucre/xlsx';
import { getPeopleCounts } from '#functions/accounts/accounts';
import { getRegistration } from '#functions/accounts/registrations';
import { notePut } from '#functions/families/notes';
import { getFamilyLedger } from '#functions/ledger/ledger';
import { sendTransaction } from '#functions/lib/dynamo/writes';
import { newFamilyNoteId } from '#functions/lib/ids';
import { countReceipts } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi } from '#infra/testing/browser/classes';
import { expectNoSideScroll, expectToast, networkError } from '#infra/testing/browser/page';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, officeTest as test } from './testing/test.ts';

const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });
const textOf = (lines: readonly string[], encoding: 'latin1' | 'utf8' = 'latin1') =>
  csv('families.csv', Buffer.from(lines.join('\r\n'), encoding));

test('an admin brings the families of a file, sees what is refused, goes on after the network failed, and takes it back but for what was added [IMP-01, IMP-02, IMP-05, IMP-08, IMP-12, IMP-13]', async ({
  page,
  expectProblems,
  stack,
  parent,
}) => {
  expectProblems(networkError);
  await page.setViewportSize({ width: 375, height: 900 });
  await page.goto(paths.adminUsers);
  await page.getByRole('button', { name: 'Bring Your Families' }).click();
  const input = page.getByLabel('File with your families');

  const { profile: known, children } = parent.family;
  const [first = '', last = ''] = children[0]?.name.split(' ') ?? [];
  const born = children[0]?.date_of_birth.split('-').toReversed().join('/');
  await input.setInputFiles(
    textOf([
      'Parent;;;;Child;;;Club;;',
      'Name;Email;Phone;Second parent name;First name;Last name;Date of birth;Zorbax mail;Coach phone;Fax',
      `Jürgen Fox 375;fox375@example.com;07700 90010${375 % 10} (dad);Eva Fox;Zoë;Fox;03/04/2019;z@example.com;07700 900999`,
      `Jürgen Fox 375;fox375@example.com;;;Max;Fox;03/04/2019`,
      `Pat;${known.email};;Sam Second;New;Child;05/06/2018`,
      `Pat;${known.email};;Sam Second;${first};${last};${born}`,
      `Ana;ana375@example.com;;;Mia;Novak;7`,
      `Kim One 375;shared375@example.com;;;Bo;One;01/02/2018`,
      `L;shared375@example.com;0770090022${375 % 10};;Cy;Two;02/03/2018`,
      `${known.full_name};zed375@example.com;;;Ida;Other;04/05/2018`,
    ]),
  );
  const rows = page.getByRole('list', { name: 'The first rows' }).getByRole('listitem');
  await expect(rows).toHaveCount(5);
  await expect(rows.first()).toContainText(
    `Parent: name “Jürgen Fox 375”, Parent: email “fox375@example.com”`,
  );
  await expect(rows.first()).toContainText('Child: first name “Zoë”');
  await expect(page.getByText('Empty, and not imported: “Club Fax”.')).toBeVisible();
  const order = page.getByText('Please choose whether the day or the month comes first in the dates.');
  await expect(order).toBeVisible();
  await expect(page.getByLabel('Child First name')).toHaveValue('child1.first');
  const before = await getPeopleCounts(stack.table);
  // Nothing of weight is left out without a tick, and a doubt leads to its column: by keyboard.
  const look = page.getByRole('button', { name: 'Look at the Rows' });
  await expect(look).toBeDisabled();
  for (const column of ['Club Zorbax mail', 'Club Coach phone']) {
    const tick = page.getByRole('checkbox', { name: `Leave out “${column}”, 1 cell` });
    await tick.focus();
    await tick.press('Space');
    await expect(tick).toBeChecked();
  }
  await expect(look).toBeDisabled();
  await page.getByLabel('Dates like 03/04/2019').selectOption('day-first');
  await expect(order).toHaveCount(0);
  await look.click();
  const shared = page.getByRole('list', { name: 'Rows: same family or another?' });
  await expect(shared).toContainText(`Row 8: Kim One 375, shared375@example.com: Bo One (Feb 1, 2018)`);
  await expect(shared).toContainText(`Row 9: L, `);
  await expect(page.getByText(/, 1 row refused, .*2 rows with a question$/)).toBeVisible();
  await shared.getByRole('button', { name: /^Another Family/ }).click();
  await expect(shared).toHaveCount(0);
  await expect(
    page.getByText('3 new, 1 with changes, 0 the same, 1 row refused, 1 to be asked about'),
  ).toBeVisible();
  const asked = page.getByRole('list', { name: 'Same family or another?', exact: true });
  await expect(asked).toContainText(`In the file: ${known.full_name}, zed375@example.com: Ida Other`);
  await expect(asked).toContainText(`Stored: ${known.full_name}, ${known.email}`);
  await asked.getByRole('button', { name: /^Another Family/ }).click();
  await expect(asked).toHaveCount(0);
  await expect(page.getByText('4 new, 1 with changes, 0 the same, 1 row refused')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Different in the file, and not changed' })).toContainText(
    `Name Pat, stored is ${known.full_name}`,
  );
  const news = page.getByRole('list', { name: 'New families' });
  await expect(news).toContainText('Zoë Fox (Apr 3, 2019) and Max Fox (Apr 3, 2019)');
  await expect(page.getByRole('list', { name: 'Changes' })).toContainText('New child: New Child');
  await expect(page.getByText(/second parents are imported with new children alone/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Refused rows' })).toContainText(
    '“7” is an age or a grade. Please use the date of birth',
  );
  expect(await getPeopleCounts(stack.table)).toEqual(before);
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'bringing families');

  // The network is gone, and back: nothing is pressed.
  const route = '**/api/admin/families/imports';
  await page.route(route, (request) => request.abort());
  await page.getByRole('button', { name: 'Import 5 Families' }).click();
  await expect(page.getByText(/It goes on as soon as the network is back/)).toBeVisible();
  await page.unroute(route);
  await expectToast(page, { title: '5 families imported' });
  await expect(page.getByText('Nobody was mailed.')).toBeVisible();
  const brought = page.getByRole('list', { name: 'Brought' });
  await expect(brought).toContainText('6 children, none with a health note');
  await expect(brought).toContainText('1 note for the office');
  const left = page.getByRole('list', { name: 'Left out' });
  await expect(left).toContainText('1 refused row');
  await expect(left).toContainText('“Club Coach phone” (1 cell)');
  await expect(left).toContainText('second parents of 1 family that is stored already');
  expect(await getPeopleCounts(stack.table)).toMatchObject({ families: before.families + 4 });

  // What the office added meanwhile stays, with the reason.
  const registration = await getRegistration(stack.table, `zed375@example.com`);
  if (registration?.holder !== 'family') throw new Error('The imported family is expected');
  const note = {
    id: newFamilyNoteId(new Date()),
    at: instantOf(new Date()),
    text: 'Calls late',
    corrects: null,
  };
  await sendTransaction(stack.table, [
    notePut(stack.table, registration.familyId, { ...note, by: parent.family.profile.id }),
  ]);
  await page.getByRole('button', { name: 'Take the Import Back' }).first().click();
  // A question comes first, with the number of families.
  await expect(page.getByRole('alertdialog')).toContainText(/\d+ famil(?:y|ies) of families\.csv/);
  await page.getByRole('button', { name: 'Take It Back' }).click();
  await expectToast(page, { title: '4 families taken back' });
  await expect(page.getByRole('list', { name: 'Not taken back' })).toContainText(
    `${known.full_name} stays: it has a note`,
  );
  expect(await getPeopleCounts(stack.table)).toEqual({ ...before, families: before.families + 1 });
});

test('an admin brings a workbook, and chooses its sheet [IMP-04, IMP-14]', { tag: '@exhaustive' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 900 });
  const readers: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('workbook')) readers.push(request.url());
  });
  await page.goto(paths.adminUsers);
  await page.getByRole('button', { name: 'Bring Your Families' }).click();
  const input = page.getByLabel('File with your families');
  await input.setInputFiles(
    textOf(['Parent,Email,Child,Date of birth', 'Ana,ana@example.com,Mia,2018-04-03']),
  );
  await expect(page.getByRole('button', { name: 'Look at the Rows' })).toBeEnabled();
  expect(readers).toEqual([]);

  const heading = ['Parent name', 'Email', 'Phone', 'Child name', 'Date of birth', 'Allergies'];
  const born = new Date('2018-04-03');
  const bytes = await writeXlsx({
    sheets: [
      { name: 'About', rows: [['Exported for the school']] },
      {
        name: 'This year',
        rows: [
          ['Families'],
          ['Exported', new Date('2026-11-28')],
          [],
          heading,
          ['Work Book', 'workbook@example.com', 447_700_900_301, 'Wanda Book', born, 'none'],
          ['No Birthday', 'none@example.com', '', 'Nora', null],
        ],
      },
      { name: 'Last year', rows: [['Pat', 'pat@example.com', '', 'Old', born]] },
      { name: 'Lists', rows: [['a']], hidden: true },
    ],
  });
  await input.setInputFiles({ name: 'families.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) });
  const sheet = page.getByLabel('Sheet of the workbook');
  await expect(sheet.getByRole('option', { selected: true })).toHaveText('This year');
  expect(readers).toHaveLength(1);
  await expect(page.getByLabel('Heading of the columns')).toHaveValue('4');
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'choosing a sheet');

  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await expect(page.getByText(/^1 new, .*1 row refused/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Refused rows' })).toContainText(
    'Row 6: No date of birth of Nora',
  );
  await expect(page.getByRole('button', { name: 'Import 1 Family' })).toBeEnabled();
});

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
        `${businessToday};Hall;Deposit back;80,08;USD`,
        `${businessToday};Pitch;Rent;-80,00;USD`,
        'Total;;;1.334,64;USD',
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
    '$80.08, Hall, Deposit back',
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
  await expect(leftOut).toContainText(['Row 7: Money that went out', 'Row 8: The date cannot be read']);
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
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  await expect(waiting).toContainText('$1,234.56');
  await page.getByRole('button', { name: 'Ignore $80.08' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ignore' }).click();
  await expect(dialog.getByLabel('Reason')).toHaveAccessibleDescription(/Please enter a reason/);
  await dialog.getByLabel('Reason').fill('Rent');
  await dialog.getByRole('button', { name: 'Ignore' }).click();
  await expectToast(page, { title: 'The payment is off the list' });
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
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

  await page.getByRole('button', { name: 'Assign $1,234.56' }).click();
  await dialog.getByLabel('Name, email or phone of the parent').fill(parent.family.profile.email);
  await dialog.getByRole('button', { name: parent.family.profile.full_name }).click();
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await expectToast(page, { title: 'One payment recorded' });
  expect(Number((await getFamilyLedger(stack.table, parent.family.id))?.received)).toBe(133_456);
});
