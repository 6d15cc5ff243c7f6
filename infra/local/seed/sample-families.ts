import type { Contact } from '#shared/families/family';
import { demoAccounts } from './demo-accounts.ts';

export interface SampleChild {
  readonly name: string;
  /** In whole years, today. */
  readonly age: number;
  /** What to know about its health; null where nobody answered, absent where there is nothing to know. */
  readonly medical?: string | null;
  readonly contacts?: readonly Contact[];
  /** Absent where nobody answered. */
  readonly photos?: { readonly school: boolean; readonly web: boolean };
}

export interface DemoFamily {
  readonly email: string;
  readonly name: string;
  /** From the range that is reserved for fiction (07700 900000 to 900999). */
  readonly phone: string;
  readonly children: readonly SampleChild[];
}

export const adminFamily: DemoFamily = {
  email: demoAccounts.admin,
  name: 'Robin Hale',
  phone: '07700 900100',
  children: [],
};

/** Coaches, by the names that the sample classes have. They have no children. */
export const coachFamilies: readonly DemoFamily[] = [
  { email: demoAccounts.coach, name: 'Ellie Watts', phone: '07700 900110', children: [] },
  { email: 'sam.okafor@coaches.example', name: 'Sam Okafor', phone: '07700 900111', children: [] },
];

export const sampleReader = 'reader@ballerz.example';

/** A note of 500 characters. */
export const longNote =
  'Coeliac disease and a mild hearing loss on the left side. Please give her nothing to eat that her mother did not pack, not ' +
  'even sweets: flour in small amounts makes her ill for days. In a loud hall she does not hear you from the left, so please ' +
  'stand in front of her or touch her shoulder before you speak. If her stomach hurts, let her sit down, give her water from ' +
  'her own bottle and do call us at once; it is over after about an hour. She wears a small hearing aid, which stays in while she plays.';

const grandmother: Contact = {
  name: 'Ruth Morgan',
  relation: 'Grandmother',
  phone_number: '07700 900301',
  may_collect: true,
};

const neighbour: Contact = {
  name: 'Tom Becker',
  relation: 'Neighbour',
  phone_number: '07700 900302',
  may_collect: false,
};

export const demoFamilies: readonly DemoFamily[] = [
  {
    email: demoAccounts.parent,
    name: 'Alex Morgan',
    phone: '07700 900101',
    children: [
      { name: 'Leo', age: 8, contacts: [grandmother, neighbour], photos: { school: true, web: true } },
      {
        name: 'Mia',
        age: 5,
        medical: 'Asthma: carries a blue inhaler, needs it before running in the cold.',
        contacts: [grandmother],
        photos: { school: true, web: false },
      },
      { name: 'Noah', age: 12, medical: null },
    ],
  },
  { email: demoAccounts.newParent, name: 'Jamie Fox', phone: '07700 900102', children: [] },
];

const family = (name: string, phoneEnd: string, children: readonly SampleChild[]): DemoFamily => ({
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@families.example`,
  name,
  phone: `07700 900${phoneEnd}`,
  children,
});

export const otherFamilies: readonly DemoFamily[] = [
  {
    ...family('Amara Nwosu', '201', [
      { name: 'Chidi', age: 4 },
      { name: 'Zola', age: 7, medical: longNote },
    ]),
    // SES's mailbox simulator: emails to it bounce.
    email: 'bounce+amara.nwosu@simulator.amazonses.com',
  },
  family('Ben Carter', '202', [
    { name: 'Poppy', age: 3 },
    { name: 'Harry', age: 9, medical: null },
  ]),
  family('Charlotte Reid', '203', [{ name: 'Isla', age: 5, medical: 'Nut allergy: EpiPen in her bag.' }]),
  family('Dev Patel', '204', [
    { name: 'Arjun', age: 10 },
    { name: 'Anaya', age: 4 },
  ]),
  family('Elena Rossi', '205', [
    { name: 'Matteo', age: 13 },
    { name: 'Giulia', age: 8 },
  ]),
  family('Fatima Khan', '206', [
    { name: 'Yusuf', age: 6, photos: { school: false, web: false } },
    { name: 'Maryam', age: 11 },
  ]),
  family('George Evans', '207', [
    { name: 'Dylan', age: 5 },
    { name: 'Owen', age: 12, medical: 'Type 1 diabetes: may need to stop for a snack.' },
  ]),
  family('Hannah Osei', '208', [
    { name: 'Kofi', age: 9 },
    { name: 'Abena', age: 3 },
  ]),
  family('Ivan Petrov', '209', [
    { name: 'Sasha', age: 14 },
    { name: 'Nina', age: 7 },
  ]),
  family('Jess O’Connor', '210', [
    { name: 'Finn', age: 4 },
    { name: 'Aoife', age: 10 },
  ]),
  family('Kwame Mensah', '211', [
    { name: 'Ama', age: 8 },
    { name: 'Yaw', age: 13 },
  ]),
  family('Lucy Zhang', '212', [
    { name: 'Oliver', age: 5 },
    { name: 'Grace', age: 11 },
  ]),
  family('Mohammed Ali', '213', [
    { name: 'Ibrahim', age: 12 },
    { name: 'Layla', age: 6 },
  ]),
  family('Nora Lindgren', '214', [
    { name: 'Astrid', age: 3 },
    { name: 'Emil', age: 9 },
  ]),
  family('Oscar Silva', '215', [
    { name: 'Lucas', age: 10 },
    { name: 'Sofia', age: 14 },
  ]),
];
