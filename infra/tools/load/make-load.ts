import {
  base,
  en,
  en_GB,
  en_IN,
  en_NG,
  es,
  Faker,
  fr,
  generateMersenne53Randomizer,
  pl,
  type Randomizer,
} from '@faker-js/faker';
import { agreeBooking } from '#functions/booking/agree-steps';
import type { StoredBooking } from '#functions/booking/bookings';
import { newBookingId, newVenueId } from '#functions/lib/ids';
import { bookingTerms } from '#shared/booking/booking-terms';
import type { ClassType, FootballClass, Venue } from '#shared/classes/class';
import type { Child } from '#shared/families/family';
import { businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { addDays, defaultEndDate } from '#shared/lib/calendar';
import { dayMs } from '#shared/lib/durations';
import { idempotencyKeySchema, userIdSchema } from '#shared/lib/ids';
import { centsSchema, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { programmeIds } from '#shared/programmes';
import { defaultSchoolSettings } from '#shared/school/settings';
import type { TimeSlot } from '#shared/sessions/slot';
import { CommandError } from '../../command.ts';
import { newClass, newFamily, playersOf, type SampleFamily, type World } from '../../local/seed/world.ts';

interface Fake {
  readonly number: () => number;
  readonly faker: Faker;
  readonly ofFamily: () => Faker;
}

const createFake = (seed: number): Fake => {
  const randomizer: Randomizer = generateMersenne53Randomizer(seed);
  const [faker, ...others] = [[en_GB, en], [en_IN, en], [en_NG, en], [fr], [pl], [es]].map(
    (locale) => new Faker({ locale: [...locale, base], randomizer }),
  );
  if (!faker) throw new Error('There is no language');
  return {
    number: () => randomizer.next(),
    faker,
    // Half of the families have English names.
    ofFamily: () => faker.helpers.arrayElement([...others.map(() => faker), ...others]),
  };
};

/** One slot in this many has no bookings. */
const emptyEvery = 20;
/** Days after the start of a class on which the last places are booked. */
const bookedUntilDay = 35;
const timeZone = 'UTC';

interface Place {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

const shareOut = (bookings: number, slots: number, fake: Fake): number[] => {
  const weights = Array.from({ length: slots }, (_, at) =>
    at % emptyEvery === emptyEvery - 1 ? 0 : 0.5 + fake.number(),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let weightSoFar = 0;
  let given = 0;
  return weights.map((weight) => {
    weightSoFar += weight;
    const share = Math.round((weightSoFar / sum) * bookings) - given;
    given += share;
    return share;
  });
};

const momentOf = (cls: FootballClass, now: Date, fake: Fake): Date => {
  const from = Date.parse(cls.created_at);
  const to = Math.min(Date.parse(cls.start_date) + bookedUntilDay * dayMs, now.getTime());
  return new Date(Math.floor(from + fake.number() * (to - from)));
};

const book = ({ cls, slot }: Place, child: Child, now: Date, fake: Fake): StoredBooking => {
  const moment = businessMoment(momentOf(cls, now, fake), timeZone);
  const isTrial = fake.faker.datatype.boolean(0.2);
  const terms = bookingTerms(cls, slot, isTrial, moment);
  if (!terms) throw new Error('A class is booked before its last session');
  const { amount, trial_date, calendar_version } = terms;
  const agreed = agreeBooking(
    {
      parentId: child.parent_id,
      idempotencyKey: idempotencyKeySchema.parse(fake.faker.string.uuid()),
      order: {
        class_id: cls.id,
        time_slot_id: slot.id,
        is_trial: isTrial,
        trial_date,
        calendar_version,
      },
    },
    { class: cls, time_slot: slot, child, asked: { child_id: child.id, amount } },
    defaultSchoolSettings,
    moment,
  );
  return { ...agreed, id: newBookingId(moment.now, fake.number) };
};

const makeBookings = (
  howMany: number,
  {
    classes,
    families,
  }: { readonly classes: readonly FootballClass[]; readonly families: readonly SampleFamily[] },
  now: Date,
  fake: Fake,
): StoredBooking[] => {
  const places = classes.flatMap((cls) => cls.time_slots.map((slot): Place => ({ cls, slot })));
  const today = toCalendarDate(now, timeZone);
  const children = families.flatMap((family) => family.children);
  const players = new Map(programmeIds.map((type) => [type, playersOf(type, children, today)]));
  const taken = shareOut(howMany, places.length, fake);
  const next = new Map<ClassType, number>();
  return places.flatMap((place, at) => {
    const { class_type } = place.cls;
    const wanted = taken[at] ?? 0;
    const candidates = players.get(class_type) ?? [];
    // In rotation, so that no child is twice in one slot.
    if (wanted > candidates.length || wanted > place.slot.max_capacity)
      throw new CommandError(
        'So many bookings need more families or more slots.',
        'Raise --families or --slots, or lower --bookings.',
      );
    const first = next.get(class_type) ?? 0;
    next.set(class_type, first + wanted);
    return Array.from({ length: wanted }, (_, nth) => {
      const child = candidates[(first + nth) % candidates.length];
      if (!child) throw new Error(`There is no child for ${class_type}`);
      return book(place, child, now, fake);
    });
  });
};

/** Range of start dates in days from today, and days between announcement and start. */
const startsFrom = -300;
const startsTo = 40;
const announcedDaysBefore = 60;

const firstSlotMinute = 8 * 60;
const slotMinutes = 40;

const wallTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const shareOf = (total: number, places: number, place: number): number =>
  Math.floor(((place + 1) * total) / places) - Math.floor((place * total) / places);

/** Classes over the past ten months and the coming weeks. Their slots have the maximum capacity. */
const makeClasses = (
  { classes, slots }: { readonly classes: number; readonly slots: number },
  now: Date,
  { faker, number, ofFamily }: Fake,
): FootballClass[] => {
  const venues = faker.helpers
    .multiple(() => faker.location.street(), { count: 11 })
    .flatMap((street, at) =>
      [1, 2, 3, 4, 5, 6].map(
        (pitch): Venue => ({
          id: newVenueId(new Date(now.getTime() - (at * 6 + pitch) * dayMs), number),
          // Two streets may have the same name.
          name: `${street} Sports Ground ${at + 1}, Pitch ${pitch}`,
          address: `${at + 1} ${street}`,
          map_url: null,
          directions: null,
          version: 1,
          changed_at: instantOf(now),
        }),
      ),
    );
  const coaches = faker.helpers.multiple(() => ofFamily().person.fullName(), { count: 9 });
  const createdBy = userIdSchema.parse(faker.string.uuid());
  const today = toCalendarDate(now, 'UTC');
  return Array.from({ length: classes }, (_, place) => {
    const startsIn = Math.round(startsFrom + ((startsTo - startsFrom) * (place + 1)) / classes);
    const createdAt = new Date(now.getTime() + (startsIn - announcedDaysBefore) * dayMs + place * 60_000);
    const start_date = addDays(today, startsIn);
    const weekly_rate = centsSchema.parse(faker.number.int({ min: 7, max: 14 }) * 250);
    return newClass(
      {
        createdAt,
        class_type: faker.helpers.arrayElement(programmeIds),
        venue: faker.helpers.arrayElement(venues),
        coach_name: faker.helpers.arrayElement(coaches),
        weekly_rate,
        start_date,
        end_date: defaultEndDate(start_date),
        created_by: createdBy,
        slots: Array.from({ length: shareOf(slots, classes, place) }, (_, at) => ({
          from: wallTime(firstSlotMinute + at * slotMinutes),
          to: wallTime(firstSlotMinute + (at + 1) * slotMinutes),
          places: limits.slotCapacity,
        })),
      },
      number,
    );
  });
};

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

const makeFamily = (place: number, now: Date, { faker, number, ofFamily }: Fake): SampleFamily => {
  const { person, internet } = ofFamily();
  const id = userIdSchema.parse(faker.string.uuid());
  const joined = new Date(
    now.getTime() -
      Math.floor((joinedDaysAgo.from + number() * (joinedDaysAgo.to - joinedDaysAgo.from)) * dayMs),
  );
  const [firstName, lastName] = [person.firstName(), person.lastName()];
  const howMany = faker.helpers.arrayElement([1, 1, 2, 2, 2, 3]);
  const today = toCalendarDate(now, 'UTC');
  const children = faker.helpers
    .uniqueArray(() => person.firstName(), howMany)
    .map((name) => ({
      name,
      date_of_birth: addDays(today, -faker.number.int({ min: ageInDays.from, max: ageInDays.to })),
      ...(faker.datatype.boolean(0.06) && {
        medical_conditions: faker.helpers.arrayElement(medicalNotes),
      }),
    }));
  const phone = String(faker.number.int({ min: phones.from, max: phones.to })).padStart(3, '0');
  const email = internet.email({ firstName, lastName, provider: `family-${place}.example` }).toLowerCase();
  const full_name = `${firstName} ${lastName}`;
  return newFamily({ id, joined, email, full_name, phone_number: `07700 900${phone}`, children }, number);
};

const makeFamilies = (howMany: number, now: Date, fake: Fake): SampleFamily[] =>
  Array.from({ length: howMany }, (_, place) => makeFamily(place, now, fake));

interface LoadSizes {
  readonly classes: number;
  readonly slots: number;
  readonly families: number;
  readonly bookings: number;
}

export const fullLoad: LoadSizes = { classes: 200, slots: 1_000, families: 5_000, bookings: 50_000 };

const smallestCapacity = 8;
/** One slot in this many is full. The capacity of the others is up to half above their bookings. */
const fullEvery = 8;

/** A school after some years. Sizes, day and seed determine it. @throws CommandError for too many bookings */
export const makeLoad = (
  sizes: LoadSizes,
  { now, seed }: { readonly now: Date; readonly seed: number },
): World => {
  const fake = createFake(seed);
  const families = makeFamilies(sizes.families, now, fake);
  const roomy = makeClasses(sizes, now, fake);
  const bookings = makeBookings(sizes.bookings, { classes: roomy, families }, now, fake);
  const taken = Map.groupBy(bookings, ({ time_slot_id }) => time_slot_id);
  const withCounts = (slot: TimeSlot): TimeSlot => {
    const current_bookings = taken.get(slot.id)?.length ?? 0;
    const room = fake.faker.datatype.boolean(1 / fullEvery) ? 1 : 1 + fake.number() / 2;
    const max_capacity = Math.max(smallestCapacity, Math.ceil(current_bookings * room));
    return { ...slot, current_bookings, max_capacity: Math.min(max_capacity, limits.slotCapacity) };
  };
  return {
    families,
    classes: roomy.map((cls) => ({ ...cls, time_slots: cls.time_slots.map(withCounts) })),
    bookings,
  };
};
