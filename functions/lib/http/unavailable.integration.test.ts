import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { localAws } from '#infra/local/dynamodb';
import { putClass } from '#infra/local/seed/put';
import {
  at,
  type SampleFamily,
  sampleClass,
  sampleNow,
  sampleTimeZone,
  sampleToday,
} from '#infra/testing/samples/samples';
import { storedFamily } from '#infra/testing/samples/stored';
import { type Answer, invoke } from '#infra/testing/services/invoke';
import { captureLog } from '#infra/testing/services/system';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import {
  connectWithoutBackoff,
  type Fault,
  type FaultProxy,
  type SilentProxy,
  startFaultProxy,
  startSilentProxy,
} from '#infra/tools/soak/fault-proxy';
import type { FootballClass } from '#shared/classes/class';
import { catalogueRoutes } from '#shared/classes/routes';
import { familyRoutes } from '#shared/contract/family-routes';
import { bookingAmount } from '#shared/testing/session-calendars';
import { memberships } from '../../accounts/accounts.ts';
import { catalogueOperations } from '../../entries/catalogue-operations.ts';
import { familyOperations } from '../../entries/family-operations.ts';
import { connectTable, type Table } from '../table.ts';
import { createHandler } from './create-handler.ts';

let engine: TestTable;
let faults: FaultProxy;
let faultOf: (operation: string) => Fault = () => ({ kind: 'none' });
let silent: SilentProxy;
beforeAll(async () => {
  engine = await startTestTable();
  const { hostname, port } = (await engine.client.config.endpoint?.()) ?? {};
  [faults, silent] = await Promise.all([
    startFaultProxy(`http://${hostname}:${port}`, { faultOf: ({ operation }) => faultOf(operation) }),
    startSilentProxy(`http://${hostname}:${port}`),
  ]);
  vi.stubEnv('AWS_REGION', localAws.region);
  vi.stubEnv('AWS_ACCESS_KEY_ID', localAws.credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', localAws.credentials.secretAccessKey);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await Promise.all([faults.stop(), silent.stop()]);
  await engine.stop();
});
captureLog();

let cls: FootballClass;
let family: SampleFamily;
beforeEach(async () => {
  cls = sampleClass();
  await putClass(engine, cls);
  family = await storedFamily(engine);
});

const refusal = { status: 503, headers: { 'retry-after': '3' }, body: { code: 'busy' } };

/** Requests that read one item, a partition or a batch, and that write one item or a transaction. */
const requests: Readonly<Record<string, (table: Table) => Promise<Answer>>> = {
  listClasses: (table) =>
    invoke(createHandler(catalogueRoutes, catalogueOperations, { table, timeZone: sampleTimeZone }), {
      route: 'listClasses',
    }),
  getMyFamily: (table) => asFamily(table, { route: 'getMyFamily' }),
  updateCard: (table) =>
    asFamily(table, {
      route: 'updateCard',
      params: { childId: at(family.children, 0).id },
      body: { health: { medical_conditions: 'Asthma' }, shown: { health: null } },
    }),
  updateMyProfile: (table) =>
    asFamily(table, {
      route: 'updateMyProfile',
      body: { full_name: 'Pat Other', shown: { full_name: 'Pat Parent' } },
    }),
  bookSlot: (table) => book(table, randomUUID()),
};

const asFamily = (table: Table, invocation: Omit<Parameters<typeof invoke>[1], 'userId'>): Promise<Answer> =>
  invoke(
    createHandler(
      familyRoutes,
      familyOperations,
      { table, clock: () => sampleNow, timeZone: sampleTimeZone },
      { memberships: memberships(table) },
    ),
    { ...invocation, userId: family.profile.id, familyId: family.id },
  );

const book = (table: Table, key: string): Promise<Answer> =>
  asFamily(table, {
    route: 'bookSlot',
    headers: { 'idempotency-key': key },
    body: {
      class_id: cls.id,
      time_slot_id: at(cls.time_slots, 0).id,
      child_id: at(family.children, 0).id,
      is_trial: false,
      calendar_version: 0,
      amount: bookingAmount(cls, false, sampleToday),
    },
  });

const withFault = async (
  fault: Fault,
  send: (table: Table) => Promise<Answer>,
  meets: (operation: string) => boolean = () => true,
): Promise<Answer> => {
  faultOf = (operation) => (meets(operation) ? fault : { kind: 'none' });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', faults.endpoint);
  const table = await connectWithoutBackoff(engine.name);
  try {
    return await send(table);
  } finally {
    table.client.destroy();
    await faults.settled();
  }
};

describe.each<Fault>([
  { kind: 'reset' },
  { kind: 'throttled' },
  { kind: 'internal-error' },
  { kind: 'unavailable' },
])('a table with $kind', (fault) => {
  it.each(Object.entries(requests))(
    'has %s answer 503 and when to ask again [API-42]',
    async (_name, send) => {
      expect(await withFault(fault, send)).toMatchObject(refusal);
    },
  );
});

it.each<Fault>([{ kind: 'answer-lost' }, { kind: 'failed-after-commit' }, { kind: 'late', afterMs: 1 }])(
  'a booking whose transaction has $kind is 503, and its key gets the answer afterwards [API-42]',
  async (fault) => {
    const key = randomUUID();
    const isTransaction = (operation: string) => operation === 'TransactWriteItems';
    expect(await withFault(fault, (table) => book(table, key), isTransaction)).toMatchObject(refusal);
    expect(await book(engine, key)).toMatchObject({ status: 201, body: { child_name: 'Robin Parent' } });
  },
);

it.each(Object.entries(requests))(
  'a table that never answers has %s answer 503 [API-42]',
  async (_name, send) => {
    void silent.swallow();
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', silent.endpoint);
    const table = connectTable(engine.name, { connectionTimeout: 900, socketTimeout: 20, maxAttempts: 2 });
    expect(await send(table)).toMatchObject(refusal);
    table.client.destroy();
  },
);
