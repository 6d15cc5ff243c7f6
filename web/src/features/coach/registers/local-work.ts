import { type Instant, instantOf } from '#shared/lib/values';
import { countingMark } from '#shared/registers/marks';
import type { UnlistedChild } from '#shared/registers/register';
import { siteConfig } from '../../../lib/api/config.ts';
import { type CoachAccount, storeCoachAccount } from '../../../lib/offline/coach-account.ts';
import { retainUnsent } from '../../../lib/offline/unsent-marks.ts';
import { serverNowAfterSleep } from '../../../lib/time/server-clock.ts';
import { type CoachStore, isTap, openCoachStore, type UnsentMark, type WaitingChild } from './coach-store.ts';
import { type Copies, noCopies, sessionKey, withinLifetime, withUnlisted } from './copies.ts';

export interface CoachState {
  readonly copies: Copies;
  readonly marks: readonly UnsentMark[];
  /** `reading` until this browser's copy is read; `failed` after a request that failed. */
  readonly phase: 'reading' | 'asking' | 'asked' | 'failed';
  /** The time of the stored copy, which works without a network; null without one (REG-03). */
  readonly copiedAt: Instant | null;
  readonly storing: number;
  /** Whether marks survive closing the browser. */
  readonly isStored: boolean;
  /** By `childKey`: when the health answer was given that was last opened in this browser (EME-04). */
  readonly seen: ReadonlyMap<string, Instant>;
  /** The server says that the account is no coach any more. */
  readonly isEnded: boolean;
}

const initial: CoachState = {
  copies: noCopies,
  marks: [],
  phase: 'reading',
  copiedAt: null,
  storing: 0,
  isStored: true,
  seen: new Map(),
  isEnded: false,
};

export const unlistedOf = ({ mark, name, phone_number }: WaitingChild): UnlistedChild => ({
  ...mark,
  name,
  phone_number,
});

const withSent = ({ registers: before }: Copies, sent: readonly UnsentMark[]): Pick<Copies, 'registers'> => {
  const registers = { ...before };
  for (const waiting of sent) {
    const key = sessionKey(waiting.session);
    const register = registers[key];
    if (!register) continue;
    if (!isTap(waiting)) {
      registers[key] = { ...register, unlisted: withUnlisted(register, [unlistedOf(waiting)]) };
      continue;
    }
    const { parent_id, child_id, mark } = waiting;
    const children = register.children.map((child) =>
      child.parent_id === parent_id && child.child_id === child_id
        ? { ...child, mark: countingMark([...(child.mark ? [child.mark] : []), mark]) }
        : child,
    );
    registers[key] = { ...register, children };
  }
  return { registers };
};

