import { newChildId } from '#functions/data/ids';
import type { Table } from '#functions/data/table';
import type { UserPool } from '#functions/lib/identity/user-pool';
import { emptyCard } from '#shared/domain/children/card';
import { answeredHealth, unansweredHealth } from '#shared/domain/children/health';
import { photoAnswer } from '#shared/domain/children/photos';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { dayMs } from '#shared/domain/time/milliseconds';
import type { Card, Child, Contact, Health } from '#shared/schemas/child';
import type { UserId } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import type { CalendarDate, Instant } from '#shared/schemas/values';
import { createAccount } from './accounts.ts';
import { putFamily } from './put-family.ts';
import type { SampleChild, SampleFamily } from './sample-families.ts';

/** "Nothing to know" unless the sample says otherwise; a sample without an answer has null. */
const sampleHealth = (medical: SampleChild['medical'], at: Instant): Health =>
  medical === null
    ? unansweredHealth
    : answeredHealth({ medical_conditions: medical ?? null, nothing_to_know: true }, at);

/** A family that named contacts or answered about photos has also confirmed the card, ten days ago. */
const sampleCard = (
  contacts: readonly Contact[],
  photos: SampleChild['photos'],
  now: Date,
  by: UserId,
): Pick<Card, 'contacts' | 'photos_school' | 'photos_web' | 'card_confirmed_at'> => {
  const at = instantOf(new Date(now.getTime() - 10 * dayMs));
  return {
    contacts: [...contacts],
    photos_school: photos ? photoAnswer(photos.school, at, by) : null,
    photos_web: photos ? photoAnswer(photos.web, at, by) : null,
    card_confirmed_at: contacts.length > 0 || photos ? at : null,
  };
};

const daysPerYear = 365.25;
/** Days since the sample families signed up. */
const memberForDays = 150;

/** A date of birth that gives the age today, with the birthday some months away. */
const bornOn = (age: number, today: CalendarDate): CalendarDate =>
  addDays(today, -Math.round((age + 0.4) * daysPerYear));

/** Stores a family with its account. */
export const storeFamily = async (
  table: Table,
  userPool: UserPool,
  sample: SampleFamily,
  { now, today }: { readonly now: Date; readonly today: CalendarDate },
): Promise<Family> => {
  const joined = new Date(now.getTime() - memberForDays * dayMs);
  const created_at = instantOf(joined);
  const id = await createAccount(userPool, sample.email);
  const children = sample.children.map(
    ({ name, age, medical, contacts = [], photos }, at): Child => ({
      id: newChildId(new Date(joined.getTime() + at)),
      parent_id: id,
      name,
      date_of_birth: bornOn(age, today),
      ...emptyCard,
      ...sampleHealth(medical, created_at),
      ...sampleCard(contacts, photos, now, id),
      created_at,
    }),
  );
  const family: Family = {
    profile: {
      id,
      email: sample.email,
      full_name: sample.name,
      phone_number: sample.phone,
      created_at,
      email_verified: true,
    },
    children,
  };
  await putFamily(table, family);
  return family;
};
