import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { takePlace } from '#functions/booking/take-place';
import { accountKey } from '#functions/lib/dynamo/keys-of-people';
import { storeMark } from '#functions/registers/registers';
import {
  cellsOf,
  confirmDialog,
  downloadFile,
  expectColumns,
  rowOf,
} from '#infra/testing/browser/admin-screens';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, slotOf } from '#infra/testing/browser/classes';
import { addFamily, familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { sampleBooking, sampleFamily } from '#infra/testing/samples/samples';
import { type Account, type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { brand } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { addDays } from '#shared/lib/calendar';
import { formatDate, formatLongDate } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { markIdSchema } from '#shared/registers/register';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { mailedLink } from './testing/mails.ts';
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

test('the administrators are listed, a two-step login is reset, and a role revoked [ADM-53, PRM-12, API-22, ADM-54, NTF-05, MFA-05]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack }) => {
  const colleague = await stack.createAccount(named('Cora Colleague'), { role: 'admin' });
  await ageRoleChange(stack, colleague);
  await stack.setUpSecondFactor(colleague);
  const { code } = await stack.setUpSecondFactor(admin);
  const { email, phone_number } = colleague.family.profile;
  // The session of the browser ends with it, but its token goes on for some minutes.
  await page.goto(paths.adminAdmins);
  await expectColumns(page, 'Admins', 'Name, Email, Phone, Role, Joined, Two-step login, Actions');
  const row = rowOf(page, email);
  const joined = formatDate(businessToday);
  const cells = ['Cora Colleague', email, phone_number, 'Admin', joined, 'On', /Revoke/];
  await expect(cellsOf(row)).toHaveText(cells);
  // Never the own role.
  const own = rowOf(page, admin.family.profile.email);
  await expect(own.getByText('This is you')).toBeVisible();
  await expect(own.getByRole('button')).toHaveCount(0);

  await row.getByRole('button', { name: 'Reset the two-step login of Cora Colleague' }).click();
  const dialog = confirmDialog(page);
  await expect(dialog.getByText('Cora Colleague is logged out everywhere')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(testPassword);
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Code from your authenticator app').fill(code());
  await dialog.getByRole('button', { name: 'Reset Two-Step Login' }).click();
  await expectToast(page, { title: 'Two-step login reset', description: 'You both get an email.' });
  await expect(row).toContainText('Not set up');
  expect(await stack.asksForCode(email)).toBe(false);

  await row.getByRole('button', { name: 'Revoke' }).click();
  await expect(dialog).toContainText('Cora Colleague can no longer see or change classes');
  await dialog.getByRole('button', { name: 'Revoke Admin Role' }).click();
  await expectToast(page, { title: 'Admin role revoked' });
  await expect(row).toHaveCount(0);
});

test('the printed statement says how to pay [BHF-02, SCH-02]', async ({ page, stack }) => {
  const account = await addFamily(stack);
  const school = page.getByText(`${brand.name}, ${formatDate(businessToday)}`, { exact: true });
  const howToPay = page.getByText('How to pay');
  const print = async (instructions: string[]) => {
    await stack.setSettings({ instructions });
    await page.emulateMedia({ media: 'screen' });
    await page.goto(paths.adminParent(account.family.id));
    await expect(page.getByText('Last reminder')).toBeVisible();
    await expect(school).toBeHidden();
    await expect(howToPay).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(school).toBeVisible();
  };
  const lines = ['Bank transfer to Ballerz, sort code 00-00-00, account 00000000.', 'Cash at the pitch.'];
  await print(lines);
  await expect(howToPay).toBeHidden();
  await bookByApi(stack, account, await addClass(stack));
  await print(lines);
  await expect(page.getByText('$120.00 open')).toBeVisible();
  await expect(howToPay).toBeVisible();
  await expect(howToPay).toHaveText(`How to pay, with the reference: ${lines.join(' ')}`);
  await expect(page.getByRole('heading')).toHaveText([account.family.profile.full_name, 'Account']);
  for (const role of ['button', 'checkbox', 'table', 'textbox'] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
});

test('the office corrects a child’s name and birthday [BHF-02]', async ({ page, stack, expectProblems }) => {
  expectProblems(httpError(409));
  const { family } = await addFamily(stack);
  await page.goto(paths.adminParent(family.id));
  await page.getByRole('button', { name: 'Correct Amy Child' }).click();
  const form = page.getByRole('dialog', { name: 'Correct Amy Child' });
  await expect(form.getByLabel('Date of Birth')).toHaveValue(bornYearsAgo(6));
  await form.getByLabel('Child Name').fill('Zed Child');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByRole('alert')).toContainText('This family has a child called Zed Child already.');
  await form.getByLabel('Child Name').fill('Amelie Child');
  await form.getByLabel('Date of Birth').fill(bornYearsAgo(7));
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToast(page, { title: 'Child corrected' });
  await expect(rowOf(page, 'Amelie Child')).toContainText(formatDate(bornYearsAgo(7)));
  await expect(rowOf(page, 'Amelie Child')).toContainText('Peanut allergy');
});

test('the office lists the parents, sees a family with its bookings, changes name and phone, and deletes accounts [ADM-48, ADM-49, ADM-50, ADM-51, ADM-52, ADM-55, ADM-56, ADM-57, ADM-58, ADM-59, API-23, DAT-19, END-12, ERR-48, ERR-49, NTF-05, PRM-10]', async ({
  page,
  stack,
}) => {
  const account = await addFamily(stack);
  const other = await addFamily(stack, 'Gail Gone');
  const cls = await addClass(stack);
  await bookByApi(stack, account, cls);
  await bookByApi(stack, account, cls, { child: 1 });
  const { full_name, email, phone_number } = account.family.profile;
  await page.goto(paths.adminUsers);
  await expectColumns(page, 'Parents', 'Name, Email, Phone, Role, Bookings, Joined, Actions');
  const today = formatDate(businessToday);
  const cells = [full_name, email, phone_number, 'Parent', '2', today, /View Details/];
  const row = rowOf(page, email);
  await expect(cellsOf(row)).toHaveText(cells);
  await row.getByRole('link', { name: 'View Details' }).click();
  await expect(page.getByRole('heading', { name: full_name, level: 1 })).toBeVisible();
  await expect(page).toHaveURL(`/admin/parents/${account.family.id}`);
  const back = page.getByRole('link', { name: 'Back to Parents' });
  await back.click();
  await expect(page).toHaveURL('/admin/users');

  // Opened by its address: there is no list in the history to return to.
  await page.goto(paths.adminParent(account.family.id));
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  await expectColumns(
    page,
    'Children',
    'Name, Date of Birth, Age, Medical Conditions, Contacts, Photos, Confirmed, Book, Actions',
  );
  await page.getByRole('link', { name: 'Write Message' }).click();
  await expect(page.getByRole('form', { name: 'New message' })).toContainText(full_name);
  await page.goBack();
  const rowsOf = (table: string) =>
    page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
  const unanswered = ['None', 'No photos', 'Never', 'Book', 'Correct'];
  await expect(cellsOf(rowsOf('Children'))).toHaveText([
    ...['Amy Child', formatDate(bornYearsAgo(6)), '6', 'Peanut allergy', ...unanswered],
    ...['Zed Child', formatDate(bornYearsAgo(9)), '9', 'Nothing to know', ...unanswered],
  ]);
  await expectColumns(
    page,
    'Booking History',
    'Class Type, Venue, Time Slot, Child Name, Child Age, Amount, Booked On, Actions',
  );
  await expect(cellsOf(rowsOf('Booking History').filter({ hasText: 'Zed Child' }))).toHaveText([
    ...['Juniorballerz', cls.venue, '09:00-09:45', 'Zed Child', '9', '$120.00', today, 'Move'],
  ]);
  const form = page.getByRole('form', { name: 'Parent details' });
  const phone = form.getByLabel('Phone Number');
  await form.getByLabel('Full Name').fill('Renamed Person');
  await phone.fill('07700 900999');
  await expect(form.locator('input:not([readonly]), select, textarea')).toHaveCount(2);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Parent information updated successfully' });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Renamed Person', level: 1 })).toBeVisible();
  await expect(phone).toHaveValue('07700 900999');
  await back.click();
  await expect(page).toHaveURL('/admin/users');

  const question = confirmDialog(page);
  const remove = row.getByRole('button', { name: 'Delete' });
  await remove.click();
  for (const text of [
    '2 bookings go with it',
    'the details and 2 children with',
    'Balance: $240.00 open. Amounts stay in the books without the name for 6 years.',
  ])
    await expect(question).toContainText(text);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await remove.click();
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(row).toHaveCount(0);

  await page.goto(paths.adminParent(other.family.id));
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await question.getByRole('button', { name: 'Delete Account' }).click();
  await expectToast(page, { title: 'Parent account deleted successfully' });
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByText('0 parents', { exact: true })).toBeVisible();
});

