import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { ChildId, UserId } from '#shared/schemas/ids';
import type { CoachSession, Mark, MarkRefusal } from '#shared/schemas/register';
import type { Instant } from '#shared/schemas/values';
import { coachCopiesName } from '../../lib/offline/stored-sessions.ts';
import { type Copies, noCopies } from './copies.ts';

interface Waiting {
  readonly session: Pick<CoachSession, 'class_id' | 'slot_id' | 'date'>;
  /** The child's name: what is refused is shown also when its register is gone. */
  readonly name: string;
  /** Why the server did not store it; null while it waits. */
  readonly refused: MarkRefusal | 'role' | 'unknown' | null;
}

/** That a child of the register was marked. */
export interface WaitingTap extends Waiting {
  readonly parent_id: UserId;
  readonly child_id: ChildId;
  readonly mark: Mark;
  /** Of an administrator who changes a register that is closed for coaches. */
  readonly reason: string | null;
}

/** That a child who is on no list was added (REG-08). */
export interface WaitingChild extends Waiting {
  readonly phone_number: string;
  readonly mark: Pick<Mark, 'id' | 'at'>;
}

/** What the server does not have yet, or refused: a mark, or a child who is on no list. */
export type WaitingMark = WaitingTap | WaitingChild;

export const isTap = (waiting: WaitingMark): waiting is WaitingTap => 'child_id' in waiting;

interface CopiesSchema extends DBSchema {
  copies: { key: 'copies'; value: { userId: UserId; copies: Copies } };
}

interface MarksSchema extends DBSchema {
  /** The key counts up: marks are sent in the order in which they were tapped. */
  marks: { key: number; value: WaitingMark; indexes: { id: string } };
}

interface SeenSchema extends DBSchema {
  /** By the child: when the answer about its health was given that was last opened here. No word of a note. */
  notes: { key: string; value: Instant };
}

/** What a browser stores of a coach's work. Marks have one database for each account: nobody reads those of another. */
export interface CoachStore {
  readonly readCopies: () => Promise<Copies>;
  readonly keepCopies: (copies: Copies) => Promise<void>;
  readonly readMarks: () => Promise<WaitingMark[]>;
  readonly addMark: (mark: WaitingMark) => Promise<void>;
  readonly replaceMark: (mark: WaitingMark) => Promise<void>;
  readonly removeMarks: (ids: readonly string[]) => Promise<void>;
  /** Which notes the account opened here, by child. */
  readonly readSeen: () => Promise<ReadonlyMap<string, Instant>>;
  readonly keepSeen: (child: string, answeredAt: Instant) => Promise<void>;
  readonly close: () => void;
}

const openCopies = (): Promise<IDBPDatabase<CopiesSchema>> =>
  openDB<CopiesSchema>(coachCopiesName, 1, {
    upgrade: (database) => void database.createObjectStore('copies'),
    // A logout deletes the database, also while this page is open.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });

const openMarks = (userId: UserId): Promise<IDBPDatabase<MarksSchema>> =>
  openDB<MarksSchema>(`coach-marks-${userId}`, 1, {
    upgrade: (database) =>
      void database.createObjectStore('marks', { autoIncrement: true }).createIndex('id', 'mark.id'),
  });

/** A database of its own: a page of a version before may have that of the marks open, which then cannot be changed. */
const openSeen = (userId: UserId): Promise<IDBPDatabase<SeenSchema>> =>
  openDB<SeenSchema>(`coach-seen-${userId}`, 1, {
    upgrade: (database) => void database.createObjectStore('notes'),
  });

/**
 * Opens the store of an account.
 * @throws DOMException where the browser does not store anything
 */
export const openCoachStore = async (userId: UserId): Promise<CoachStore> => {
  const [marks, seen] = await Promise.all([openMarks(userId), openSeen(userId)]);
  // Opened for each use: a logout may have deleted it since.
  const withCopies = async <Result>(
    use: (database: IDBPDatabase<CopiesSchema>) => Promise<Result>,
  ): Promise<Result> => {
    const database = await openCopies();
    try {
      return await use(database);
    } finally {
      database.close();
    }
  };
  const keysOf = async (ids: readonly string[]): Promise<number[]> =>
    (await Promise.all(ids.map((id) => marks.getKeyFromIndex('marks', 'id', id)))).filter(
      (key) => key !== undefined,
    );
  return {
    readCopies: () =>
      withCopies(async (database) => {
        const kept = await database.get('copies', 'copies');
        return kept?.userId === userId ? kept.copies : noCopies;
      }),
    keepCopies: (copies) =>
      withCopies(async (database) => {
        await database.put('copies', { userId, copies }, 'copies');
      }),
    readMarks: () => marks.getAll('marks'),
    addMark: async (mark) => {
      await marks.add('marks', mark);
    },
    replaceMark: async (mark) => {
      const [key] = await keysOf([mark.mark.id]);
      if (key !== undefined) await marks.put('marks', mark, key);
    },
    removeMarks: async (ids) => {
      const keys = await keysOf(ids);
      const { store, done } = marks.transaction('marks', 'readwrite');
      await Promise.all([...keys.map((key) => store.delete(key)), done]);
    },
    readSeen: async () => {
      const transaction = seen.transaction('notes');
      const [children, answers] = await Promise.all([
        transaction.store.getAllKeys(),
        transaction.store.getAll(),
      ]);
      return new Map(
        children.flatMap((child, index) => {
          const answer = answers[index];
          return answer ? [[child, answer] as const] : [];
        }),
      );
    },
    keepSeen: async (child, answeredAt) => {
      await seen.put('notes', answeredAt, child);
    },
    close: () => {
      marks.close();
      seen.close();
    },
  };
};
