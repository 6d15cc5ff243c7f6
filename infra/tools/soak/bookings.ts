import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { familyOf } from '#functions/accounts/accounts';
import { getStoredFamily } from '#functions/accounts/stored-families';
import { finishClassDeletion } from '#functions/across/delete-class';
import { asManaged, getManagedClass } from '#functions/classes/classes';
import { getFamily } from '#functions/families/families';
import { requestLimits, withoutDeadline } from '#functions/lib/aws-requests';
import type { Table } from '#functions/lib/table';
import { putClass } from '#infra/local/seed/put';
import { sampleSender, sampleSiteUrl, sampleTimeZone } from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { routes } from '#shared/contract/routes';
import type { FamilyId } from '#shared/lib/ids';
import { takeRefusals } from '../../local/roles/roles.ts';
import { createApi } from './api.ts';
import { checkBookings } from './check-bookings.ts';
import { createClients } from './clients.ts';
import type { Run, RunOptions, Stage, Theme, Violation } from './driver.ts';
import { type AccountsOf, causedEmails, checkMail, dueInFinalState, readLeases } from './emails.ts';
import {
  connectTaggedTable,
  createWorker,
  currentActor,
  type Environment,
  runAs,
  startEnvironment,
  type Worker,
} from './environment.ts';
import { faultPlan, mailActor } from './fault-plan.ts';
import { checkNewcomers } from './joining/check.ts';
import { checkMembers, invitedOf, presentFamily, storeChanging } from './joining/members.ts';
import { createJoining, newcomersOf, readNewcomer } from './joining/newcomers.ts';
import { madeBookings, numberBy } from './made-bookings.ts';
import { createStreamDelivery, type Message } from './mail-sink.ts';
import { mutants } from './mutants.ts';
import { readMoney, readSlot } from './recount.ts';
import { codeOf, createHistory, type Entry, enteredOf, hasUnknownOutcome, type Request } from './requests.ts';
import { newSchool, removeSchool } from './school.ts';
import {
  type BookingTheme,
  bookingThemeSchema,
  childNames,
  childrenPerFamily,
  familiesPerRun,
  hasChangingFamilies,
  workloadOf,
} from './workload.ts';

/** Runs in one process. They wait for I/O most of the time. */
const runsAtOnce = 6;

/** The families of a run. */
const storeFamilies = (table: Table) => {
  const children = childNames.slice(0, childrenPerFamily).map((child) => ({ name: child }));
  return Promise.all(Array.from({ length: familiesPerRun }, () => storedFamily(table, { children })));
};

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

const outcomeOf = ({ isOutcomeUnknown, isAccepted }: Message): string => {
  if (isOutcomeUnknown) return 'unknown';
  return isAccepted ? 'sent' : 'refused';
};

/** What the office is answered to a part of a file, and to an undo. */
const ofImport = ({ request, answer }: Entry): string => {
  if (request.kind === 'import')
    return String(routes.importFamilies.response.parse(answer?.body).families[0]?.state);
  const { undone, kept } = routes.undoImport.response.parse(answer?.body);
  return undone > 0 ? 'undone' : (kept[0]?.built[0] ?? 'nothing');
};

const noteEntry = (entry: Entry, theme: BookingTheme, note: RunOptions['note']): void => {
  const { request, answer } = entry;
  const outcome = codeOf(entry) ?? answer?.status ?? 'no answer';
  note(`${request.kind} ${outcome}`);
  if (theme === 'adults' && 'by' in request) note(`${request.kind}: by ${request.by} ${outcome}`);
  if ((request.kind === 'import' || request.kind === 'undo') && outcome === 200)
    note(`${request.kind}: ${ofImport(entry)}`);
};

