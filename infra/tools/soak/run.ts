import { randomUUID } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { bookingFromItem } from '#functions/data/bookings/bookings';
import { asManaged, createClass } from '#functions/data/classes/classes';
import { getManagedClass } from '#functions/data/classes/managed-classes';
import { handleRecords } from '#functions/mailer/handle-records';
import { sampleTimeZone } from '#infra/testing/samples/samples';
import { newClass, openBusiness } from './business.ts';
import { callAs, connectCalledTable } from './called-table.ts';
import { checkBookings, type Violation } from './check-bookings.ts';
import { checkMail } from './check-mail.ts';
import { type Fault, faultPlan, mailActor } from './fault-plan.ts';
import { readClaims, readSlots } from './final-state.ts';
import type { Ground } from './ground.ts';
import { createHistory, type Entry } from './history.ts';
import type { Lane } from './lane.ts';
import type { Message } from './mail-sink.ts';
import type { Mutant } from './mutants.ts';
import { gatherPeople } from './people.ts';
import { createPostman } from './postman.ts';
import { numberBy } from './slot-model.ts';
import { type Theme, workloadOf } from './workload.ts';

export interface RunResult {
  readonly seed: number;
  readonly theme: Theme;
  readonly violations: readonly Violation[];
  readonly entries: readonly Entry[];
  /** How often each fate befell a request to the database. */
  readonly faults: ReadonlyMap<Fault['kind'], number>;
  readonly messages: readonly Message[];
}

const bookingOf = ({ dynamodb }: DynamoDBRecord) =>
  // Lambda's type and the SDK's describe the same JSON.
  bookingFromItem(unmarshall((dynamodb?.NewImage ?? {}) as Parameters<typeof unmarshall>[0]));

/** One run: many people and administrators at once, faults by seed, and in the end everything held to account. */
export const runSeed = async (
  seed: number,
  { proxy, sink, ses }: Ground,
  { table: direct, families, reading }: Lane,
  mutant?: Mutant,
): Promise<RunResult> => {
  const run = randomUUID();
  const epoch = new Date();
  const numberOf = numberBy(epoch);
  const workload = workloadOf(seed);
  const cls = newClass(epoch, workload.capacities);
  await createClass(direct, cls);

  const faults = new Map<Fault['kind'], number>();
  const treatment = proxy.open(run, {
    plan: faultPlan(seed),
    onRequest: (_, kind) => faults.set(kind, (faults.get(kind) ?? 0) + 1),
    ...(mutant?.carryOut && { carryOut: mutant.carryOut() }),
  });
  const box = sink.open(
    seed,
    families.map(({ profile }) => profile.email),
  );
  const [api, mail] = await Promise.all([connectCalledTable(direct.name), connectCalledTable(direct.name)]);

  const history = createHistory();
  const people = gatherPeople({
    seed,
    cls,
    families,
    business: openBusiness(api, cls, epoch),
    history,
    as: (actor, work) => callAs({ run, actor, calls: 0 }, work),
    ...(mutant?.retryOf && { retryOf: mutant.retryOf }),
  });
  const mailClient = mutant?.ses?.() ?? ses;
  const mailCalls = { run, actor: mailActor, calls: 0 };
  const mailer = (records: readonly DynamoDBRecord[]) =>
    callAs(mailCalls, () =>
      handleRecords(records, {
        table: mail,
        mail: { ses: mailClient, from: 'Ballerz <hello@example.com>', pause: async () => {} },
        clock: () => new Date(),
        siteUrl: 'https://classes.example.com',
        timeZone: sampleTimeZone,
      }),
    );
  const postman = createPostman(seed, reading, mutant?.mailer?.(mailer) ?? mailer);

  await Promise.all([
    postman.begin(),
    ...workload.workers.map((deeds, worker) => people.work(worker, deeds)),
  ]);
  await people.settle();
  // What was interrupted can be run again to the end, by anyone.
  if ((await getManagedClass(direct, cls.id))?.deleting) {
    const entry = history.begin(0, { kind: 'delete-class' });
    history.end(entry, await openBusiness(direct, cls, epoch)(entry));
  }
  await postman.finish();
  await treatment.close();

  const slots = await readSlots(direct, cls);
  const created = [...new Map(postman.records.map(bookingOf).map((each) => [each.id, each])).values()];
  const violations = [
    ...checkBookings(
      history,
      slots,
      {
        capacities: workload.capacities,
        cls: { version: asManaged(cls).version, weekly_rate: cls.weekly_rate, isDeleted: false },
      },
      numberOf,
    ),
    ...checkMail({
      families,
      created,
      stored: new Set(slots.flatMap(({ bookings }) => bookings.map(({ id }) => id))),
      claims: await readClaims(direct, created),
      messages: box.messages,
      parked: new Set(postman.parked.map(bookingOf).map(({ id }) => id)),
    }),
  ];
  box.close();
  api.client.destroy();
  mail.client.destroy();
  return {
    seed,
    theme: workload.theme,
    violations,
    entries: history.entries,
    faults,
    messages: box.messages,
  };
};
