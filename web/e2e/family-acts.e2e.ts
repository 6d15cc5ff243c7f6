import type { Locator, Page } from '@playwright/test';
import { storeEmailProblem } from '#functions/accounts/account-marks';
import { newOffer } from '#infra/testing/attack/fixtures';
import { bornYearsAgo } from '#infra/testing/browser/business-day';
import { addClass } from '#infra/testing/browser/classes';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { sampleFamily } from '#infra/testing/samples/samples';
import { emailProblemSchema } from '#shared/families/family';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { phone } from './testing/browser.ts';
import { expect, officeTest as test } from './testing/test.ts';

// A phone needs the most presses: it shows the buttons of some rows after a tap.
test.use(phone);

/** What a person presses; opening a list and choosing from it are two. What is typed is not counted. */
interface Presses {
  readonly press: (target: Locator) => Promise<void>;
  readonly choose: (target: Locator, option: string) => Promise<void>;
}

/** Each act of the office for a family, from its page, with the toast at its end. */
const acts: readonly (readonly [
  name: string,
  most: number,
  act: (page: Page, presses: Presses) => Promise<void>,
  toast: string,
])[] = [
  [
    'book',
    3,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Book for Ana Parent' }));
      const dialog = page.getByRole('dialog', { name: 'Book for Ana Parent' });
      await dialog.getByRole('searchbox').fill('mill 9:00');
      await press(dialog.getByRole('button', { name: /remaining$/ }));
      await press(dialog.getByRole('button', { name: /^Book for \$/ }));
    },
    'Ana Parent is booked',
  ],
  [
    'move',
    4,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Details of the booking of Ana Parent' }));
      await press(page.getByRole('button', { name: 'Move the booking of Ana Parent' }));
      const dialog = page.getByRole('dialog', { name: 'Move Ana Parent' });
      await press(dialog.getByRole('radio', { name: /^10:00 AM/ }));
      await press(dialog.getByRole('button', { name: /^Change/ }));
    },
    'Ana Parent was moved',
  ],
  [
    'cancel',
    4,
    async (page, { press }) => {
      const remove = page.getByRole('button', { name: 'Delete the booking of Ana Parent' });
      if (!(await remove.isVisible()))
        await press(page.getByRole('button', { name: 'Details of the booking of Ana Parent' }));
      await press(remove);
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Delete Booking' }));
    },
    'Booking deleted successfully',
  ],
  [
    'join a waiting list',
    3,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Book for Ana Parent' }));
      const dialog = page.getByRole('dialog', { name: 'Book for Ana Parent' });
      await dialog.getByRole('searchbox').fill('full lane');
      await press(dialog.getByRole('button', { name: /full$/ }));
      await press(dialog.getByRole('button', { name: 'Join the Waiting List' }));
    },
    'Ana Parent is on the waiting list',
  ],
  [
    'leave a waiting list',
    2,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Leave the list: Ana Parent' }).first());
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Leave the List' }));
    },
    'The family is off the list',
  ],
  [
    'accept an offer',
    2,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Accept for them: Ana Parent' }).first());
      await press(page.getByRole('alertdialog').getByRole('button', { name: /^Accept for \$/ }));
    },
    'Ana Parent is booked',
  ],
  [
    'decline an offer',
    2,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Decline for them: Ana Parent' }).first());
      await press(page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }));
    },
    'The offer is declined',
  ],
  [
    'take a payment in cash',
    4,
    async (page, { press, choose }) => {
      await press(page.getByRole('button', { name: 'Record Payment' }));
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount in dollars').fill('20');
      await choose(dialog.getByLabel('How'), 'cash');
      await press(dialog.getByRole('button', { name: 'Record Payment' }));
    },
    'Entry recorded',
  ],
  [
    'write a note',
    2,
    async (page, { press }) => {
      await press(page.getByRole('button', { name: 'Add Note' }));
      const dialog = page.getByRole('dialog', { name: 'Add Note' });
      await dialog.getByLabel('Note').fill('Pays the rest on Saturday');
      await press(dialog.getByRole('button', { name: 'Save' }));
    },
    'Note saved',
  ],
];

test('an act of the office takes at most four presses [BHF-06, BHF-07, WAI-16]', async ({ page, stack }) => {
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
  for (const [name, most, act, title] of acts)
    await test.step(`${name}: at most ${most} presses`, async () => {
      let taken = 0;
      await act(page, {
        press: async (target) => {
          taken += 1;
          await target.click();
        },
        choose: async (target, option) => {
          taken += 2;
          await target.selectOption(option);
        },
      });
      await expectToast(page, { title });
      expect(taken).toBeLessThanOrEqual(most);
    });
});
