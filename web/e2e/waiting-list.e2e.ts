import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createDayLink } from '#functions/booking/booking-changes';
import { takePlace } from '#functions/booking/take-place';
import { storeMark } from '#functions/registers/registers';
import { listApplications } from '#functions/waiting/applications';
import { businessToday, moveStackClock } from '#infra/testing/browser/business-day';
import {
  addClass,
  bookByApi,
  joinByApi,
  slotBox,
  slotOf,
  storedBookings,
} from '#infra/testing/browser/classes';
import { newCoach } from '#infra/testing/browser/coach-scene';
import { addFamily, familyOfTwo } from '#infra/testing/browser/families';
import { expectNoSideScroll, expectToast } from '#infra/testing/browser/page';
import { sampleBooking } from '#infra/testing/samples/samples';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { addDays } from '#shared/lib/calendar';
import { formatLongDate } from '#shared/lib/format';
import type { UserId } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { markIdSchema } from '#shared/registers/register';
import { byRank } from '#shared/waiting/waiting';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { mailedLink } from './testing/mails.ts';
import { expect, familyTest, test } from './testing/test.ts';

/** A class whose only slot has these places, which Ana and Ben of one family have. */
const addFullClass = async (stack: TestStack, capacity: 1 | 2) => {
  const cls = await addClass(stack, { slots: [{ capacity }] });
  const holder = await stack.createAccount(familyOfTwo());
  for (let child = 0; child < capacity; child += 1) await bookByApi(stack, holder, cls, { child });
  return { cls, holder };
};

/** Deletes one of the family's bookings of a class, as an administrator. */
const freePlace = async (stack: TestStack, admin: Account, holder: Account, cls: FootballClass) => {
  const [booking] = await storedBookings(stack, holder, cls);
  const { status } = await stack.call({
    route: 'deleteBooking',
    token: admin.token,
    params: { bookingId: booking?.id ?? '' },
    idempotencyKey: randomUUID(),
  });
  expect(status).toBeLessThan(300);
};

const waitingLists = (page: Page) => page.getByRole('region', { name: 'Waiting lists' });
const offers = (page: Page) => page.getByRole('region', { name: 'Offers' });

test('lets a family join the list of a full slot, alone and only together, and leave it [WAI-01, WAI-02, WAI-03, WAI-10]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent }) => {
  const { cls } = await addFullClass(stack, 1);
  const other = await addFamily(stack);
  await joinByApi(stack, other, cls);
  await signIn(parent);
  await page.goto(paths.browseClasses);
  const slot = slotBox(page, cls);
  await expect(slot.getByRole('button', { name: 'Fully Booked' })).toBeDisabled();
  await slot.getByRole('button', { name: 'Join waiting list' }).click();

  const join = page.getByRole('button', { name: 'Join the waiting list' });
  await expect(join).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Ana Parent' }).check();
  await page.getByRole('checkbox', { name: 'Ben Parent' }).check();
  await page.getByRole('checkbox', { name: 'Only together' }).check();
  await expect(page.getByText('Two places at once are rare.')).toBeVisible();
  await join.click();

  await expect(page).toHaveURL(paths.parentBookings);
  await expectToast(page, { title: 'You are on the waiting list' });
  const entry = waitingLists(page).getByRole('article');
  await expect(entry).toHaveText(/Ana Parent, Ben Parent.*Only together.*You are 2nd/);
  await expect(page.getByText(/Zed|Fay/)).toHaveCount(0);
  await entry.getByRole('button', { name: 'Leave the list' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expectToast(page, { title: 'You left the waiting list' });
  await expect(waitingLists(page)).toHaveCount(0);
});

test('offers a free place by an email whose link works without a session, and has the focus on the answer [FAM-03, WAI-04, WAI-07, WAI-08]', {
  tag: '@exhaustive',
}, async ({ page, stack, parent, admin }) => {
  const { cls, holder } = await addFullClass(stack, 1);
  await joinByApi(stack, parent, cls);
  await freePlace(stack, admin, holder, cls);
  await moveStackClock(stack, new Date());

  await page.goto(await mailedLink(stack, parent.family.profile.email, /\/offer#\S+/));
  await expect(page.getByText('Ana Parent')).toBeVisible();
  await expect(page.getByText(/Held for you until \w{3}, /)).toBeVisible();
  await expect(page.getByText('Whoever has the email with this link can accept.')).toBeVisible();
  // Nothing of the account but the children.
  const { email, full_name, phone_number } = parent.family.profile;
  for (const detail of [email, full_name, phone_number])
    await expect(page.getByRole('main').getByText(detail)).toHaveCount(0);
  expect(await storedBookings(stack, parent, cls)).toHaveLength(0);
  await expectNoAxeInThemes(page, 'an offer by its link');
  await page.getByRole('button', { name: 'Take the place for $120.00' }).click();
  await expect(page.getByRole('heading', { name: 'The place is yours' })).toBeFocused();
  await expectNoAxeInThemes(page, 'an offer that was taken');
  expect(await storedBookings(stack, parent, cls)).toMatchObject([
    { child_name: 'Ana Parent', amount: 12_000 },
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'The place is yours' })).toBeVisible();
});

test('shows an offer first to the parent, who declines it and stays at the end [WAI-07, WAI-10]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent, admin }) => {
  const { cls, holder } = await addFullClass(stack, 1);
  const other = await stack.createAccount(familyOfTwo());
  await joinByApi(stack, parent, cls);
  await joinByApi(stack, other, cls);
  await freePlace(stack, admin, holder, cls);
  await moveStackClock(stack, new Date());
  await signIn(parent);
  await page.goto(paths.parent);
  const offer = offers(page).getByRole('article');
  await expect(offer.getByRole('button', { name: 'Take the place for $120.00' })).toBeVisible();
  await expectNoAxeInThemes(page, 'an offer');
  const refuse = offer.getByRole('button', { name: 'No, thank you' });
  await refuse.click();
  await expect(offer.getByText('Would you like to stay on the waiting list?')).toBeFocused();
  await expectNoAxeInThemes(page, 'declining an offer');
  await offer.getByRole('button', { name: 'Back' }).click();
  await expect(refuse).toBeFocused();
  await refuse.click();
  await offer.getByRole('button', { name: 'Stay, at the end' }).click();
  await expect(page.getByRole('main')).toBeFocused();
  await expectToast(page, { title: 'You are at the end of the waiting list' });
  await expect(offers(page)).toHaveCount(0);
  const entries = (await listApplications(stack.table, slotOf(cls).id)).toSorted(byRank);
  expect(entries.map(({ parent_id }) => parent_id)).toEqual([other, parent].map(({ family }) => family.id));
  await page.goto(paths.parentBookings);
  await expect(waitingLists(page).getByRole('article')).toHaveText(/You are \d/);
});

/** The next session of the class, at 9:00 tomorrow, whose register is open for its coaches. */
const tomorrow = addDays(businessToday, 1);

const addScene = (stack: TestStack, coach_ids: UserId[] = []) =>
  addClass(stack, { startsIn: -13, lasts: 49, ...{ coach_ids } });

const notComing = (page: Page, child: string, day = tomorrow) =>
  page.getByRole('button', { name: `Not coming on ${formatLongDate(day)}: ${child}` });

familyTest('a parent says who does not come [ABS-01]', async ({ page, stack, parent }) => {
  const cls = await addScene(stack);
  await bookByApi(stack, parent, cls);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.parentBookings);
  const button = notComing(page, 'Ana Parent').first();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(button).toBeFocused();
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'a booking whose child does not come');
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByText('6 sessions', { exact: true }).click();
  const later = notComing(page, 'Ana Parent', addDays(tomorrow, 7));
  await later.click();
  await expect(later).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  const [booking] = await storedBookings(stack, parent, cls);
  expect(booking).toMatchObject({ amount: 12_000 });
});

