import * as z from 'zod/mini';
import type { FootballClass } from '#shared/classes/class';
import type { ManagedClass } from '#shared/classes/managed-class';
import { isOffSale } from '#shared/classes/openings';
import type { BusinessMoment } from '#shared/lib/business-time';
import { addDays } from '#shared/lib/calendar';
import { type ClassId, classIdSchema } from '#shared/lib/ids';
import { ascending } from '#shared/lib/text';
import { isClassOver } from '#shared/sessions/sessions';
import { type Attempt, creationNotePut, subjectsFromItem } from '../lib/attempts.ts';
import { above, updateWrite } from '../lib/dynamo/expressions.ts';
import { entityAttribute, type ItemRef, itemParser } from '../lib/dynamo/items.ts';
import type { Write } from '../lib/dynamo/keyed-request.ts';
import { currentClassesKey } from '../lib/dynamo/keys-of-classes.ts';
import { getItem } from '../lib/dynamo/reads.ts';
import { sendTransaction, updateItem } from '../lib/dynamo/writes.ts';
import type { ExtraWrites } from '../lib/extra-writes.ts';
import type { Table } from '../lib/table.ts';
import { archiveAfterDays } from '../limits.ts';
import {
  asManaged,
  classesFromItems,
  classPuts,
  getManagedClass,
  type NewClass,
  published,
  queryCatalogue,
} from './classes.ts';

export const currentClassesSchema = z.object({ from: classIdSchema });

// Ids sort by age: a Query from the oldest current class on leaves out those that are over, so the listing does not grow.
const startRef: ItemRef<ClassId> = {
  key: currentClassesKey,
  fromItem: (item) => itemParser(currentClassesSchema)(item).from,
};

/**
 * The classes on sale, newest first, as the public sees them: a GetItem and a Query. Classes that are over are among them
 * where an older class is not. Consistent: the answer is cached for seconds, which would prolong the lag of an eventually
 * consistent read.
 */
export const listCurrentClasses = async (table: Table): Promise<FootballClass[]> => {
  const from = await getItem(table, startRef);
  const classes = classesFromItems(await queryCatalogue(table, { consistent: true, from }));
  return published(classes.filter((cls) => !isOffSale(cls)));
};

// Over for some time, with nothing to be decided that could give the class another session.
const isArchived = (cls: ManagedClass, moment: BusinessMoment): boolean =>
  isClassOver(cls, moment) &&
  addDays(cls.end_date, archiveAfterDays) < moment.today &&
  cls.session_changes.every((change) => change.state !== 'cancelled' || change.remedy.kind !== 'later');

/** Leaves out, once a day, the classes that are over for some time. @param classes all of them @returns none without a class */
export const archiveWrites = (
  table: Table,
  classes: readonly ManagedClass[],
  moment: BusinessMoment,
): Write[] => {
  const byAge = classes.toSorted((one, other) => ascending(one.id, other.id));
  const from = byAge.find((cls) => !isArchived(cls, moment)) ?? byAge.at(-1);
  if (!from) return [];
  return [
    updateWrite(table, currentClassesKey, { set: { from: from.id, [entityAttribute]: 'current-classes' } }),
  ];
};

/** Lists a changed class again, in case it was left out. The next night does what was interrupted. @throws ContentionError */
export const listAgain = async (table: Table, id: ClassId): Promise<void> => {
  await updateItem(table, currentClassesKey, { set: { from: id }, if: { from: above(id) } });
};

/**
 * Stores a new class and the extra writes, once per attempt: a repeated request, after a lost answer or a second click, gets
 * the first class.
 * @returns undefined where contention persisted, or the class was deleted since
 */
export const createClassOnce = async (
  table: Table,
  cls: NewClass,
  attempt: Attempt,
  extraWrites: ExtraWrites,
): Promise<ManagedClass | undefined> => {
  const result = await sendTransaction(table, [
    creationNotePut(table, attempt, [cls.id]),
    ...classPuts(table, cls),
    ...extraWrites,
  ]);
  if (result.outcome === 'done') return asManaged(cls);
  const earlier = result.outcome === 'refused' && result.refusals[0]?.item;
  return earlier ? getManagedClass(table, classIdSchema.parse(subjectsFromItem(earlier)[0])) : undefined;
};
