import { newChildId } from '#functions/data/ids';
import { toCalendarDate } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import type { Child } from '#shared/schemas/child';
import { userIdSchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { Chance } from './chance.ts';
import { childNames, firstNames, lastNames, medicalNotes } from './words.ts';

/** All families signed up before the first class was announced. */
const joinedDaysAgo = { from: 370, to: 700 };
const ageInDays = { from: Math.ceil(3.1 * 365.25), to: Math.floor(15.9 * 365.25) };
/** From the range that is reserved for fiction: 07700 900000 to 900999. */
const phones = { from: 0, to: 999 };

const addressOf = (fullName: string, place: number): string => {
  const words = fullName.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return `${words.replace(/[^a-z]+/g, '.')}.${place}@families.example`;
};

const makeFamily = (place: number, now: Date, chance: Chance): Family => {
  const id = userIdSchema.parse(chance.uuid());
  const joined = new Date(
    now.getTime() -
      Math.floor((joinedDaysAgo.from + chance.number() * (joinedDaysAgo.to - joinedDaysAgo.from)) * dayMs),
  );
  const created_at = instantOf(joined);
  const full_name = `${chance.pick(firstNames)} ${chance.pick(lastNames)}`;
  const children = chance.pickSome(childNames, chance.pick([1, 1, 2, 2, 2, 3])).map(
    (name, at): Child => ({
      id: newChildId(new Date(joined.getTime() + at), chance.number),
      parent_id: id,
      name,
      date_of_birth: addDays(toCalendarDate(now, 'UTC'), -chance.between(ageInDays.from, ageInDays.to)),
      medical_conditions: chance.isTrue(0.06) ? chance.pick(medicalNotes) : null,
      created_at,
    }),
  );
  const phone = String(chance.between(phones.from, phones.to)).padStart(3, '0');
  return {
    profile: {
      id,
      email: addressOf(full_name, place),
      full_name,
      phone_number: `07700 900${phone}`,
      created_at,
      email_verified: true,
    },
    children,
  };
};

/** Families with one to three children of three to fifteen years. */
export const makeFamilies = (howMany: number, now: Date, chance: Chance): Family[] =>
  Array.from({ length: howMany }, (_, place) => makeFamily(place, now, chance));
