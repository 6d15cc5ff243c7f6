import * as z from 'zod/mini';
import { minuteMs } from '#shared/lib/durations';
import { instantOf, instantSchema } from '#shared/lib/values';
import { type NotSentCause, notSentCauseSchema } from '#shared/messages/unsent';
import { asideMails } from '../../limits.ts';
import { waitForAll } from '../clock.ts';
import type { DueWork } from '../due-work.ts';
import { deleteWrite, exists, putWrite, updateWrite } from '../dynamo/expressions.ts';
import {
  entityAttribute,
  type Item,
  type ItemRef,
  itemParser,
  keyOfItem,
  moveInOwnerIndex,
  tableSchema,
  toEpochSeconds,
} from '../dynamo/items.ts';
import type { Write } from '../dynamo/keyed-request.ts';
import { dueIndexKeys } from '../dynamo/keys-of-classes.ts';
import { asideAgainKey, asideIdOf, asideKey, asidePartition } from '../dynamo/keys-of-people.ts';
import { getItem, inPartition, queryAs } from '../dynamo/reads.ts';
import {
  deleteItem,
  putItem,
  sendTransaction,
  type TransactionOutcome,
  updateItem,
} from '../dynamo/writes.ts';
import type { ExtraWrites } from '../extra-writes.ts';
import { type FamilyJoin, itemAfterJoin } from '../family-join.ts';
import type { Table } from '../table.ts';
import { causeOf, noteNotSent } from './not-sent.ts';
import { UnknownOutcomeError } from './outcomes.ts';
import { leaveUnknownMail, releaseUnsentMail } from './send-once.ts';
import { deleteSentMails } from './sent-mails.ts';

export const asideMailEntity = 'aside-mail';

/** The mailer's stream filter selects this entity. */
export const asideAgainEntity = 'aside-mail-again';

export const asideMailSchema = z.object({
  id: z.string(),
  item: z.record(z.string(), z.unknown()),
  /** Why the last attempt failed. */
  cause: notSentCauseSchema,
  /** True while it is tried again by itself; else it waits for a person. */
  waits: z.boolean(),
  /** How often it failed for a reason of its own. */
  attempts: z.int(),
  /** When it was first set aside. */
  since: instantSchema,
  /** When a person asked for it on "To Do". */
  asked_at: z.optional(instantSchema),
  /** The email whose outcome is unknown. */
  lease: z.optional(z.object({ kind: z.string(), subjectId: z.string() })),
});

/** An item whose email could not be sent, set aside so that later items' emails are sent. */
export interface AsideMail extends z.infer<typeof asideMailSchema> {
  readonly entity: unknown;
}

const asideMailFromItem = (item: Item): AsideMail => {
  const aside = itemParser(asideMailSchema)(item);
  return { ...aside, entity: aside.item[entityAttribute] };
};
const asideMailRef = (id: string): ItemRef<AsideMail> => ({ key: asideKey(id), fromItem: asideMailFromItem });

export const getAsideMail = (table: Table, id: string): Promise<AsideMail | undefined> =>
  getItem(table, asideMailRef(id));

export const listAsideMails = (table: Table): Promise<AsideMail[]> =>
  queryAs(table, asideMailFromItem, {
    ...inPartition({ PK: asidePartition }),
    ConsistentRead: true,
  });

/** Minutes until the next attempt; undefined where a person must decide. */
const minutesUntilAgain = (
  cause: NotSentCause,
  { attempts, since }: Pick<AsideMail, 'attempts' | 'since'>,
  now: Date,
): number | undefined => {
  if (cause === 'unknown' || cause === 'too-late') return undefined;
  if (cause === 'refused' || cause === 'failed') return asideMails.againMinutes[attempts - 1];
  // While SES takes no email: at each run of the timer at first, then more rarely.
  const waited = (now.getTime() - Date.parse(since)) / minuteMs;
  return Math.min(Math.floor(waited / 10), asideMails.mostMinutes);
};

const ownCauses: ReadonlySet<NotSentCause> = new Set(['refused', 'failed', 'unknown']);

/**
 * While SES takes no email it is tried as long as it is of use, else a few times. Then, or of unknown outcome, it waits for a
 * person.
 * @returns its id
 */
export const setAside = async (
  table: Table,
  { item, error, now }: { item: Item; error: unknown; now: Date },
): Promise<string> => {
  const id = asideIdOf(keyOfItem(item));
  const before = await getAsideMail(table, id);
  const cause = causeOf(error);
  const attempts = (before?.attempts ?? 0) + Number(ownCauses.has(cause));
  const since = before?.since ?? instantOf(now);
  const minutes = minutesUntilAgain(cause, { attempts, since }, now);
  const unknown = error instanceof UnknownOutcomeError ? error.mail : undefined;
  const notSent = {
    error,
    cause,
    waits: minutes !== undefined,
    now,
    fields: { aside: id, item: String(item.id) },
  };
  await noteNotSent(table, notSent, async ({ waits }) => {
    const aside: z.infer<typeof asideMailSchema> = {
      ...{ id, item, cause, waits, attempts, since },
      ...(before?.asked_at && { asked_at: before.asked_at }),
      ...(unknown && { lease: unknown }),
    };
    await putItem(table, {
      ...asideKey(id),
      ...(minutes !== undefined && dueIndexKeys(instantOf(new Date(now.getTime() + minutes * minuteMs)), id)),
      [entityAttribute]: asideMailEntity,
      ...aside,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + asideMails.retainedDays * 24 * 3_600,
    });
  });
  return id;
};

