import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listApplications } from '#functions/waiting/applications';
import { localPaths } from '#infra/local/addresses';
import {
  addClass,
  bookByApi,
  joinByApi,
  slotBox,
  slotOf,
  storedBookings,
} from '#infra/testing/browser/classes';
import { addFamily, familyOfTwo } from '#infra/testing/browser/families';
import { expectToast } from '#infra/testing/browser/page';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import type { FootballClass } from '#shared/classes/class';
import { paths } from '#shared/paths';
import { byRank } from '#shared/waiting/waiting';
import { expectNoAxeInThemes } from './testing/accessibility.ts';
import { expect, test } from './testing/test.ts';

/** Lets the timer run now. */
const runTimer = (stack: TestStack) =>
  fetch(stack.url + localPaths.clock, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ now: new Date().toISOString() }),
  });

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

/** The link of the newest offer that was emailed to an account. */
const offerLink = async (stack: TestStack, { family }: Account): Promise<string> => {
  const find = async () =>
    (await stack.mails())
      .filter(({ to }) => to.includes(family.profile.email))
      .flatMap(({ text }) => /https?:\/\/\S+\/offer#\S+/.exec(text)?.[0] ?? [])[0];
  await expect.poll(find).toBeDefined();
  return ((await find()) ?? '').replace(stack.url, '');
};

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
  await runTimer(stack);

  await page.goto(await offerLink(stack, parent));
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
  await runTimer(stack);
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

test('lets an administrator put a family first, withdraw its offer and remove it [WAI-03, WAI-11]', {
  tag: '@exhaustive',
}, async ({ page, signIn, stack, parent, admin }) => {
  const { cls, holder } = await addFullClass(stack, 2);
  const other = await stack.createAccount(familyOfTwo());
  await joinByApi(stack, other, cls, { children: [0, 1] });
  await joinByApi(stack, parent, cls, { children: [1] });
  await signIn(admin);
  await page.goto(paths.adminClass(cls.id));
  const list = page.getByRole('region', { name: 'Waiting list' });
  const entries = list.getByRole('listitem');
  await expect(entries).toHaveText([/^1\.Ana Parent and Ben ParentOnly together/, /^2\.Ben Parent/]);

  await entries.nth(1).getByRole('button', { name: 'Put first' }).click();
  await page.getByLabel('Reason').selectOption('A mistake by the school');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Put First' }).click();
  await expectToast(page, { title: 'The family is first on the list' });
  await expect(entries).toHaveText([/^1\.Ben Parent.*put first: a mistake by the school/, /^2\.Ana/]);

  await freePlace(stack, admin, holder, cls);
  await runTimer(stack);
  await page.reload();
  await expect(entries.nth(0)).toHaveText(/^Offer until .*Ben Parent/);
  await entries.nth(0).getByRole('button', { name: 'Withdraw offer' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectNoAxeInThemes(page, 'withdrawing an offer');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw Offer' }).click();
  await expectToast(page, { title: 'The offer is withdrawn' });
  await expect(entries).toHaveText([/^1\.Ben Parent/, /^2\.Ana/]);
  await entries.nth(0).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Number 1 on the list: Ben Parent');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expectToast(page, { title: 'The family is off the list' });
  await expect(entries).toHaveText([/^1\.Ana/]);
});
