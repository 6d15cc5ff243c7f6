import type { Page } from '@playwright/test';
import { getManagedClass } from '#functions/classes/classes';
import { countReceipts, recordPayment, rowOf } from '#infra/testing/browser/admin-screens';
import {
  businessTimeZone,
  businessToday,
  moveStackClock,
  startDailyWork,
} from '#infra/testing/browser/business-day';
import { addClass, bookByApi, slotOf, storedBookings } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import type { TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { formatTimeRange } from '#shared/lib/format';
import { type CalendarDate, wallTimeSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { policies } from '#shared/policies';
import { expect, test } from './testing/test.ts';

/** The next session of a class as `addClass` makes it. */
const session = addDays(businessToday, 4);

const at = (date: CalendarDate, time: string): Date =>
  toInstant(date, wallTimeSchema.parse(time), businessTimeZone);

const placesTaken = async ({ table }: TestStack, { id }: FootballClass): Promise<number | undefined> =>
  (await getManagedClass(table, id))?.time_slots[0]?.current_bookings;

const cardOf = (page: Page, { venue }: FootballClass) => page.getByRole('article').filter({ hasText: venue });

test.describe('trials', () => {
  test('the email of the morning after leads to keeping the place in one tap; a place that nobody keeps is given back on the third evening [TRI-01, TRI-02, TRI-06]', async ({
    page,
    newPage,
    signIn,
    stack,
    parent,
  }) => {
    const [kept, given] = [
      await addClass(stack, { slots: [{ capacity: 1 }] }),
      await addClass(stack, { slots: [{ capacity: 1 }] }),
    ];
    const other = await stack.createAccount();
    await bookByApi(stack, parent, kept, { isTrial: true });
    await bookByApi(stack, other, given, { isTrial: true });
    const [trial] = await storedBookings(stack, parent, kept);
    const [otherTrial] = await storedBookings(stack, other, given);
    if (!trial || !otherTrial) throw new Error('Both have a trial');
    await startDailyWork(stack);
    await moveStackClock(stack, at(addDays(session, 1), policies.trial.mailAt));
    const offer = async () =>
      (await stack.mails()).find(
        ({ to, subject }) => to.includes(parent.family.profile.email) && subject.startsWith('Keep the place'),
      );
    await expect.poll(offer).toBeDefined();
    expect((await offer())?.text).toContain(stack.url + paths.keepPlace(trial.id));

    await signIn(parent);
    await page.goto(paths.keepPlace(trial.id));
    // Booked at $120.00, of which the trial was $20.00: the five sessions left cost $100.00.
    await page.getByRole('button', { name: 'Keep the place for $100.00' }).click();
    await expectToast(page, { title: 'The place is kept' });
    expect(await storedBookings(stack, parent, kept)).toMatchObject([{ is_trial: false, amount: 10_000 }]);
    expect(await placesTaken(stack, kept)).toBe(1);
    await page.goto(paths.keepPlace(trial.id));
    await expect(page.getByText('This place is kept already.')).toBeVisible();

    const evening = addDays(session, policies.trial.heldDays);
    await moveStackClock(stack, new Date(at(evening, policies.trial.heldUntil).getTime() - 60_000));
    expect(await placesTaken(stack, given)).toBe(1);
    await moveStackClock(stack, at(evening, policies.trial.heldUntil));
    expect(await placesTaken(stack, given)).toBe(0);
    expect(await placesTaken(stack, kept)).toBe(1);
    const theirs = await newPage({ as: other });
    await theirs.goto(paths.parentBookings);
    await expect(cardOf(theirs, given)).toContainText('The trial is over');
    await theirs.goto(paths.keepPlace(otherTrial.id));
    await expect(
      theirs.getByText('The place was not kept in time and has been given back.', { exact: true }),
    ).toBeVisible();
  });
});

/** Cancels the booking of a class on the bookings page. */
const cancel = async (page: Page, cls: FootballClass): Promise<void> => {
  await page.goto(paths.parentBookings);
  await cardOf(page, cls).getByRole('button', { name: 'Cancel booking' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this booking?' });
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await expectToast(page, { title: 'Your booking is cancelled' });
};

test('a family moves and cancels, and the school credits and records until the balance is zero [MOV-01, END-07, PAY-05, PAY-06, KID-01]', {
  tag: '@exhaustive',
}, async ({ page, newPage, signIn, stack, admin, parent }) => {
  const first = await addClass(stack, { slots: [{ capacity: 5 }, { capacity: 5 }] });
  const second = await addClass(stack, { lasts: 63, class_type: 'miniballerz' });
  const [early, late] = [await addClass(stack), await addClass(stack, { startsIn: 1 })];
  await bookByApi(stack, parent, first);
  for (const cls of [early, late]) await bookByApi(stack, parent, cls, { child: 1 });

  await signIn(parent);
  await page.goto(paths.parentBookings);
  await cardOf(page, first).getByRole('link', { name: 'Change time or class' }).click();
  await page.getByRole('radio', { name: /10:00 AM/ }).check();
  await expect(page.getByText('The price stays the same.')).toBeVisible();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expectToast(page, { title: 'Booking changed successfully' });
  await expect(cardOf(page, first)).toContainText(formatTimeRange(slotOf(first, 1)));

  await cardOf(page, first).getByRole('link', { name: 'Change time or class' }).click();
  const group = page.getByRole('group', { name: new RegExp(`Miniballerz, ${second.venue}`) });
  await group.getByRole('radio', { name: /\$20\.00 more/ }).check();
  // A note, which does not prevent the move.
  await expect(page.getByText('Miniballerz is for ages 3-5')).toBeVisible();
  await page.getByRole('button', { name: 'Change and pay $20.00' }).click();
  await expectToast(page, { title: 'Booking changed successfully' });

  await cancel(page, early);
  await expect(cardOf(page, early)).toContainText('Credited: $120.00');
  await cancel(page, late);
  await expect(cardOf(page, late)).toContainText('Cancelled late: the school decides about a credit');
  await page.getByRole('link', { name: 'Payments', exact: true }).first().click();
  // $140.00 for the present class, and $180.00 that were cancelled late.
  await expect(page.getByText('You owe $320.00', { exact: true })).toBeVisible();

  await page.goto(paths.parentProfile);
  await page.getByRole('button', { name: 'Edit Ana Parent' }).click();
  const form = page.getByRole('dialog', { name: 'Edit Ana Parent' });
  await form.getByRole('checkbox', { name: 'Nothing to know' }).uncheck();
  await form.getByLabel('Medical Conditions').fill('Allergic to bees');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, { title: 'Changes saved' });

  const office = await newPage({ as: admin });
  await office.goto(paths.admin);
  await office.getByRole('button', { name: 'Credit $180.00' }).click();
  await expectToast(office, { title: '$180.00 credited' });
  await office.goto(paths.adminClass(second.id));
  await expect(rowOf(office, 'Ana Parent')).toContainText('Allergic to bees');
  await office.goto(paths.adminParent(parent.family.id));
  await expect(office.getByText('$140.00 open', { exact: true })).toBeVisible();
  await recordPayment(office);
  await expect(office.getByText('Nothing is open', { exact: true })).toBeVisible();
  await expect.poll(() => countReceipts(stack, parent)).toBe(1);

  await page.goto(paths.parentPayments);
  await expect(page.getByText('Nothing is open', { exact: true })).toBeVisible();
});
