import type { StoredBooking } from '#functions/data/bookings/bookings';
import { newBookingId } from '#functions/data/ids';
import { agreeBooking } from '#functions/family/book-slot';
import { bookingTerms } from '#shared/domain/bookings/booking-terms';
import { ageOn } from '#shared/domain/children/age';
import { businessMoment, toCalendarDate } from '#shared/domain/time/business-time';
import { dayMs } from '#shared/domain/time/milliseconds';
import { programmeIds, programmes } from '#shared/programmes';
import type { Child } from '#shared/schemas/child';
import type { ClassType, FootballClass } from '#shared/schemas/class';
import { idempotencyKeySchema } from '#shared/schemas/ids';
import type { Family } from '#shared/schemas/profile';
import { defaultSchoolSettings } from '#shared/schemas/school-settings';
import type { TimeSlot } from '#shared/schemas/slot';
import { CommandError } from '../../command.ts';
import type { Fake } from './fake.ts';

/** One slot in this many has no bookings. */
const emptyEvery = 20;
/** Days after the start of a class on which the last places are booked. */
const bookedUntilDay = 35;
const timeZone = 'UTC';

/** Ages of the programme without an age range. */
const academyAges = { from: 11, to: 15 };

interface Place {
  readonly cls: FootballClass;
  readonly slot: TimeSlot;
}

/** The children of each programme's ages, in the order of booking. */
const playersOf = (families: readonly Family[], now: Date): Record<ClassType, readonly Child[]> => {
  const today = toCalendarDate(now, timeZone);
  const children = families.flatMap((family) => family.children);
  const ofType = (type: ClassType): Child[] => {
    const { from, to } = programmes[type].ages ?? academyAges;
    return children.filter(({ date_of_birth }) => {
      const age = ageOn(date_of_birth, today);
      return age >= from && age <= to;
    });
  };
  return Object.fromEntries(programmeIds.map((type) => [type, ofType(type)])) as Record<ClassType, Child[]>;
};

/** Distributes bookings over slots: none for some, many for others, exactly `bookings` in total. */
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

/** A random time at which a place of a class was booked. */
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
        ...{ trial_date, calendar_version },
      },
    },
    { class: cls, time_slot: slot, child, asked: { child_id: child.id, amount } },
    defaultSchoolSettings,
    moment,
  );
  return { ...agreed, id: newBookingId(moment.now, fake.number) };
};

/** Bookings by the product's own rules, for children of the right ages. */
export const makeBookings = (
  howMany: number,
  { classes, families }: { readonly classes: readonly FootballClass[]; readonly families: readonly Family[] },
  now: Date,
  fake: Fake,
): StoredBooking[] => {
  const places = classes.flatMap((cls) => cls.time_slots.map((slot): Place => ({ cls, slot })));
  const players = playersOf(families, now);
  const taken = shareOut(howMany, places.length, fake);
  const next = new Map<ClassType, number>();
  return places.flatMap((place, at) => {
    const { class_type } = place.cls;
    const wanted = taken[at] ?? 0;
    const candidates = players[class_type];
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
