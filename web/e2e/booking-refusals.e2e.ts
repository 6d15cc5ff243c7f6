import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect } from 'vitest';
import { childKey, classKey } from '#functions/data/dynamo/keys';
import { paths } from '#shared/paths';
import type { FootballClass } from '#shared/schemas/class';
import { bookFor, bookingForm, seeConfirmation } from './testing/booking-form.ts';
import { bookElsewhere, storedBookings } from './testing/bookings.ts';
import { answerWith, atFirst, interceptCalls } from './testing/calls.ts';
import { addClass, slotOf } from './testing/classes.ts';
import { familyOfTwo } from './testing/families.ts';
import { pathOf } from './testing/page-state.ts';
import { answered } from './testing/problem-guard.ts';
import { logIn } from './testing/sessions.ts';
import { siteTest as it } from './testing/site-test.ts';
import { soon } from './testing/soon.ts';
import { errorToast, seeToast } from './testing/toasts.ts';

const bookingPath = (cls: FootballClass, at = 0) => paths.bookClass(cls.id, slotOf(cls, at).id);
const conflict = [answered(409)];
const dayMs = 86_400_000;

it('gives the last place to one of two browsers, and kindly offers the other one the other times [BOK-08, BOK-28]', async ({
  open,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }, { capacity: 5 }] });
  const rivals = await Promise.all(
    ['first', 'second'].map(async () => {
      const account = await stack.createAccount(familyOfTwo());
      const expects: RegExp[] = [];
      const page = await open({ as: account, path: bookingPath(cls), expects });
      await bookingForm(page).child.selectOption({ label: 'Ana Parent (age 9)' });
      return { account, expects, page };
    }),
  );
  await Promise.all(rivals.map(({ page }) => bookingForm(page).confirm.click()));

  const stillOnTheSlot = () => rivals.filter(({ page }) => pathOf(page) === bookingPath(cls));
  await soon(() => stillOnTheSlot().length).toBe(1);
  const [late] = stillOnTheSlot();
  if (!late) throw new Error('one of two has lost');
  late.expects.push(...conflict);
  await seeToast(late.page, errorToast('This time slot is now full'));
  await late.page.getByText('Another time of the same class still has places:').waitFor();
  for (const rival of rivals) {
    expect(await storedBookings(stack, rival.account, cls)).toHaveLength(rival === late ? 0 : 1);
    if (rival !== late) await seeConfirmation(rival.page);
  }

  await late.page.getByRole('link', { name: '10:00 AM - 10:45 AM 5 spots remaining' }).click();
  await soon(() => pathOf(late.page)).toBe(bookingPath(cls, 1));
  await bookFor(late.page, 'Ana Parent');
  await seeConfirmation(late.page);
});

it('tells who confirms too late that the slot has filled up meanwhile [BOK-28, ERR-02]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 1 }] });
  const page = await visit({ as: parent, path: bookingPath(cls), expects: conflict });
  await bookingForm(page).child.waitFor();
  expect((await bookElsewhere(stack, await stack.createAccount(), cls)).status).toBe(201);
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('This time slot is now full'));
  await page.getByRole('link', { name: 'Browse Other Classes' }).waitFor();
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
});

it('books a child once for a slot, but the other child too, and the same child in another slot [BOK-29, BOK-30]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 9 }, { capacity: 9 }] });
  expect((await bookElsewhere(stack, parent, cls)).status).toBe(201);
  const page = await visit({ as: parent, path: bookingPath(cls), expects: conflict });
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('Ana Parent is already booked for this time slot'));
  expect(await storedBookings(stack, parent, cls)).toHaveLength(1);
  await bookFor(page, 'Ben Parent');
  await seeConfirmation(page);
  await page.goto(bookingPath(cls, 1));
  await bookFor(page, 'Ana Parent');
  await seeConfirmation(page);
  const stored = await storedBookings(stack, parent, cls);
  expect(stored.map(({ child_name, time_slot_id }) => [child_name, time_slot_id])).toEqual([
    ['Ana Parent', slotOf(cls, 1).id],
    ['Ben Parent', slotOf(cls).id],
    ['Ana Parent', slotOf(cls).id],
  ]);
});

