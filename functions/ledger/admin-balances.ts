import type { PaymentRoutes } from '#shared/ledger/admin-routes';
import { type DueBalance, moneyFigures } from '#shared/ledger/balance';
import type { OpenBalance, SearchOpenBalances, UnpaidCharge } from '#shared/ledger/payments';
import { referencesOf } from '#shared/ledger/references';
import { type BusinessDay, businessMoment, toCalendarDate } from '#shared/lib/business-time';
import { dayMs } from '#shared/lib/durations';
import type { FamilyId } from '#shared/lib/ids';
import { sum } from '#shared/lib/money';
import { searchFor } from '#shared/lib/search-text';
import { ascending } from '#shared/lib/text';
import {
  type CalendarDate,
  calendarDateSchema,
  centsSchema,
  type Instant,
  instantOf,
} from '#shared/lib/values';
import { policies } from '#shared/policies';
import {
  adultsToCall,
  getActiveFamily,
  listAllFamilies,
  readActiveFamilies,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { type FullLedger, readFullLedgers, readStatement, settleLedger } from '../across/statement.ts';
import { describeBookings } from '../booking/booking-details.ts';
import { readCardMode } from '../cards/connection.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { unpaidFamilies } from '../limits.ts';
import { getMessage, messageIdOf, storeMessage } from '../messages/messages.ts';
import { auditEventPut } from '../school/activity.ts';
import { readSettings } from '../school/settings.ts';
import { dueOfLedger } from './due-plans.ts';
import { paymentReminderEmail } from './emails.ts';
import { type FamilyLedger, readLedgers } from './ledger.ts';
import {
  figuresOn,
  type LedgerOf,
  listLedgers,
  remindedUpdate,
  setDoNotRemind as storeChoice,
} from './list-ledgers.ts';

/** The figures of all ledgers. A request of its own, so that the dashboard does not wait for it (PAY-09). */
export const getMoneyFigures: Operation<PaymentRoutes['getMoneyFigures'], AdminDeps> = async (
  _request,
  { table, clock, timeZone },
) => figuresOn(await listLedgers(table), businessMoment(clock(), timeZone).today);

interface DueLedger extends LedgerOf {
  readonly dues: DueBalance;
}

const orders: Readonly<Record<SearchOpenBalances['sort'], (one: DueLedger, other: DueLedger) => number>> = {
  largest: (one, other) => other.dues.due - one.dues.due,
  oldest: (one, other) => ascending(one.open_since ?? '', other.open_since ?? ''),
};

const findFamilies = async (
  table: Table,
  ledgers: readonly DueLedger[],
  query: string,
): Promise<readonly DueLedger[]> => {
  const matches = searchFor(query);
  const found = new Set(
    (await listAllFamilies(table))
      .filter((family) =>
        [family, ...family.members].some(({ full_name, email, phone_number }) =>
          [full_name, email, phone_number].some(matches),
        ),
      )
      .map(({ id }) => id),
  );
  return ledgers.filter((ledger) => found.has(ledger.parent_id) || referencesOf(ledger).some(matches));
};

/** The day since when a family owes: never later than today. */
const openSinceDay = (since: string, { today, timeZone }: BusinessDay): CalendarDate => {
  const date = calendarDateSchema.safeParse(since);
  const day = date.success ? date.data : toCalendarDate(new Date(since), timeZone);
  return day < today ? day : today;
};

const toBalanceRows = async (
  table: Table,
  ledgers: readonly DueLedger[],
  { which, ...moment }: BusinessDay & Pick<SearchOpenBalances, 'which'>,
): Promise<OpenBalance[]> => {
  const familyOf = await readActiveFamilies(
    table,
    ledgers.map(({ parent_id }) => parent_id),
  );
  return ledgers.flatMap((ledger): OpenBalance[] => {
    const { parent_id, reference = null, open_since, reminded_at = null, do_not_remind, dues } = ledger;
    const family = familyOf(parent_id);
    if (!family && which === 'due') return [];
    const { full_name = '', email = '', phone_number = '' } = family ?? {};
    const { revenue: _, ...figures } = moneyFigures([{ ...ledger, due: dues.due }]);
    return [
      {
        parent_id,
        full_name,
        email,
        phone_number,
        adults: family ? adultsToCall(family) : [],
        reference,
        reminded_at,
        do_not_remind,
        ...figures,
        next_due: dues.later[0]?.date ?? null,
        open_since: open_since ? openSinceDay(open_since, moment) : null,
      },
    ];
  });
};

/** The school's figures and, page by page, the families who owe something that is due, or every family (PAY-07, DUE-01). */
export const searchOpenBalances: Operation<PaymentRoutes['searchOpenBalances'], AdminDeps> = async (
  { body: { query, which, sort, cursor, limit } },
  { table, clock, timeZone },
) => {
  const ledgers = await listLedgers(table);
  const moment = businessMoment(clock(), timeZone);
  const open = ledgers
    .map((ledger) => ({ ...ledger, dues: dueOfLedger(ledger, moment.today) }))
    .filter(({ closing, dues }) => which === 'every' || (!closing && dues.due > 0));
  const found = query === '' ? open : await findFamilies(table, open, query);
  const from = Number(cursor ?? 0);
  const until = from + limit;
  return {
    figures: figuresOn(ledgers, moment.today),
    families: await toBalanceRows(table, found.toSorted(orders[sort]).slice(from, until), {
      ...moment,
      which,
    }),
    total: found.length,
    next_cursor: until < found.length ? String(until) : null,
  };
};

const listUnpaidCharges = (parent_id: FamilyId, ledger: FullLedger, day: BusinessDay) => {
  const [live, ended] = [new Map(ledger.bookings.map((booking) => [booking.id, booking])), ledger.ended];
  return settleLedger(ledger, day).charges.flatMap(({ booking_id, status, rest, later = [], openFrom }) => {
    if (status !== 'open' || !openFrom) return [];
    const booking = live.get(booking_id);
    const child_name = (booking ?? ended.find(({ id }) => id === booking_id))?.child_name ?? '';
    const due = centsSchema.parse(rest - sum(later.map(({ amount }) => amount)));
    return [{ parent_id, booking_id, booking, child_name, due, since: openFrom }];
  });
};

/** What is not paid by a day, by family, in the order of their ids (DUE-02). Three Queries for each family of the page. */
export const listUnpaid: Operation<PaymentRoutes['listUnpaid'], AdminDeps> = async (
  { body: { by, cursor } },
  { table, timeZone },
) => {
  const owing = (await listLedgers(table))
    .map((ledger) => ({ ledger, due: dueOfLedger(ledger, by).due }))
    .filter(({ ledger, due }) => !ledger.closing && due > 0);
  const from = Number(cursor ?? 0);
  const until = from + unpaidFamilies;
  const page = owing.slice(from, until).map(({ ledger }) => ledger);
  const families = page.map(({ parent_id }) => parent_id);
  const charges = (await readFullLedgers(table, families)).flatMap((full, index) => {
    const parentId = families[index];
    return parentId ? listUnpaidCharges(parentId, full, { today: by, timeZone }) : [];
  });
  const [familyOf, places] = await Promise.all([
    readActiveFamilies(table, families),
    describeBookings(
      table,
      charges.flatMap(({ booking }) => booking ?? []),
    ),
  ]);
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const ledgerOf = new Map(page.map((ledger) => [ledger.parent_id, ledger]));
  return {
    charges: charges.flatMap(({ booking: _, ...charge }): UnpaidCharge[] => {
      const [family, ledger] = [familyOf(charge.parent_id), ledgerOf.get(charge.parent_id)];
      if (!family || !ledger) return [];
      const { full_name, email, phone_number } = family;
      const { reference = null, do_not_remind } = ledger;
      return [
        {
          ...charge,
          full_name,
          email,
          phone_number,
          adults: adultsToCall(family),
          reference,
          do_not_remind,
          place: placeOf.get(charge.booking_id) ?? null,
        },
      ];
    }),
    families: owing.length,
    due: centsSchema.parse(sum(owing.map(({ due }) => due))),
    next_cursor: until < owing.length ? String(until) : null,
  };
};

export const getReminderPreview: Operation<PaymentRoutes['getReminderPreview'], AdminDeps> = async (
  { body },
  deps,
) => {
  const { table, clock, timeZone, siteUrl } = deps;
  const { reminded, skipped } = await chooseReminded(body.families, deps);
  const [first] = reminded;
  const [found, settings, cardMode] = await Promise.all([
    first && readStatement(table, first.family.id, businessMoment(clock(), timeZone)),
    readSettings(table),
    readCardMode(table),
  ]);
  const terms = { ...settings, cardsAt: cardMode ? siteUrl : undefined };
  const email = found && paymentReminderEmail(found.statement, terms, siteUrl);
  return { recipients: reminded.length, skipped, subject: email?.subject ?? '', html: email?.html ?? '' };
};

export const remindFamilies: Operation<PaymentRoutes['remindFamilies'], AdminDeps> = async (
  request,
  deps,
) => {
  const { caller, body, idempotencyKey } = request;
  const { table, clock } = deps;
  const id = messageIdOf('reminded', caller.userId, idempotencyKey);
  const readStored = async () => {
    const stored = await getMessage(table, id);
    if (stored?.kind === 'payment-reminder') return { id, recipients: stored.audience.parent_ids.length };
    return undefined;
  };
  const earlier = await readStored();
  if (earlier) return earlier;
  const { reminded } = await chooseReminded(body.families, deps);
  if (reminded.length === 0) {
    // A repetition of this request may have stored the message between the two reads.
    const repeated = await readStored();
    if (repeated) return repeated;
    throw problem('nobodyToRemind');
  }
  const now = clock();
  const at = instantOf(now);
  const parent_ids = reminded.map(({ family }) => family.id);
  const message = {
    id,
    created_at: at,
    made_by: caller.userId,
    kind: 'payment-reminder',
    facts: {},
  } as const;
  const audit = auditEventPut(table, now, {
    actor_id: caller.userId,
    action: 'families.reminded',
    subject_id: id,
  });
  const { outcome } = await storeMessage(table, { ...message, audience: { kind: 'families', parent_ids } }, [
    audit,
    ...parent_ids.map((parentId) =>
      remindedUpdate(table, parentId, { at, pauseFrom: reminderPauseStart(now) }),
    ),
  ]);
  if (outcome === 'busy') throw busy();
  // Another request has stored the message, or has reminded one of the families since they were read.
  return outcome === 'stored' ? { id, recipients: parent_ids.length } : remindFamilies(request, deps);
};

/** Sets whether a family is left out of reminders (PAY-08), and logs a change only. */
export const setDoNotRemind: Operation<PaymentRoutes['setDoNotRemind'], AdminDeps> = async (
  { caller, params: { parentId }, body },
  { table, clock },
) => {
  if (!(await getActiveFamily(table, parentId))) throw problem('parentNotFound');
  const audit = auditEventPut(table, clock(), {
    actor_id: caller.userId,
    action: 'parent.updated',
    subject_id: parentId,
    fields: ['do_not_remind'],
  });
  const { outcome } = await storeChoice(table, parentId, body.do_not_remind, [audit]);
  if (outcome === 'refused') throw problem('parentNotFound');
  if (outcome === 'busy') throw busy();
};

/** A family that was reminded after this moment is not reminded now. */
const reminderPauseStart = (now: Date): Instant =>
  instantOf(new Date(now.getTime() - policies.money.reminderPauseDays * dayMs));

/** The families that are reminded, and how many are skipped for each reason (PAY-08, DUE-01). */
interface RemindedFamilies {
  readonly reminded: readonly { readonly family: StoredFamily; readonly ledger: FamilyLedger }[];
  readonly skipped: { readonly settled: number; readonly recently: number; readonly unwanted: number };
}

const reasonToSkip = (
  ledger: FamilyLedger,
  pauseFrom: Instant,
  today: CalendarDate,
): keyof RemindedFamilies['skipped'] | undefined => {
  if (dueOfLedger(ledger, today).due === 0) return 'settled';
  if (ledger.do_not_remind) return 'unwanted';
  return ledger.reminded_at && ledger.reminded_at > pauseFrom ? 'recently' : undefined;
};

const chooseReminded = async (
  families: readonly FamilyId[],
  { table, clock, timeZone }: Pick<AdminDeps, 'table' | 'clock' | 'timeZone'>,
): Promise<RemindedFamilies> => {
  const distinct = [...new Set(families)];
  const [ledgerOf, familyOf] = await Promise.all([
    readLedgers(table, distinct),
    readActiveFamilies(table, distinct),
  ]);
  const { now, today } = businessMoment(clock(), timeZone);
  const pauseFrom = reminderPauseStart(now);
  const known = distinct.flatMap((id) => {
    const [family, ledger] = [familyOf(id), ledgerOf(id)];
    return family && ledger ? { family, ledger, reason: reasonToSkip(ledger, pauseFrom, today) } : [];
  });
  const count = (reason: keyof RemindedFamilies['skipped']) =>
    known.filter((one) => one.reason === reason).length;
  return {
    reminded: known.filter(({ reason }) => reason === undefined),
    skipped: { settled: count('settled'), recently: count('recently'), unwanted: count('unwanted') },
  };
};
