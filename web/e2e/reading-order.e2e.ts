import { openEdit } from '#infra/testing/browser/admin-screens';
import { addClass, bookByApi, cardOf, slotOf } from '#infra/testing/browser/classes';
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

test('a dialog is read as its question, what is lost, and the way out first; leaving it returns to its button', {
  tag: '@exhaustive',
}, async ({ page, signIn, parent }) => {
  await signIn(parent);
  await page.goto(paths.parentProfile);
  const remove = page.getByRole('button', { name: 'Remove Ana Parent' });
  await remove.press('Enter');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toMatchAriaSnapshot(`
    - alertdialog "Remove Ana Parent?":
      - heading "Remove Ana Parent?" [level=2]
      - paragraph: The details with the medical conditions and contacts will be deleted. This cannot be undone.
      - paragraph: To correct the details, choose “Edit” instead.
      - button "Cancel"
      - button "Remove Child"
  `);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(remove).toBeFocused();
});

test('from any screen, two letters find a family by keyboard: number of results, then families, children, bookings', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, parent, stack }) => {
  await bookByApi(stack, parent, await addClass(stack, { venue: 'Quarry Ground' }), { child: 1 });
  await signIn(admin);
  await page.goto(paths.adminActivity);
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('an');
  await expect(page.getByRole('dialog')).toMatchAriaSnapshot(`
    - dialog "Find Anything":
      - heading "Find Anything" [level=2]
      - combobox "Name of a parent or child, email, phone, venue or coach" [expanded]: an
      - status: 3 results
      - listbox "Results":
        - group "Families":
          - option "Pat Parent Ana Parent, Ben Parent" [selected]
        - group "Children":
          - option "Ana Parent Pat Parent"
        - group "Bookings":
          - option /^Ben Parent Juniorballerz, Quarry Ground, 9:00 AM/
      - button "Close"
  `);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pat Parent', level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the class form is read as type, place, rate and dates, then price, slots, coach and card', {
  tag: '@exhaustive',
}, async ({ page, signIn, admin, stack }) => {
  const cls = await addClass(stack, { venue: 'Quarry Ground', slots: [{ capacity: 5, booked: 1 }] });
  await signIn(admin);
  await page.goto(paths.adminClasses);
  const { dialog } = await openEdit(page, cardOf(page, cls));
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog "Edit Class":
      - heading "Edit Class" [level=2]
      - combobox "Class Type"
      - combobox "Venue":
        - option "Quarry Ground" [selected]
      - button "New Venue"
      - textbox "Weekly Rate ($)": "20.00"
      - textbox "Start Date"
      - textbox "End Date"
      - status "Price"
      - group "Time Slots":
        - group "Time slot 1":
          - textbox "Start": 09:00
          - textbox "End": 09:45
          - textbox "Capacity": "5"
          - text: 1 booked
          - button "Remove time slot 1" [disabled]
        - button "Add Time Slot"
      - combobox "Coach Name"
      - group "Who marks who came"
      - group "Dates without a session":
        - list
        - status: /9 sessions/
      - heading "What Families Will See" [level=3]
      - img /^Card of Juniorballerz, Every \\w+day, \\$120\\.00$/
      - button "Cancel"
      - button "Save Changes"
  `);
  await expect(dialog.getByRole('combobox', { name: 'Class Type' })).toBeFocused();
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
