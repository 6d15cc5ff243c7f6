import { saveSettings } from '#functions/school/settings';
import { payByApi } from '#infra/testing/browser/admin-screens';
import { businessTimeZone, type businessToday, moveStackClock } from '#infra/testing/browser/business-day';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import { bookFor, expectConfirmation } from '#infra/testing/browser/forms';
import { expectNoSideScroll } from '#infra/testing/browser/page';
import { routes } from '#shared/contract/routes';
import { toInstant } from '#shared/lib/business-time';
import { addDays, addMonths } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { wallTimeSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { defaultSchoolSettings } from '#shared/school/settings';
import { expect, test } from './testing/test.ts';

// A stack of its own: its functions know the school's rule for some seconds longer than it is stored.
test.use({ stackOptions: { timeZone: businessTimeZone } });

const morningOf = (day: typeof businessToday): Date =>
  toInstant(day, wallTimeSchema.parse('09:00'), businessTimeZone);

test('only what is due is asked [DUE-01, DUE-02, PAY-08]', { tag: '@exhaustive' }, async ({
  page,
  signIn,
  stack,
  admin,
  parent,
}) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await saveSettings(stack.table, defaultSchoolSettings, { due_rule: 'monthly' }, []);
  const cls = await addClass(stack, { startsIn: 4, lasts: 35 });
  const [first, second] = [cls.start_date, addMonths(cls.start_date, 1)];
  const params = { classId: cls.id, slotId: slotOf(cls).id };
  const ruleNow = async () => {
    const { body } = await stack.call({ route: 'getBookableSlot', token: parent.token, params });
    return routes.getBookableSlot.response.parse(body).due_rule;
  };
  await expect.poll(ruleNow).toBe('monthly');

  await signIn(parent);
  await page.goto(paths.bookClass(params.classId, params.slotId));
  const parts = [`Due ${formatDate(first)}$60.00`, `Due ${formatDate(second)}$60.00`];
  const dueDates = page.getByRole('list', { name: 'When to pay, in 2 parts' }).getByRole('listitem');
  await expect(dueDates).toHaveText(parts);
  await expectNoSideScroll(page);
  await bookFor(page, 'Ana Parent');
  await expectConfirmation(page);
  await expect(dueDates).toHaveText(parts);
  await expectNoSideScroll(page);
  const agreed = `Due in 2 parts: $60.00 on ${formatDate(first)} and $60.00 on ${formatDate(second)}`;
  const mails = async (beginning: string) =>
    (await stack.mails()).filter(
      ({ to, subject }) => to.includes(parent.family.profile.email) && subject.startsWith(beginning),
    );
  const confirmation = async () => (await mails('Booking confirmed'))[0]?.text;
  await expect.poll(confirmation).toContain(`Payment: ${agreed}`);
  await page.goto(paths.parentPayments);
  const main = page.getByRole('main');
  await expect(main.getByText('Nothing is due yet', { exact: true })).toBeVisible();
  await expect(main.getByText(agreed, { exact: true })).toBeVisible();
  await expect(main.getByText(`$60.00 due ${formatDate(first)}`, { exact: true })).toBeVisible();
  await expectNoSideScroll(page);

  await signIn(admin);
  await page.goto(paths.adminPayments);
  const figures = main.getByRole('definition');
  await expect(figures).toHaveText(['$120.00', '$0.00', '$0.00', '$0.00', '$120.00', '$0.00']);
  await expect(main.getByText('Nobody owes anything that is due.', { exact: true })).toBeVisible();
  await main.getByLabel('Due until').fill(addDays(first, 1));
  await main.getByRole('button', { name: 'Show Children and Places' }).click();
  const unpaid = main.getByRole('table', { name: 'Unpaid' }).locator('tbody').getByRole('row');
  await expect(main.getByText('$60.00 of 1 family', { exact: true })).toBeVisible();
  await expect(unpaid).toContainText(['Ana Parent']);
  await expect(unpaid).toContainText([cls.venue]);
  await expectNoSideScroll(page);

  await moveStackClock(stack, morningOf(first));
  await page.reload();
  await expect(figures).toHaveText(['$120.00', '$0.00', '$0.00', '$60.00', '$60.00', '$0.00']);
  await page.getByRole('checkbox', { name: 'Remind Pat Parent' }).check();
  await main.getByRole('button', { name: 'Remind 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send Reminders' }).click();
  const reminders = () => mails('Payment reminder');
  await expect
    .poll(async () => (await reminders()).map(({ subject }) => subject))
    .toEqual(['Payment reminder: $60.00']);
  expect((await reminders())[0]?.text).toContain(`$60.00 will be due on ${formatDate(second)}.`);

  await payByApi(stack, admin, parent, 6_000);
  await page.reload();
  await expect(figures).toHaveText(['$120.00', '$0.00', '$60.00', '$0.00', '$60.00', '$0.00']);
});