test('the office gives a family its data, after its own password', async ({ page, stack }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const { id } = (await addFamily(stack, 'Zofia Kowalska')).family;
  await page.goto(paths.adminParent(id));
  const open = page.getByRole('button', { name: 'Download Their Data' });
  await open.click();
  const dialog = page.getByRole('alertdialog', { name: 'Download the data of Zofia Kowalska' });
  await expect(dialog.getByText('They can download it themselves, in their profile.')).toBeVisible();
  await dialog.getByLabel('Your Password').fill(testPassword);
  const file = await downloadFile(page, dialog.getByRole('button', { name: 'Download', exact: true }));
  expect(file.name).toMatch(/^ballerz-family-data-\d{4}-\d\d-\d\d\.json$/);
  const content = routes.downloadFamilyData.response.parse(JSON.parse(file.text));
  expect(content.children.map(({ name }) => name)).toEqual(['Zed Child', 'Amy Child']);
  await expect(dialog).toBeHidden();
});

test('a coach is made, assigned, named a cover, and removed [COA-01, COA-02]', async ({ page, stack }) => {
  const { family } = await stack.createAccount(sampleFamily({ children: [] }));
  const { full_name, email } = family.profile;
  const cls = await addClass(stack, { startsIn: 3, coach_name: full_name });
  await page.goto(paths.adminCoaches);
  await page.getByRole('form', { name: 'Add a Coach' }).getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Add Coach' }).click();
  await expectToast(page, { title: 'Coach added', description: `${full_name} is a coach now.` });
  await expect(rowOf(page, full_name)).toContainText(email);

  await page.goto(paths.adminClasses);
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  const dialog = page.getByRole('dialog');
  const coach = dialog.getByRole('checkbox', { name: full_name });
  for (const isChosen of [true, false, true]) await coach.setChecked(isChosen);
  await dialog.getByRole('button', { name: /^Save/ }).click();
  await expect(dialog).toBeHidden();

  await page.goto(paths.adminClass(cls.id));
  await page.getByRole('button', { name: 'Cover' }).first().click();
  const cover = page.getByRole('dialog');
  await cover.getByRole('checkbox', { name: full_name }).check();
  await cover.getByRole('button', { name: 'Save Cover' }).click();
  await expectToast(page, { title: 'Cover saved' });

  await page.goto(paths.adminCoaches);
  await page.getByRole('button', { name: `Remove ${full_name} as a coach` }).click();
  // The text that families read keeps the name.
  await expect(page.getByRole('alertdialog')).toContainText(
    `Families still read the name of ${full_name} in 1 class: `,
  );
  await page.getByRole('button', { name: 'Remove Coach' }).click();
  await expectToast(page, { title: 'Coach removed' });
  await expect(page.getByText('No account is a coach yet.')).toBeVisible();
});

