import { addClass, bookByApi, slotOf } from '#infra/testing/browser/classes';
import { paths } from '#shared/paths';
import { expect, test } from './testing/test.ts';

// What a screen reader reads, and in which order, for the main tasks. A snapshot names parts of the accessibility tree.

test('booking is read as class, dates and price, then type, child, total and what is agreed to', async ({
  page,
  signIn,
  parent,
  stack,
}) => {
  const cls = await addClass(stack, { slots: [{ capacity: 5 }] });
  await signIn(parent);
  await page.goto(paths.bookClass(cls.id, slotOf(cls).id));
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "← Back to Classes"
      - heading "Juniorballerz" [level=1]
      - paragraph: 5 spots remaining
      - paragraph: /Full program/
      - paragraph: /Trial/
      - radiogroup "Booking type":
        - radio "Full Program" [checked]
        - radio "Trial Session"
      - combobox "Child":
        - option "Choose a child" [selected]
        - option "Ana Parent (age 9)"
        - 'option "Ben Parent (age 7) - Asthma: carries an inhaler"'
      - paragraph: /First session/
      - list "Your 6 dates"
      - paragraph: Total cost $120.00
      - paragraph: You agree to pay $120.00.
      - button "Confirm Booking" [disabled]
  `);
});

test('a roster is read as class and slots, sessions, then child, age and medical note of each row, and how to reach the parent', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  const cls = await addClass(stack, {
    venue: 'Quarry Ground',
    slots: [{ capacity: 5 }, { capacity: 3, booked: 3 }],
  });
  await bookByApi(stack, parent, cls, { child: 1 });
  await signIn(admin);
  await page.goto(paths.adminClass(cls.id));
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - link "Back to Classes"
      - heading "Juniorballerz, Quarry Ground" [level=1]
      - navigation "Time slots":
        - list:
          - listitem:
            - link "9:00 AM - 9:45 AM 1/5 participants"
          - listitem:
            - link "10:00 AM - 10:45 AM Full 3/3 participants"
      - heading "Sessions" [level=2]
      - list "Sessions"
      - heading "Bookings for 9:00 AM - 9:45 AM (1/5)" [level=2]
      - table "Bookings":
        - rowgroup:
          - row:
            - columnheader "Child Name"
            - columnheader "Child Age"
            - columnheader "Medical Notes"
        - rowgroup:
          - row:
            - rowheader "Ben Parent"
            - cell "7"
            - 'cell "Asthma: carries an inhaler"'
            - cell:
              - link /^Call Pat Parent, 07700 900123$/
              - link "Write to Pat Parent"
  `);
});
