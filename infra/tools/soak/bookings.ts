import { randomUUID } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { familyOf } from '#functions/accounts/accounts';
import { getStoredFamily } from '#functions/accounts/stored-families';
import { requestLimits, withoutDeadline } from '#functions/lib/aws-requests';
import type { Table } from '#functions/lib/table';
import { putClass } from '#infra/local/seed/put';
import { sampleSender, sampleSiteUrl, sampleTimeZone } from '#infra/testing/samples/samples';
import { addSecondAdult, storedFamily } from '#infra/testing/samples/stored';
import { runMailer } from '#infra/testing/services/background';
import { routes } from '#shared/contract/routes';
import { takeRefusals } from '../../local/roles/roles.ts';
import { createApi, newSchool } from './api.ts';
import { checkBookings } from './check-bookings.ts';
import { createClients } from './clients.ts';
import type { Run, RunOptions, Stage, Theme } from './driver.ts';
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
import { checkNewcomer, createJoining, newcomersOf } from './joining.ts';
import { createStreamDelivery } from './mail-sink.ts';
import { checkMembers, invitedOf, presentFamily, storeChanging } from './members.ts';
import { mutants } from './mutants.ts';
import { readMoney, readSlot } from './recount.ts';
import {
  type By,
  codeOf,
  createHistory,
  type Entry,
  hasUnknownOutcome,
  numberBy,
  type Request,
} from './requests.ts';
import {
  type BookingTheme,
  bookingThemeNames,
  childNames,
  familiesPerRun,
  settingsOf,
  workloadOf,
} from './workload.ts';

/** Runs in one process. They wait for I/O most of the time. */
const runsAtOnce = 6;

const storeFamilies = async (table: Table, { hasAdults }: { readonly hasAdults: boolean }) => {
  const children = childNames.map((name) => ({ name }));
  const stored = await Promise.all(
    Array.from({ length: familiesPerRun }, async () => {
      const family = await storedFamily(table, { children });
      return { family, adult: hasAdults ? await addSecondAdult(table, family.id) : undefined };
    }),
  );
  const accountsOf: AccountsOf = new Map(
    stored.map(({ family, adult }) => [family.id, { holder: family.profile.id, adult: adult?.id }]),
  );
  return {
    families: stored.map(({ family }) => family),
    accounts: stored.flatMap(({ family, adult }) => [family.profile, ...(adult ? [adult] : [])]),
    accountsOf,
  };
};

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
  if (settingsOf[theme].hasAdults && 'by' in request) note(`${request.kind}: by ${request.by} ${outcome}`);
  if ((request.kind === 'import' || request.kind === 'undo') && outcome === 200)
    note(`${request.kind}: ${ofImport(entry)}`);
};

/** What is asked again in the end: whoever was interrupted begins again, so that no step is left. */
const repeatedAtEnd = (entries: readonly Entry[], newcomers: readonly string[]): Request[] => [
  ...new Map(
    entries
      .filter((entry) => entry.request.kind === 'undo' && hasUnknownOutcome(entry))
      .map(({ request }) => [JSON.stringify(request), request]),
  ).values(),
  ...newcomers.flatMap((address): Request[] => [
    { kind: 'sign-up', address },
    { kind: 'accept', address },
  ]),
];

