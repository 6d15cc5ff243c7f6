import { randomUUID } from 'node:crypto';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTimeSlot } from '#functions/classes/classes';
import { rosterPartition } from '#functions/lib/dynamo/keys-of-classes';
import { newChildId, newClassId, newSlotId } from '#functions/lib/ids';
import { putClass } from '#infra/local/seed/put';
import { localToday, runningDates, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import type { FootballClass } from '#shared/classes/class';
import { type ProblemCode, problemSchema } from '#shared/contract/errors';
import type { Family } from '#shared/families/family';
import { addDays } from '#shared/lib/calendar';
import type { SlotId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { bookingAmount } from '#shared/testing/session-calendars';
import { codeOfRefusal, expectProductHeaders } from '../attack/answers.ts';
import { type Account, type Call, request, startTestStack, type TestStack } from '../stack/test-stack.ts';

let stack: TestStack;
let parent: Account;
let other: Account;
let running: FootballClass;
let ended: FootballClass;
let full: FootballClass;

const today = localToday();
const slotOf = (cls: FootballClass): SlotId => {
  const [slot] = cls.time_slots;
  if (!slot) throw new Error('a sample class has a slot');
  return slot.id;
};
const childOf = ({ children }: Family, index = 0) => {
  const child = children[index];
  if (!child) throw new Error(`no child ${index}`);
  return child.id;
};

/** A class in its second week today. */
const runningClass = (capacity = 10) =>
  sampleClass({
    capacities: [capacity],
    overrides: runningDates(today, { startedDaysAgo: 7 }),
  });

beforeAll(async () => {
  stack = await startTestStack();
  parent = await stack.createAccount(sampleFamily({ children: [{ name: 'Ana' }, { name: 'Ben' }] }));
  other = await stack.createAccount();
  running = runningClass();
  full = runningClass(1);
  ended = sampleClass({ overrides: { start_date: addDays(today, -57), end_date: addDays(today, -1) } });
  for (const cls of [running, full, ended]) await putClass(stack.table, cls);
  const taken = await book(other, full);
  expect(taken.status).toBe(201);
  const booked = await book(parent, running);
  expect(booked.status).toBe(201);
});
afterAll(() => stack.stop());

const order = (account: Account, cls: FootballClass, child = 0) => ({
  class_id: cls.id,
  time_slot_id: slotOf(cls),
  child_id: childOf(account.family, child),
  is_trial: false,
  amount: bookingAmount(cls, false, today),
  calendar_version: 0,
});

const book = (account: Account, cls: FootballClass) =>
  stack.call({
    route: 'bookSlot',
    token: account.token,
    idempotencyKey: randomUUID(),
    body: order(account, cls),
  });

/** Every counter, with the number of its bookings. */
const places = () =>
  Promise.all(
    [running, full, ended].map(async (cls) => {
      const { Count } = await stack.table.client.send(
        new QueryCommand({
          TableName: stack.table.name,
          KeyConditionExpression: 'PK = :slot',
          ExpressionAttributeValues: { ':slot': rosterPartition(slotOf(cls)).PK },
          ConsistentRead: true,
        }),
      );
      const slot = await getTimeSlot(stack.table, cls.id, slotOf(cls));
      return { counter: slot?.current_bookings, stored: Count };
    }),
  );

type Refusal = readonly [
  name: string,
  /** The changes to a valid booking of the second child in the class in progress. */
  change: () => Partial<Call>,
  code: ProblemCode,
  detail: string,
];

const changed = (fields: Record<string, unknown>) => (): Partial<Call> => ({
  body: { ...order(parent, running, 1), ...fields },
});
const withType = (contentType: string) => (): Partial<Call> => ({ headers: { 'content-type': contentType } });

const pleaseCheck = 'Please check the highlighted fields';
const noSlot = 'This time slot is no longer available';
const refusals: readonly Refusal[] = [
  ['no token [BOK-26, PRM-14]', () => ({ token: undefined }), 'notAuthenticated', 'Not authenticated'],
  [
    'no idempotency key',
    () => ({ idempotencyKey: '' }),
    'idempotencyKeyRequired',
    'could not be repeated safely',
  ],
  ['malformed JSON', () => ({ body: '{"class_id": ' }), 'malformedJson', 'could not be read'],
  ['no body', () => ({ body: '' }), 'malformedJson', 'could not be read'],
  ['a form', withType('application/x-www-form-urlencoded'), 'unsupportedMediaType', 'must be JSON'],
  ['plain text', withType('text/plain'), 'unsupportedMediaType', 'must be JSON'],
  [
    'a body over the limit',
    changed({ padding: 'x'.repeat(limits.requestBodyBytes) }),
    'payloadTooLarge',
    'too much text',
  ],
  [
    '100 KB of unicode in a name',
    changed({ child_name: '🦁'.repeat(25_600) }),
    'payloadTooLarge',
    'too much text',
  ],
  ['extra fields', changed({ parent_id: randomUUID() }), 'invalidRequest', pleaseCheck],
  ['an amount in dollars', changed({ amount: 20.5 }), 'invalidRequest', pleaseCheck],
  ['a negative amount', changed({ amount: -1 }), 'invalidRequest', pleaseCheck],
  ['text for a boolean', changed({ is_trial: 'yes' }), 'invalidRequest', pleaseCheck],
  ['a class id with odd characters', changed({ class_id: "cls_'; --\u0000" }), 'invalidRequest', pleaseCheck],
  ['no child [BOK-25]', changed({ child_id: '' }), 'invalidRequest', pleaseCheck],
  ['an unknown class', changed({ class_id: newClassId(new Date()) }), 'slotNotFound', noSlot],
  ['an unknown slot', changed({ time_slot_id: newSlotId(new Date()) }), 'slotNotFound', noSlot],
  [
    'a slot of another class',
    () => ({ body: { ...order(parent, running, 1), time_slot_id: slotOf(full) } }),
    'slotNotFound',
    noSlot,
  ],
  [
    'an unknown child [BOK-27]',
    changed({ child_id: newChildId(new Date()) }),
    'childNotFound',
    'Selected child not found',
  ],
  [
    'a child of another family [BOK-27, PRM-15]',
    () => ({ body: { ...order(parent, running, 1), child_id: childOf(other.family) } }),
    'childNotFound',
    'Selected child not found',
  ],
  ['an ended programme [BOK-32]', () => ({ body: order(parent, ended, 1) }), 'programEnded', 'Program ended'],
  [
    'a trial without a date [BOK-31]',
    () => ({ body: { ...order(parent, ended, 1), is_trial: true } }),
    'programEnded',
    'Program ended',
  ],
  [
    'a full slot [BOK-28]',
    () => ({ body: order(parent, full, 1) }),
    'slotFull',
    'This time slot is now full',
  ],
  [
    'a child with a booking of the slot [BOK-29]',
    () => ({ body: order(parent, running, 0) }),
    'alreadyBooked',
    'Ana is already booked for this time slot',
  ],
  ['a price that was not shown', changed({ amount: 1 }), 'priceChanged', 'The price has changed'],
];

it.each(refusals)('a booking with %s is refused, and nothing is stored', async (_, change, code, detail) => {
  const before = await places();
  const good = { token: parent.token, idempotencyKey: randomUUID(), body: order(parent, running, 1) };
  const answer = await stack.call({ route: 'bookSlot', ...good, ...change() });

  expect(codeOfRefusal(answer)).toBe(code);
  expect(problemSchema.parse(answer.body).detail).toContain(detail);
  expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|Exception|Zod/);
  expect(await places()).toEqual(before);
});

describe('an unknown path is answered with a problem document', () => {
  it.each([
    ['/api/nothing', 'GET'],
    ['/api/classes', 'DELETE'],
    ['/api/classes/..%2f..%2fetc', 'GET'],
    ['/api/classes/cls_%00', 'GET'],
    ['/api/classes/%E0%A4%A', 'GET'],
    [`/api/classes/${newClassId(new Date())}x/time-slots`, 'GET'],
  ])('%s %s', async (path, method) => {
    const { status, headers, body } = await request(stack.url + path, { method });
    expect(problemSchema.parse(body).code).toBe('notFound');
    expect([status, headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });

  it('is answered with the problem of an unknown class', async () => {
    const answer = await stack.call({ route: 'getClass', params: { classId: newClassId(new Date()) } });
    expect(answer.body).toMatchObject({ status: 404, code: 'classNotFound', detail: 'Class not found' });
  });
});

it('refuses a request above the limit of the gateway with a problem document', async () => {
  const body = JSON.stringify({ padding: 'x'.repeat(10 * 1024 * 1024) });
  const answer = await stack.call({ route: 'signUp', body });
  expectProductHeaders(answer);
  expect(codeOfRefusal(answer)).toBe('payloadTooLarge');
});
