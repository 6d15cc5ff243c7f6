import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as z from 'zod/mini';
import type { ChildId, FamilyId, UserId } from '#shared/lib/ids';
import type { Instant } from '#shared/lib/values';
import { countingMark } from '#shared/registers/marks';
import {
  type CoachSession,
  type Mark,
  type MarkRefusal,
  phoneIdSchema,
  type Tap,
} from '#shared/registers/register';
import { tryStorage } from '../../../lib/browser/try-storage.ts';
import { coachCopiesName } from '../../../lib/offline/stored-sessions.ts';
import { coachMarksName, coachSeenName } from '../../../lib/offline/unsent-marks.ts';
import { type ChildInCopy, type Copies, noCopies, type RegisterCopy, sessionKey } from './copies.ts';

const storageKey = 'coach-phone';
const countedSchema = z.object({ phone: phoneIdSchema, number: z.int() });

const newPhone = (): Tap => {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(6))));
  return { phone: phoneIdSchema.parse(text.replaceAll('+', '-').replaceAll('/', '_')), number: 0 };
};

// The page's last tap, for a browser that stores nothing.
let last: Tap | undefined;

/** Counts the taps in all tabs for all accounts, so that their order needs no clock (REG-13). The device's name is random. */
export const nextTap = (): Tap => {
  const stored = tryStorage(
    () => countedSchema.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data,
  );
  const before = stored ?? last ?? newPhone();
  const counted = last?.phone === before.phone ? Math.max(last.number, before.number) : before.number;
  last = { phone: before.phone, number: counted + 1 };
  tryStorage(() => localStorage.setItem(storageKey, JSON.stringify(last)));
  return last;
};

interface Waiting {
  readonly session: Pick<CoachSession, 'class_id' | 'slot_id' | 'date'>;
  readonly name: string;
  /** Why the server refused; null while the mark waits. */
  readonly refused: MarkRefusal | 'role' | 'unknown' | null;
}

interface WaitingTap extends Waiting {
  readonly parent_id: FamilyId;
  readonly child_id: ChildId;
  readonly mark: Mark;
  /** An administrator's reason for changing a register that is closed for coaches. */
  readonly reason: string | null;
}

export interface WaitingChild extends Waiting {
  readonly phone_number: string;
  readonly mark: Pick<Mark, 'id' | 'at'>;
}

export type UnsentMark = WaitingTap | WaitingChild;

export const isTap = (waiting: UnsentMark): waiting is WaitingTap => 'child_id' in waiting;

const copiesKey = 'copies with adults';

interface CopiesSchema extends DBSchema {
  copies: { key: typeof copiesKey; value: { userId: UserId; copies: Copies } };
}

interface MarksSchema extends DBSchema {
  /** The key counts up, because marks are sent in the order of the taps. */
  marks: { key: number; value: UnsentMark; indexes: { id: string } };
}

interface SeenSchema extends DBSchema {
  /** For each child, when the health answer was given that was last opened here. No note is stored. */
  notes: { key: string; value: Instant };
}

/** Each account has a database of marks, so that nobody reads another's. */
export interface CoachStore {
  readonly readCopies: () => Promise<Copies>;
  readonly storeCopies: (copies: Copies) => Promise<void>;
  readonly readMarks: () => Promise<UnsentMark[]>;
  readonly addMark: (mark: UnsentMark) => Promise<void>;
  readonly replaceMark: (mark: UnsentMark) => Promise<void>;
  readonly removeMarks: (ids: readonly string[]) => Promise<void>;
  readonly readSeen: () => Promise<ReadonlyMap<string, Instant>>;
  readonly storeSeen: (child: string, answeredAt: Instant) => Promise<void>;
  readonly close: () => void;
}

// Failures of a connection that the browser has closed, as on a phone in a pocket. Nothing was stored then.
const closedNames = ['InvalidStateError', 'AbortError', 'UnknownError'];
const isClosed = (failure: unknown): boolean =>
  failure instanceof DOMException && closedNames.includes(failure.name);

type Use<Schema extends DBSchema> = <Result>(
  use: (database: IDBPDatabase<Schema>) => Promise<Result>,
) => Promise<Result>;

