import { dateOfBirthIssue } from '#shared/families/children';
import {
  type FamilyCandidate,
  type FamilyDecision,
  type ImportedFamily,
  type ImportId,
  importLimits,
  type StoredImport,
} from '#shared/families/import';
import {
  askedFamily,
  decideFamily,
  type ImportPlan,
  refusedFamily,
  sameFamily,
} from '#shared/families/import-decision';
import type { ImportRoutes } from '#shared/families/import-routes';
import { comparedOfFile, likenessKeys, likenessOf } from '#shared/families/same-family';
import type { LedgerEntry } from '#shared/ledger/entry';
import { toCalendarDate } from '#shared/lib/business-time';
import { centsSchema, instantOf } from '#shared/lib/values';
import { familyOf, readProfileNames } from '../accounts/accounts.ts';
import { listInvitations } from '../accounts/coaches.ts';
import type { Registration } from '../accounts/registrations.ts';
import {
  getActiveFamily,
  isListedFamily,
  readActiveFamilies,
  readFamilyNames,
  type StoredFamily,
} from '../accounts/stored-families.ts';
import { inviteHolders } from '../across/invite-holders.ts';
import { findLikeFamilies, type LikeFamily } from '../across/same-families.ts';
import { undoDeed } from '../across/undo-import.ts';
import { recordInLedger } from '../ledger/steps.ts';
import type { AdminDeps } from '../lib/deps.ts';
import type { Caller } from '../lib/http/caller.ts';
import type { Operation } from '../lib/http/operation.ts';
import { busy, problem } from '../lib/http/problem-error.ts';
import type { Table } from '../lib/table.ts';
import { auditEventPut } from '../school/activity.ts';
import { asksOf, canBeInvited } from './adults.ts';
import { type FamilyWithChildren, getFamily } from './families.ts';
import { getDeed, type ImportDeed, noteOpening, readOpening } from './import-deeds.ts';
import {
  beginImport,
  forgetRows,
  getImport,
  listBegunImports,
  type ReadByKeys,
  readByKeys,
  storeUndo,
} from './imports.ts';
import { listNotes } from './notes.ts';
import type { PhoneTurns } from './phone-turns.ts';
import { fitsOneTransaction, storeChanges, storeNewFamily } from './store-imported.ts';

/** A stored family, the reason why nothing is imported, or the families to ask about. */
type Found =
  | { readonly stored: FamilyWithChildren | undefined; readonly apart: readonly StoredFamily[] }
  | { readonly refused: string }
  | { readonly candidates: readonly FamilyCandidate[] };

/** The account that answers the invitation must have no child: with one it could not join, and the family would exist twice. */
const isInvitedToHold = async (table: Table, address: string): Promise<boolean> =>
  (await listInvitations(table)).some(({ email, holds }) => holds && email === address);

const candidateOf = ({ stored: { family, children }, likeness }: LikeFamily): FamilyCandidate => ({
  family_id: family.id,
  row: null,
  reason: likeness,
  full_name: family.full_name,
  email: family.email,
  phone_number: family.phone_number,
  children: children.map(({ name, date_of_birth }) => ({ name, date_of_birth })),
});

/** The chosen family changed, so that it is not like the one of the file any more. */
const outdatedAnswer =
  'The family that was chosen is not like this one any more. Please look at the rows again';
const tooLikely = `More than ${importLimits.candidates} families may be the same. Please add this one by hand`;

/** An administrator's answer counts while the families are as alike as when it was given (IMP-12). */
const chooseSameFamily = (importId: ImportId, family: ImportedFamily, like: readonly LikeFamily[]): Found => {
  const said = like.find(({ stored }) => stored.family.id === family.is);
  if (said) return { stored: said.stored, apart: [] };
  const isApart = ({ stored, likeness }: LikeFamily): boolean =>
    family.apart.some((one) => one.family_id === stored.family.id && one.reason === likeness);
  // Rows of one file were compared before they were sent.
  const isInSameFile = ({ stored, likeness }: LikeFamily): boolean =>
    family.apart_in_file && likeness !== 'same' && stored.madeBy === importId;
  const left = like.filter((one) => !isApart(one) && !isInSameFile(one));
  const [only, ...others] = like.filter(({ likeness }) => likeness === 'same');
  if (!family.is && only && others.length === 0 && left.includes(only))
    return { stored: only.stored, apart: [] };
  if (left.length > importLimits.candidates) return { refused: tooLikely };
  if (left.length > 0) return { candidates: left.map(candidateOf) };
  if (family.is) return { refused: outdatedAnswer };
  return { stored: undefined, apart: like.filter(isApart).map(({ stored }) => stored.family) };
};

