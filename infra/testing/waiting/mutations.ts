import { bookingEntity } from '#functions/data/bookings/bookings';
import { entityAttribute } from '#functions/data/dynamo/table-schema';
import type { Mutation } from './change-requests.ts';

const replaceIn = (value: unknown, from: string, to: string): unknown => {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((part) => replaceIn(part, from, to));
  if (typeof value !== 'object' || value === null || value instanceof Set) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaceIn(part, from, to)]));
};

/** Replaces a part of the expressions. */
const replacing =
  (from: string, to: string): Mutation =>
  (writes) =>
    writes.map((write) => replaceIn(write, from, to));

/** Lets a condition on an attribute hold whatever its value is. */
const ignoring = (condition: string): Mutation =>
  replacing(condition, `(${condition} OR ${condition.replace(' = ', ' <> ')})`);

const isBookingPut = (write: unknown): boolean =>
  Object(write).Put?.Item?.[entityAttribute] === bookingEntity;

/** Stores one booking of each transaction. */
const onlyFirstBooking: Mutation = (writes) => {
  const first = writes.findIndex(isBookingPut);
  return writes.filter((write, index) => index === first || !isBookingPut(write));
};

const byOutdatedList: readonly Mutation[] = [
  ignoring('list_version = :version'),
  ignoring('kept = :kept'),
  ignoring('current_bookings = :taken'),
];
const ofOtherEntries = replacing(
  'id = :id AND offer_id = :offer',
  '(id = :id OR id <> :id OR attribute_not_exists(id)) AND (offer_id = :offer OR offer_id <> :offer OR attribute_not_exists(offer_id))',
);

/** Each breaks one invariant: it takes a condition, a counter or a write away. */
export const brokenInvariants: readonly (readonly [name: string, mutations: readonly Mutation[]])[] = [
  ['a family is overtaken, by an offer from an outdated list', byOutdatedList],
  [
    'a family is overtaken, because a place is open to all although an entry waits',
    [replacing(' OR waiting = :zero', ' OR waiting >= :zero')],
  ],
  ['"only together" splits: one of two children gets a place', [onlyFirstBooking]],
  [
    'a family is asked again before another one, because its other entries keep their rank',
    [replacing('waiting-behind', 'ignored')],
  ],
  [
    'capacity is exceeded by a booking',
    [replacing('current_bookings < max_capacity', 'attribute_exists(max_capacity)')],
  ],
  [
    'capacity is set below bookings and offers',
    [replacing('current_bookings <= :most', '(current_bookings <= :most OR current_bookings > :most)')],
  ],
  ['a freed place is lost, because it is not counted', [replacing('kept = kept + :one', 'kept = kept')]],
  ['a freed place is lost with the end of an offer', [replacing(' + :add_kept', ' - :add_kept')]],
  [
    'a freed place is lost, because the list is not due',
    [replacing('GSI1PK = :indexed, GSI1SK = :sorted', 'lost_1 = :indexed, lost_2 = :sorted')],
  ],
  ['a place is kept although no entry waits', [replacing('waiting > :none', 'waiting >= :none')]],
  ['an entry gets two offers', [...byOutdatedList, ofOtherEntries]],
  ['an offer that ended is taken', [ignoring('#state = :open'), ofOtherEntries]],
  [
    'a child joins where it is booked',
    [replacing('attribute_not_exists(PK)', '(attribute_not_exists(PK) OR attribute_exists(PK))')],
  ],
  [
    'a family joins where there are places',
    [replacing('current_bookings > :leavesTooFew', 'current_bookings >= :leavesTooFew')],
  ],
];