// Opens a database at its first use, and again after the browser or its deletion closed it (REG-14).
const connection = <Schema extends DBSchema>(
  name: string,
  upgrade: (database: IDBPDatabase<Schema>) => void,
): { readonly use: Use<Schema>; readonly close: () => void } => {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = (): void => {
    opened = undefined;
  };
  const open = (): Promise<IDBPDatabase<Schema>> => {
    opened ??= openDB<Schema>(name, 1, {
      upgrade,
      blocking: (_current, _blocked, event) => {
        forget();
        (event.target as IDBDatabase).close();
      },
      terminated: forget,
    }).catch((failure: unknown) => {
      forget();
      throw failure;
    });
    return opened;
  };
  return {
    use: async (use) => {
      try {
        return await use(await open());
      } catch (failure) {
        if (!isClosed(failure)) throw failure;
        forget();
        return use(await open());
      }
    },
    close: () => {
      void opened?.then((database) => database.close()).catch(() => {});
      forget();
    },
  };
};

export const openCoachStore = (userId: UserId): CoachStore => {
  const copied = connection<CopiesSchema>(
    coachCopiesName,
    (database) => void database.createObjectStore('copies'),
  );
  const marked = connection<MarksSchema>(
    coachMarksName(userId),
    (database) =>
      void database.createObjectStore('marks', { autoIncrement: true }).createIndex('id', 'mark.id'),
  );
  // A page of an earlier version may have the database of the marks open, which then cannot be changed, so this is another one.
  const seen = connection<SeenSchema>(
    coachSeenName(userId),
    (database) => void database.createObjectStore('notes'),
  );
  const keysOf = async (marks: IDBPDatabase<MarksSchema>, ids: readonly string[]): Promise<number[]> =>
    (await Promise.all(ids.map((id) => marks.getKeyFromIndex('marks', 'id', id)))).filter(
      (key) => key !== undefined,
    );
  return {
    readCopies: () =>
      copied.use(async (database) => {
        const stored = await database.get('copies', copiesKey);
        return stored?.userId === userId ? stored.copies : noCopies;
      }),
    storeCopies: (copies) =>
      copied.use(async (database) => {
        const { store, done } = database.transaction('copies', 'readwrite');
        await Promise.all([store.clear(), store.put({ userId, copies }, copiesKey), done]);
      }),
    readMarks: () => marked.use((marks) => marks.getAll('marks')),
    addMark: (mark) =>
      marked.use(async (marks) => {
        const { store, done } = marks.transaction('marks', 'readwrite');
        // The mark may have been stored before the connection was lost.
        if ((await store.index('id').getKey(mark.mark.id)) === undefined) await store.add(mark);
        await done;
      }),
    replaceMark: (mark) =>
      marked.use(async (marks) => {
        const [key] = await keysOf(marks, [mark.mark.id]);
        if (key !== undefined) await marks.put('marks', mark, key);
      }),
    removeMarks: (ids) =>
      marked.use(async (marks) => {
        const keys = await keysOf(marks, ids);
        const { store, done } = marks.transaction('marks', 'readwrite');
        await Promise.all([...keys.map((key) => store.delete(key)), done]);
      }),
    readSeen: () =>
      seen.use(async (database) => {
        const { store } = database.transaction('notes');
        const [children, answers] = await Promise.all([store.getAllKeys(), store.getAll()]);
        return new Map(
          children.flatMap((child, index) => {
            const answer = answers[index];
            return answer ? [[child, answer] as const] : [];
          }),
        );
      }),
    storeSeen: (child, answeredAt) =>
      seen.use(async (database) => {
        await database.put('notes', answeredAt, child);
      }),
    close: () => {
      for (const each of [copied, marked, seen]) each.close();
    },
  };
};

interface RegisterRow {
  readonly child: ChildInCopy;
  readonly mark: Mark | null;
}

export const registerRows = (
  { session, children }: RegisterCopy,
  marks: readonly UnsentMark[],
): { readonly rows: readonly RegisterRow[]; readonly present: readonly RegisterRow[] } => {
  const key = sessionKey(session);
  const waiting = marks
    .filter(isTap)
    .filter((mark) => mark.refused === null && sessionKey(mark.session) === key);
  const rows = children.map((child) => {
    const own = waiting.filter(
      ({ parent_id, child_id }) => parent_id === child.parent_id && child_id === child.child_id,
    );
    const all = [...(child.mark ? [child.mark] : []), ...own.map(({ mark }) => mark)];
    return { child, mark: countingMark(all) };
  });
  return { rows, present: rows.filter(({ child }) => child.kind !== 'left') };
};