/** The family that has the email of a parent, else one that is like the file's family (IMP-12). */
const findStored = async (
  table: Table,
  importId: ImportId,
  family: ImportedFamily,
  addressOf: ReadByKeys['addressOf'],
): Promise<Found> => {
  const compared = comparedOfFile(family);
  const holders = compared.adults.flatMap(({ email }) => (email && addressOf(email)) || []);
  if (holders.some((one) => one.holder === 'attempt' && !one.familyId))
    return { refused: 'Somebody signs up with this email at the moment. Please try again' };
  // A second adult has an account, and is a member of a family (ADT-01). A family without a login has no account.
  const familyIdOf = async (one: Registration) => {
    return one.holder === 'account' ? familyOf(table, one.userId) : one.familyId;
  };
  const byEmail = new Set(await Promise.all(holders.map(familyIdOf)));
  if (byEmail.size > 1) return { refused: 'Its parents are in two families, or have accounts of their own' };
  if (byEmail.size === 0) return chooseSameFamily(importId, family, await findLikeFamilies(table, compared));
  const [only] = byEmail;
  const stored = only && (await getFamily(table, only));
  if (!stored || stored.family.deleting) return { refused: 'The account with this email is being deleted' };
  if (!isListedFamily(stored.family))
    return { refused: 'This email is that of an administrator without a family' };
  if (stored.children.length === 0 && (await isInvitedToHold(table, stored.family.email)))
    return { refused: 'Somebody answers the invitation of this family at the moment. Please try again' };
  return chooseSameFamily(importId, family, [{ stored, likeness: 'same' }]);
};

interface Decided {
  readonly plan: ImportPlan;
  readonly stored: FamilyWithChildren | undefined;
  readonly turns: PhoneTurns;
  readonly apart: readonly StoredFamily[];
  readonly deed?: ImportDeed | undefined;
}

const decideWithoutReading = (plan: ImportPlan, deed?: ImportDeed): Decided => ({
  ...{ plan, deed, stored: undefined, apart: [] },
  turns: new Map(),
});

/** For a family with many children with long names, or with many rows. */
const tooMuchAtOnce =
  'This family has too many children and rows for one import. Please add some of its children by hand';

/** For a family that another undo, or the deletion of the family, has removed. */
const importedAndGone =
  'This family was imported before and is gone. To import it again, undo the import of this file first';

/** The dry run and the import decide by this function alike (IMP-01). */
const decide = async (
  { table, timeZone, clock }: AdminDeps,
  importId: ImportId,
  family: ImportedFamily,
  { rowOf, addressOf, turnsOf }: ReadByKeys,
): Promise<Decided> => {
  const today = toCalendarDate(clock(), timeZone);
  const issue = family.children.map((child) => dateOfBirthIssue(child.date_of_birth, today)).find(Boolean);
  if (issue) return decideWithoutReading(refusedFamily(issue));
  const done = family.rows.flatMap((row) => rowOf(row) ?? []);
  const [first] = done;
  if (first && done.length === family.rows.length) {
    const deed = await getDeed(table, first.parent_id, first.first);
    // What another file stored of the family goes when that file is undone. An import of a joined family cannot be undone.
    const isStored = deed ?? (await getActiveFamily(table, first.parent_id));
    return decideWithoutReading(
      isStored ? sameFamily(first.parent_id) : refusedFamily(importedAndGone),
      deed,
    );
  }
  if (first)
    return decideWithoutReading(
      refusedFamily('Some rows of this family were imported before, grouped in another way'),
    );
  const found = await findStored(table, importId, family, addressOf);
  if ('refused' in found) return decideWithoutReading(refusedFamily(found.refused));
  if ('candidates' in found) return decideWithoutReading(askedFamily(found.candidates));
  const { stored, apart } = found;
  const opening =
    stored && family.balance !== null ? (await readOpening(table, stored.family.id)).opening : null;
  const hasNote =
    stored &&
    family.office_note !== undefined &&
    (await listNotes(table, stored.family.id)).some(({ text }) => text === family.office_note);
  const decided = {
    ...{ stored, apart, turns: turnsOf(family) },
    plan: decideFamily(family, stored && { ...stored, opening, hasNote: hasNote ?? false }),
  };
  const { state } = decided.plan.decision;
  if (
    state !== 'refused' &&
    state !== 'asked' &&
    !fitsOneTransaction(table, importId, { ...decided, family }, clock())
  )
    return decideWithoutReading(refusedFamily(tooMuchAtOnce));
  return decided;
};

const familiesAtOnce = 10;

/** The families of a request that have something in common with each family. */
const findLikeOthers = (families: readonly ImportedFamily[]) => {
  const keysOf = (family: ImportedFamily): string[] =>
    Object.entries(likenessKeys(comparedOfFile(family))).flatMap(([by, keys]) =>
      keys.map((key) => `${by} ${key}`),
    );
  const having = new Map<string, ImportedFamily[]>();
  for (const family of families)
    for (const key of keysOf(family)) having.set(key, [...(having.get(key) ?? []), family]);
  return (family: ImportedFamily): readonly ImportedFamily[] =>
    [...new Set(keysOf(family).flatMap((key) => having.get(key) ?? []))].filter((one) => one !== family);
};

