import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTimeSlot } from '#functions/classes/classes';
import { rosterPartition } from '#functions/lib/dynamo/keys-of-classes';
import { newChildId, newClassId, newSlotId } from '#functions/lib/ids';
import { putClass } from '#infra/local/seed/put';
import { localToday, runningDates, sampleClass, sampleFamily } from '#infra/testing/samples/samples';
import type { FootballClass } from '#shared/classes/class';
import { problemSchema } from '#shared/contract/errors';
import type { Family } from '#shared/families/family';
import { addDays } from '#shared/lib/calendar';
import type { SlotId } from '#shared/lib/ids';
import { limits } from '#shared/limits';
import { bookingAmount } from '#shared/testing/session-calendars';
import { openSigningKey } from '../../local/cognito/sessions.ts';
import { codeOfRefusal, expectProductHeaders } from '../attack/answers.ts';
import { type Account, type Call, request, startTestStack, type TestStack } from '../stack/test-stack.ts';

let folder: string;
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
  folder = await mkdtemp(join(tmpdir(), 'refusals-'));
  stack = await startTestStack({ dataDir: folder });
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
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true });
});

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

interface Refusal {
  readonly name: string;
  /** The changes to a valid booking of the second child in the class in progress. */
  readonly change: () => Partial<Call> | Promise<Partial<Call>>;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
}

const changed = (fields: Record<string, unknown>) => (): Partial<Call> => ({
  body: { ...order(parent, running, 1), ...fields },
});
const withType = (contentType: string) => (): Partial<Call> => ({ headers: { 'content-type': contentType } });

/** A token that is signed with the pool's key, or with another one. */
const forge = async (claims: Record<string, unknown>, path = join(folder, 'cognito', 'signing-key.pem')) => {
  const key = await openSigningKey(path);
  const [, payload = ''] = parent.token.split('.');
  const real = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return key.sign({ ...real, ...claims });
};
const asNone = () => {
  const [, payload] = parent.token.split('.');
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
};
const altered = () => {
  const [header, payload = '', signature] = parent.token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const admin = Buffer.from(JSON.stringify({ ...claims, 'cognito:groups': ['admin'] })).toString('base64url');
  return `${header}.${admin}.${signature}`;
};

