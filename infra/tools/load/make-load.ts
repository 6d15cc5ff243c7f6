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
} from '@faker-js/faker';
import { agreeBooking } from '#functions/booking/agree-steps';
import type { StoredBooking } from '#functions/booking/bookings';
import { newBookingId, newVenueId } from '#functions/lib/ids';
import { bookingTerms } from '#shared/booking/booking-terms';
import type { FootballClass } from '#shared/classes/class';
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

const createFake = (now: Date, seed: number) => {
  const randomizer = generateMersenne53Randomizer(seed);
  const [faker = new Faker({ locale: base }), ...others] = [en_GB, en_IN, en_NG, fr, pl, es].map(
    (locale) => new Faker({ locale: [locale, en, base], randomizer }),
  );
  // Half of the families have English names.
  const ofFamily = () => (faker.datatype.boolean() ? faker : faker.helpers.arrayElement(others));
  return { now, random: () => randomizer.next(), faker, ofFamily };
};

type Fake = ReturnType<typeof createFake>;

const timeZone = 'UTC';

const shareOf = (total: number, places: number, place: number): number =>
  Math.floor(((place + 1) * total) / places) - Math.floor((place * total) / places);

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - Math.floor(days * dayMs));

/** A family that signed up before the first class was announced. */
const makeFamily = (place: number, { now, random, faker, ofFamily }: Fake): SampleFamily => {
  const { person, internet } = ofFamily();
  const [firstName, lastName] = [person.firstName(), person.lastName()];
  const today = toCalendarDate(now, timeZone);
  const names = faker.helpers.uniqueArray(() => person.firstName(), faker.number.int({ min: 1, max: 3 }));
  return newFamily(
    {
      id: userIdSchema.parse(faker.string.uuid()),
      joined: daysBefore(now, 370 + 330 * random()),
      email: internet.email({ firstName, lastName, provider: `family-${place}.example` }).toLowerCase(),
      full_name: `${firstName} ${lastName}`,
      // From the range that is reserved for fiction: 07700 900000 to 900999.
      phone_number: `07700 900${String(faker.number.int({ max: 999 })).padStart(3, '0')}`,
      children: names.map((name) => ({
        name,
        date_of_birth: addDays(today, -faker.number.int({ min: Math.ceil(3.1 * 365.25), max: 15 * 365 })),
        ...(faker.datatype.boolean(0.06) && { medical_conditions: 'Asthma: carries a blue inhaler.' }),
      })),
    },
    random,
  );
};

/** Days from today on which the first and the last class start, and days between announcement and start. */
const [startsFrom, startsTo, announcedDaysBefore] = [-300, 40, 60];
const slotMinutes = 40;

const wallTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Classes over the past ten months and the coming weeks. Their slots have the maximum capacity. */
const makeClasses = (
  { classes, slots }: LoadSizes,
  { now, random, faker, ofFamily }: Fake,
): FootballClass[] => {
  const venues = Array.from({ length: 60 }, (_, at) => ({
    id: newVenueId(daysBefore(now, at), random),
    // Two streets may have the same name.
    name: `${faker.location.street()} Sports Ground ${at + 1}`,
    address: `${at + 1} ${faker.location.street()}`,
    ...{ map_url: null, directions: null, version: 1, changed_at: instantOf(now) },
  }));
  const coaches = faker.helpers.multiple(() => ofFamily().person.fullName(), { count: 9 });
  const created_by = userIdSchema.parse(faker.string.uuid());
  return Array.from({ length: classes }, (_, place) => {
    const startsIn = Math.round(startsFrom + ((startsTo - startsFrom) * (place + 1)) / classes);
    const start_date = addDays(toCalendarDate(now, timeZone), startsIn);
    return newClass(
      {
        createdAt: new Date(now.getTime() + (startsIn - announcedDaysBefore) * dayMs + place * 60_000),
        class_type: faker.helpers.arrayElement(programmeIds),
        venue: faker.helpers.arrayElement(venues),
        coach_name: faker.helpers.arrayElement(coaches),
        weekly_rate: centsSchema.parse(faker.number.int({ min: 7, max: 14 }) * 250),
        ...{ start_date, end_date: defaultEndDate(start_date), created_by },
        slots: Array.from({ length: shareOf(slots, classes, place) }, (_slot, at) => ({
          from: wallTime(8 * 60 + at * slotMinutes),
          to: wallTime(8 * 60 + (at + 1) * slotMinutes),
          places: limits.slotCapacity,
        })),
      },
      random,
    );
  });
};

