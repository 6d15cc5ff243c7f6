import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { sampleClass, sampleFamily, sampleNow } from '#infra/testing/samples/samples';
import { bookingIdSchema, idempotencyKeySchema } from '#shared/lib/ids';
import { calendarDateSchema, centsSchema, instantOf } from '#shared/lib/values';
import { newBookingId } from '../lib/ids.ts';
import { bookingItem, type StoredBooking } from './bookings.ts';
import { takePlace } from './take-place.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
// The mock takes the place of the client's send; what else the client has is not used.
const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };

beforeEach(() => {
  dynamodb.reset();
  dynamodb.on(GetCommand).resolves({});
});

const booking = (): StoredBooking => {
  const cls = sampleClass();
  const { children } = sampleFamily();
  const [slot] = cls.time_slots;
  const [child] = children;
  if (!slot || !child) throw new Error('samples have a slot and a child');
  return {
    id: newBookingId(sampleNow),
    parent_id: child.parent_id,
    class_id: cls.id,
    time_slot_id: slot.id,
    child_id: child.id,
    child_name: child.name,
    child_age: 7,
    is_trial: false,
    trial_date: null,
    dates: [calendarDateSchema.parse('2025-09-27')],
    calendar_version: 0,
    amount: centsSchema.parse(12000),
    created_at: instantOf(sampleNow),
    idempotency_key: idempotencyKeySchema.parse('attempt-0123456789'),
    credited: centsSchema.parse(0),
    credited_dates: new Set(),
  };
};

const meta = { $metadata: {}, message: 'from the database' };
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...meta, CancellationReasons: codes.map((Code) => ({ Code })) });
const conflict = cancelled('None', 'TransactionConflict');

describe('write conflicts', () => {
  it('are tried again until the transaction goes through', async () => {
    dynamodb
      .on(TransactWriteCommand)
      .rejectsOnce(conflict)
      .rejectsOnce(new TransactionInProgressException(meta))
      .rejectsOnce(cancelled('TransactionConflict', 'TransactionConflict'))
      .resolves({});
    expect(await takePlace(table, booking())).toMatchObject({ outcome: 'booked' });
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(4);
  });

  it('send the very same booking again, so that it cannot be stored twice', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(conflict).resolves({});
    const { id } = booking();
    await takePlace(table, { ...booking(), id: bookingIdSchema.parse(id) });
    const ids = dynamodb
      .commandCalls(TransactWriteCommand)
      .map((call) => call.args[0].input.TransactItems?.[0]?.Put?.Item?.id);
    expect(ids).toEqual([id, id]);
  });

  it('are not tried again for a slot that is full by then [BOK-28]', async () => {
    const places = { max_capacity: 2, calendar_version: 0 };
    dynamodb
      .on(GetCommand)
      .resolvesOnce({ Item: { ...places, current_bookings: 1 } })
      .resolves({ Item: { ...places, current_bookings: 2 } });
    dynamodb.on(TransactWriteCommand).rejects(conflict);
    expect(await takePlace(table, booking(), { endsWhenFull: true })).toEqual({ outcome: 'seen-full' });
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(2);
  });

  it.each([['TransactionConflict'], ['ThrottlingError'], ['ProvisionedThroughputExceeded']])(
    'or a database that slows requests down (%s) end as busy when they do not stop in time',
    async (code) => {
      dynamodb.on(TransactWriteCommand).rejects(cancelled('None', code));
      expect(await takePlace(table, booking(), { retryMs: 50 })).toEqual({ outcome: 'busy' });
      expect(dynamodb.commandCalls(TransactWriteCommand).length).toBeGreaterThan(1);
    },
  );
});

describe('a transaction that an earlier request left under way', () => {
  const inProgress = new TransactionInProgressException(meta);
  const tokens = () =>
    dynamodb.commandCalls(TransactWriteCommand).map((call) => call.args[0].input.ClientRequestToken);

  it('is asked for again as the same one, so that it does not meet what it stores itself', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(inProgress).rejectsOnce(inProgress).resolves({});
    expect(await takePlace(table, booking())).toMatchObject({ outcome: 'booked' });
    expect(tokens()).toEqual([expect.any(String), tokens()[0], tokens()[0]]);
  });

  it('is another one after a conflict, which ended it', async () => {
    dynamodb.on(TransactWriteCommand).rejectsOnce(conflict).resolves({});
    await takePlace(table, booking());
    expect(new Set(tokens()).size).toBe(2);
  });

  it('is never called busy: it may yet be stored', async () => {
    dynamodb.on(TransactWriteCommand).rejects(inProgress);
    await expect(takePlace(table, booking(), { retryMs: 50 })).rejects.toBe(inProgress);
  });
});

describe('what is not understood stays loud', () => {
  it.each([
    ['a cancellation for another reason', cancelled('ItemCollectionSizeLimitExceeded', 'None')],
    ['any other failure', new Error('no route to host')],
  ])('throws %s without another try', async (_name, error) => {
    dynamodb.on(TransactWriteCommand).rejects(error);
    await expect(takePlace(table, booking())).rejects.toBe(error);
    expect(dynamodb.commandCalls(TransactWriteCommand)).toHaveLength(1);
  });
});

describe('a refusal', () => {
  it('prefers "exists" to "full": an attempt that took the last place meets its own booking', async () => {
    const existing = booking();
    dynamodb.on(TransactWriteCommand).rejects(
      new TransactionCanceledException({
        ...meta,
        CancellationReasons: [
          { Code: 'ConditionalCheckFailed', Item: storedItem(existing) },
          {
            Code: 'ConditionalCheckFailed',
            Item: { current_bookings: { N: '1' }, max_capacity: { N: '1' } },
          },
        ],
      }),
    );
    expect(await takePlace(table, existing)).toEqual({ outcome: 'exists', existing: [existing] });
  });
});

const storedItem = (stored: StoredBooking) => marshall(bookingItem(stored));