familyTest('a parent reads who came [REG-09]', { tag: '@exhaustive' }, async ({ page, stack, parent }) => {
  const cls = await addScene(stack);
  const slot = slotOf(cls);
  const dates = [-13, -6, 1].map((days) => addDays(businessToday, days));
  const booking = sampleBooking(cls, parent.family, { dates });
  await takePlace(stack.table, booking);
  for (const [index, attendance] of (['late', 'absent'] as const).entries()) {
    const at = instantOf(new Date());
    const id = markIdSchema.parse(`mrk_${String(index).padStart(16, '0')}`);
    await storeMark(
      stack.table,
      { ...booking, slot_id: slot.id, date: dates[index] ?? businessToday },
      { id, attendance, at, received_at: at, by: parent.family.profile.id, reason: null },
    );
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.parentBookings);
  const first = page.getByText(`${formatLongDate(addDays(businessToday, -13))}: Late`);
  await page.getByRole('button', { name: 'Details' }).click();
  await expect(page.getByText('Attended 1 of 2')).toBeVisible();
  await expect(first).toBeHidden();
  await page.getByText('Attended 1 of 2').click();
  await expect(first).toBeVisible();
  await expect(page.getByText(`${formatLongDate(addDays(businessToday, -6))}: Absent`)).toBeVisible();
  await expectNoSideScroll(page);
  await expectNoAxeInThemes(page, 'a booking with its attendance');
});

test('a press tells the coach [ABS-01]', { tag: '@exhaustive' }, async ({ page, newPage, stack, parent }) => {
  const coach = await newCoach(stack);
  const cls = await addScene(stack, [coach.family.profile.id]);
  await bookByApi(stack, parent, cls);
  await bookByApi(stack, parent, cls, { child: 1 });
  const secret = await createDayLink(stack.table, {
    parent_id: parent.family.id,
    account: parent.family.profile.id,
    date: tomorrow,
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(paths.notComingLink(secret));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(formatLongDate(tomorrow));
  const button = notComing(page, 'Ana Parent');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await expectNoAxeInThemes(page, 'the page of a reminder');
  await expectNoSideScroll(page);
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(notComing(page, 'Ben Parent')).toHaveAttribute('aria-pressed', 'false');

  const pitch = await newPage({ as: coach, viewport: { width: 375, height: 812 } });
  await pitch.goto(paths.coach);
  await expect(pitch.getByText('2 children, 1 with a medical note, 1 not coming')).toBeVisible();
  await pitch.getByRole('link', { name: /^Register/ }).click();
  await expect(pitch.getByRole('group', { name: 'Ana Parent' })).toContainText('Not coming');
  await expect(pitch.getByRole('group', { name: 'Ben Parent' })).not.toContainText('Not coming');
});
