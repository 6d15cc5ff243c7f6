import { randomUUID } from 'node:crypto';
import { takePlace } from '#functions/booking/take-place';
import { storeMark } from '#functions/registers/registers';
import { rowOf } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import { at, sampleBooking, sampleFamily } from '#infra/testing/samples/samples';
import type { TestStack } from '#infra/testing/stack/test-stack';
import { addDays } from '#shared/lib/calendar';
import { formatDate, formatLongDate } from '#shared/lib/format';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { markIdSchema } from '#shared/registers/register';
import { expect, officeTest as test } from './testing/test.ts';

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
  await dialog.getByRole('checkbox', { name: full_name }).check();
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

test('checks of a coach that end are on the dashboard [COA-07]', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  const { family } = await stack.createAccount(sampleFamily({ children: [] }), { role: 'coach' });
  const { full_name } = family.profile;
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

test('the office sees past registers, and corrects one [REG-02, REG-09]', {
  tag: '@exhaustive',
}, async ({ page, admin, stack }) => {
  const cls = await addClass(stack, { startsIn: -7 });
  const slot = slotOf(cls);
  const dates = [cls.start_date, businessToday];
  const families = await Promise.all(
    ['Ana', 'Ben'].map(async (name) => {
      const { family } = await stack.createAccount(sampleFamily({ children: [{ name }] }));
      await takePlace(stack.table, sampleBooking(cls, family, { dates }));
      return family;
    }),
  );
  const { id: parent_id, children } = at(families, 1);
  for (const [index, date] of dates.entries()) {
    const now = instantOf(new Date());
    const id = markIdSchema.parse(`mrk_${String(index).padStart(16, '0')}`);
    await storeMark(
      stack.table,
      { slot_id: slot.id, date, parent_id, child_id: at(children, 0).id },
      { id, attendance: 'absent', at: now, received_at: now, by: admin.family.profile.id, reason: null },
    );
  }
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

/** The link of the latest invitation of an address. */
const invitationLink = async (stack: TestStack, email: string): Promise<string> => {
  const links = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(email))
      .flatMap(({ text }) => text.match(/\/coach-invitation#[\w.-]+/) ?? []);
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? '';
};

test('an invited coach opens the link in another browser, sets name, phone and password, and sees /coach [COA-01]', {
  tag: '@exhaustive',
}, async ({ page, stack, newPage }) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto(paths.adminCoaches);
  const form = page.getByRole('form', { name: 'Invite a Coach' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button', { name: 'Send Invitation' }).click();
  await expectToast(page, { title: 'Invitation sent', description: `To ${email}.` });

  const phone = await newPage({ viewport: { width: 320, height: 640 } });
  await phone.goto(await invitationLink(stack, email));
  await expect(phone.getByText(`invites ${email} to be a coach.`)).toBeVisible();
  await phone.getByLabel('Full Name').fill('Casey Coach');
  await phone.getByLabel('Phone Number').fill('07700 900123');
  await phone.getByLabel('Password').fill('football1');
  await phone.keyboard.press('Enter');
  await expect(phone).toHaveURL(new RegExp(`${paths.coach}$`));
  await expect(phone.getByText('You have no session in the next seven days.')).toBeVisible();
});
