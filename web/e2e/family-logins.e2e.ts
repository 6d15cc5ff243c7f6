import { randomUUID } from 'node:crypto';
import { rowOf } from '#infra/testing/browser/admin-screens';
import { familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { brand } from '#shared/brand';
import { routes } from '#shared/contract/routes';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes, expectNoAxeViolations } from './testing/accessibility.ts';
import { mailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

const linksTo = async (stack: TestStack, email: string): Promise<string[]> =>
  (await stack.mails())
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => /\/family-invitation#[\w.-]+/.exec(text)?.[0] ?? 'another email');

test('each family of a file gets one email after "Invite", and confirms what the file says [IMP-03, FID-09]', {
  tag: '@exhaustive',
}, async ({ page, newPage, signIn, stack, admin, expectProblems }) => {
  const viewport = { width: 375, height: 900 };
  await page.setViewportSize(viewport);
  const addresses = ['ana', 'eva'].map((name) => `${name}375@example.com`);
  const [ana = '', eva = ''] = addresses;
  await signIn(admin);
  await page.goto(paths.adminUsers);
  await page.getByRole('button', { name: 'Bring Your Families' }).click();
  await page.getByLabel('File with your families').setInputFiles({
    name: 'families.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Parent name,Email,Phone,Second parent name,Second parent email,Child name,Date of birth,Medical notes,Emergency contact name,Emergency contact phone',
        `Ana Novak,${ana},07700 900101,Ben Novak,ben375@example.com,Mia Novak,2018-04-23,Asthma,Ruth Novak,07700 900301`,
        `Ana Novak,${ana},,,,Tom Novak,2019-05-06,No known allergies,,`,
        `Eva Fox,${eva},07700 900102,,,Max Fox,2017-05-24,,,`,
      ].join('\n'),
    ),
  });
  await page.getByRole('button', { name: 'Look at the Rows' }).click();
  await page.getByRole('button', { name: 'Import 2 Families' }).click();
  await expectToast(page, { title: '2 families imported' });
  expect(await Promise.all(addresses.map((email) => linksTo(stack, email)))).toEqual([[], []]);

  await page.getByRole('button', { name: 'Invite the Families' }).click();
  await expectToast(page, { title: '2 families invited. The emails go out one after the other' });
  const link = /^\/family-invitation/;
  for (const email of addresses)
    await expect.poll(() => linksTo(stack, email)).toEqual([expect.stringMatching(link)]);

  const parent = await newPage({ viewport });
  const [invitation = ''] = await linksTo(stack, ana);
  await parent.goto(invitation);
  await expect(parent.getByText(`${brand.name} invites ${ana} to a login for your family`)).toBeVisible();
  await expectNoSideScroll(parent);
  await expectNoAxeInThemes(parent, 'the question of an invitation');
  // Nothing of the family is on the page before one of its children is named by the date of birth.
  const born = parent.getByLabel('Date of Birth of One of Your Children');
  await expect(parent.getByText(/Novak|Mia/)).toHaveCount(0);
  await born.press('Enter');
  await expect(born).toHaveAccessibleDescription('Please enter a date of birth');
  expectProblems(httpError(403));
  await born.fill('2018-04-24');
  await born.press('Enter');
  await expect(born).toHaveAccessibleDescription(/You can try it 4 more times, then the link ends/);
  await expect(born).toBeFocused();
  await born.fill('2018-04-23');
  await born.press('Enter');
  await expect(parent.getByText('Mia Novak (born Apr 23, 2018)')).toBeFocused();
  await expect(parent.getByLabel('Full Name')).toHaveValue('Ana Novak');
  await parent.getByLabel('Password', { exact: true }).fill(testPassword);
  await parent.getByRole('button', { name: 'Accept' }).click();
  await expectToast(parent, { title: 'Your login is ready' });
  await expect(parent).toHaveURL(paths.parentProfile);
  const section = parent.getByRole('region', { name: 'Is This Right?' });
  await expect(section).toContainText('Mia Novak, born Apr 23, 2018');
  await expect(section).toContainText(`Second adult: Ben Novak, ben375@example.com`);
  await expectNoSideScroll(parent);
  await expectNoAxeInThemes(parent, 'what a file says of a child');
  await parent.goto(paths.parent);
  await parent.getByRole('link', { name: 'Check them now' }).click();

  // What says that there is nothing is the answer that is proposed (IMP-09).
  const tom = section.getByRole('form', { name: 'What the school knows of Tom Novak' });
  await expect(tom.getByRole('checkbox', { name: /Nothing to know/ })).toBeChecked();
  await tom.getByRole('button', { name: 'Confirm for Tom Novak' }).press('Enter');
  await expectToast(parent, { title: 'Answer for Tom Novak saved' });

  const form = section.getByRole('form', { name: 'What the school knows of Mia Novak' });
  await form.getByLabel('Medical Conditions').fill('Asthma, spray in the bag');
  const confirm = form.getByRole('button', { name: 'Confirm for Mia Novak' });
  await confirm.press('Enter');
  await expect(form.getByLabel('Relation')).toBeFocused();
  await form.getByLabel('Relation').fill('Grandmother');
  await confirm.press('Enter');
  // The form that had the focus is gone.
  await expect(section.getByRole('heading', { name: 'Is This Right?' })).toBeFocused();
  await expectToast(parent, { title: 'Answer for Mia Novak saved' });
  await expect(section).toContainText('Nothing is left to check');
  await expect(parent.getByRole('list', { name: 'Contacts of Mia Novak' })).toContainText('Ruth Novak');
});

