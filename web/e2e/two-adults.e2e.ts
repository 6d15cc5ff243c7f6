import { randomUUID } from 'node:crypto';
import { familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { type TestStack, testPassword } from '#infra/testing/stack/test-stack';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
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

for (const width of [375, 1280]) {
  test(`a separated pair with two browsers of ${width} px: invited, the same children, and the end of the access [ADT-01, ADT-02]`, async ({
    newPage,
    stack,
  }) => {
    const viewport = { width, height: 800 };
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
    await expect(other.getByRole('region', { name: 'Adults' })).toContainText(
      'Alex Other, second adult (you)',
    );
    await expect(other.getByRole('button', { name: 'Leave Family' })).toBeVisible();

    await holder.reload();
    await expect(adults).toContainText('Alex Other, second adult');
    await adults.getByRole('button', { name: 'Send those about money to Alex Other' }).click();
    await expect(adults).toContainText('Those about money go to Alex Other');
    await expectNoAxeViolations(holder, 'profile with two adults');
    await adults.getByRole('button', { name: 'End Access' }).click();
    await holder.getByRole('alertdialog').getByRole('button', { name: 'End Access' }).click();
    await expectToast(holder, { title: 'Access ended' });
    await expect(adults).not.toContainText('Alex Other');

    await other.goto(paths.parentProfile);
    await expect(other.getByRole('heading', { name: 'My Children' })).toBeVisible();
    await expect(names).toHaveCount(0);
  });
}
