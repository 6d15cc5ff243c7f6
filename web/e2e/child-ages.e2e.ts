import { sampleFamily } from '#infra/testing/samples/samples';
import { paths } from '#shared/paths';
import { calendarDateSchema } from '#shared/schemas/values';
import { rowOf } from './testing/admin-screens.ts';
import { businessToday } from './testing/business-day.ts';
import { expect, test } from './testing/test.ts';

/** Whose birthday is today, so many years ago; nobody's is on a day that other years do not have. */
const bornTodayIn = (year: number) =>
  calendarDateSchema.parse(`${year}${businessToday.slice(4).replace('-02-29', '-02-28')}`);

/** On a birthday this many years later, years of 365.25 days are not over yet. */
const years = [1, 2, 3, 5, 6, 7].filter((age) => {
  const born = bornTodayIn(Number(businessToday.slice(0, 4)) - age);
  return (Date.parse(businessToday) - Date.parse(born)) / 86_400_000 < age * 365.25;
});

test('on a birthday a child is a year older, for the parent and for an administrator alike [DAT-21, DAT-22, ADM-58]', async ({
  newPage,
  admin,
  stack,
}) => {
  const thisYear = Number(businessToday.slice(0, 4));
  const children = years.map((age) => ({
    name: `Turns ${age}`,
    date_of_birth: bornTodayIn(thisYear - age),
  }));
  const family = await stack.createAccount(sampleFamily({ now: new Date(), children }));

  const profile = await newPage({ as: family });
  await profile.goto(paths.parentProfile);
  const details = await newPage({ as: admin });
  await details.goto(paths.adminParent(family.family.profile.id));
  for (const age of years) {
    await expect(profile.getByText(`Turns ${age} (age ${age})`, { exact: true })).toBeVisible();
    await expect(
      rowOf(details, `Turns ${age}`).getByRole('cell', { name: `${age}`, exact: true }),
    ).toBeVisible();
  }
});
