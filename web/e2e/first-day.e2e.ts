import { join } from 'node:path';
import { createAdminLink } from '#functions/accounts/openings';
import { createBuiltSite } from '#infra/local/site/built-site';
import { classForm, fillSlot } from '#infra/testing/browser/admin-screens';
import { businessToday } from '#infra/testing/browser/business-day';
import {
  bookFor,
  childForm,
  expectAuthTab,
  expectConfirmation,
  newSignUp,
  signUpForm,
} from '#infra/testing/browser/forms';
import { countPresses, expectNoSideScroll, expectToast, httpError } from '#infra/testing/browser/page';
import { brand } from '#shared/brand';
import { addDays } from '#shared/lib/calendar';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { emailedLink } from './testing/mails.ts';
import { expect, test } from './testing/test.ts';

// The site of a school that begins: docs/performance.md states the numbers of presses.
test.use({ stackOptions: { site: createBuiltSite(join(import.meta.dirname, '../../dist/web')) } });

const presses = { school: 8, family: 7 };

test('a school begins [SCH-01, SCH-03, SCH-04]', async ({ page, newPage, stack, expectProblems }) => {
  const link = paths.openSchoolLink((await createAdminLink(stack.table, { now: new Date() })) ?? '');
  const viewport = { width: 375, height: 667 };
  await page.setViewportSize(viewport);
  const school = countPresses();
  const steps = page.getByRole('region', { name: 'Open your school' });
  const done = steps.getByRole('listitem').filter({ has: page.getByRole('img', { name: 'Done' }) });
  const backToDashboard = () =>
    school.press(
      page.getByRole('navigation', { name: 'Admin Dashboard' }).getByRole('link', { name: 'Dashboard' }),
    );

  await test.step('the first administrator opens the school', async () => {
    await page.goto(link);
    await expect(page.getByText(`You will be the first administrator of ${brand.name}`)).toBeVisible();
    await page.getByLabel('Full Name').fill('Ada Owner');
    await page.getByLabel('Email', { exact: true }).fill(`ada-375@example.com`);
    await page.getByLabel('Password', { exact: true }).fill('football1');
    await school.press(page.getByRole('button', { name: 'Open your school' }));
    await expectToast(page, { title: 'You are an administrator now' });
    await expect(steps.getByRole('listitem')).toHaveCount(6);
    await expect(done).toHaveCount(0);
    await expect(page.getByRole('table', { name: 'Timetable' })).toHaveCount(0);
    await expectNoSideScroll(page);
    await expectNoAxeViolations(page, 'the first dashboard');
  });

  await test.step('says how families pay', async () => {
    await school.press(steps.getByRole('link', { name: 'How families pay' }));
    await page.getByLabel('Instructions').fill('Cash or card at the pitch');
    await school.press(page.getByRole('button', { name: 'Save Settings' }));
    await expectToast(page, { title: 'Settings saved' });
    await backToDashboard();
    await expect(done).toHaveText([/^How families pay/]);
  });

  await test.step('publishes the first class, with its venue', async () => {
    await school.press(steps.getByRole('link', { name: 'First class' }));
    await expect(page.getByText('No classes created yet')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Plan Next Term' })).toHaveCount(0);
    await school.press(page.getByRole('button', { name: 'Create Your First Class' }));
    const form = page.getByRole('form', { name: 'Create Class' });
    const { classType, coach, weeklyRate, startDate, slot } = classForm(form);
    await classType.selectOption('juniorballerz');
    await form.getByLabel('Venue', { exact: true }).fill('Riverside Park');
    await form.getByLabel('Address of the Venue').fill('1 Park Lane');
    await weeklyRate.fill('20');
    await startDate.fill(addDays(businessToday, 3));
    await coach.fill('Ada Owner');
    await fillSlot(slot(1), ['09:00', '10:00', '12']);
    await expectNoSideScroll(page);
    await expectNoAxeViolations(page, 'the first class');
    await school.press(form.getByRole('button', { name: 'Save Class' }));
    await expectToast(page, { title: 'Class created successfully' });
    await expect(page.getByRole('article').filter({ hasText: 'Riverside Park' })).toBeVisible();
    await backToDashboard();
    await expect(done).toHaveText([/^Venue/, /^How families pay/, /^First class/, /^Publish it/]);
  });

  const family = countPresses();
  await test.step('a family finds the class, signs up, and books', async () => {
    const visitor = await newPage({ viewport, baseURL: stack.url });
    const input = newSignUp();
    await visitor.goto(paths.bookCamp);
    await family.press(visitor.getByRole('button', { name: 'Book Now' }));
    await expectAuthTab(visitor, 'Sign Up');
    const { fullName, email, phone, password, create } = signUpForm(visitor);
    await fullName.fill(input.full_name);
    await email.fill(input.email);
    await phone.fill(input.phone_number);
    await password.fill(input.password);
    const child = childForm(visitor);
    await child.name.fill('Cleo Novak');
    await child.dateOfBirth.fill(input.children[0].date_of_birth);
    await family.press(child.add);
    await family.press(create);
    await expectToast(visitor, { title: 'Account Created!' });
    await visitor.goto(await emailedLink(stack, input.email));
    await family.press(visitor.getByRole('link', { name: 'Continue to Login' }));
    const logIn = visitor.getByRole('form', { name: 'Login' });
    await logIn.getByLabel('Email').fill(input.email);
    await logIn.getByLabel('Password').fill(input.password);
    await family.press(logIn.getByRole('button', { name: 'Log in' }));
    await expectToast(visitor, { title: 'Logged in successfully' });
    await bookFor(visitor, 'Cleo Novak');
    family.note(2);
    await expectConfirmation(visitor);
  });

  await test.step('the dashboard ticks what is done, and the list is put away for good', async () => {
    await page.reload();
    await expect(done).toHaveCount(5);
  });
  expect({ school: school.taken(), family: family.taken() }).toEqual(presses);

  await test.step('invites a second administrator, and the link is used [SCH-01]', async () => {
    await page.goto(paths.adminAdmins);
    const form = page.getByRole('form', { name: 'Invite an Admin' });
    await form.getByLabel('Email').fill('second@example.com');
    await form.getByRole('button', { name: 'Send Invitation' }).click();
    await expectToast(page, { title: 'Invitation sent', description: 'To second@example.com.' });
    const withdraw = page.getByRole('button', { name: 'Withdraw the invitation of second@example.com' });
    await expect(withdraw).toBeVisible();
    expectProblems(httpError(404));
    await page.goto(link);
    await expect(page.getByRole('main').getByText('This link was used, withdrawn or replaced')).toBeVisible();
  });
});
