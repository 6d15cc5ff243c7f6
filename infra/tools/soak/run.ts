import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { requestLimits, withoutDeadline } from '#functions/aws-requests';
import { asManaged } from '#functions/data/classes/classes';
import { getManagedClass } from '#functions/data/classes/managed-classes';
import { finishClassDeletion } from '#functions/data/deletions/delete-class';
import { getProfile } from '#functions/data/families/profiles';
import { handleRecords } from '#functions/mailer/handle-records';
import { putClass } from '#infra/local/seed/put-class';
import { intercept } from '#infra/testing/mutants/intercept';
import { sampleSender, sampleSiteUrl, sampleTimeZone } from '#infra/testing/samples/samples';
import type { UserId } from '#shared/schemas/ids';
import { createApi } from './api.ts';
import { causedEmails, dueInFinalState } from './caused-emails.ts';
import { checkBookings } from './check-bookings.ts';
import { checkLedgers } from './check-ledgers.ts';
import { checkMail } from './check-mail.ts';
import { createClients } from './clients.ts';
import type { Environment } from './environment.ts';
import { type Fault, faultPlan, mailActor } from './fault-plan.ts';
import { readLeases, readLedgers, readSlots } from './final-state.ts';
import { createHistory, type Entry } from './history.ts';
import { madeBookings, numberBy } from './made-bookings.ts';
import type { Message } from './mail-sink.ts';
import type { SoakMutant } from './mutants/soak-mutant.ts';
import type { Request } from './requests.ts';
import { newSchool, removeSchool } from './school.ts';
import { createStreamDelivery } from './stream-delivery.ts';
import { connectTaggedTable, runAs } from './tagged-table.ts';
import type { Violation } from './violation.ts';
import { storeFamilies, type Worker } from './worker.ts';
import { type Theme, workloadOf } from './workload.ts';

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
const parentsToDelete = (entries: readonly Entry[]): UserId[] => [
  ...new Set(entries.flatMap(({ request }) => (request.kind === 'delete-account' ? [request.parent] : []))),
];

/** One run: concurrent clients and administrators, faults by seed, and checks of all answers and the table afterwards. */
export const runSeed = async (
  seed: number,
  { proxy, sink, ses }: Environment,
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

  const faults = new Map<Fault['kind'], number>();
  const proxied = proxy.open(run, {
    plan: faultPlan(seed),
    onRequest: (_, kind) => faults.set(kind, (faults.get(kind) ?? 0) + 1),
  });
  const box = sink.open(
    seed,
    families.map(({ profile }) => profile.email),
  );
  const [api, mail] = await Promise.all([
    connectTaggedTable(direct.name),
    connectTaggedTable(direct.name, requestLimits.background),
  ]);
  if (mutant?.intercept) {
    const handled = [mutant.intercept()];
    for (const { client } of [api, mail]) intercept(client, handled);
  }

  const history = createHistory();
  const call = createApi(api, school);
  const clients = createClients({
    seed,
    school,
    families,
    api: call,
    history,
    runAs: (actor, work) => runAs({ run, actor, calls: 0 }, work),
    ...(mutant?.retryOf && { retryOf: mutant.retryOf }),
  });
  const mailClient = mutant?.ses?.() ?? ses;
  const mailCalls = { run, actor: mailActor, calls: 0 };
  const mailer = (records: readonly DynamoDBRecord[]) =>
    runAs(mailCalls, () =>
      handleRecords(records, {
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
    history.end(entry, await createApi(direct, school)(entry));
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
    if ((await getProfile(direct, parent))?.deleting) await directly({ kind: 'delete-account', parent });
  }
  await delivery.finish();
  await proxied.close();

  const [slots, accounts] = await Promise.all([readSlots(direct, school), readLedgers(direct, families)]);
  const { entries } = history;
  const known = { entries, school, numberOf, made: madeBookings(entries, school, numberOf) };
  const caused = causedEmails(delivery.records);
  const violations = [
    ...checkBookings(known, history.tick(), {
      capacities: capacities.flat(),
      cls: { version: asManaged(cls).version, weekly_rate: cls.weekly_rate, isDeleted: false },
      ...{ families, slots, accounts },
    }),
    ...checkLedgers(accounts, slots, known),
    ...checkMail({
      caused,
      addresses: new Map(families.map(({ profile }) => [profile.id, profile.email])),
      isDue: dueInFinalState(slots, accounts),
      leases: await readLeases(direct, caused),
      messages: box.messages,
      parked: new Set(causedEmails(delivery.parked).map(({ key }) => key)),
    }),
  ];
  await removeSchool(direct, school);
  box.close();
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
