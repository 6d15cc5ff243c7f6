import { randomUUID } from 'node:crypto';
import { rowOf } from '#infra/testing/browser/admin-screens';
import { familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes, expectNoAxeViolations } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** The link of the invitation of an address. */
const invitationLink = async (stack: TestStack, email: string): Promise<string> => {
  const links = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => text.match(/\/family-invitation#[\w.-]+/) ?? []);
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? '';
};

test('a separated pair with two browsers of 375 px: invited, the same children, and the end of the access [ADT-01, ADT-02]', async ({
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
  await other.goto(await invitationLink(stack, email));
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

test(`the office takes a login off a family that is not this person's [FID-10, FID-07]`, async ({
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
  const dialog = office.getByRole('alertdialog', {
    name: `Take the login of ${full_name} off this family?`,
  });
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

  // The login works as before, without the family.
  const other = await newPage({ as: account, viewport });
  await other.goto(paths.parentProfile);
  await expect(other.getByRole('heading', { name: 'My Children' })).toBeVisible();
  await expect(other.getByRole('listitem').getByText(/\(age/)).toHaveCount(0);
});
