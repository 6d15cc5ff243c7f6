import { rowOf } from '#infra/testing/browser/admin-screens';
import { businessToday, turningOn } from '#infra/testing/browser/business-day';
import { addClass, bookingPath } from '#infra/testing/browser/classes';
import { bookingForm } from '#infra/testing/browser/forms';
import { sampleFamily } from '#infra/testing/samples/samples';
import { addDays } from '#shared/lib/calendar';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

/** Ages for which a calculation with years of 365.25 days is wrong on the birthday. */
const ages = [1, 2, 3, 5, 6, 7].filter(
  (age) =>
    (Date.parse(businessToday) - Date.parse(turningOn(businessToday, age))) / 86_400_000 < age * 365.25,
);

test('parents and administrators see a child a year older from its birthday on [DAT-21, DAT-22, ADM-58]', async ({
  page,
  signIn,
  newPage,
  admin,
  stack,
}) => {
  const children = ages.map((age) => ({
    name: `Turns ${age}`,
    date_of_birth: turningOn(businessToday, age),
  }));
  const account = await stack.createAccount(sampleFamily({ now: new Date(), children }));
  await signIn(account);
  await page.goto(paths.parentProfile);
  const details = await newPage({ as: admin });
  await details.goto(paths.adminParent(account.family.id));
  for (const age of ages) {
    await expect(page.getByText(`Turns ${age} (age ${age})`, { exact: true })).toBeVisible();
    const row = rowOf(details, `Turns ${age}`);
    await expect(row.getByRole('cell', { name: `${age}`, exact: true })).toBeVisible();
  }
});

test('the age note is of the day of the first session [PUB-20]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack }) => {
  // The next session is in four days: the child is 5 today, and 6 then.
  const child = { name: 'Mia Parent', date_of_birth: turningOn(addDays(businessToday, 2), 6) };
  const account = await stack.createAccount(sampleFamily({ now: new Date(), children: [child] }));
  const mini = await addClass(stack, { class_type: 'miniballerz' });
  const junior = await addClass(stack, { class_type: 'juniorballerz' });
  const note = 'Miniballerz is for ages 3-5';

  await signIn(account);
  await page.goto(bookingPath(mini));
  await bookingForm(page).child.selectOption({ label: 'Mia Parent (age 5)' });
  await expect(page.getByText(note, { exact: true })).toBeVisible();
  await page.goto(bookingPath(junior));
  await bookingForm(page).child.selectOption({ label: 'Mia Parent (age 5)' });
  await expect(page.getByText(/^First session: /)).toBeVisible();
  await expect(page.getByText(/ is for ages /)).toHaveCount(0);
});
