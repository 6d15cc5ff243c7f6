import type { CreateVenue } from '#shared/classes/class';
import type { ProgrammeId } from '#shared/programmes';

interface SampleSlot {
  readonly time: readonly [start: string, end: string];
  readonly capacity: number;
  readonly booked: number;
}

export interface SampleClass {
  readonly type: ProgrammeId;
  readonly venue: string;
  readonly coach: string;
  readonly otherCoach?: string;
  /** One session, in cents. */
  readonly weeklyRate: number;
  /** Days from today to the first session; a class runs for eight weeks. */
  readonly startsIn: number;
  readonly slots: readonly SampleSlot[];
  /** Weeks without a session, counted from 0: a half-term. */
  readonly skippedWeeks?: readonly number[];
  /** Whether the next session of the first slot is cancelled for weather, with a make-up date. */
  readonly isNextCancelled?: true;
  /** Whether the class that follows is published, with places for the children who are there. */
  readonly hasNextTerm?: true;
  /** Whether its last slot has a trial that ended and one that is held. The class had a session yesterday. */
  readonly hasTrials?: true;
}

const slot = (start: string, end: string, booked: number, capacity: number): SampleSlot => ({
  time: [start, end],
  booked,
  capacity,
});

export const sampleVenues: readonly CreateVenue[] = [
  {
    name: 'Riverside Sports Ground, Pitch 1',
    address: '41 Riverside Walk, London SE16 4EX',
    map_url: 'https://www.openstreetmap.org/?mlat=51.4999&mlon=-0.0580#map=17/51.4999/-0.0580',
    directions: 'Gate A, opposite the car park',
  },
  {
    name: 'Riverside Sports Ground, Pitch 2',
    address: '41 Riverside Walk, London SE16 4EX',
    map_url: 'https://www.openstreetmap.org/?mlat=51.5003&mlon=-0.0588#map=17/51.5003/-0.0588',
    directions: 'Gate B, behind the school',
  },
  {
    name: 'Southwark Park Stadium',
    address: 'Hawkstone Road, London SE16 2PA',
    map_url: 'https://www.openstreetmap.org/?mlat=51.4937&mlon=-0.0553#map=17/51.4937/-0.0553',
    directions: null,
  },
  {
    name: 'Burgess Park Pitches',
    address: 'Cobourg Road, London SE5 0JD',
    map_url: null,
    directions: 'From Cobourg Road, past the tennis courts',
  },
  {
    name: 'Mile End Indoor Arena',
    address: '190 Burdett Road, London E3 4HL',
    map_url: 'https://www.openstreetmap.org/?mlat=51.5190&mlon=-0.0310#map=17/51.5190/-0.0310',
    directions: 'Main entrance, then the stairs to the first floor',
  },
  {
    name: 'Mile End Stadium',
    address: 'Rhodeswell Road, London E14 7TW',
    map_url: 'https://www.openstreetmap.org/?mlat=51.5172&mlon=-0.0330#map=17/51.5172/-0.0330',
    directions: null,
  },
];

/** Every state a class and a slot can be in. Listed newest first, as the site shows them. */
export const sampleClasses: readonly SampleClass[] = [
  // Not started: places left, the last place, no bookings.
  {
    type: 'miniballerz',
    venue: 'Riverside Sports Ground, Pitch 2',
    coach: 'Ellie Watts',
    weeklyRate: 1_800,
    startsIn: 5,
    slots: [slot('09:00', '09:45', 3, 8), slot('10:00', '10:45', 7, 8), slot('11:00', '11:45', 0, 8)],
  },
  // In progress: a full slot and slots with free places.
  {
    type: 'juniorballerz',
    venue: 'Riverside Sports Ground, Pitch 1',
    coach: 'Sam Okafor',
    weeklyRate: 2_250,
    startsIn: -17,
    isNextCancelled: true,
    slots: [slot('09:30', '10:30', 8, 8), slot('10:45', '11:45', 4, 10), slot('12:00', '13:00', 1, 10)],
  },
  // In progress, few weeks left: close to the minimum price.
  {
    type: 'eliteballerz',
    venue: 'Southwark Park Stadium',
    coach: 'Marco Bellini',
    weeklyRate: 3_000,
    startsIn: -36,
    hasTrials: true,
    slots: [slot('17:30', '19:00', 7, 8), slot('19:15', '20:45', 2, 8)],
  },
  // Not started, just announced: no bookings at all.
  {
    type: 'juniorballerz',
    venue: 'Burgess Park Pitches',
    coach: 'Priya Nair',
    weeklyRate: 2_000,
    startsIn: 23,
    skippedWeeks: [3],
    slots: [slot('16:00', '17:00', 0, 12), slot('17:15', '18:15', 0, 12)],
  },
  // Not started and full in every slot.
  {
    type: 'miniballerz',
    venue: 'Mile End Indoor Arena',
    coach: 'Tom Adeyemi',
    weeklyRate: 2_400,
    startsIn: 2,
    slots: [slot('15:30', '16:15', 5, 5), slot('16:30', '17:15', 5, 5)],
  },
  // It has a session tomorrow and ends next week, and the class that follows is published: places in it are kept.
  {
    type: 'eliteballerz',
    venue: 'Mile End Stadium',
    coach: 'Sam Okafor',
    weeklyRate: 2_800,
    startsIn: -48,
    hasNextTerm: true,
    slots: [slot('18:00', '19:30', 3, 10), slot('19:45', '21:15', 1, 10)],
  },
  // A session today and two coaches, so that there is a register to mark at any time of the day.
  {
    type: 'juniorballerz',
    venue: 'Burgess Park Pitches',
    coach: 'Ellie Watts',
    otherCoach: 'Sam Okafor',
    weeklyRate: 2_100,
    startsIn: -21,
    slots: [slot('10:00', '11:00', 9, 12), slot('16:30', '17:30', 4, 12)],
  },
  // Ended.
  {
    type: 'juniorballerz',
    venue: 'Burgess Park Pitches',
    coach: 'Priya Nair',
    weeklyRate: 2_000,
    startsIn: -75,
    slots: [slot('10:00', '11:00', 6, 8), slot('11:15', '12:15', 4, 8), slot('12:30', '13:30', 0, 8)],
  },
];
