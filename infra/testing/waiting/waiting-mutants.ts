import { bookingEntity } from '#functions/booking/bookings';
import { entityAttribute } from '#functions/lib/dynamo/items';
import { ignoring, inTransaction, type Mutant, rewritten, together, withWrites } from '../mutants/mutant.ts';

const transaction = inTransaction();

const isBookingPut = (write: unknown): boolean =>
  Object(write).Put?.Item?.[entityAttribute] === bookingEntity;

/** Stores one booking of each transaction. */
const onlyFirstBooking = withWrites(transaction, (writes) => {
  const first = writes.findIndex(isBookingPut);
  return writes.filter((write, index) => index === first || !isBookingPut(write));
});

const byOutdatedList = ['list_version = :version', 'kept = :kept', 'current_bookings = :taken'].map(
  (condition) => ignoring(transaction, condition),
);
const ofOtherEntries = rewritten(
  transaction,
  'id = :id AND offer_id = :offer',
  '(id = :id OR id <> :id OR attribute_not_exists(id)) AND (offer_id = :offer OR offer_id <> :offer OR attribute_not_exists(offer_id))',
);

/** Each breaks one invariant: it takes a condition, a counter or a write away. */
export const waitingMutants: readonly Mutant[] = [
  { name: 'a family is overtaken, by an offer from an outdated list', intercept: together(byOutdatedList) },
  {
    name: 'a family is overtaken, because a place is open to all although an entry waits',
    intercept: rewritten(transaction, ' OR waiting = :zero', ' OR waiting >= :zero'),
  },
  { name: '"only together" splits: one of two children gets a place', intercept: onlyFirstBooking },
  {
    name: 'a family is asked again before another one, because its other entries keep their rank',
    intercept: rewritten(transaction, 'waiting-behind', 'ignored'),
  },
  {
    name: 'capacity is exceeded by a booking',
    intercept: rewritten(transaction, 'current_bookings < max_capacity', 'attribute_exists(max_capacity)'),
  },
  {
    name: 'a pair is booked where one place is left',
    intercept: rewritten(
      transaction,
      'current_bookings <= :leavesEnough',
      '(current_bookings <= :leavesEnough OR current_bookings < :capacity)',
    ),
  },
  {
    name: 'capacity is set below bookings and offers',
    intercept: rewritten(
      transaction,
      'current_bookings <= :most',
      '(current_bookings <= :most OR current_bookings > :most)',
    ),
  },
  {
    name: 'a freed place is lost, because it is not counted',
    intercept: rewritten(transaction, 'kept = kept + :one', 'kept = kept'),
  },
  {
    name: 'a freed place is lost with the end of an offer',
    intercept: rewritten(transaction, ' + :add_kept', ' - :add_kept'),
  },
  {
    name: 'a freed place is lost, because the list is not due',
    intercept: rewritten(
      transaction,
      'GSI1PK = :indexed, GSI1SK = :sorted',
      'lost_1 = :indexed, lost_2 = :sorted',
    ),
  },
  {
    name: 'a place is kept although no entry waits',
    intercept: rewritten(transaction, 'waiting > :none', 'waiting >= :none'),
  },
  { name: 'an entry gets two offers', intercept: together([...byOutdatedList, ofOtherEntries]) },
  {
    name: 'an offer that ended is taken',
    intercept: together([ignoring(transaction, '#state = :open'), ofOtherEntries]),
  },
  {
    name: 'a child joins where it is booked',
    intercept: rewritten(
      transaction,
      'attribute_not_exists(PK)',
      '(attribute_not_exists(PK) OR attribute_exists(PK))',
    ),
  },
  {
    name: 'a family joins where there are places',
    intercept: rewritten(
      transaction,
      'current_bookings > :leavesTooFew',
      'current_bookings >= :leavesTooFew',
    ),
  },
];
