import { describe, expect, it } from 'vitest';
import { at, sampleClass, sampleVenueNamed } from '#infra/testing/samples/samples';
import type { FootballClass } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { programmeIds } from '#shared/programmes';
import { date } from '#shared/testing/values';
import { filterClasses, isFiltering, readFilters } from './class-filters.ts';

const moment = businessMoment(new Date('2025-09-23T10:00:00Z'), 'Europe/London');

interface Options {
  readonly type?: (typeof programmeIds)[number];
  readonly dates?: readonly [start: string, end: string];
  /** Free places of each slot, of eight. */
  readonly left?: readonly number[];
  readonly hour?: number;
}

const cls = (
  venue: string,
  {
    type = 'juniorballerz',
    dates: [start, end] = ['2025-09-06', '2025-11-01'],
    left = [8],
    hour = 9,
  }: Options = {},
): FootballClass => {
  const overrides = { class_type: type, venue, start_date: date(start), end_date: date(end) };
  const made = sampleClass({ capacities: left.map(() => 8), hour, overrides });
  const time_slots = made.time_slots.map((slot, index) => ({
    ...slot,
    current_bookings: 8 - at(left, index),
  }));
  return { ...made, time_slots };
};

const venuesFound = (classes: readonly FootballClass[], address: string): string[] =>
  filterClasses(classes, readFilters(new URLSearchParams(address)), moment).map(({ venue }) => venue);

describe('the filters of the listing', () => {
  it('show all classes in their given order without a filter', () => {
    expect(venuesFound([cls('A'), cls('B', { left: [0] })], '')).toEqual(['A', 'B']);
  });

  it('show the classes of one venue [SET-02]', () => {
    const other = { ...cls('B'), venue_details: sampleVenueNamed('B') };
    expect(venuesFound([cls('A'), other], `?venue=${other.venue_details.id}`)).toEqual(['B']);
    expect(venuesFound([cls('A'), other], '?venue=unknown')).toEqual(['A', 'B']);
  });

  it.each(programmeIds)('show only the classes of %s', (type) => {
    const classes = programmeIds.map((id) => cls(id, { type: id }));
    expect(venuesFound(classes, `program=${type}`)).toEqual([type]);
  });

  it('show the classes of one day of the week', () => {
    const sunday = cls('Sunday', { dates: ['2025-09-07', '2025-11-02'] });
    expect(venuesFound([cls('Saturday'), sunday], 'day=sunday')).toEqual(['Sunday']);
  });

  it('leave out full and ended classes when set to free places', () => {
    const classes = [
      cls('all slots full', { left: [0, 0] }),
      cls('one slot free', { left: [0, 1] }),
      cls('over', { dates: ['2025-07-05', '2025-09-20'] }),
      cls('its last session began today', { dates: ['2025-07-29', '2025-09-23'] }),
      cls('its last session begins later today', { dates: ['2025-07-29', '2025-09-23'], hour: 12 }),
    ];
    expect(venuesFound(classes, 'places=yes')).toEqual([
      'one slot free',
      'its last session begins later today',
    ]);
  });

  it('order by next session, ended classes last, and keep the order of equals', () => {
    const classes = [
      cls('over', { dates: ['2025-07-05', '2025-09-20'] }),
      cls('Saturday'),
      cls('starts in October', { dates: ['2025-10-01', '2025-11-26'] }),
      cls('today', { dates: ['2025-09-02', '2025-10-28'], hour: 12 }),
      cls('Saturday too'),
    ];
    expect(venuesFound(classes, 'sort=next')).toEqual([
      'today',
      'Saturday',
      'Saturday too',
      'starts in October',
      'over',
    ]);
  });

  it('ignore unknown values', () => {
    expect(venuesFound([cls('A')], 'program=golf&day=caturday&places=no&sort=random')).toEqual(['A']);
  });

  it.each([
    ['', false],
    ['sort=next', false],
    ['places=yes', true],
    ['day=monday', true],
    ['program=miniballerz', true],
  ])('"%s" hides classes: %s', (address, hides) => {
    expect(isFiltering(readFilters(new URLSearchParams(address)))).toBe(hides);
  });
});