const pleaseCheck = 'Please check the highlighted fields';
const noSlot = 'This time slot is no longer available';
const refusals: readonly Refusal[] = [
  // The caller
  {
    name: 'no token [BOK-26, PRM-14]',
    change: () => ({ token: undefined }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'a value that is not a token',
    change: () => ({ token: 'abc' }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'a token of another pool',
    change: async () => ({
      token: await forge({ iss: 'https://cognito-idp.eu-west-2.amazonaws.com/eu-west-2_Other' }),
    }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'a token of another client',
    change: async () => ({ token: await forge({ client_id: 'another' }) }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'a token signed with another key',
    change: async () => ({ token: await forge({}, join(folder, 'foreign.pem')) }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'an expired token',
    change: async () => ({ token: await forge({ exp: Math.floor(Date.now() / 1000) - 60 }) }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'an unsigned token',
    change: () => ({ token: asNone() }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'a token with a forged admin group [PRM-17]',
    change: () => ({ token: altered() }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  {
    name: 'an id token',
    change: async () => ({ token: await forge({ token_use: 'id', aud: 'localsite' }) }),
    status: 401,
    code: 'notAuthenticated',
    detail: 'Not authenticated',
  },
  // The format
  {
    name: 'no idempotency key',
    change: () => ({ idempotencyKey: '' }),
    status: 400,
    code: 'idempotencyKeyRequired',
    detail: 'could not be repeated safely',
  },
  {
    name: 'malformed JSON',
    change: () => ({ body: '{"class_id": ' }),
    status: 400,
    code: 'malformedJson',
    detail: 'could not be read',
  },
  {
    name: 'no body',
    change: () => ({ body: '' }),
    status: 400,
    code: 'malformedJson',
    detail: 'could not be read',
  },
  {
    name: 'a form',
    change: withType('application/x-www-form-urlencoded'),
    status: 415,
    code: 'unsupportedMediaType',
    detail: 'must be JSON',
  },
  {
    name: 'plain text',
    change: withType('text/plain'),
    status: 415,
    code: 'unsupportedMediaType',
    detail: 'must be JSON',
  },
  {
    name: 'a body over the limit',
    change: changed({ padding: 'x'.repeat(limits.requestBodyBytes) }),
    status: 413,
    code: 'payloadTooLarge',
    detail: 'too much text',
  },
  {
    name: '100 KB of unicode in a name',
    change: changed({ child_name: '🦁'.repeat(25_600) }),
    status: 413,
    code: 'payloadTooLarge',
    detail: 'too much text',
  },
  // The fields
  {
    name: 'extra fields',
    change: changed({ parent_id: randomUUID() }),
    status: 400,
    code: 'invalidRequest',
    detail: pleaseCheck,
  },
  {
    name: 'an amount in dollars',
    change: changed({ amount: 20.5 }),
    status: 400,
    code: 'invalidRequest',
    detail: pleaseCheck,
  },
  {
    name: 'a negative amount',
    change: changed({ amount: -1 }),
    status: 400,
    code: 'invalidRequest',
    detail: pleaseCheck,
  },
  {
    name: 'text for a boolean',
    change: changed({ is_trial: 'yes' }),
    status: 400,
    code: 'invalidRequest',
    detail: pleaseCheck,
  },
  {
    name: 'a class id with odd characters',
    change: changed({ class_id: "cls_'; --\u0000" }),
    status: 400,
    code: 'invalidRequest',
    detail: pleaseCheck,
  },
  {
    name: 'no child [BOK-25]',
    change: changed({ child_id: '' }),
    status: 400,
    code: 'invalidRequest',
    detail: pleaseCheck,
  },
  // The class, slot and child
  {
    name: 'an unknown class',
    change: changed({ class_id: newClassId(new Date()) }),
    status: 404,
    code: 'slotNotFound',
    detail: noSlot,
  },
  {
    name: 'an unknown slot',
    change: changed({ time_slot_id: newSlotId(new Date()) }),
    status: 404,
    code: 'slotNotFound',
    detail: noSlot,
  },
  {
    name: 'a slot of another class',
    change: () => ({ body: { ...order(parent, running, 1), time_slot_id: slotOf(full) } }),
    status: 404,
    code: 'slotNotFound',
    detail: noSlot,
  },
  {
    name: 'an unknown child [BOK-27]',
    change: changed({ child_id: newChildId(new Date()) }),
    status: 404,
    code: 'childNotFound',
    detail: 'Selected child not found',
  },
  {
    name: 'a child of another family [BOK-27, PRM-15]',
    change: () => ({ body: { ...order(parent, running, 1), child_id: childOf(other.family) } }),
    status: 404,
    code: 'childNotFound',
    detail: 'Selected child not found',
  },
  {
    name: 'an ended programme [BOK-32]',
    change: () => ({ body: order(parent, ended, 1) }),
    status: 409,
    code: 'programEnded',
    detail: 'Program ended',
  },
  {
    name: 'a trial without a date [BOK-31]',
    change: () => ({ body: { ...order(parent, ended, 1), is_trial: true } }),
    status: 409,
    code: 'programEnded',
    detail: 'Program ended',
  },
  {
    name: 'a full slot [BOK-28]',
    change: () => ({ body: order(parent, full, 1) }),
    status: 409,
    code: 'slotFull',
    detail: 'This time slot is now full',
  },
  {
    name: 'a child with a booking of the slot [BOK-29]',
    change: () => ({ body: order(parent, running, 0) }),
    status: 409,
    code: 'alreadyBooked',
    detail: 'Ana is already booked for this time slot',
  },
  {
    name: 'a price that was not shown',
    change: changed({ amount: 1 }),
    status: 409,
    code: 'priceChanged',
    detail: 'The price has changed',
  },
];

describe('an invalid booking is refused with status, code and text, and nothing is stored', () => {
  it.each(refusals)('$name', async ({ change, status, code, detail }) => {
    const before = await places();
    const { token, ...good }: Call = {
      route: 'bookSlot',
      token: parent.token,
      idempotencyKey: randomUUID(),
      body: order(parent, running, 1),
    };
    const changes = await change();
    const signedIn = 'token' in changes ? {} : { token: parent.token };
    const answer = await stack.call({ ...good, ...signedIn, ...changes });
    const problem = problemSchema.parse(answer.body);

    expect(problem).toMatchObject({ status, code });
    expect(problem.detail).toContain(detail);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|\.ts:|Exception|Zod/);
    expect(await places()).toEqual(before);
  });
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
