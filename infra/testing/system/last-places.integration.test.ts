import { randomUUID } from 'node:crypto';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rosterPartition, slotKey } from '#functions/lib/dynamo/keys-of-classes';
import { putClass } from '#infra/local/seed/put';
import { repetitions } from '#infra/testing/runner/slowness';
import { localToday, runningDates, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import { resetAccounts } from '#infra/testing/samples/stored';
import type { FootballClass } from '#shared/classes/class';
import { limits } from '#shared/limits';
import { bookingAmount } from '#shared/testing/session-calendars';
import { type Account, startTestStack, type TestStack } from '../stack/test-stack.ts';

const rounds = repetitions(50);
const parents = 10;
const requestsPerRound = 200;
const places = 10;

const today = localToday();
let stack: TestStack;
let accounts: Account[];

beforeAll(async () => {
  stack = await startTestStack();
  const children = Array.from({ length: limits.childrenPerFamily }, (_, index) => ({
    name: `Child ${index}`,
  }));
  accounts = await Promise.all(
    Array.from({ length: parents }, () => stack.createAccount(sampleFamily({ children }))),
  );
});
afterAll(() => stack.stop());

const newClass = async (capacity: number): Promise<FootballClass> => {
  const cls = sampleClass({
    capacities: [capacity],
    overrides: runningDates(today),
  });
  await putClass(stack.table, cls);
  return cls;
};

const slotOf = (cls: FootballClass) => {
  const [slot] = cls.time_slots;
  if (!slot) throw new Error('The class has no slot');
  return slot;
};

const book = (cls: FootballClass, { family, token }: Account, child: number, idempotencyKey: string) =>
  stack.call({
    route: 'bookSlot',
    token,
    idempotencyKey,
    body: {
      class_id: cls.id,
      time_slot_id: slotOf(cls).id,
      child_id: family.children[child]?.id,
      is_trial: false,
      amount: bookingAmount(cls, false, today),
      calendar_version: 0,
    },
  });

const countStored = async (cls: FootballClass) => {
  const { TableName, ConsistentRead } = { TableName: stack.table.name, ConsistentRead: true };
  const { Item: slot } = await stack.table.client.send(
    new GetCommand({ TableName, ConsistentRead, Key: slotKey(cls.id, slotOf(cls).id) }),
  );
  const { Count: stored } = await stack.table.client.send(
    new QueryCommand({
      TableName,
      ConsistentRead,
      KeyConditionExpression: 'PK = :slot',
      ExpressionAttributeValues: { ':slot': rosterPartition(slotOf(cls).id).PK },
    }),
  );
  return { counter: slot?.current_bookings, revenue: slot?.revenue, stored };
};

/** Lets all children ask for the places of one class at once, again with another class in each round. */
const race = async (times: number) => {
  for (let round = 0; round < times; round += 1) {
    const cls = await newClass(places);
    // A family may win more places in all rounds than it may book in an hour.
    await resetAccounts(stack.table, accounts);
    const answers = await Promise.all(
      accounts.flatMap((account) =>
        account.family.children.map((_, child) => book(cls, account, child, randomUUID())),
      ),
    );
    expect(answers).toHaveLength(requestsPerRound);
    const outcomes = Map.groupBy(answers, ({ status, body }) =>
      status === 201 ? 'booked' : `${status} ${Reflect.get(Object(body), 'code')}`,
    );
    expect(outcomes.get('booked')).toHaveLength(places);
    expect(new Set(outcomes.keys())).toEqual(new Set(['booked', '409 slotFull']));
    const amount = bookingAmount(cls, false, today);
    expect(await countStored(cls)).toEqual({ counter: places, stored: places, revenue: places * amount });
  }
};

const title = `${places} of ${requestsPerRound} simultaneous requests get the ${places} places`;
it(`${title} [BOK-28, DAT-15]`, () => race(1));
it(`${title}, in ${rounds} rounds`, { tags: 'exhaustive' }, () => race(rounds));
