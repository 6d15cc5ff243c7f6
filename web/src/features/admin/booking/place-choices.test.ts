import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sampleClass, sampleTimeZone } from '#infra/testing/samples/samples';
import { ageOn } from '#shared/families/children';
import { businessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { programmeIds, programmes } from '#shared/programmes';
import { date } from '#shared/testing/values';
import { placeChoiceText, placeGroups, searchPlaces } from './place-choices.ts';

const moment = businessMoment(new Date('2025-09-20T10:00:00Z'), sampleTimeZone);
const terms = [date('2025-09-06'), date('2025-11-08'), date('2026-01-10')];

/** A class of this term or one of the next ones; venues, coaches and times are few, so that classes are alike. */
const anyClass = fc
  .record({
    class_type: fc.constantFrom(...programmeIds),
    venue: fc.constantFrom('Riverside Park', 'Mill Road'),
    coach_name: fc.constantFrom('Sam Okafor', 'Ellie Watts'),
    start_date: fc.constantFrom(...terms).chain((term) => fc.constantFrom(term, addDays(term, 1))),
    hour: fc.constantFrom(9, 10),
    capacities: fc.array(fc.constantFrom(1, 10), { minLength: 1, maxLength: 3 }),
  })
  .map(({ hour, capacities, ...overrides }) =>
    sampleClass({
      hour,
      capacities,
      overrides: { ...overrides, end_date: addDays(overrides.start_date, 56) },
    }),
  );
const anySchool = fc.array(anyClass, { maxLength: 12 });
const anyChild = fc.option(fc.constantFrom(date('2021-05-01'), date('2017-10-15'), date('2010-01-02')), {
  nil: undefined,
});

const textsOf = (groups: ReturnType<typeof placeGroups>): string[] =>
  groups.flatMap((group) => group.choices.map((choice) => placeChoiceText(group, choice)));

it('names each time slot with a session to come once, and no two alike, in this and in the next terms [BHF-06]', () => {
  fc.assert(
    fc.property(anySchool, anyChild, (classes, born) => {
      const groups = placeGroups(classes, born, moment);
      const slots = groups.flatMap(({ choices }) => choices.map(({ slot }) => slot.id));
      expect(slots.toSorted()).toEqual(
        classes.flatMap(({ time_slots }) => time_slots.map(({ id }) => id)).toSorted(),
      );
      const texts = textsOf(groups);
      expect(new Set(texts).size).toBe(texts.length);
    }),
  );
});

it('has the groups of the child’s age first [BHF-06]', () => {
  fc.assert(
    fc.property(anySchool, fc.constantFrom(date('2021-05-01'), date('2017-10-15')), (classes, born) => {
      const fits = placeGroups(classes, born, moment).map((group) => {
        const suited = group.choices.map(({ cls }) => {
          const { ages } = programmes[cls.class_type];
          const age = ageOn(born, cls.start_date > moment.today ? cls.start_date : moment.today);
          return ages === null || (ages.from <= age && age <= ages.to);
        });
        expect(new Set(suited)).toEqual(new Set([group.fits]));
        return group.fits;
      });
      expect(fits).toEqual(fits.toSorted((one, other) => Number(other) - Number(one)));
    }),
  );
});

const ofTerm = (start: string, coach_name = 'Sam Okafor') =>
  sampleClass({
    overrides: {
      venue: 'Riverside Park',
      coach_name,
      start_date: date(start),
      end_date: addDays(date(start), 56),
    },
  });

it('tells the terms of a class apart, then its coaches, then numbers [BHF-06]', () => {
  const twins = [ofTerm('2026-01-10'), ofTerm('2026-01-10')];
  const classes = [ofTerm('2025-09-06'), ofTerm('2025-11-08'), ofTerm('2025-11-08', 'Ellie Watts'), ...twins];
  const time = 'Juniorballerz, Riverside Park, Every Saturday, 9:00 AM - 9:45 AM';
  expect(textsOf(placeGroups(classes, undefined, moment)).toSorted()).toEqual([
    `${time}, Sep 6, 2025 - Nov 1, 2025`,
    `${time}, coach Ellie Watts, Nov 8, 2025 - Jan 3, 2026`,
    `${time}, coach Sam Okafor, Nov 8, 2025 - Jan 3, 2026`,
    `${time}, coach Sam Okafor, number 1, Jan 10, 2026 - Mar 7, 2026`,
    `${time}, coach Sam Okafor, number 2, Jan 10, 2026 - Mar 7, 2026`,
  ]);
});

it.each([
  ['', 2],
  ['sat 9', 1],
  ['riverside junior', 2],
  ['nov 8', 1],
  ['WATTS', 1],
  ['sunday', 1],
  ['sunday 9', 0],
])('is found by words in any order: “%s” [BHF-06]', (query, count) => {
  const saturday = ofTerm('2025-11-08', 'Ellie Watts');
  const sunday = sampleClass({
    hour: 14,
    overrides: { venue: 'Riverside Park', start_date: date('2025-09-07'), end_date: date('2025-11-02') },
  });
  const groups = placeGroups([saturday, sunday], undefined, moment);
  expect(textsOf(searchPlaces(groups, query))).toHaveLength(count);
});
