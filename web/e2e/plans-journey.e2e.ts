import type { Page } from '@playwright/test';
import { getManagedClass } from '#functions/classes/classes';
import {
  businessTimeZone,
  businessToday,
  moveStackClock,
  startDailyWork,
} from '#infra/testing/browser/business-day';
import { addClass, bookByApi, storedBookings } from '#infra/testing/browser/classes';
import { expectToast } from '#infra/testing/browser/page';
import type { TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { toInstant } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
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