/** An account's state on the screen and in this browser: copies of its sessions, and unsent marks. It sends no requests. */
export const createLocalWork = (account: CoachAccount) => {
  let state = initial;
  let store: CoachStore | undefined;
  let channel: BroadcastChannel | undefined;
  let isStopped = false;
  /** Shown marks that are not stored yet, and ids of those that need no storage any more. */
  const unstored = new Map<string, UnsentMark>();
  const gone = new Set<string>();
  /** For each register that is loading, the ids that the server stored meanwhile. */
  const takenMeanwhile = new Set<Set<string>>();
  const listeners = new Set<(isTap: boolean) => void>();

  /** @param isTap whether a person just tapped and waits for the result */
  const set = (change: Partial<CoachState>, isTap = false): void => {
    if (isStopped) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener(isTap);
  };

  /** Failing storage loses nothing on the screen. Other tabs of the account are told of changes and show the same (REG-14). */
  const inStore = async (use: (store: CoachStore) => Promise<unknown>): Promise<boolean> => {
    try {
      if (!store) throw new Error('The work of a coach has ended');
      await use(store);
      if (unstored.size === 0 && !state.isStored) set({ isStored: true });
      channel?.postMessage('stored');
      return true;
    } catch (failure) {
      if (isStopped) return false;
      console.warn('The browser did not store the register', failure);
      set({ isStored: false });
      return false;
    }
  };

  const readStore = async (from: CoachStore) => {
    const [copies, marks, seen] = await Promise.all([from.readCopies(), from.readMarks(), from.readSeen()]);
    return { copies, marks, seen };
  };

  /** Stored marks, and those that could not be stored. */
  const marksWith = (stored: readonly UnsentMark[]): UnsentMark[] => {
    const ids = new Set(stored.map(({ mark }) => mark.id));
    const all = [...stored, ...[...unstored.values()].filter(({ mark }) => !ids.has(mark.id))];
    return all.filter(({ mark }) => !gone.has(mark.id));
  };

  const readAgain = async (): Promise<void> => {
    if (!store) return;
    try {
      const { copies, marks, seen } = await readStore(store);
      const isNewer = (copies.lastContact ?? '') > (state.copies.lastContact ?? '');
      set({ marks: marksWith(marks), seen, ...(isNewer && { copies }) });
    } catch (failure) {
      console.warn('What another tab stored could not be read', failure);
    }
  };

  const storeMark = async (waiting: UnsentMark): Promise<void> => {
    unstored.set(waiting.mark.id, waiting);
    const isDone = await inStore(async (open) => {
      await open.addMark(waiting);
      unstored.delete(waiting.mark.id);
      if (gone.has(waiting.mark.id)) await open.removeMarks([waiting.mark.id]);
    });
    if (isDone && unstored.size === 0) set({ isStored: true });
  };

  const storeCopies = async (change: Partial<Copies>): Promise<void> => {
    if (isStopped) return;
    const copies = { ...state.copies, ...change };
    set({ copies });
    storeCoachAccount(account);
    await inStore(async (open) => {
      await open.storeCopies(withinLifetime(copies, serverNowAfterSleep(), siteConfig().timeZone));
      set({ copiedAt: copies.lastContact });
    });
  };

  const forgetMarks = async (marks: readonly UnsentMark[], change: Partial<Copies> = {}): Promise<void> => {
    for (const { mark } of marks) {
      gone.add(mark.id);
      unstored.delete(mark.id);
    }
    const rest = state.marks.filter(({ mark }) => !gone.has(mark.id));
    // One step, so that no screen shows a sent mark both as waiting and in its register.
    set({ marks: rest, copies: { ...state.copies, ...change } });
    // A browser that is closed in between sends the marks again, and the server knows their ids.
    if (change.registers) await storeCopies(change);
    await inStore((open) => open.removeMarks(marks.map(({ mark }) => mark.id)));
  };

  return {
    getState: (): CoachState => state,
    subscribe: (listener: (isTap: boolean) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isStopped: (): boolean => isStopped,
    set,
    inStore,
    storeCopies,
    forgetMarks,
    addMark: async (waiting: UnsentMark): Promise<void> => {
      set({ marks: [...state.marks, waiting], storing: state.storing + 1 }, true);
      await storeMark(waiting);
      set({ storing: state.storing - 1 });
    },
    storeAgain: async (): Promise<void> => {
      for (const waiting of [...unstored.values()]) await storeMark(waiting);
    },
    refuse: async (marks: readonly UnsentMark[], refused: UnsentMark['refused']): Promise<void> => {
      const ids = new Set<string>(marks.map(({ mark }) => mark.id));
      const all = state.marks.map((waiting) =>
        ids.has(waiting.mark.id) ? { ...waiting, refused } : waiting,
      );
      set({ marks: all });
      for (const waiting of all)
        if (ids.has(waiting.mark.id)) await inStore((open) => open.replaceMark(waiting));
    },
    /** Sent marks become part of the copies. */
    moveToCopies: async (sent: readonly UnsentMark[]): Promise<void> => {
      if (sent.length === 0) return;
      for (const taken of takenMeanwhile) for (const { mark } of sent) taken.add(mark.id);
      const lastContact = instantOf(serverNowAfterSleep());
      await forgetMarks(sent, { ...withSent(state.copies, sent), lastContact });
    },
    /** The set collects the ids that the server stores meanwhile. */
    readWithTaken: async <Read>(read: (taken: ReadonlySet<string>) => Promise<Read>): Promise<Read> => {
      const taken = new Set<string>();
      takenMeanwhile.add(taken);
      try {
        return await read(taken);
      } finally {
        takenMeanwhile.delete(taken);
      }
    },
    dropOld: (): void => {
      const copies = withinLifetime(state.copies, serverNowAfterSleep(), siteConfig().timeZone);
      if (JSON.stringify(copies) !== JSON.stringify(state.copies)) void storeCopies(copies);
    },
    open: async (): Promise<void> => {
      isStopped = false;
      channel = new BroadcastChannel(`coach-${account.userId}`);
      channel.onmessage = () => void readAgain();
      retainUnsent(account.userId);
      store = openCoachStore(account.userId);
      try {
        const { copies, marks, seen } = await readStore(store);
        set({ seen });
        // An account that has its role again may send what was refused without it.
        const waiting = marks.map((mark) => (mark.refused === 'role' ? { ...mark, refused: null } : mark));
        const recent = withinLifetime(copies, serverNowAfterSleep(), siteConfig().timeZone);
        set({ copies: recent, marks: marksWith(waiting) });
        // This removes old copies from storage, and shows before the first mark whether the browser can write.
        if (state.copies.lastContact !== null) await storeCopies({});
        else await store.storeCopies(noCopies);
      } catch (failure) {
        console.warn('The browser stores no registers', failure);
        set({ isStored: false });
      }
    },
    close: (): void => {
      isStopped = true;
      channel?.close();
      channel = undefined;
      store?.close();
      store = undefined;
    },
  };
};

export type LocalWork = ReturnType<typeof createLocalWork>;