/** Asks about each of the alike families, so that none is stored before an answer (IMP-12). Undefined for none. */
const askAboutOthers = (
  family: ImportedFamily,
  { state }: Pick<FamilyDecision, 'state'>,
  others: readonly ImportedFamily[],
): FamilyDecision | undefined => {
  if (state !== 'new' || family.apart_in_file) return undefined;
  const candidates = others.flatMap((other): FamilyCandidate[] => {
    const reason = likenessOf(comparedOfFile(family), comparedOfFile(other));
    if (!reason || reason === 'same') return [];
    const { full_name, email, phone_number } = other.adult;
    return [
      {
        ...{ family_id: null, row: other.rows[0] ?? null, reason },
        ...{ full_name, email: email ?? '', phone_number },
        children: other.children.map(({ name, date_of_birth }) => ({ name, date_of_birth })),
      },
    ];
  });
  return candidates.length > 0
    ? askedFamily(candidates.slice(0, importLimits.candidates)).decision
    : undefined;
};

export const lookUpFamilies: Operation<ImportRoutes['lookUpFamilies'], AdminDeps> = async (
  { body: { import_id, families } },
  deps,
) => {
  const decisions: FamilyDecision[] = [];
  const read = await readByKeys(deps.table, import_id, families, { storesNothing: true });
  for (let from = 0; from < families.length; from += familiesAtOnce) {
    const part = families.slice(from, from + familiesAtOnce);
    const decided = await Promise.all(part.map((family) => decide(deps, import_id, family, read)));
    decisions.push(...decided.map(({ plan }) => plan.decision));
  }
  const othersOf = findLikeOthers(families.filter((_, at) => decisions[at]?.state === 'new'));
  return {
    families: decisions.map((decision, index) => {
      const family = families[index];
      return (family && askAboutOthers(family, decision, othersOf(family))) ?? decision;
    }),
  };
};

/** Records the opening balance of a family once, also one that an interruption left out (IMP-02). */
const recordOpening = async (deps: AdminDeps, caller: Caller, deed: ImportDeed): Promise<void> => {
  const { balance, parent_id: parentId } = deed;
  if (balance === undefined) return;
  const { opening, next } = await readOpening(deps.table, parentId);
  if (opening !== null) return;
  await recordInLedger(
    { caller, parentId },
    deps,
    'entry.recorded',
    ({
      today,
      common,
    }): {
      entry: LedgerEntry;
      writes: [ReturnType<typeof noteOpening>];
    } => {
      const entry = {
        ...common,
        amount: centsSchema.parse(Math.abs(balance)),
        day: today,
        cause: { type: 'attempt' as const, attempt: next },
      };
      return {
        entry: balance > 0 ? { ...entry, kind: 'opening' } : { ...entry, kind: 'credit', class: null },
        writes: [noteOpening(deps.table, deed, next)],
      };
    },
  );
};

const triesOfFamily = 5;

/** Carries out a decision about one family, and decides again where the family changed meanwhile. */
const importFamily = async (
  deps: AdminDeps,
  caller: Caller,
  stored: StoredImport,
  { family, others }: { readonly family: ImportedFamily; readonly others: readonly ImportedFamily[] },
): Promise<FamilyDecision> => {
  const { table, clock } = deps;
  const [row] = family.rows;
  for (let tries = 0; row && tries < triesOfFamily; tries += 1) {
    const read = await readByKeys(table, stored.import_id, [family], { storesNothing: false });
    const decided = await decide(deps, stored.import_id, family, read);
    const { plan, turns, apart } = decided;
    const { state } = plan.decision;
    if (state === 'refused' || state === 'asked') return plan.decision;
    const asked = askAboutOthers(family, plan.decision, others);
    if (asked) return asked;
    if (decided.deed) await recordOpening(deps, caller, decided.deed);
    if (!decided.stored && state === 'same') return plan.decision;
    const now = clock();
    const outcome = decided.stored
      ? await storeChanges(table, stored, { family, plan, stored: decided.stored, turns }, now)
      : await storeNewFamily(table, stored, { family, turns, apart }, now);
    if (outcome === 'busy') throw busy();
    if (outcome === 'again') continue;
    const deed = plan.balance === null ? undefined : await getDeed(table, outcome.parentId, row);
    if (deed) await recordOpening(deps, caller, deed);
    return { ...plan.decision, parent_id: outcome.parentId };
  }
  throw busy();
};