/** Concurrent clients and administrators, faults by seed, and checks of all answers and of what is stored afterwards. */
const begin = async (
  { proxy, sink, ses, userPool }: Environment,
  worker: Worker,
  { seed, theme: name, mutant, note }: RunOptions,
): Promise<Run> => {
  const theme = bookingThemeSchema.parse(name);
  const { table: direct, reading } = worker;
  const run = randomUUID();
  const { capacities, clients: work } = workloadOf(theme, seed);
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
  const adults = new Map(
    await withoutDeadline(() =>
      Promise.all(
        (theme === 'adults' ? families : []).map(
          async ({ id }) => [id, await addSecondAdult(direct, id)] as const,
        ),
      ),
    ),
  );

  const proxied = proxy.open(run, {
    plan: faultPlan(theme, seed),
    onRequest: (_, kind) => note(`fault: ${kind}`),
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

  async function* acts() {
    yield [delivery.start, ...work.map((actions, client) => () => clients.run(client, actions))];
  }
  const end = async (): Promise<void> => {
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
      if ((await getStoredFamily(direct, parent))?.deleting)
        await directly({ kind: 'delete-account', parent });
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
  };
  const check = async (): Promise<Violation[]> => {
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
    for (const entry of entries) noteEntry(entry, theme, note);
    for (const message of box.messages) note(`email: ${outcomeOf(message)}`);
    return [
      ...takeRefusals().map((text) => ({ rule: 'a function does what its role allows', text })),
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
  };
  const close = async (): Promise<void> => {
    await removeSchool(direct, school);
    if (changing) await removeSchool(direct, { classes: [changing.cls], slots: changing.cls.time_slots });
    box.close();
    otherBox.close();
    api.client.destroy();
    mail.client.destroy();
  };
  return {
    model: { tables: [api, mail], end, check, close },
    acts: acts(),
    mutant: mutant?.intercept?.(currentActor),
  };
};

const start = async (): Promise<Stage> => {
  const environment = await startEnvironment();
  const workers = await Promise.all(
    Array.from({ length: runsAtOnce }, () => createWorker(environment.engine)),
  );
  const idle = [...workers];
  return {
    runsAtOnce,
    begin: async (options) => {
      const worker = idle.pop();
      if (!worker) throw new Error('More runs at once than tables');
      const begun = await begin(environment, worker, options);
      const close = async () => {
        await begun.model.close?.();
        idle.push(worker);
      };
      return { ...begun, model: { ...begun.model, close } };
    },
    stop: async () => {
      for (const worker of workers) worker.close();
      await environment.close();
    },
  };
};

/** What must have happened in the runs of each theme. */
const events: Readonly<Record<BookingTheme, readonly string[]>> = {
  everything: ['cancel 200'],
  rush: [
    ...['conflict', 'throttled', 'slow', 'reset', 'answer-lost', 'failed-after-commit', 'late'].map(
      (fault) => `fault: ${fault}`,
    ),
    ...['fault: internal-error', 'fault: unavailable', 'fault: partial-batch'],
    ...['email: sent', 'email: refused', 'email: unknown', 'book no answer', 'book busy', 'book 201'],
    ...['book slotFull', 'book alreadyBooked', 'delete 204', 'delete bookingNotFound', 'read-slot 200'],
  ],
  corrections: ['rename 200', 'edit-child 204'],
  forms: [
    'book priceChanged',
    'edit 200',
    'edit changedMeanwhile',
    'edit capacityBelowBookings',
    'edit slotHasBookings',
  ],
  changes: ['move 200', 'move slotFull', 'move bookingNotFound'],
  trials: ['keep 200', 'keep trialOver', 'end-trials 204'],
  ledgers: ['record 201', 'take-back 201', 'take-back entryNotFound', 'decide 204', 'decide bookingNotFound'],
  returning: [],
  closing: ['delete-class 204'],
  leaving: ['delete-account 200', 'book profileNotFound'],
  // What each adult is answered; the office books for the family meanwhile.
  adults: [
    ...['book: by holder 201', 'book: by adult 201', 'book: by office 201', 'book: by adult alreadyBooked'],
    ...['cancel: by adult 200', 'move: by adult 200', 'edit-card: by holder 200', 'edit-card: by adult 200'],
    ...['read-family: by holder 200', 'read-family: by adult 200'],
  ],
  // That an undo keeps who has a login is left to chance (invited-import.integration.test.ts has it).
  joining: [
    ...['import: new', 'import: changes', 'import: same', 'undo: undone', 'sign-up 201', 'accept 201'],
    ...[
      'accept invitationInvalid',
      'join 200',
      'make-holder 204',
      'remove-login 204',
      'invite 202',
      'reset 200',
    ],
  ],
};

export const bookingThemes: readonly Theme[] = bookingThemeSchema.options.map((name) => ({
  name,
  seeds: { all: 84 },
  events: events[name],
  start,
  mutants: mutants[name] ?? {},
}));