const begin = async (
  { proxy, sink, ses, userPool }: Environment,
  { table: direct, reading }: Worker,
  { seed, theme: name, mutant, note }: RunOptions,
): Promise<Run> => {
  const theme = bookingThemeNames.find((one) => one === name) ?? 'rush';
  const { hasAdults = false, isJoining } = settingsOf[theme];
  const run = randomUUID();
  const { capacities, clients: work } = workloadOf(theme, seed);
  const school = newSchool(new Date(), capacities);
  const { families, accounts, accountsOf, changing } = await withoutDeadline(async () => {
    await putClass(direct, school.cls);
    return {
      ...(await storeFamilies(direct, { hasAdults })),
      changing: isJoining ? await storeChanging({ direct, userPool }) : undefined,
    };
  });
  const newcomers = isJoining ? newcomersOf(run) : [];
  const invited = isJoining ? invitedOf(run) : [];

  const proxied = proxy.open(run, {
    plan: faultPlan(seed),
    onRequest: (_, kind) => note(`fault: ${kind}`),
  });
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
  const acting = {
    accountOf: (parent: Parameters<AccountsOf['get']>[0], by: Exclude<By, 'office'>) => {
      const account = accountsOf.get(parent)?.[by];
      if (!account) throw new Error(`The family has no ${by}`);
      return account;
    },
    familyOf: mutant?.familyOf ?? familyOf,
  };
  const apiOf = (table: Table) =>
    createApi(table, school, createJoining({ table, direct, userPool }, school.epoch), acting);
  const callDirectly = apiOf(direct);
  const clients = createClients({
    ...{ seed, school, families, newcomers, invited, history, api: apiOf(api) },
    changing: changing?.families.map(({ id }) => id) ?? [],
    show: (family) => presentFamily(direct, family),
    runAs: (actor, work) => runAs({ run, actor, calls: 0 }, work),
    ...(mutant?.retryOf && { retryOf: mutant.retryOf }),
  });
  const mailClient = mutant?.ses?.() ?? ses;
  const mailCalls = { run, actor: mailActor, calls: 0 };
  const mailer = (records: readonly DynamoDBRecord[]) =>
    runAs(mailCalls, () =>
      runMailer(records, {
        ...{ clock: () => new Date(), siteUrl: sampleSiteUrl, timeZone: sampleTimeZone, table: mail },
        mail: { ses: mailClient, from: sampleSender, pause: async () => {} },
      }),
    );
  const delivery = createStreamDelivery(seed, reading, mutant?.mailer?.(mailer) ?? mailer);

  async function* acts() {
    yield [delivery.start, ...work.map((actions, client) => () => clients.run(client, actions))];
  }
  const end = async (): Promise<void> => {
    await clients.settle();
    const send = async (request: Request): Promise<void> => {
      const entry = history.begin(0, request);
      history.end(entry, await callDirectly(entry));
    };
    for (const request of repeatedAtEnd([...history.entries], newcomers)) await send(request);
    for (const { id: other } of changing?.families ?? []) {
      const family = (await getStoredFamily(direct, other))?.joined_into;
      if (family) await send({ kind: 'join', family, other });
    }
    await delivery.finish();
    await proxied.close();
  };
  const check = async () => {
    const { entries } = history;
    const slots = await Promise.all(school.cls.time_slots.map((slot) => readSlot(direct, slot)));
    const money = await readMoney(
      direct,
      families.map(({ id }) => id),
    );
    const caused = causedEmails(delivery.records, accountsOf);
    const joined = newcomers.map((address) => checkNewcomer({ direct, userPool }, entries, address));
    for (const entry of entries) noteEntry(entry, theme, note);
    for (const { isOutcomeUnknown, isAccepted } of box.messages)
      note(`email: ${isOutcomeUnknown ? 'unknown' : isAccepted ? 'sent' : 'refused'}`);
    return [
      ...takeRefusals().map((text) => ({ rule: 'a function does what its role allows', text })),
      ...(changing ? await checkMembers(changing, { direct, userPool, used: api }, entries) : []),
      ...(await Promise.all(joined)).flat(),
      ...checkBookings({
        ...{ entries, numberOf: numberBy(school.epoch), end: history.tick() },
        ...{ capacities, slots, accounts: money },
      }),
      ...checkMail({
        caused,
        addresses: new Map(accounts.map(({ id, email }) => [id, email])),
        isDue: dueInFinalState(slots),
        leases: await readLeases(direct, caused),
        messages: box.messages,
        parked: new Set(causedEmails(delivery.parked, accountsOf).map(({ key }) => key)),
      }),
    ];
  };
  const close = async (): Promise<void> => {
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

export const bookingThemes: readonly Theme[] = bookingThemeNames.map((name) => ({
  name,
  seeds: { all: 84 },
  events: settingsOf[name].events,
  start,
  mutants: mutants[name],
}));
