import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { sampleBooking, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { bookingItem } from './bookings.ts';
import { takePlace } from './take-place.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
// The mock takes the place of the client's send; what else the client has is not used.
const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };
const booking = sampleBooking(sampleClass(), sampleFamily());

beforeEach(() => {
  dynamodb.reset();
  dynamodb.on(GetCommand).resolves({});
});

const meta = { $metadata: {}, message: 'from the database' };
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...meta, CancellationReasons: codes.map((Code) => ({ Code })) });
const conflict = cancelled('None', 'TransactionConflict');
const inProgress = new TransactionInProgressException(meta);
const transactions = () => dynamodb.commandCalls(TransactWriteCommand).map((call) => call.args[0].input);

it('the very same booking is sent again: as the same transaction while one is under way, as another one after a conflict', async () => {
  const transaction = dynamodb.on(TransactWriteCommand);
  transaction.rejectsOnce(inProgress).rejectsOnce(inProgress).rejectsOnce(conflict).resolves({});
  expect(await takePlace(table, booking)).toMatchObject({ outcome: 'booked' });
  expect(transactions().map(({ TransactItems }) => TransactItems?.[0]?.Put?.Item?.id)).toEqual(
    Array.from({ length: 4 }, () => booking.id),
  );
  const [first, ...others] = transactions().map(({ ClientRequestToken }) => ClientRequestToken);
  expect(first).toEqual(expect.any(String));
  expect(others).toEqual([first, first, expect.not.stringMatching(`${first}`)]);
});

it('a conflict is not tried again for a slot that is full by then [BOK-28]', async () => {
  const places = { max_capacity: 2, calendar_version: 0 };
  dynamodb
    .on(GetCommand)
    .resolvesOnce({ Item: { ...places, current_bookings: 1 } })
    .resolves({ Item: { ...places, current_bookings: 2 } });
  dynamodb.on(TransactWriteCommand).rejects(conflict);
  expect(await takePlace(table, booking, { endsWhenFull: true })).toEqual({ outcome: 'seen-full' });
  expect(transactions()).toHaveLength(2);
});

it.each(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded'])(
  'a transaction ends as busy where %s does not stop in time',
  async (code) => {
    dynamodb.on(TransactWriteCommand).rejects(cancelled('None', code));
    expect(await takePlace(table, booking, { retryMs: 50 })).toEqual({ outcome: 'busy' });
    expect(transactions().length).toBeGreaterThan(1);
  },
);

it('a transaction under way is never called busy: it may yet be stored', async () => {
  dynamodb.on(TransactWriteCommand).rejects(inProgress);
  await expect(takePlace(table, booking, { retryMs: 50 })).rejects.toBe(inProgress);
});

it.each([
  ['a cancellation for another reason', cancelled('ItemCollectionSizeLimitExceeded', 'None')],
  ['any other failure', new Error('no route to host')],
])('throws %s without another try', async (_name, error) => {
  dynamodb.on(TransactWriteCommand).rejects(error);
  await expect(takePlace(table, booking)).rejects.toBe(error);
  expect(transactions()).toHaveLength(1);
});

it('a refusal prefers "exists" to "full": an attempt that took the last place meets its own booking', async () => {
  const full = { current_bookings: { N: '1' }, max_capacity: { N: '1' } };
  const reasons = [marshall(bookingItem(booking), { removeUndefinedValues: true }), full].map((Item) => ({
    Code: 'ConditionalCheckFailed',
    Item,
  }));
  dynamodb
    .on(TransactWriteCommand)
    .rejects(new TransactionCanceledException({ ...meta, CancellationReasons: reasons }));
  expect(await takePlace(table, booking)).toEqual({ outcome: 'exists', existing: [booking] });
});
