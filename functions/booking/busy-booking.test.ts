import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, onTestFinished, vi } from 'vitest';
import { familyOfHolder } from '#infra/local/seed/world';
import { at, sampleClass, sampleFamily, sampleNow, sampleTimeZone } from '#infra/testing/samples/samples';
import { invoke } from '#infra/testing/services/invoke';
import { familyRoutes } from '#shared/contract/family-routes';
import { memberships } from '../accounts/accounts.ts';
import { familyItem } from '../accounts/stored-families.ts';
import { classItem, slotItem } from '../classes/classes.ts';
import { familyOperations } from '../entries/family-operations.ts';
import { childItem } from '../families/children.ts';
import { familyLedgerItem } from '../ledger/ledger.ts';
import { createHandler } from '../lib/http/create-handler.ts';
import { patienceMs } from '../limits.ts';

const dynamodb = mockClient(DynamoDBDocumentClient);
const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };

it('answers 503 with a time to retry where contention persists, and not that the slot is full', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  // Each look at the time is a quarter of the deadline later.
  let elapsed = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsed += patienceMs / 4;
    return elapsed;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const [cls, family] = [sampleClass(), sampleFamily()];
  const { id, profile, children } = family;
  const slot = at(cls.time_slots, 0);
  dynamodb.on(BatchGetCommand).resolves({
    Responses: {
      [table.name]: [
        classItem(cls),
        slotItem(slot, 0),
        familyItem(familyOfHolder(family), children),
        ...children.map(childItem),
        familyLedgerItem(id),
      ],
    },
  });
  dynamodb.on(GetCommand).resolves({});
  const CancellationReasons = ['None', 'TransactionConflict', 'None'].map((Code) => ({ Code }));
  // Each try takes a second of a clock that the test moves.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  dynamodb.on(TransactWriteCommand).callsFake(() => {
    now += 1_000;
    throw new TransactionCanceledException({ $metadata: {}, message: 'conflict', CancellationReasons });
  });
  const handler = createHandler(
    familyRoutes,
    familyOperations,
    {
      table,
      clock: () => sampleNow,
      timeZone: sampleTimeZone,
    },
    { memberships: memberships(table) },
  );
  const answer = await invoke(handler, {
    route: 'bookSlot',
    userId: profile.id,
    familyId: id,
    headers: { 'idempotency-key': 'attempt-0123456789' },
    body: {
      class_id: cls.id,
      time_slot_id: slot.id,
      child_id: at(children, 0).id,
      is_trial: false,
      amount: 12_000,
      calendar_version: 0,
    },
  });
  expect(answer).toMatchObject({ status: 503, body: { code: 'busy' }, headers: { 'retry-after': '1' } });
});