test('5 wrong answers end it [FID-09, FID-13, IMP-11]', async ({ newPage, stack, admin, expectProblems }) => {
  const viewport = { width: 375, height: 900 };
  const email = `zofia375@example.com`;
  const added = await stack.call({
    route: 'addFamily',
    token: admin.token,
    idempotencyKey: randomUUID(),
    body: { full_name: 'Zofia Kowalska', phone_number: '07700 900456', email, children: [] },
  });
  const { id } = routes.addFamily.response.parse(added.body);
  const office = await newPage({ as: admin, viewport });
  await office.goto(paths.adminParent(id));
  const invite = async (button: string): Promise<string> => {
    const before = await linksTo(stack, email);
    const fresh = async () => (await linksTo(stack, email)).filter((link) => !before.includes(link));
    await office.getByRole('button', { name: button }).click();
    await office.getByRole('dialog').getByRole('button', { name: 'Send Invitation' }).click();
    await expectToast(office, { title: 'The invitation is on its way' });
    await expect.poll(fresh).toHaveLength(1);
    return (await fresh())[0] ?? '';
  };
  const parent = await newPage({ viewport });
  await parent.goto(await invite('Invite the Family'));
  const phone = parent.getByLabel('Phone Number of Your Family');
  expectProblems(httpError(403), httpError(404));
  for (const left of ['4 more times', '3 more times', '2 more times', '1 more time']) {
    await phone.fill('07700 900999');
    await phone.press('Enter');
    await expect(phone).toHaveAccessibleDescription(new RegExp(`You can try it ${left},`));
  }
  await expect(parent.getByText(/Zofia|Kowalska/)).toHaveCount(0);
  await phone.press('Enter');
  await expect(parent.getByRole('main').getByText(/ended after wrong answers/)).toBeVisible();
  await expect(phone).toHaveCount(0);
  await office.goto(paths.admin);
  const task = office.getByRole('list', { name: 'To Do' }).getByText(/^Wrong answers ended the invitation/);
  await task.getByRole('link', { name: 'Zofia Kowalska' }).click();
  await expect(office).toHaveURL(paths.adminParent(id));

  await parent.goto(await invite('Invite the Family'));
  await phone.fill('07700 900456');
  await phone.press('Enter');
  const known = parent.getByText(`knows ${email} as the address of Zofia Kowalska, with no children yet`);
  await expect(known).toBeFocused();
  await expect(known).toContainText('add your children next');
  await parent.getByLabel('Full Name').fill('Zofia Kowalska-Fox');
  await parent.getByLabel('Password', { exact: true }).fill(testPassword);
  await parent.getByRole('button', { name: 'Accept' }).click();
  await expectToast(parent, { title: 'Your login is ready' });
  await expect(parent.getByText('No children yet. Add the first one')).toBeVisible();
});