export const dropAside = async (table: Table, id: string): Promise<void> => {
  await deleteItem(table, asideKey(id));
};

/** For an erased family: names and addresses of unsent and sent mail (EME-07). Two Queries. */
export const dropAsideMailsOf = async (
  table: Table,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<void> => {
  const dropOwn = async (): Promise<void> => {
    const ofFamily = (await listAsideMails(table)).filter(({ item }) =>
      Object.values(item).some((value) => value === id || value === email),
    );
    for (const aside of ofFamily) await dropAside(table, aside.id);
  };
  await waitForAll([dropOwn(), ...(email ? [deleteSentMails(table, email)] : [])]);
};

/** Moves the items of a joined family. One Query. */
export const joinAsideMails = async (table: Table, join: FamilyJoin): Promise<void> => {
  const ofFamily = (await listAsideMails(table)).filter(({ item }) => item.parent_id === join.from);
  for (const { id, item } of ofFamily)
    await updateItem(table, asideKey(id), {
      set: { item: itemAfterJoin(join, item) },
      if: { 'item.parent_id': join.from },
    });
};

export const asideAgainSchema = z.object({ id: z.string() });

/** The item that is to be tried again. */
export const asideIdFromAgain = (item: Item): string => itemParser(asideAgainSchema)(item).id;

const putAsideAgain = (table: Table, id: string, now: Date): Write =>
  putWrite(table, {
    ...asideAgainKey(id, instantOf(now)),
    [entityAttribute]: asideAgainEntity,
    id,
    // The stream keeps its records for a day.
    [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + 24 * 3_600,
  });

/** Tries a due item again, and makes it due later in case that request is lost. */
export const retryDueAside = async (
  table: Table,
  { item, dueKey }: DueWork,
  now: Date,
): Promise<TransactionOutcome> => {
  const { id } = asideMailFromItem(item);
  const later = new Date(now.getTime() + asideMails.lostAgainMinutes * minuteMs);
  return sendTransaction(table, [
    updateWrite(table, asideKey(id), moveInOwnerIndex(dueKey, dueIndexKeys(instantOf(later), id))),
    putAsideAgain(table, id, now),
  ]);
};

/** Tries an item now, removes it from "To Do", and stores the extra writes. */
const tryNow = async (
  table: Table,
  id: string,
  { now, extraWrites = [] }: ByPerson,
  changes: Record<string, string>,
): Promise<TransactionOutcome> => {
  const later = new Date(now.getTime() + asideMails.lostAgainMinutes * minuteMs);
  return sendTransaction(table, [
    putAsideAgain(table, id, now),
    updateWrite(table, asideKey(id), {
      set: { ...changes, waits: true, ...dueIndexKeys(instantOf(later), id) },
      if: exists,
    }),
    ...extraWrites,
  ]);
};

interface ByPerson {
  readonly now: Date;
  readonly extraWrites?: ExtraWrites;
}

/** Also an email of no use. @param options.isUnsent the person knows that it was not sent: its lease is released first */
export const sendAsideAgain = async (
  table: Table,
  { id, lease }: AsideMail,
  { isUnsent, ...decision }: ByPerson & { readonly isUnsent: boolean },
): Promise<TransactionOutcome> => {
  if (lease && isUnsent) await releaseUnsentMail(table, lease);
  return tryNow(table, id, decision, { asked_at: instantOf(decision.now) });
};

/** For a person. Sends nothing twice, unless a lease was released. */
export const handleAgain = async (table: Table, item: Item, now: Date): Promise<void> => {
  const id = asideIdOf(keyOfItem(item));
  const later = new Date(now.getTime() + asideMails.lostAgainMinutes * minuteMs);
  const at = instantOf(now);
  const aside: z.infer<typeof asideMailSchema> = {
    ...{ id, item, cause: 'failed', waits: true, attempts: 0, since: at, asked_at: at },
  };
  await sendTransaction(table, [
    putWrite(table, {
      ...asideKey(id),
      ...dueIndexKeys(instantOf(later), id),
      [entityAttribute]: asideMailEntity,
      ...aside,
      [tableSchema.timeToLiveAttribute]: toEpochSeconds(now) + asideMails.retainedDays * 24 * 3_600,
    }),
    putAsideAgain(table, id, now),
  ]);
};

/** Leaves an email unsent. After an unknown outcome, other emails of the item are tried; a given-up item is dropped. */
export const leaveAside = async (
  table: Table,
  { id, lease }: AsideMail,
  decision: ByPerson,
): Promise<TransactionOutcome> => {
  const { extraWrites = [] } = decision;
  if (!lease)
    return sendTransaction(table, [deleteWrite(table, asideKey(id), { if: exists }), ...extraWrites]);
  await leaveUnknownMail(table, lease);
  return tryNow(table, id, decision, {});
};
