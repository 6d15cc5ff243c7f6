import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { calendarDateSchema } from '#shared/schemas/values';
import { rowOf } from './testing/admin-screens.ts';
import { businessToday } from './testing/business-day.ts';
import { expect, test } from './testing/test.ts';

const thisYear = Number(businessToday.slice(0, 4));

/** The date of birth of a child who has this birthday today. February 29 is replaced by a day of each year. */
const bornYearsAgoToday = (age: number) =>
  calendarDateSchema.parse(`${thisYear - age}${businessToday.slice(4).replace('-02-29', '-02-28')}`);

/** Ages for which a calculation with years of 365.25 days is wrong on the birthday. */
const ages = [1, 2, 3, 5, 6, 7].filter(
  (age) => (Date.parse(businessToday) - Date.parse(bornYearsAgoToday(age))) / 86_400_000 < age * 365.25,
);

test('parents and administrators see a child a year older from its birthday on [DAT-21, DAT-22, ADM-58]', async ({
  page,
  signIn,
  newPage,
  admin,
  stack,
}) => {
  const children = ages.map((age) => ({ name: `Turns ${age}`, date_of_birth: bornYearsAgoToday(age) }));
  const account = await stack.createAccount(sampleFamily({ now: new Date(), children }));
  await signIn(account);
  await page.goto(paths.parentProfile);
  const details = await newPage({ as: admin });
  await details.goto(paths.adminParent(account.family.profile.id));
  for (const age of ages) {
    await expect(page.getByText(`Turns ${age} (age ${age})`, { exact: true })).toBeVisible();
    const row = rowOf(details, `Turns ${age}`);
    await expect(row.getByRole('cell', { name: `${age}`, exact: true })).toBeVisible();
  }
});