test('a separated pair sees the same, until access ends [ADT-01, ADT-02]', { tag: '@exhaustive' }, async ({
  newPage,
  stack,
}) => {
  const viewport = { width: 375, height: 800 };
  const account = await stack.createAccount(familyOfTwo());
  const email = `${randomUUID()}@example.com`;
  const holder = await newPage({ as: account, viewport });
  await holder.goto(paths.parentProfile);
  const adults = holder.getByRole('region', { name: 'Adults' });
  const form = adults.getByRole('form', { name: 'Invite a second adult' });
  await expect(holder.getByLabel('Your Password')).toHaveCount(0);
  await adults.getByRole('button', { name: 'Invite a second adult' }).click();
  await expect(form).toContainText('A second adult has a login of their own');
  await expect(form.getByLabel('Their Email')).toBeFocused();
  await form.getByLabel('Their Email').fill(email);
  await form.getByLabel('Your Password').fill(testPassword);
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(holder, { title: 'Invitation sent' });
  await expect(adults).toContainText(`${email} is invited`);
  await expectNoSideScroll(holder);

  const other = await newPage({ viewport });
  await other.goto(await mailedLink(stack, email, /\/family-invitation#[\w.-]+/));
  await expect(other.getByText(`${account.family.profile.full_name} invites ${email}`)).toBeVisible();
  await expectNoAxeViolations(other, 'invitation of a second adult');
  await expectNoSideScroll(other);
  await other.getByLabel('Full Name').fill('Alex Other');
  await other.getByLabel('Phone Number').fill('07700 900456');
  await other.getByLabel('Password', { exact: true }).fill(testPassword);
  await other.getByRole('button', { name: 'Accept' }).click();
  await expectToast(other, { title: 'You see the same family now' });
  await other.goto(paths.parentProfile);
  const names = other.getByRole('listitem').getByText(/\(age/);
  await expect(names).toHaveText(['Ana Parent (age 9)', 'Ben Parent (age 7)']);
  await expect(other.getByRole('region', { name: 'Adults' })).toContainText('Alex Other, second adult (you)');
  await expect(other.getByRole('button', { name: 'Leave Family' })).toBeVisible();
  await other.getByRole('button', { name: 'Delete my account' }).click();
  const deletion = other.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(deletion).toContainText('The children and the bookings stay with the other adult');
  await expect(deletion).not.toContainText(/Looking up|Amounts stay/);

  await holder.reload();
  await expect(adults).toContainText('Alex Other, second adult');
  await adults.getByRole('button', { name: 'Send those about money to Alex Other' }).click();
  await expect(adults).toContainText('Those about money go to Alex Other');
  await expectNoAxeViolations(holder, 'profile with two adults');
  await adults.getByRole('button', { name: 'End Access' }).click();
  const ending = holder.getByRole('alertdialog', { name: 'End the access of Alex Other?' });
  await expect(ending).toContainText('The calendar links of Alex Other');
  await expect(ending).toContainText('yours stay');
  await ending.getByRole('button', { name: 'End Access' }).click();
  await expectToast(holder, { title: 'Access ended' });
  await expect(adults).not.toContainText('Alex Other');

  await other.goto(paths.parentProfile);
  await expect(other.getByRole('heading', { name: 'My Children' })).toBeVisible();
  await expect(names).toHaveCount(0);
});

test(`the office takes a login off a wrong family [FID-10, FID-07]`, { tag: '@exhaustive' }, async ({
  newPage,
  stack,
  admin,
}) => {
  const viewport = { width: 375, height: 800 };
  const account = await stack.createAccount(familyOfTwo());
  const { email, full_name } = account.family.profile;
  const office = await newPage({ as: admin, viewport });
  await office.goto(paths.adminParent(account.family.id));
  const adults = office.getByRole('list', { name: 'Adults' });
  await expect(adults.getByRole('listitem')).toContainText(`${full_name}, holder: ${email}`);
  await expectNoSideScroll(office);
  await expectNoAxeInThemes(office, 'a family with a login');
  await adults.getByRole('button', { name: `Not this person: ${full_name}` }).press('Enter');
  const dialog = office.getByRole('alertdialog', { name: `Take the login of ${full_name} off this family?` });
  await expect(dialog).toContainText(`The login of ${full_name}, ${email}, stays, without this family.`);
  await expect(dialog).toContainText('The family keeps everything, and you can invite it again.');
  await expectNoSideScroll(office);
  await expectNoAxeInThemes(office, 'taking a login off a family');
  const password = dialog.getByLabel('Your Password');
  await password.fill(testPassword);
  await password.press('Enter');
  await expect(office.getByRole('heading', { name: 'Adults' })).toBeFocused();
  await expectToast(office, { title: 'The login is off this family' });
  await expect(adults.getByRole('listitem')).toHaveCount(0);
  await expect(office.getByText('Nobody of this family has a login.')).toBeVisible();
  await expect(office.getByText(`Not this person: ${full_name}, ${email}, who saw the family`)).toBeVisible();
  await expect(office.getByRole('button', { name: 'Invite the Family' })).toBeVisible();
  for (const name of ['Ana Parent', 'Ben Parent']) await expect(rowOf(office, name)).toBeVisible();
  await office.goto(paths.admin);
  const task = office.getByRole('list', { name: 'To Do' }).getByText(/^Nobody has a login any more/);
  await task.getByRole('link').click();
  await expect(office).toHaveURL(paths.adminParent(account.family.id));
});
