import type { Contact } from '#shared/families/family';
import { demoAccounts } from './demo-accounts.ts';

export interface SampleChild {
  readonly name: string;
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

export const coachFamilies: readonly DemoFamily[] = [
  { email: demoAccounts.coach, name: 'Ellie Watts', phone: '07700 900110', children: [] },
  { email: 'sam.okafor@coaches.example', name: 'Sam Okafor', phone: '07700 900111', children: [] },
];

export const sampleReader = 'reader@ballerz.example';

/** A note of 500 characters. */
const longNote =
  'Coeliac disease and a mild hearing loss on the left side. Please give her nothing to eat that her mother did not pack, not ' +
  'even sweets: flour in small amounts makes her ill for days. In a loud hall she does not hear you from the left, so please ' +
  'stand in front of her or touch her shoulder before you speak. If her stomach hurts, let her sit down, give her water from ' +
  'her own bottle and do call us at once; it is over after about an hour. She wears a small hearing aid, which stays in while she plays.';

const contact = (name: string, relation: string, phone_number: string, may_collect: boolean): Contact => ({
  name,
  relation,
  phone_number,
  may_collect,
});
const grandmother = contact('Ruth Morgan', 'Grandmother', '07700 900301', true);
const neighbour = contact('Tom Becker', 'Neighbour', '07700 900302', false);

const family = (
  name: string,
  phoneEnd: string,
  children: Readonly<Record<string, number | Omit<SampleChild, 'name'>>>,
): DemoFamily => ({
  email: `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@families.example`,
  name,
  phone: `07700 900${phoneEnd}`,
  children: Object.entries(children).map(([child, known]) => ({
    name: child,
    ...(typeof known === 'number' ? { age: known } : known),
  })),
});

export const demoFamilies: readonly DemoFamily[] = [
  {
    ...family('Alex Morgan', '101', {
      Leo: { age: 8, contacts: [grandmother, neighbour], photos: { school: true, web: true } },
      Mia: {
        age: 5,
        medical: 'Asthma: carries a blue inhaler, needs it before running in the cold.',
        contacts: [grandmother],
        photos: { school: true, web: false },
      },
      Noah: { age: 12, medical: null },
    }),
    email: demoAccounts.parent,
  },
  { ...family('Jamie Fox', '102', {}), email: demoAccounts.newParent },
];

export const otherFamilies: readonly DemoFamily[] = [
  {
    ...family('Amara Nwosu', '201', { Chidi: 4, Zola: { age: 7, medical: longNote } }),
    // SES's mailbox simulator: emails to it bounce.
    email: 'bounce+amara.nwosu@simulator.amazonses.com',
  },
  family('Ben Carter', '202', { Poppy: 3, Harry: { age: 9, medical: null } }),
  family('Charlotte Reid', '203', { Isla: { age: 5, medical: 'Nut allergy: EpiPen in her bag.' } }),
  family('Dev Patel', '204', { Arjun: 10, Anaya: 4 }),
  family('Elena Rossi', '205', { Matteo: 13, Giulia: 8 }),
  family('Fatima Khan', '206', { Yusuf: { age: 6, photos: { school: false, web: false } }, Maryam: 11 }),
  family('George Evans', '207', {
    Dylan: 5,
    Owen: { age: 12, medical: 'Type 1 diabetes: may need to stop for a snack.' },
  }),
  family('Hannah Osei', '208', { Kofi: 9, Abena: 3 }),
  family('Ivan Petrov', '209', { Sasha: 14, Nina: 7 }),
  family('Jess O’Connor', '210', { Finn: 4, Aoife: 10 }),
  family('Kwame Mensah', '211', { Ama: 8, Yaw: 13 }),
  family('Lucy Zhang', '212', { Oliver: 5, Grace: 11 }),
  family('Mohammed Ali', '213', { Ibrahim: 12, Layla: 6 }),
  family('Nora Lindgren', '214', { Astrid: 3, Emil: 9 }),
  family('Oscar Silva', '215', { Lucas: 10, Sofia: 14 }),
];
