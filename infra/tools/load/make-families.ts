import { newChildId } from '#functions/data/ids';
import { emptyCard } from '#shared/domain/children/card';
import { answeredHealth } from '#shared/domain/children/health';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import type { Child } from '#shared/schemas/child';
import { userIdSchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { Fake } from './fake.ts';

/** All families signed up before the first class was announced. */
const joinedDaysAgo = { from: 370, to: 700 };
const ageInDays = { from: Math.ceil(3.1 * 365.25), to: Math.floor(15.9 * 365.25) };
/** From the range that is reserved for fiction: 07700 900000 to 900999. */
const phones = { from: 0, to: 999 };

const medicalNotes = [
  'Asthma: carries a blue inhaler, needs it before running in the cold.',
  'Nut allergy: EpiPen in the bag.',
  'Type 1 diabetes: may need to stop for a snack.',
  'Hearing aid in the left ear: please speak from the right and let her see your face.',
];

const makeFamily = (place: number, now: Date, { faker, number, ofFamily }: Fake): Family => {
  const { person, internet } = ofFamily();
  const id = userIdSchema.parse(faker.string.uuid());
  const joined = new Date(
    now.getTime() -
      Math.floor((joinedDaysAgo.from + number() * (joinedDaysAgo.to - joinedDaysAgo.from)) * dayMs),
  );
  const created_at = instantOf(joined);
  const [firstName, lastName] = [person.firstName(), person.lastName()];
  const howMany = faker.helpers.arrayElement([1, 1, 2, 2, 2, 3]);
  const children = faker.helpers
    .uniqueArray(() => person.firstName(), howMany)
    .map(
      (name, at): Child => ({
        id: newChildId(new Date(joined.getTime() + at), number),
        parent_id: id,
        name,
        date_of_birth: addDays(
          toCalendarDate(now, 'UTC'),
          -faker.number.int({ min: ageInDays.from, max: ageInDays.to }),
        ),
        ...emptyCard,
        ...answeredHealth(
          {
            medical_conditions: faker.datatype.boolean(0.06)
              ? faker.helpers.arrayElement(medicalNotes)
              : null,
            nothing_to_know: true,
          },
          created_at,
        ),
        created_at,
      }),
    );
  const phone = String(faker.number.int({ min: phones.from, max: phones.to })).padStart(3, '0');
  return {
    profile: {
      id,
      email: internet.email({ firstName, lastName, provider: `family-${place}.example` }).toLowerCase(),
      full_name: `${firstName} ${lastName}`,
      phone_number: `07700 900${phone}`,
      created_at,
      email_verified: true,
    },
    children,
  };
};

/** Families with one to three children of three to fifteen years. */
export const makeFamilies = (howMany: number, now: Date, fake: Fake): Family[] =>
  Array.from({ length: howMany }, (_, place) => makeFamily(place, now, fake));
