import type { Locator } from '@playwright/test';
import { listAllFamilies } from '#functions/accounts/stored-families';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { bornYearsAgo, businessToday } from '#infra/testing/browser/business-day';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { at } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { expectNoAxeViolations } from './testing/accessibility.ts';
import { phone } from './testing/browser.ts';
import { expect, officeTest as test } from './testing/test.ts';

/** Counts the presses of the person at the telephone. */
const countPresses = () => {
  let presses = 0;
  return {
    press: async (target: Locator): Promise<void> => {
      presses += 1;
      await target.click();
    },
    /** Opening a list and choosing from it are two. */
    choose: async (target: Locator, option: string): Promise<void> => {
      presses += 2;
      await target.selectOption(option);
    },
    taken: () => presses,
  };
};

// A phone needs the most presses.
test.use(phone);

test('the office books for a family that phones [BHF-01, BHF-02, BHF-04]', async ({ page, admin, stack }) => {
  const cls = await addClass(stack, { slots: [{ capacity: 2, booked: 1 }] });
  await page.goto(paths.adminUsers);
  await expect(page.getByRole('heading', { name: 'Manage Parents' })).toBeVisible();

  await test.step('the search finds nobody, and leads to the form', async () => {
    await page.keyboard.press('Control+k');
    const find = page.getByRole('dialog', { name: 'Find Anything' });
    await find.getByRole('combobox').fill('Kowalska');
    const add = find.getByRole('link', { name: 'No Kowalska. Add the family?' });
    await expect(add).toBeVisible();
    await expectNoAxeViolations(page, 'a search without a result');
    await add.click();
    await expect(page).toHaveURL(paths.adminUsers);
  });

  await test.step('name, phone and two children make a family', async () => {
    const form = page.getByRole('dialog', { name: 'Add a Family' });
    await expect(form.getByLabel('Full Name')).toHaveValue('Kowalska');
    await form.getByLabel('Full Name').fill('Zofia Kowalska');
    await form.getByLabel('Phone').fill('07700 900456');
    for (const [index, name] of ['Ola Kowalska', 'Jan Kowalski'].entries()) {
      if (index > 0) await form.getByRole('button', { name: 'Another Child' }).click();
      const child = form.getByRole('group', { name: `Child ${index + 1}` });
      await child.getByLabel('Child Name').fill(name);
      await child.getByLabel('Date of Birth').fill(bornYearsAgo(8 - index));
    }
    await expectNoSideScroll(page, 'the form of a family');
    await expectNoAxeViolations(page, 'the form of a family');
    await form.getByRole('button', { name: 'Add Family' }).click();
    await expectToast(page, { title: 'Zofia Kowalska was added' });
    await expect(page.getByRole('heading', { name: 'Zofia Kowalska', level: 1 })).toBeVisible();
    await expect(page.getByText('No login', { exact: true })).toBeVisible();
  });

  const book = async (child: string, isTrial: boolean, reason?: string): Promise<number> => {
    const { press, taken } = countPresses();
    const start = page.getByRole('button', { name: `Book for ${child}` });
    await expect(start).toHaveText('Book');
    await press(start);
    const dialog = page.getByRole('dialog', { name: `Book for ${child}` });
    await press(dialog.getByRole('button', { name: /^Every / }));
    if (isTrial) await press(dialog.getByRole('radio', { name: 'Trial Session' }));
    if (reason) {
      await expect(dialog.getByText('This time is full.')).toContainText('3/2');
      await dialog.getByLabel('Why above the capacity').fill(reason);
    }
    await expect(dialog.getByText(/first session/)).toBeVisible();
    await expectNoSideScroll(page, 'the booking');
    await expectNoAxeViolations(page, 'the booking');
    await press(dialog.getByRole('button', { name: /^Book for \$/ }));
    await expectToast(page, { title: `${child} is booked` });
    return taken();
  };

  await test.step('each child is booked in at most four presses, one of them above the capacity', async () => {
    expect(await book('Ola Kowalska', true)).toBeLessThanOrEqual(4);
    expect(await book('Jan Kowalski', false, 'Her brother')).toBeLessThanOrEqual(4);
    await expect(page.getByRole('table', { name: 'Booking History' }).locator('tbody tr')).toHaveCount(2);
  });

  await test.step('the office takes cash, and notes what was said', async () => {
    await page.getByRole('button', { name: 'Record Payment' }).click();
    const payment = page.getByRole('dialog');
    await payment.getByLabel('Amount in dollars').fill('20');
    await payment.getByLabel('Date').fill(businessToday);
    await payment.getByLabel('How').selectOption('cash');
    await payment.getByRole('button', { name: /^Record/ }).click();
    await expect(payment).toBeHidden();
    await page.getByRole('button', { name: 'Add Note' }).click();
    const note = page.getByRole('dialog', { name: 'Add Note' });
    await note.getByLabel('Note').fill('Pays the rest on Saturday');
    await note.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Pays the rest on Saturday')).toBeVisible();
    await expectNoSideScroll(page, 'the page of the family');
    await expectNoAxeViolations(page, 'the page of the family');
  });

  const [family] = (await listAllFamilies(stack.table)).filter(({ members }) => members.length === 0);
  const bookings = (await listBookingsOfSlot(stack.table, slotOf(cls).id)).filter(
    ({ parent_id }) => parent_id === family?.id,
  );
  expect(bookings.map(({ is_trial, booked_by }) => [is_trial, booked_by])).toEqual(
    expect.arrayContaining([
      [true, admin.family.profile.id],
      [false, admin.family.profile.id],
    ]),
  );

  await test.step('the roster shows who is above the capacity, and books too', async () => {
    await page.goto(paths.adminSlot(cls.id, slotOf(cls).id));
    await expect(page.getByRole('heading', { name: /\(3\/2\)/ })).toBeVisible();
    await expect(page.getByText('Above capacity: Her brother')).toBeVisible();
    await page.getByRole('button', { name: 'Book a Child' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a Child' });
    await dialog.getByRole('searchbox').fill('Kowalska');
    await dialog.getByRole('button', { name: /Zofia Kowalska/ }).click();
    await expect(dialog.getByRole('region', { name: 'Class and time' })).toContainText(cls.venue);
    await expect(dialog.getByLabel('Child of Zofia Kowalska').getByRole('option')).toHaveCount(3);
    await expectNoAxeViolations(page, 'a booking from the roster');
  });

  await test.step('a child is booked from a roster in at most six presses', async () => {
    const { family: other } = await addFamily(stack);
    const child = at(other.children, 0);
    const free = await addClass(stack);
    await page.goto(paths.adminSlot(free.id, slotOf(free).id));
    const { press, choose, taken } = countPresses();
    await press(page.getByRole('button', { name: 'Book a Child' }));
    const dialog = page.getByRole('dialog', { name: 'Book a Child' });
    await press(dialog.getByRole('searchbox'));
    await dialog.getByRole('searchbox').fill(other.profile.email);
    await press(dialog.getByRole('button', { name: new RegExp(other.profile.full_name) }));
    await choose(dialog.getByLabel(`Child of ${other.profile.full_name}`), child.id);
    await press(dialog.getByRole('button', { name: /^Book for \$/ }));
    await expectToast(page, { title: `${child.name} is booked` });
    expect(taken()).toBeLessThanOrEqual(6);
  });
});
