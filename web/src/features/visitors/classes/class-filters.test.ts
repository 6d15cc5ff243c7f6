import { describe, expect, it } from 'vitest';
import { sampleVenue, sampleVenueNamed } from '#infra/testing/samples/samples';
import { type FootballClass, footballClassSchema } from '#shared/classes/class';
import { businessMoment } from '#shared/lib/business-time';
import { programmeIds } from '#shared/programmes';
import { filterClasses, isFiltering, readFilters } from './class-filters.ts';

const moment = businessMoment(new Date('2025-09-23T10:00:00Z'), 'Europe/London');

interface Options {
  readonly type?: (typeof programmeIds)[number];
  readonly dates?: readonly [start: string, end: string];
  /** Free places of each slot, of eight. */
  readonly left?: readonly number[];
  readonly start?: string;
}

const cls = (
  venue: string,
  {
    type = 'juniorballerz',
    dates: [start_date, end_date] = ['2025-09-06', '2025-11-01'],
    left = [8],
    start = '09:00',
  }: Options = {},
): FootballClass =>
  footballClassSchema.parse({
    id: 'cls_01J00000000000000000000001',
    class_type: type,
    venue,
    venue_details: sampleVenue,
    coach_name: 'Sam',
    price: 18_000,
    trial_price: null,
    weekly_rate: 2_000,
    start_date,
    end_date,
    skipped_dates: [],
    session_changes: [],
    created_by: '11111111-1111-4111-8111-111111111111',
    image_url: null,
    opens_for_current_at: null,
    opens_at: null,
    created_at: '2025-09-01T10:00:00.000Z',
    time_slots: left.map((places) => ({
      id: 'slt_01J00000000000000000000001',
      class_id: 'cls_01J00000000000000000000001',
      start_time: start,
      end_time: '13:00',
      max_capacity: 8,
      current_bookings: 8 - places,
      calendar_version: 0,
    })),
  });

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
      cls('its last session begins later today', { dates: ['2025-07-29', '2025-09-23'], start: '12:00' }),
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
      cls('today', { dates: ['2025-09-02', '2025-10-28'], start: '12:00' }),
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