it('never charges another price than the one that was shown: it shows the new one and asks again [BOK-24, PRC-17]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls), expects: conflict });
  const { total } = bookingForm(page);
  await soon(() => total.textContent()).toBe('Total cost$120.00');
  await stack.table.client.send(
    new UpdateCommand({
      TableName: stack.table.name,
      Key: classKey(cls.id),
      UpdateExpression: 'SET weekly_rate = :rate',
      ExpressionAttributeValues: { ':rate': 2_500 },
    }),
  );
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('The price has changed. Please check the new total and confirm again.'));
  await soon(() => total.textContent()).toBe('Total cost$150.00');
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
  await bookingForm(page).confirm.click();
  await seeConfirmation(page);
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 15_000 }]);
});

describe('a page that stays open past midnight', () => {
  const now = Date.now();

  it('shows the price of the new day before it is charged [PRC-17]', async ({ open, stack, parent }) => {
    // Six weeks are left today; yesterday it was the first day of the seventh last one.
    const cls = await addClass(stack, { startsIn: -15 });
    const page = await open({ as: parent, expects: conflict });
    await page.clock.install({ time: now - dayMs });
    await page.goto(bookingPath(cls));
    const { child, total, confirm } = bookingForm(page);
    await soon(() => total.textContent()).toBe('Total cost$140.00');
    await child.selectOption({ label: 'Ana Parent (age 9)' });
    await page.clock.setSystemTime(now);
    await confirm.click();
    await seeToast(page, errorToast('The price has changed. Please check the new total and confirm again.'));
    await soon(() => total.textContent()).toBe('Total cost$120.00');
    await confirm.click();
    await seeConfirmation(page);
  });

  it.for(['Full Program', 'Trial Session'])(
    'takes no %s of a programme that ended [BOK-31, BOK-32]',
    async (type, { open, stack, parent }) => {
      const cls = await addClass(stack, { startsIn: -57, lasts: 56 });
      const page = await open({ as: parent, expects: conflict });
      await page.clock.install({ time: now - dayMs });
      await page.goto(bookingPath(cls));
      const { child, confirm } = bookingForm(page);
      await page.getByRole('radio', { name: type }).check();
      await child.selectOption({ label: 'Ana Parent (age 9)' });
      await page.clock.setSystemTime(now);
      await confirm.click();
      await seeToast(page, errorToast('Program ended'));
      await soon(() => confirm.isDisabled()).toBe(true);
      expect(await storedBookings(stack, parent, cls)).toEqual([]);
    },
  );
});

it('refuses a child that is no longer in the family [BOK-27]', async ({ visit, stack }) => {
  const cls = await addClass(stack);
  const account = await stack.createAccount(familyOfTwo());
  const page = await visit({ as: account, path: bookingPath(cls), expects: [answered(404)] });
  await bookingForm(page).child.waitFor();
  for (const { id, parent_id } of account.family.children) {
    await stack.table.client.send(
      new DeleteCommand({ TableName: stack.table.name, Key: childKey(parent_id, id) }),
    );
  }
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('Selected child not found'));
  expect(await storedBookings(stack, account, cls)).toEqual([]);
});

it('asks for a child when the form is sent without one [BOK-25]', async ({ visit, stack, parent }) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  const calls = await interceptCalls(page, 'bookSlot', (call) => call.continue());
  await bookingForm(page).child.waitFor();
  // The button is disabled; assistive tools and extensions can send a form all the same.
  await page
    .getByRole('main')
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.requestSubmit());
  await seeToast(page, errorToast('Please select a child'));
  expect(calls.count()).toBe(0);
});

it('leads a parent whose session is gone to the login, and back to the slot [BOK-26, ERR-36]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls) });
  await bookingForm(page).child.waitFor();
  await page.evaluate(() => localStorage.clear());
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('Not authenticated'));
  expect(pathOf(page)).toBe(paths.auth);
  await logIn(page, parent.family.profile.email);
  await bookingForm(page).child.waitFor();
  expect(pathOf(page)).toBe(bookingPath(cls));
  expect(await storedBookings(stack, parent, cls)).toEqual([]);
});

it('can be confirmed again after a failure that has no text of its own [BOK-24, ERR-01, ERR-02, ERR-26]', async ({
  visit,
  stack,
  parent,
}) => {
  const cls = await addClass(stack);
  const page = await visit({ as: parent, path: bookingPath(cls), expects: [answered(500)] });
  await interceptCalls(page, 'bookSlot', atFirst(1, answerWith(500)));
  await bookFor(page, 'Ana Parent');
  await seeToast(page, errorToast('Failed to create booking'));
  expect(await bookingForm(page).confirm.isEnabled()).toBe(true);
  await bookingForm(page).confirm.click();
  await seeConfirmation(page);
});
