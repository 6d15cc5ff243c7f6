import { saveSettings } from '#functions/school/settings';
import { businessTimeZone, businessToday, moveStackClock } from '#infra/testing/browser/business-day';
import { addClass, bookByApi, cardOf, slotOf, storedBookings } from '#infra/testing/browser/classes';
import { bookFor, confirmedFact, expectConfirmation } from '#infra/testing/browser/forms';
import { expectToast } from '#infra/testing/browser/page';
import { routes } from '#shared/contract/routes';
import { toInstant } from '#shared/lib/business-time';
import { addMonths } from '#shared/lib/calendar';
import { formatDate } from '#shared/lib/format';
import { wallTimeSchema } from '#shared/lib/values';
import { paths } from '#shared/paths';
import { programmeIds } from '#shared/programmes';
import { defaultSchoolSettings, schoolSettingsSchema } from '#shared/school/settings';
import { expect, test } from './testing/test.ts';

// A stack of its own: its functions know the school's settings for some seconds longer than they are stored.
test.use({ stackOptions: { timeZone: businessTimeZone } });

const settings = schoolSettingsSchema.parse({
  ...defaultSchoolSettings,
  due_rule: 'monthly',
  discounts: {
    sibling: { reduction: { by: 'percent', percent: 9 }, programmes: [...programmeIds] },
    second_class: null,
    early: null,
  },
  payment_link: {
    url: 'https://pay.example.com/school',
    reference_parameter: 'ref',
    amount_parameter: 'sum',
    amount_unit: 'dollars',
  },
});

/** Of the two parts of $109.20, which is $120.00 with a discount of 9%. */
const [price, reduction, part] = ['$109.20', 'Sibling discount -$10.80', '$54.60'];

test('the money of one family agrees with its booking, from the listing to the receipt [DIS-01, DUE-01, DUE-02, PLK-01, BNK-03, PAY-06]', {
  tag: '@exhaustive',
}, async ({ page, signIn, newPage, stack, admin, parent }) => {
  const earlier = await addClass(stack);
  const cls = await addClass(stack, { startsIn: 4, lasts: 35 });
  const [first, second] = [cls.start_date, addMonths(cls.start_date, 1)];
  const agreed = `Due in 2 parts: ${part} on ${formatDate(first)} and ${part} on ${formatDate(second)}`;
  // The first child's programme is due when it is booked.
  await bookByApi(stack, parent, earlier);
  await saveSettings(stack.table, defaultSchoolSettings, settings, []);
  const params = { classId: cls.id, slotId: slotOf(cls).id };
  const ruleNow = async () => {
    const { body } = await stack.call({ route: 'getBookableSlot', token: parent.token, params });
    return routes.getBookableSlot.response.parse(body).due_rule;
  };
  await expect.poll(ruleNow).toBe('monthly');
  const { body } = await stack.call({ route: 'getMyLedger', token: parent.token });
  const { reference } = routes.getMyLedger.response.parse(body);
  const payPage = (sum: string) => `https://pay.example.com/school?ref=${reference}&sum=${sum}`;
  const main = page.getByRole('main');
  const mailText = async (beginning: string) =>
    (await stack.mails()).find(
      ({ to, subject, text }) =>
        to.includes(parent.family.profile.email) && subject.startsWith(beginning) && text.includes(price),
    )?.text ?? '';

  await signIn(parent);
  await page.goto(paths.browseClasses);
  await expect(cardOf(page, cls)).toContainText(`${price} (${reduction})`);

  await page.goto(paths.bookClass(params.classId, params.slotId));
  const dueDates = page.getByRole('list', { name: 'When to pay, in 2 parts' }).getByRole('listitem');
  const parts = [`Due ${formatDate(first)}${part}`, `Due ${formatDate(second)}${part}`];
  await page.getByRole('combobox', { name: 'Child' }).selectOption(parent.family.children[1]?.id ?? '');
  await expect(page.getByText(`You agree to pay ${price}.`)).toBeVisible();
  await expect(page.getByText(reduction).first()).toBeVisible();
  await expect(dueDates).toHaveText(parts);
  await bookFor(page, 'Ben Parent');

  await expectConfirmation(page);
  await expect(confirmedFact(page, 'Discount')).toHaveText(reduction);
  await expect(confirmedFact(page, 'Total cost')).toHaveText(price);
  await expect(dueDates).toHaveText(parts);
  // Of this booking nothing is due yet, of the one before all.
  const pay = page.getByRole('link', { name: /^Pay .* now$/ });
  await expect(pay).toHaveText('Pay $120.00 now');
  await expect(pay).toHaveAttribute('href', payPage('120.00'));
  await expect.poll(() => mailText('Booking confirmed')).toContain(`Discount: ${reduction}`);
  const confirmation = await mailText('Booking confirmed');
  for (const text of [`Total: ${price}`, `Payment: ${agreed}`, `Pay $120.00 now: ${payPage('120.00')}`])
    expect(confirmation).toContain(text);
  const [booking] = await storedBookings(stack, parent, cls);
  expect(booking).toMatchObject({ amount: 10_920, discount: { amount: 1_080 }, due_dates: [first, second] });

  await page.goto(paths.parentBookings);
  await expect(page.getByText(`Total cost: ${price}`)).toBeVisible();
  await page.goto(paths.parentPayments);
  await expect(main.getByText('You owe $120.00', { exact: true })).toBeVisible();
  const later = `${price} will be due later: ${part} on ${formatDate(first)} and ${part} on ${formatDate(second)}.`;
  await expect(main.getByText(later, { exact: true })).toBeVisible();
  await expect(main.getByText(reduction)).toBeVisible();
  await expect(main.getByText(agreed, { exact: true })).toBeVisible();
  await expect(pay).toHaveAttribute('href', payPage('120.00'));

  const office = await newPage({ as: admin });
  await office.goto(paths.adminPayments);
  const figures = office.getByRole('main').getByRole('definition');
  await expect(figures).toHaveText(['$229.20', '$0.00', '$0.00', '$120.00', price, '$0.00']);
  await office.getByRole('button', { name: 'Import Payments' }).click();
  await office.getByLabel('File of your bank or payment provider').setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Day,What,Dollars\n${businessToday},Football ${reference},120.00`),
  });
  await office.getByRole('button', { name: 'Look at the Rows' }).click();
  await expect(office.getByRole('checkbox', { name: '$120.00 for Pat Parent' })).toBeChecked();
  await office.getByRole('button', { name: 'Record 1' }).click();
  await expectToast(office, { title: 'One payment recorded' });
  await expect(figures).toHaveText(['$229.20', '$0.00', '$120.00', '$0.00', price, '$0.00']);

  await expect.poll(() => mailText('Payment received: $120.00')).toContain('Nothing is due yet.');
  const receipt = await mailText('Payment received');
  expect(receipt).toContain(later);
  expect(receipt).not.toMatch(/Pay .* now/);
  await page.reload();
  await expect(main.getByText('Nothing is due yet', { exact: true })).toBeVisible();
  await expect(pay).toHaveCount(0);

  await moveStackClock(stack, toInstant(first, wallTimeSchema.parse('09:00'), businessTimeZone));
  await page.reload();
  await expect(main.getByText(`You owe ${part}`, { exact: true })).toBeVisible();
  await expect(pay).toHaveText(`Pay ${part} now`);
  await expect(pay).toHaveAttribute('href', payPage('54.60'));
  await office.reload();
  await expect(figures).toHaveText(['$229.20', '$0.00', '$120.00', part, part, '$0.00']);
});