/** Days after the start of a class on which the last places are booked. */
const bookedUntilDay = 35;

const book = (
  cls: FootballClass,
  slot: TimeSlot,
  child: Child,
  { now, random, faker }: Fake,
): StoredBooking => {
  const from = Date.parse(cls.created_at);
  const to = Math.min(Date.parse(cls.start_date) + bookedUntilDay * dayMs, now.getTime());
  const moment = businessMoment(new Date(Math.floor(from + random() * (to - from))), timeZone);
  const is_trial = faker.datatype.boolean(0.2);
  const terms = bookingTerms(cls, slot, is_trial, moment);
  if (!terms) throw new Error('A class is booked before its last session');
  const { amount, trial_date, calendar_version } = terms;
  const agreed = agreeBooking(
    {
      parentId: child.parent_id,
      idempotencyKey: idempotencyKeySchema.parse(faker.string.uuid()),
      order: { class_id: cls.id, time_slot_id: slot.id, is_trial, trial_date, calendar_version },
    },
    { class: cls, time_slot: slot, child, asked: { child_id: child.id, amount } },
    defaultSchoolSettings,
    moment,
  );
  return { ...agreed, id: newBookingId(moment.now, random) };
};

const makeBookings = (
  howMany: number,
  { classes, families }: Pick<World, 'classes' | 'families'>,
  fake: Fake,
): StoredBooking[] => {
  const places = classes.flatMap((cls) => cls.time_slots.map((slot) => ({ cls, slot })));
  const today = toCalendarDate(fake.now, timeZone);
  const children = families.flatMap((family) => family.children);
  const players = new Map(programmeIds.map((type) => [type, playersOf(type, children, today)]));
  let next = 0;
  return places.flatMap(({ cls, slot }, at) => {
    const wanted = shareOf(howMany, places.length, at);
    const candidates = players.get(cls.class_type) ?? [];
    if (wanted > candidates.length || wanted > slot.max_capacity)
      throw new CommandError(
        'So many bookings need more families or more slots.',
        'Raise --families or --slots, or lower --bookings.',
      );
    // In rotation, so that no child is twice in one slot.
    const first = next;
    next += wanted;
    return Array.from({ length: wanted }, (_, nth) => {
      const child = candidates[(first + nth) % candidates.length];
      if (!child) throw new Error(`There is no child for ${cls.class_type}`);
      return book(cls, slot, child, fake);
    });
  });
};

type LoadSizes = Readonly<Record<'classes' | 'slots' | 'families' | 'bookings', number>>;

const smallestCapacity = 8;

/** A school after some years. Sizes, day and seed determine it. @throws CommandError for too many bookings */
export const makeLoad = (
  sizes: LoadSizes,
  { now, seed }: { readonly now: Date; readonly seed: number },
): World => {
  const fake = createFake(now, seed);
  const families = Array.from({ length: sizes.families }, (_, place) => makeFamily(place, fake));
  const roomy = makeClasses(sizes, fake);
  const bookings = makeBookings(sizes.bookings, { classes: roomy, families }, fake);
  const taken = Map.groupBy(bookings, ({ time_slot_id }) => time_slot_id);
  const withCounts = (slot: TimeSlot): TimeSlot => {
    const current_bookings = taken.get(slot.id)?.length ?? 0;
    // Some slots are full.
    const room = Math.ceil(current_bookings * Math.max(1, 0.9 + fake.random() / 2));
    const max_capacity = Math.min(limits.slotCapacity, Math.max(smallestCapacity, room));
    return { ...slot, current_bookings, max_capacity };
  };
  const classes = roomy.map((cls) => ({ ...cls, time_slots: cls.time_slots.map(withCounts) }));
  return { families, classes, bookings };
};
