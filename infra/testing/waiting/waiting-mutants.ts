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

const byOutdatedList = ['list_version', 'kept', 'current_bookings'].map((name) =>
  ignoring(transaction, `#${name} = :if_${name}`),
);
const ofOtherEntries = rewritten(
  transaction,
  '#id = :if_id AND #offer_id = :if_offer_id',
  '(#id = :if_id OR #id <> :if_id OR attribute_not_exists(#id)) AND (#offer_id = :if_offer_id OR #offer_id <> :if_offer_id OR attribute_not_exists(#offer_id))',
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
    intercept: together([
      rewritten(transaction, ' current_bookings < max_capacity', ' attribute_exists(max_capacity)'),
      rewritten(
        transaction,
        '#current_bookings < max_capacity',
        '(attribute_exists(#current_bookings) AND attribute_exists(max_capacity))',
      ),
    ]),
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
      '#current_bookings <= :if_current_bookings',
      '(#current_bookings <= :if_current_bookings OR #current_bookings > :if_current_bookings)',
    ),
  },
  {
    name: 'a freed place is lost, because it is not counted',
    intercept: rewritten(transaction, 'kept = kept + :one', 'kept = kept'),
  },
  {
    name: 'a freed place is lost with the end of an offer',
    intercept: rewritten(transaction, ' + :set2_kept', ' - :set2_kept'),
  },
  {
    name: 'a freed place is lost, because the list is not due',
    intercept: together([
      rewritten(transaction, ' GSI1PK = :indexed, GSI1SK = :sorted', ' lost_1 = :indexed, lost_2 = :sorted'),
      rewritten(
        transaction,
        '#GSI1PK = :set_GSI1PK, #GSI1SK = :set_GSI1SK',
        'lost_1 = if_not_exists(#GSI1PK, :set_GSI1PK), lost_2 = if_not_exists(#GSI1SK, :set_GSI1SK)',
      ),
    ]),
  },
  {
    name: 'a place is kept although no entry waits',
    intercept: rewritten(transaction, '#waiting > :if_waiting', '#waiting >= :if_waiting'),
  },
  { name: 'an entry gets two offers', intercept: together([...byOutdatedList, ofOtherEntries]) },
  {
    name: 'an offer that ended is taken',
    intercept: together([ignoring(transaction, '#state = :if_state'), ofOtherEntries]),
  },
  {
    name: 'a child joins where it is booked',
    intercept: rewritten(
      transaction,
      'attribute_not_exists(#PK)',
      '(attribute_not_exists(#PK) OR attribute_exists(#PK))',
    ),
  },
  {
    name: 'a family joins where there are places',
    intercept: rewritten(
      transaction,
      '#current_bookings > :if_current_bookings',
      '#current_bookings >= :if_current_bookings',
    ),
  },
];
