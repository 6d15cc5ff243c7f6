import { randomUUID } from 'node:crypto';
import type { Account, TestStack } from '#infra/testing/stack/test-stack';
import { addDays } from '#shared/domain/calendar';
import { formatDate, formatLongDate } from '#shared/domain/format';
import { paths } from '#shared/paths';
import type { CancellationTarget } from '#shared/schemas/cancellation';
import { expectNoAxeViolations } from './testing/axe.ts';
import { bookByApi, storedBookings } from './testing/bookings.ts';
import { businessToday } from './testing/business-day.ts';
import { addClass, cardOf, slotBox, slotOf } from './testing/classes.ts';
import { httpError } from './testing/page-problems.ts';
import { expect, test } from './testing/test.ts';

/** `addClass` began 17 days ago and meets every seven days. */
const nextSession = addDays(businessToday, 4);
const lastSession = addDays(businessToday, 39);

const cancelByApi = async (
  stack: TestStack,
  { token }: Account,
  target: CancellationTarget,
): Promise<void> => {
  const { status } = await stack.call({
    route: 'cancelSessions',
    token,
    idempotencyKey: randomUUID(),
    body: { target, reason: 'weather', note: null, remedy: { kind: 'later' } },
  });
  expect(status).toBe(200);
};

for (const width of [375, 1280]) {
  test(`an admin cancels a session and brings it back, ${width} px wide [CAN-01, CAN-03, CAN-04, CAN-13]`, async ({
    page,
    signIn,
    admin,
    parent,
    stack,
    expectProblems,
  }) => {
    // The make-up date that the API refuses.
    expectProblems(httpError(400));
    await page.setViewportSize({ width, height: 800 });
    const cls = await addClass(stack);
    await bookByApi(stack, parent, cls, { child: 0 });
    await bookByApi(stack, parent, cls, { child: 1 });
    await signIn(admin);
    await page.goto(paths.adminClass(cls.id));
    const session = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    const next = session.filter({ hasText: formatDate(nextSession) });
    await expect(next).toContainText('Next');
    await next.getByRole('button', { name: 'Cancel session' }).click();

    const dialog = page.getByRole('dialog', { name: `Cancel session: ${formatLongDate(nextSession)}` });
    await expect(dialog.getByText('1 session: 2 children in 1 family will be told.')).toBeVisible();
    const makeUp = dialog.getByLabel('Date of the make-up session');
    await expect(makeUp).toHaveValue(addDays(lastSession, 7));
    await expectNoAxeViolations(page, 'dialog');
    await makeUp.fill(lastSession);
    await dialog.getByRole('button', { name: 'Cancel session' }).click();
    await expect(dialog.getByText('This time slot has a session on this date already')).toBeVisible();
    await makeUp.fill(addDays(lastSession, 7));
    await dialog.getByLabel('Note to families (optional)').fill('Sorry <b>all</b>');
    await dialog.getByRole('button', { name: 'Cancel session' }).dblclick();
    await expect(dialog).toBeHidden();
    await expect(next).toContainText('Cancelled: Weather');
    await expect(session.filter({ hasText: formatDate(addDays(lastSession, 7)) })).toContainText('Extra');

    await next.getByRole('button', { name: 'Bring it back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Bring it back' }).click();
    await expect(next).not.toContainText('Cancelled');
    await expect(session.filter({ hasText: formatDate(addDays(lastSession, 7)) })).toHaveCount(0);
  });
}

test('a parent and a visitor see the cancelled session [CAN-13, CAN-14]', async ({
  page,
  signIn,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack);
  await bookByApi(stack, parent, cls);
  await cancelByApi(stack, admin, { kind: 'class-day', class_id: cls.id, date: nextSession });
  await page.goto(paths.bookCamp);
  await expect(cardOf(page, cls)).toContainText(`No session on ${formatDate(nextSession)}: Weather`);
  await signIn(parent);
  await page.goto(paths.parent);
  await expect(page.getByRole('deletion').first()).toHaveText(formatLongDate(nextSession));
  await page.goto(paths.parentBookings);
  await page.getByText('1 cancelled').click();
  await expect(cardOf(page, cls)).toContainText(`${formatLongDate(nextSession)} Cancelled: Weather`);
});

test('a cancelled session lowers the price of its slot, and no amount of a booking [CAL-05]', async ({
  page,
  admin,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 10 }, { capacity: 10 }] });
  await bookByApi(stack, parent, cls);
  await page.goto(paths.bookCamp);
  const card = cardOf(page, cls);
  await expect(card).toContainText('$120.006 weeks remaining');
  await expect(card.getByText('from', { exact: true })).toHaveCount(0);
  await expect(slotBox(page, cls)).not.toContainText('$');

  const slot = { class_id: cls.id, slot_id: slotOf(cls).id };
  await cancelByApi(stack, admin, { kind: 'session', ...slot, date: nextSession });
  await page.reload();
  await expect(card).toContainText('from$100.005 weeks remaining');
  await expect(slotBox(page, cls)).toContainText('$100.00');
  await expect(slotBox(page, cls, 1)).toContainText('$120.00');
  expect(await storedBookings(stack, parent, cls)).toMatchObject([{ amount: 12_000 }]);
});
