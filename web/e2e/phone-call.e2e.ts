import type { Locator, Page } from '@playwright/test';
import { storeEmailProblem } from '#functions/accounts/account-marks';
import { listAllFamilies } from '#functions/accounts/stored-families';
import { listBookingsOfSlot } from '#functions/booking/bookings';
import { newOffer } from '#infra/testing/attack/fixtures';
import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { addClass, slotOf } from '#infra/testing/browser/classes';
import { addFamily } from '#infra/testing/browser/families';
import { countPresses, expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { at, sampleFamily } from '#infra/testing/samples/samples';
import { emailProblemSchema } from '#shared/families/family';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes, expectNoAxeViolations } from './testing/accessibility.ts';
import { phone } from './testing/browser.ts';
import { expect, officeTest as test } from './testing/test.ts';

// A phone needs the most presses: it shows the buttons of some rows after a tap.
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

test('an act of the office takes at most four presses [BHF-06, BHF-07, WAI-16]', {
  tag: '@exhaustive',
}, async ({ page, stack }) => {
  const children = [{ name: 'Ana Parent', date_of_birth: bornYearsAgo(9) }];
  const { family } = await stack.createAccount(sampleFamily({ now: new Date(), children }));
  const { id, email, phone_number } = family.profile;
  const problem = emailProblemSchema.parse({ kind: 'bounced', at: instantOf(new Date()) });
  expect(await storeEmailProblem(stack.table, { userId: id, email, problem })).toBe(true);
  await addClass(stack, { venue: 'Mill Road', slots: [{ capacity: 5 }, { capacity: 5 }] });
  await addClass(stack, { venue: 'Full Lane', slots: [{ capacity: 1, booked: 1 }] });
  for (let offer = 0; offer < 3; offer += 1) await newOffer(stack.table, family);

  await test.step('an offer that no email reaches is to do, with phone, deadline and answers', async () => {
    await page.goto(paths.admin);
    const rows = page.getByRole('list', { name: 'To Do' }).getByRole('listitem');
    const row = rows.filter({ hasText: 'No email reaches' });
    await expect(row).toHaveCount(3);
    await expect(row.first()).toContainText(phone_number);
    await expect(row.first()).toContainText(/until (Today|Tomorrow|Mon|Tue|Wed|Thu|Fri|Sat|Sun)/);
    await expectNoSideScroll(page, 'To Do');
    await row.first().getByRole('button', { name: 'Decline for them: Ana Parent' }).click();
    const ask = page.getByRole('alertdialog');
    await ask.getByRole('checkbox', { name: 'They stay on the waiting list, at its end' }).check();
    await expectNoAxeInThemes(page, 'an answer for a family');
    await ask.getByRole('button', { name: 'Decline' }).click();
    await expectToast(page, { title: 'The offer is declined' });
    await expect(row).toHaveCount(2);
  });

  await page.goto(paths.adminParent(family.id));
  const lists = page.getByRole('region', { name: 'Waiting lists and offers' });
  // Two offers, and the place at the end of the list.
  await expect(lists.getByRole('listitem')).toHaveCount(3);
  await expectNoSideScroll(page, 'the page of a family');
  const press = (of: Page | Locator, name: string | RegExp) => of.getByRole('button', { name }).first();
  const act = (
    name: string,
    { most, ends }: { most: number; ends: string },
    run: (presses: ReturnType<typeof countPresses>) => Promise<void>,
  ) =>
    test.step(`${name}: at most ${most} presses`, async () => {
      const presses = countPresses();
      await run(presses);
      await expectToast(page, { title: ends });
      expect(presses.taken()).toBeLessThanOrEqual(most);
    });
  const [dialog, question] = [page.getByRole('dialog'), page.getByRole('alertdialog')];
  const start = press(page, 'Book for Ana Parent');
  const details = press(page, 'Details of the booking of Ana Parent');
  await act('book', { most: 3, ends: 'Ana Parent is booked' }, async (count) => {
    await count.press(start);
    await dialog.getByRole('searchbox').fill('mill 9:00');
    await count.press(press(dialog, /remaining$/));
    await count.press(press(dialog, /^Book for \$/));
  });
  await act('move', { most: 4, ends: 'Ana Parent was moved' }, async (count) => {
    await count.press(details);
    await count.press(press(page, 'Move the booking of Ana Parent'));
    await count.press(dialog.getByRole('radio', { name: /^10:00 AM/ }));
    await count.press(press(dialog, /^Change/));
  });
  await act('cancel', { most: 4, ends: 'Booking deleted successfully' }, async (count) => {
    const remove = press(page, 'Delete the booking of Ana Parent');
    if (!(await remove.isVisible())) await count.press(details);
    await count.press(remove);
    await count.press(press(question, 'Delete Booking'));
  });
  await act('join a list', { most: 3, ends: 'Ana Parent is on the waiting list' }, async (count) => {
    await count.press(start);
    await dialog.getByRole('searchbox').fill('full lane');
    await count.press(press(dialog, /full$/));
    await count.press(press(dialog, 'Join the Waiting List'));
  });
  for (const [name, button, confirm, ends] of [
    ['leave a list', 'Leave the list', 'Leave the List', 'The family is off the list'],
    ['accept an offer', 'Accept for them', /^Accept for \$/, 'Ana Parent is booked'],
    ['decline an offer', 'Decline for them', 'Decline', 'The offer is declined'],
  ] as const)
    await act(name, { most: 2, ends }, async (count) => {
      await count.press(press(page, `${button}: Ana Parent`));
      await count.press(press(question, confirm));
    });
  await act('take a payment in cash', { most: 4, ends: 'Entry recorded' }, async (count) => {
    await count.press(press(page, 'Record Payment'));
    await dialog.getByLabel('Amount in dollars').fill('20');
    await count.choose(dialog.getByLabel('How'), 'cash');
    await count.press(press(dialog, 'Record Payment'));
  });
  await act('write a note', { most: 2, ends: 'Note saved' }, async (count) => {
    await count.press(press(page, 'Add Note'));
    await dialog.getByLabel('Note').fill('Pays the rest on Saturday');
    await count.press(press(dialog, 'Save'));
  });
});
