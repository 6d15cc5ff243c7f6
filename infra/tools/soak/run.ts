import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SESClient } from '@aws-sdk/client-ses';
import type { DynamoDBRecord } from 'aws-lambda';
import { familyOf } from '#functions/accounts/accounts';
import { getStoredFamily } from '#functions/accounts/stored-families';
import { finishClassDeletion } from '#functions/across/delete-class';
import { asManaged, getManagedClass } from '#functions/classes/classes';
import { getFamily } from '#functions/families/families';
import {
  checkRequests,
  type RequestLimits,
  requestLimits,
  withoutDeadline,
} from '#functions/lib/aws-requests';
import { connectSes } from '#functions/lib/mail/send';
import { connectTable, type Table } from '#functions/lib/table';
import { putClass } from '#infra/local/seed/put';
import { intercept } from '#infra/testing/mutants/mutant';
import { sampleSender, sampleSiteUrl, sampleTimeZone } from '#infra/testing/samples/samples';
import { runMailer } from '#infra/testing/services/background';
import { startTestUserPool, type TestUserPool } from '#infra/testing/services/test-user-pool';
import type { FamilyId } from '#shared/lib/ids';
import { localAws, startDatabase } from '../../local/dynamodb.ts';
import { checkRole, takeRefusals } from '../../local/roles/roles.ts';
import { createApi } from './api.ts';
import { checkBookings } from './check-bookings.ts';
import { createClients, storeAdults, storeFamilies, type Worker } from './clients.ts';
import { type AccountsOf, causedEmails, checkMail, dueInFinalState, readLeases } from './emails.ts';
import { type Fault, faultPlan, mailActor } from './fault-plan.ts';
import { callHeader, type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { checkNewcomers } from './joining/check.ts';
import { checkMembers, invitedOf, presentFamily, storeChanging } from './joining/members.ts';
import { createJoining, newcomersOf, readNewcomer } from './joining/newcomers.ts';
import { madeBookings, numberBy } from './made-bookings.ts';
import { createStreamDelivery, type MailSink, type Message, startMailSink } from './mail-sink.ts';
import type { SoakMutant } from './mutants.ts';
import { readMoney, readSlot } from './recount.ts';
import {
  createHistory,
  type Entry,
  enteredOf,
  hasUnknownOutcome,
  type Request,
  type Violation,
} from './requests.ts';
import { newSchool, removeSchool } from './school.ts';
import { hasChangingFamilies, type Theme, workloadOf } from './workload.ts';

/** How long a transaction of a run holds its items, in which others conflict with it. */
const holdMs = 3;

/** The services that runs need, with faults injected. */
export interface Environment {
  /** Address of the engine, without faults. */
  readonly engine: string;
  readonly proxy: FaultProxy;
  readonly sink: MailSink;
  /** The mail client, as the mailer creates it. */
  readonly ses: SESClient;
  /** Without faults. */
  readonly userPool: TestUserPool;
  close(): Promise<void>;
}

/** Starts an engine behind the fault proxy, and points this process or thread to them. */
export const startEnvironment = async (): Promise<Environment> => {
  const database = await startDatabase();
  const [proxy, sink, userPool] = await Promise.all([
    startFaultProxy(database.endpoint, { hold: () => sleep(holdMs) }),
    startMailSink(),
    startTestUserPool(),
  ]);
  Object.assign(process.env, {
    AWS_REGION: localAws.region,
    AWS_ACCESS_KEY_ID: localAws.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: localAws.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_SES: sink.endpoint,
  });
  checkRequests(checkRole);
  const ses = connectSes();
  return {
    engine: database.endpoint,
    proxy,
    sink,
    ses,
    userPool,
    close: async () => {
      ses.destroy();
      await Promise.all([proxy.stop(), sink.stop(), userPool.stop()]);
      await database.stop();
    },
  };
};

/** Identifies the calls of one request or of the mailer to the database. */
interface Caller {
  readonly run: string;
  readonly actor: string;
  /** Calls made so far. */
  calls: number;
}

const callers = new AsyncLocalStorage<Caller>();

/** Runs work and tags its calls to a tagged table with the caller and a running number. */
export const runAs = <Result>(caller: Caller, work: () => Promise<Result>): Promise<Result> =>
  callers.run(caller, work);

/**
 * The product's own connection with the SDK's retries. Each request names its call in a header, for the fault proxy.
 * Delays between retries are 1 ms: the soak tests what is retried, not when.
 */
export const connectTaggedTable = async (name: string, limits?: RequestLimits): Promise<Table> => {
  const table = connectTable(name, limits);
  table.client.middlewareStack.add(
    (next) => (args) => {
      const caller = callers.getStore();
      if (caller) {
        const headers: Record<string, string> = Reflect.get(Object(args.request), 'headers');
        headers[callHeader] = `${caller.run}/${caller.actor}/${caller.calls}`;
        caller.calls += 1;
      }
      return next(args);
    },
    { step: 'build', name: 'soakCall' },
  );
  const strategy = await table.client.config.retryStrategy();
  // The SDK can only replace the whole strategy, and the default strategy is under test.
  Reflect.set(strategy, 'retryBackoffStrategy', {
    setDelayBase: () => {},
    computeNextBackoffDelay: () => 1,
  });
  return table;
};

export interface RunResult {
  readonly seed: number;
  readonly theme: Theme;
  readonly violations: readonly Violation[];
  readonly entries: readonly Entry[];
  /** Number of requests to the database by fault. */
  readonly faults: ReadonlyMap<Fault['kind'], number>;
  readonly messages: readonly Message[];
}

/** The families whose deletion was requested. */
const parentsToDelete = (entries: readonly Entry[]): FamilyId[] => [
  ...new Set(entries.flatMap(({ request }) => (request.kind === 'delete-account' ? [request.parent] : []))),
];

/** The undos that may be interrupted, each once. */
const undosToEnd = (entries: readonly Entry[]) => {
  const undos = entries
    .filter(hasUnknownOutcome)
    .flatMap(({ request }) => (request.kind === 'undo' ? [request] : []));
  return [...new Map(undos.map((undo) => [`${undo.address} ${undo.file}`, undo])).values()];
};

/** One run: concurrent clients and administrators, faults by seed, and checks of all answers and the table afterwards. */
export const runSeed = async (
  seed: number,
  { proxy, sink, ses, userPool }: Environment,
  worker: Worker,
  mutant?: SoakMutant,
): Promise<RunResult> => {
  const { table: direct, reading } = worker;
  const run = randomUUID();
  const { theme, capacities, clients: work } = workloadOf(seed);
  const school = newSchool(new Date(), capacities);
  const { main: cls } = school;
  const numberOf = numberBy(school.epoch);
  const families = await withoutDeadline(async () => {
    for (const each of school.classes) await putClass(direct, each);
    return storeFamilies(direct);
  });
  const newcomers = theme === 'joining' ? newcomersOf(run) : [];
  const isChanging = hasChangingFamilies(theme);
  const changing = isChanging ? await withoutDeadline(() => storeChanging({ direct, userPool })) : undefined;
  const invited = changing ? invitedOf(run) : [];
  const adults = await withoutDeadline(() => storeAdults(direct, theme === 'adults' ? families : []));

  const faults = new Map<Fault['kind'], number>();
  const proxied = proxy.open(run, {
    plan: faultPlan(seed),
    onRequest: (_, kind) => faults.set(kind, (faults.get(kind) ?? 0) + 1),
  });
  const accounts = [...families.map(({ profile }) => profile), ...adults.values()];
  const box = sink.open(
    seed,
    accounts.map(({ email }) => email),
  );
  // What is mailed to these is not checked: each answer reads what its mailbox has.
  const otherBox = sink.open(seed, [...newcomers, ...invited, ...(changing?.addresses ?? [])]);
  const [api, mail] = await Promise.all([
    connectTaggedTable(direct.name),
    connectTaggedTable(direct.name, requestLimits.background),
  ]);
  if (mutant?.intercept) {
    const handled = [mutant.intercept(() => callers.getStore()?.actor ?? '')];
    for (const { client } of [api, mail]) intercept(client, handled);
  }

  const history = createHistory();
  const joining = (table: Table) => createJoining({ table, direct, userPool }, school.epoch);
  const accountsOf: AccountsOf = new Map(
    families.map(({ id, profile }) => [id, { holder: profile.id, adult: adults.get(id)?.id }]),
  );
  const acting = {
    accountOf: (parent: FamilyId, by: 'holder' | 'adult') => {
      const account = accountsOf.get(parent)?.[by];
      if (!account) throw new Error(`The family has no ${by}`);
      return account;
    },
    familyOf: mutant?.familyOf ?? familyOf,
  };
  const call = createApi(api, school, joining(api), acting);
  const clients = createClients({
    seed,
    school,
    families,
    newcomers,
    changing: changing?.families.map(({ id }) => id) ?? [],
    invited,
    show: (family) => presentFamily(direct, family),
    api: call,
    history,
    runAs: (actor, work) => runAs({ run, actor, calls: 0 }, work),
    ...(mutant?.retryOf && { retryOf: mutant.retryOf }),
  });
  const mailClient = mutant?.ses?.() ?? ses;
  const mailCalls = { run, actor: mailActor, calls: 0 };
  const mailer = (records: readonly DynamoDBRecord[]) =>
    runAs(mailCalls, () =>
      runMailer(records, {
        table: mail,
        mail: { ses: mailClient, from: sampleSender, pause: async () => {} },
        clock: () => new Date(),
        siteUrl: sampleSiteUrl,
        timeZone: sampleTimeZone,
      }),
    );
  const delivery = createStreamDelivery(seed, reading, mutant?.mailer?.(mailer) ?? mailer);

  await Promise.all([delivery.start(), ...work.map((actions, client) => clients.run(client, actions))]);
  await clients.settle();
  const directly = async (request: Request): Promise<void> => {
    const entry = history.begin(0, request);
    history.end(entry, await createApi(direct, school, joining(direct), acting)(entry));
  };
  const hasKind = (kind: Request['kind']) => history.entries.some(({ request }) => request.kind === kind);
  if (hasKind('end-trials')) {
    for (const { start_date: day } of school.classes) {
      const entry = history.begin(0, { kind: 'end-trials', day });
      history.end(entry, await runAs({ run, actor: `timer-${day}`, calls: 0 }, () => call(entry)));
    }
  }
  if (hasKind('delete-class')) {
    // An interrupted deletion can be completed by any administrator.
    if ((await getManagedClass(direct, cls.id))?.deleting) await directly({ kind: 'delete-class' });
    // The messenger, which is not part of a run, goes on with the deletion of a booked class.
    const deleting = await getManagedClass(direct, cls.id);
    if (deleting?.deleting) {
      await finishClassDeletion(
        { table: direct, clock: () => new Date(), timeZone: sampleTimeZone },
        deleting,
        null,
      );
    }
  }
  for (const parent of parentsToDelete(history.entries)) {
    if ((await getStoredFamily(direct, parent))?.deleting) await directly({ kind: 'delete-account', parent });
  }
  // Whoever was interrupted begins again, so that no step is left.
  for (const { address, file } of undosToEnd(history.entries))
    await directly({ kind: 'undo', address, file });
  for (const address of newcomers) {
    await directly({ kind: 'sign-up', address });
    await directly({ kind: 'accept', address });
  }
  for (const { id: other } of changing?.families ?? []) {
    const family = (await getStoredFamily(direct, other))?.joined_into;
    if (family) await directly({ kind: 'join', family, other });
  }
  await delivery.finish();
  await proxied.close();

  const [slots, money] = await Promise.all([
    Promise.all(school.slots.map((slot) => readSlot(direct, slot))),
    readMoney(
      direct,
      families.map(({ id }) => id),
    ),
  ]);
  const children = await Promise.all(families.map(({ id }) => getFamily(direct, id)));
  const { entries } = history;
  const known = { entries, school, numberOf, made: madeBookings(entries, school, numberOf) };
  const caused = causedEmails(delivery.records, accountsOf);
  const joined = await Promise.all(newcomers.map((address) => readNewcomer({ direct, userPool }, address)));
  const violations = [
    ...takeRefusals().map((text) => ({ rule: 'a function does what its role allows', text, entries: [] })),
    ...(changing ? await checkMembers(changing, { direct, userPool, used: api }, entries) : []),
    ...checkNewcomers(entries, history.tick(), joined),
    ...checkBookings(known, history.tick(), {
      capacities: capacities.flat(),
      cls: { version: asManaged(cls).version, entered: enteredOf(cls), isDeleted: false },
      families,
      children: children.flatMap((family) => family?.children ?? []),
      slots,
      accounts: money,
    }),
    ...checkMail({
      caused,
      addresses: new Map(accounts.map(({ id, email }) => [id, email])),
      isDue: dueInFinalState(slots, money),
      leases: await readLeases(direct, caused),
      messages: box.messages,
      parked: new Set(causedEmails(delivery.parked, accountsOf).map(({ key }) => key)),
    }),
  ];
  await removeSchool(direct, school);
  if (changing) await removeSchool(direct, { classes: [changing.cls], slots: changing.cls.time_slots });
  box.close();
  otherBox.close();
  api.client.destroy();
  mail.client.destroy();
  return {
    seed,
    theme,
    violations,
    entries: history.entries,
    faults,
    messages: box.messages,
  };
};