/** One transaction for each family, by the ids of its rows: anybody can repeat the request (IMP-02). Nobody is mailed. */
export const importFamilies: Operation<ImportRoutes['importFamilies'], AdminDeps> = async (
  { caller, body: { import_id, file_name, families } },
  deps,
) => {
  const { table, clock } = deps;
  const now = clock();
  const event = { actor_id: caller.userId, action: 'families.imported', subject_id: import_id } as const;
  const begun = { import_id, file_name, started_at: instantOf(now), started_by: caller.userId };
  const stored = await beginImport(table, begun, [auditEventPut(table, now, event)]);
  if (stored === 'busy') throw busy();
  const decisions: FamilyDecision[] = [];
  // In series, since all of them change the number of families.
  const othersOf = findLikeOthers(families);
  for (const family of families)
    decisions.push(await importFamily(deps, caller, stored, { family, others: othersOf(family) }));
  return { families: decisions };
};

/** A repeated request invites those that an interruption left out (IMP-03). @throws ProblemError importNotFound, busy */
export const inviteImported: Operation<ImportRoutes['inviteImported'], AdminDeps> = async (
  { caller, params: { importId } },
  { table, clock },
) => {
  const now = clock();
  const stored = await getImport(table, importId);
  if (!stored) throw problem('importNotFound');
  const ids = [...new Set(stored.rows.map(({ parent_id }) => parent_id))];
  const stillThere = await readActiveFamilies(table, ids);
  const there = ids.flatMap((id) => stillThere(id) ?? []);
  const families = there.filter((family) => canBeInvited(family, now));
  const event = { actor_id: caller.userId, action: 'families.invited', subject_id: importId } as const;
  const invited = await inviteHolders(table, families, {
    by: caller.userId,
    now,
    extraWrites: [auditEventPut(table, now, event)],
  });
  if (invited === 'busy') throw busy();
  const unproved = there.filter(
    (family) => family.members.length === 0 && family.email !== '' && asksOf(family) === null,
  );
  return { invited, unproved: unproved.length };
};

const undoMs = importLimits.undoDays * 86_400_000;

export const listImports: Operation<ImportRoutes['listImports'], AdminDeps> = async (
  _request,
  { table, clock },
) => {
  const now = clock().getTime();
  const stored = (await listBegunImports(table)).filter(
    ({ begun }) => now - Date.parse(begun.started_at) < undoMs,
  );
  const nameOf = await readProfileNames(
    table,
    stored.map(({ begun }) => begun.started_by),
  );
  const imports = stored.map(({ begun: { import_id, started_at, started_by, file_name }, rows }) => ({
    ...{ import_id, started_at, started_by, started_by_name: nameOf(started_by), file_name },
    families: new Set(rows.map(({ parent_id }) => parent_id)).size,
  }));
  return {
    imports: imports.toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1)),
  };
};

/** Each family needs some forty requests. */
const undoneAtOnce = 10;

/** Undoes as much as one request can (IMP-02). What was built on stays. @throws ProblemError importNotFound, busy */
export const undoImport: Operation<ImportRoutes['undoImport'], AdminDeps> = async (
  { caller, params: { importId }, body: { after } },
  { table, clock, timeZone },
) => {
  const now = clock();
  const stored = await getImport(table, importId);
  if (!stored || now.getTime() - Date.parse(stored.begun.started_at) >= undoMs)
    throw problem('importNotFound');
  const { rows } = stored;
  if (after === null) {
    const event = {
      actor_id: caller.userId,
      action: 'families.import-undone',
      subject_id: importId,
    } as const;
    const outcome = await storeUndo(table, importId, now, [auditEventPut(table, now, event)]);
    if (outcome !== 'done') throw busy();
  }
  const left = rows.filter(({ row }) => after === null || row > after);
  const firsts = left.filter(({ row, first }) => row === first);
  const part = firsts.slice(0, undoneAtOnce);
  const kept: Awaited<ReturnType<Operation<ImportRoutes['undoImport'], AdminDeps>>>['kept'] = [];
  let undone = 0;
  const undoing = { by: caller.userId, now, today: toCalendarDate(now, timeZone) };
  for (const { parent_id, first } of part) {
    const deed = await getDeed(table, parent_id, first);
    const own = rows.filter((one) => one.first === first).map(({ row }) => row);
    const result = await undoDeed(table, parent_id, deed, undoing);
    if (result.outcome === 'busy') throw busy();
    if (result.outcome === 'kept') {
      const nameOf = await readFamilyNames(table, [parent_id]);
      kept.push({ parent_id, full_name: nameOf(parent_id) ?? '', built: [...result.built], rows: own });
      continue;
    }
    if (result.outcome === 'nothing') continue;
    if (result.outcome === 'gone') await forgetRows(table, importId, { parent_id, rows: own });
    undone += 1;
  }
  return { undone, kept, next: firsts.length > part.length ? (part.at(-1)?.first ?? null) : null };
};