test('checks that end are on the dashboard [COA-07]', { tag: '@exhaustive' }, async ({ page, stack }) => {
  const { family } = await stack.createAccount(sampleFamily({ children: [] }), { role: 'coach' });
  const { full_name } = family.profile;
  await addClass(stack, { startsIn: 3 });
  await page.goto(paths.adminCoaches);
  await expect(rowOf(page, full_name)).toContainText('Not entered');
  await page.getByRole('button', { name: `Checks of ${full_name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First aid valid until').fill(addDays(businessToday, 30));
  await dialog.getByLabel('First aid: what you saw').fill('Card 4711, original seen');
  await dialog.getByLabel('Background check valid until').fill(addDays(businessToday, -1));
  await dialog.getByLabel('Background check: what you saw').fill('Enhanced, original seen');
  await dialog.getByRole('button', { name: 'Save Checks' }).click();
  await expectToast(page, { title: 'Checks saved' });
  await expect(rowOf(page, full_name)).toContainText('Ends soon');
  await expect(rowOf(page, full_name)).toContainText('Ended');

  await page.goto(paths.admin);
  const coaching = page.getByRole('region', { name: 'To Do' });
  await expect(coaching.getByRole('listitem').filter({ hasText: full_name })).toHaveText([
    `${full_name}: background check ended on ${formatDate(addDays(businessToday, -1))}`,
    `${full_name}: first aid ends on ${formatDate(addDays(businessToday, 30))}`,
  ]);
});

test('a register is corrected [REG-02, REG-09]', { tag: '@exhaustive' }, async ({ page, admin, stack }) => {
  const cls = await addClass(stack, { startsIn: -7 });
  const { family } = await stack.createAccount(sampleFamily({ children: [{ name: 'Ben' }] }));
  const booking = sampleBooking(cls, family, { dates: [cls.start_date, businessToday] });
  await takePlace(stack.table, booking);
  const now = instantOf(new Date());
  await storeMark(
    stack.table,
    { ...booking, slot_id: slotOf(cls).id, date: cls.start_date },
    {
      ...{ id: markIdSchema.parse('mrk_0000000000000000'), attendance: 'absent', at: now, received_at: now },
      ...{ by: admin.family.profile.id, reason: null },
    },
  );
  await page.goto(paths.adminClass(cls.id));
  await page.getByRole('button', { name: 'Show registers' }).click();
  const past = page.getByRole('region', { name: 'Past registers' });
  await past.getByRole('group').last().locator('summary').click();
  await expect(past.getByRole('listitem').filter({ hasText: 'Ben' }).last()).toContainText('Absent');

  // A week later an administrator corrects it, with a reason.
  const correct = `Correct the register of ${formatLongDate(cls.start_date)}`;
  await past.getByRole('link', { name: correct }).press('Enter');
  const ben = page.getByRole('group', { name: 'Ben', exact: true });
  await expect(ben.getByRole('button', { name: 'Present' })).toBeDisabled();
  await page.getByLabel('Reason for a change after the next day').fill('Told on the phone');
  await ben.getByRole('button', { name: 'Present' }).click();
  await expect(page.getByRole('main').getByRole('status').first()).toHaveText('All sent');
  await page.goto(paths.adminClass(cls.id));
  await page.getByRole('button', { name: 'Show registers' }).click();
  await past.getByRole('group').last().locator('summary').click();
  const corrected = past.getByRole('listitem').filter({ hasText: 'Ben' }).last();
  await expect(corrected).toContainText('Ben: Present');
  await expect(corrected).toContainText('(Told on the phone)');
});

test('an invited coach sees /coach [COA-01]', { tag: '@exhaustive' }, async ({ page, stack, newPage }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(paths.adminCoaches);
  const form = page.getByRole('form', { name: 'Invite a Coach' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(page, { title: 'Invitation sent', description: `To ${email}.` });

  const phone = await newPage({ viewport: { width: 320, height: 640 } });
  await phone.goto(await mailedLink(stack, email, /\/coach-invitation#[\w.-]+/));
  await expect(phone.getByText(`invites ${email} to be a coach.`)).toBeVisible();
  await phone.getByLabel('Full Name').fill('Casey Coach');
  await phone.getByLabel('Phone Number').fill('07700 900123');
  await phone.getByLabel('Password').fill('football1');
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(new RegExp(`${paths.coach}$`));
  await expect(phone.getByText('You have no session in the next seven days.')).toBeVisible();
});

test('the office joins two families [FID-11]', { tag: '@exhaustive' }, async ({
  page,
  stack,
  admin,
  expectProblems,
}) => {
  expectProblems(httpError(400));
  await page.setViewportSize({ width: 375, height: 900 });
  // A family that signed up, and one that phoned later from the same number.
  const sample = familyOfTwo();
  const phone_number = '07700 900789';
  const profile = { ...sample.profile, full_name: 'Pat Novak', phone_number };
  const signedUp = (await stack.createAccount({ ...sample, profile })).family.id;
  const children = [{ name: 'Ola Novak', date_of_birth: '2018-05-04' }];
  const { body } = await stack.call({
    ...{ route: 'addFamily', token: admin.token, idempotencyKey: randomUUID() },
    body: { full_name: 'Zofia Novak', phone_number, email: '', children },
  });
  const { id } = routes.addFamily.response.parse(body);
  // The comparison follows the families' items on the stream.
  const toDo = async () => (await stack.call({ route: 'getDashboard', token: admin.token })).body;
  await expect.poll(async () => JSON.stringify(await toDo())).toContain(id);
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
