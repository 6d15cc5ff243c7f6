import { minuteMs, secondMs } from '#shared/lib/durations';
import { type Instant, instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import { countingMark, isOpenForCoaches } from '#shared/registers/marks';
import {
  type Attendance,
  type CoachSession,
  type Mark,
  markIdSchema,
  type RegisterChild,
  type SendMarks,
  type UnlistedChild,
  type UnlistedInput,
} from '#shared/registers/register';
import { coachRoutes } from '#shared/registers/routes';
import { type ApiTransport, callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, ConnectionError, isNotAuthenticated, isNotFound } from '../../../lib/api/api-error.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { type CoachAccount, copiesShown, keepCoachAccount } from '../../../lib/offline/coach-account.ts';
import { keepUnsent } from '../../../lib/offline/unsent-marks.ts';
import { accessTokenOf, dropSignIn } from '../../../lib/sign-in/auth.ts';
import { serverNowAfterSleep } from '../../../lib/time/server-clock.ts';
import {
  type CoachStore,
  isTap,
  nextTap,
  openCoachStore,
  type WaitingChild,
  type WaitingMark,
} from './coach-store.ts';
import {
  type Copies,
  childKey,
  grouped,
  type KeptChild,
  mergeRegister,
  noCopies,
  sessionKey,
  withinLifetime,
  withUnlisted,
} from './copies.ts';

/** What the screens of a coach show. */
export interface CoachState {
  readonly copies: Copies;
  /** In the order in which they were tapped; refused ones among them. */
  readonly marks: readonly WaitingMark[];
  /** `reading` until the copy of this browser is read; `failed` after a read of the server that failed. */
  readonly phase: 'reading' | 'asking' | 'asked' | 'failed';
  /** Of when the copy is that this browser keeps for a time without a network; null without one (REG-03). */
  readonly keptAt: Instant | null;
  /** How many marks on the screen are still being stored by this browser. */
  readonly storing: number;
  /** Whether this browser keeps marks when it is closed. */
  readonly isStored: boolean;
  /** By `childKey`: when the answer about its health was given that was last opened in this browser (EME-04). */
  readonly seen: ReadonlyMap<string, Instant>;
  /** The server says that the account is no coach any more. */
  readonly isEnded: boolean;
}

const initial: CoachState = {
  copies: noCopies,
  marks: [],
  phase: 'reading',
  keptAt: null,
  storing: 0,
  isStored: true,
  seen: new Map(),
  isEnded: false,
};

/** How often marks that wait are tried again, and how often copies are read anew and checked for their age. */
const retryMs = 15 * secondMs;
const refreshMs = 5 * minuteMs;

const newMarkId = (): Mark['id'] => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return markIdSchema.parse(`mrk_${text}`);
};

const unlistedOf = ({ mark, name, phone_number }: WaitingChild): UnlistedChild => ({
  ...mark,
  name,
  phone_number,
});

/** The marks of one request: the first that wait, grouped by their sessions. */
const requestOf = (marks: readonly WaitingMark[]): SendMarks => {
  return {
    sessions: grouped(marks, ({ session }) => sessionKey(session)).flatMap(([, own]) => {
      const [first] = own;
      if (!first) return [];
      const sent = own.filter(isTap).map(({ parent_id, child_id, mark, reason }) => ({
        parent_id,
        child_id,
        ...mark,
        ...(reason !== null && { reason }),
      }));
      const unlisted = own.flatMap((waiting) => (isTap(waiting) ? [] : unlistedOf(waiting)));
      return [{ ...first.session, marks: sent, ...(unlisted.length > 0 && { unlisted }) }];
    }),
  };
};

/**
 * Why marks are refused by a failed request; undefined where they may be stored later. Only the API's own words count: what
 * else answers in its place, such as a firewall, a guest network or an API of another version, has decided nothing.
 */
const refusalBy = (failure: unknown): WaitingMark['refused'] | undefined => {
  if (!(failure instanceof ApiError) || !failure.isOfApi) return undefined;
  if (failure.code === 'coachOnly') return 'role';
  if (failure.code === 'notFound') return 'not-yours';
  return failure.code === 'invalidRequest' || failure.code === 'payloadTooLarge' ? 'unknown' : undefined;
};

/** The work of one account in this browser: copies of its sessions, marks that wait, and the sending of these. */
export const createCoachWork = (account: CoachAccount) => {
  /** Another tab may have signed in another account: nothing is asked or sent in its name (REG-05). */
  const transport: ApiTransport = {
    fetch: (...request) => fetch(...request),
    accessToken: () => accessTokenOf(account.userId),
  };
  let state = initial;
  let store: CoachStore | undefined;
  let channel: BroadcastChannel | undefined;
  let sending: Promise<void> | undefined;
  let isStopped = false;
  /** Marks on the screen that this browser has not stored yet, and ids of those that it needs no more. */
  const unstored = new Map<string, WaitingMark>();
  const gone = new Set<string>();
  /** For each register that is being read, the ids of what the server took meanwhile. */
  const takenMeanwhile = new Set<Set<string>>();
  const listeners = new Set<(isTap: boolean) => void>();

  /** @param isTap whether somebody just tapped, and waits to see it */
  const set = (change: Partial<CoachState>, isTap = false): void => {
    if (isStopped) return;
    state = { ...state, ...change };
    for (const listener of listeners) listener(isTap);
  };

  /**
   * Storage that fails, such as a full disk, loses nothing of what is on the screen. Other tabs of the account hear of what was
   * stored, so that all show the same (REG-14).
   */
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

  /** Writes what is on the screen and was not stored. */
  const storeMark = async (waiting: WaitingMark): Promise<void> => {
    unstored.set(waiting.mark.id, waiting);
    const isKept = await inStore(async (open) => {
      await open.addMark(waiting);
      unstored.delete(waiting.mark.id);
      if (gone.has(waiting.mark.id)) await open.removeMarks([waiting.mark.id]);
    });
    if (isKept && unstored.size === 0) set({ isStored: true });
  };

  const storeAgain = async (): Promise<void> => {
    for (const waiting of [...unstored.values()]) await storeMark(waiting);
  };

  /** Marks that this browser has, and those that it could not store. */
  const marksWith = (stored: readonly WaitingMark[]): WaitingMark[] => {
    const ids = new Set(stored.map(({ mark }) => mark.id));
    const all = [...stored, ...[...unstored.values()].filter(({ mark }) => !ids.has(mark.id))];
    return all.filter(({ mark }) => !gone.has(mark.id));
  };

  /** Another tab of the account stored something. */
  const readAgain = async (): Promise<void> => {
    if (!store) return;
    try {
      const [copies, marks, seen] = await Promise.all([
        store.readCopies(),
        store.readMarks(),
        store.readSeen(),
      ]);
      const isNewer = (copies.lastContact ?? '') > (state.copies.lastContact ?? '');
      set({ marks: marksWith(marks), seen, ...(isNewer && { copies }) });
    } catch (failure) {
      console.warn('What another tab stored could not be read', failure);
    }
  };

  const keepCopies = async (change: Partial<Copies>): Promise<void> => {
    if (isStopped) return;
    const copies = { ...state.copies, ...change };
    set({ copies });
    keepCoachAccount(account);
    await inStore(async (open) => {
      await open.keepCopies(withinLifetime(copies, serverNowAfterSleep(), siteConfig().timeZone));
      set({ keptAt: copies.lastContact });
    });
  };

  const noteContact = (): Promise<void> => keepCopies({ lastContact: instantOf(serverNowAfterSleep()) });

  const endRole = async (): Promise<void> => {
    set({ isEnded: true });
    await keepCopies(noCopies);
  };

  const handleFailure = async (failure: unknown): Promise<void> => {
    if (isNotAuthenticated(failure)) dropSignIn();
    else if (refusalBy(failure) === 'role') await endRole();
    else if (!(failure instanceof ConnectionError || failure instanceof ApiError)) console.error(failure);
  };

  const refuse = async (marks: readonly WaitingMark[], refused: WaitingMark['refused']): Promise<void> => {
    const ids = new Set<string>(marks.map(({ mark }) => mark.id));
    const all = state.marks.map((waiting) => (ids.has(waiting.mark.id) ? { ...waiting, refused } : waiting));
    set({ marks: all });
    for (const waiting of all)
      if (ids.has(waiting.mark.id)) await inStore((open) => open.replaceMark(waiting));
  };

  /** Removes marks from the screen and from this browser. */
  const forgetMarks = async (marks: readonly WaitingMark[], change: Partial<Copies> = {}): Promise<void> => {
    for (const { mark } of marks) {
      gone.add(mark.id);
      unstored.delete(mark.id);
    }
    const rest = state.marks.filter(({ mark }) => !gone.has(mark.id));
    // In one step: no screen shows what was sent both as waiting and as a part of its register.
    set({ marks: rest, copies: { ...state.copies, ...change } });
    // A browser that is closed between the two sends the marks again, and the server knows them by their ids.
    if (change.registers) await keepCopies(change);
    await inStore((open) => open.removeMarks(marks.map(({ mark }) => mark.id)));
  };

  /** The marks that the server has are part of the copies from now on. */
  const moveToCopies = async (sent: readonly WaitingMark[]): Promise<void> => {
    if (sent.length === 0) return;
    for (const taken of takenMeanwhile) for (const { mark } of sent) taken.add(mark.id);
    const registers = { ...state.copies.registers };
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
    await forgetMarks(sent, { registers, lastContact: instantOf(serverNowAfterSleep()) });
  };

  const sendFirst = async (marks: readonly WaitingMark[]): Promise<boolean> => {
    try {
      const answer = await callRoute(coachRoutes.sendMarks, { body: requestOf(marks) }, { transport });
      const refusedOf = new Map(answer.marks.map(({ id, refused }) => [id, refused]));
      await moveToCopies(marks.filter(({ mark }) => refusedOf.get(mark.id) === null));
      for (const waiting of marks) {
        const refused = refusedOf.get(waiting.mark.id);
        if (refused) await refuse([waiting], refused);
      }
      await noteContact();
      return true;
    } catch (failure) {
      const refused = refusalBy(failure);
      // One mark that cannot be read holds up no other.
      if (refused === 'unknown' && marks.length > 1) {
        const half = Math.ceil(marks.length / 2);
        return (await sendFirst(marks.slice(0, half))) && sendFirst(marks.slice(half));
      }
      await handleFailure(failure);
      if (!refused) return false;
      await refuse(marks, refused);
      return true;
    }
  };

  const sendWaiting = async (): Promise<void> => {
    for (;;) {
      const waiting = state.marks.filter(({ refused }) => refused === null);
      if (waiting.length === 0 || isStopped) return;
      if (!(await sendFirst(waiting.slice(0, limits.marksAtOnce)))) return;
    }
  };

  /** Sends what waits, in order, until nothing waits or the connection fails; one at a time. */
  const sendAll = async (): Promise<void> => {
    if (sending) return;
    sending = sendWaiting();
    try {
      await sending;
    } finally {
      sending = undefined;
    }
  };

  /** Reads a register on top of its copy. */
  const readRegister = async (
    session: Pick<CoachSession, 'class_id' | 'slot_id' | 'date'>,
  ): Promise<Copies['registers']> => {
    const { class_id: classId, slot_id: slotId, date } = session;
    const key = sessionKey(session);
    const taken = new Set<string>();
    takenMeanwhile.add(taken);
    try {
      const params = { classId, slotId, date };
      const read = await callRoute(coachRoutes.getRegister, { params }, { transport });
      const { timeZone } = siteConfig();
      const options = { taken, timeZone, now: serverNowAfterSleep() };
      return { ...state.copies.registers, [key]: mergeRegister(read, state.copies.registers[key], options) };
    } finally {
      takenMeanwhile.delete(taken);
    }
  };

  const isOpen = (session: CoachSession): boolean =>
    isOpenForCoaches(session, instantOf(serverNowAfterSleep()));

  /** Reads the sessions, and the registers of those that are open: they then work without a network. */
  const refresh = async (): Promise<void> => {
    set({ phase: 'asking' });
    await copiesShown;
    try {
      await sendAll();
      const { sessions } = await callRoute(coachRoutes.listMySessions, {}, { transport });
      const open = sessions.filter(isOpen);
      const keys = new Set(open.map(sessionKey));
      // An administrator may have opened one of another day, which is on the screen.
      const known = Object.entries(state.copies.registers).filter(
        ([key]) => account.role === 'admin' || keys.has(key),
      );
      set({ isEnded: false, copies: { ...state.copies, sessions, registers: Object.fromEntries(known) } });
      // Each one is shown as soon as it is read: at the edge of reception the next may fail.
      for (const session of open) {
        try {
          const registers = await readRegister(session);
          set({ copies: { ...state.copies, registers } });
        } catch (failure) {
          if (!isNotFound(failure)) throw failure;
          // The session was taken away since the list was read.
          const { [sessionKey(session)]: _, ...registers } = state.copies.registers;
          set({ copies: { ...state.copies, registers } });
        }
      }
      set({ phase: 'asked' });
      await noteContact();
    } catch (failure) {
      set({ phase: 'failed' });
      await handleFailure(failure);
    }
  };

  /** Reads one register that is not among the copies, as an administrator opens it later. */
  const openRegister = async (
    session: Pick<CoachSession, 'class_id' | 'slot_id' | 'date'>,
  ): Promise<void> => {
    const registers = await readRegister(session);
    await keepCopies({ registers, lastContact: instantOf(serverNowAfterSleep()) });
  };

  const dropOld = (): void => {
    const copies = withinLifetime(state.copies, serverNowAfterSleep(), siteConfig().timeZone);
    if (JSON.stringify(copies) !== JSON.stringify(state.copies)) void keepCopies(copies);
  };

  const retry = (): void => {
    void storeAgain();
    if (state.marks.some(({ refused }) => refused === null)) void sendAll();
  };

  const open = async (): Promise<void> => {
    keepUnsent(account.userId);
    store = openCoachStore(account.userId);
    try {
      const [copies, marks, seen] = await Promise.all([
        store.readCopies(),
        store.readMarks(),
        store.readSeen(),
      ]);
      set({ seen });
      // A role that was given back takes what was refused without it.
      const waiting = marks.map((mark) => (mark.refused === 'role' ? { ...mark, refused: null } : mark));
      const kept = withinLifetime(copies, serverNowAfterSleep(), siteConfig().timeZone);
      set({ copies: kept, marks: marksWith(waiting) });
      // What is too old leaves the browser too. And a browser that cannot write says so before the first mark.
      if (state.copies.lastContact !== null) await keepCopies({});
      else await store.keepCopies(noCopies);
    } catch (failure) {
      console.warn('The browser stores no registers', failure);
      set({ isStored: false });
    }
    if (account.role === 'parent') {
      // The role was taken, and the sign-in knows it already.
      await endRole();
      await refuse(
        state.marks.filter(({ refused }) => refused === null),
        'role',
      );
    } else await refresh();
  };

  /** Keeps what was entered on the screen and in this browser at once, and sends it as soon as there is a connection. */
  const enqueue = async (waiting: WaitingMark): Promise<void> => {
    set({ marks: [...state.marks, waiting], storing: state.storing + 1 }, true);
    await storeMark(waiting);
    set({ storing: state.storing - 1 });
    void sendAll();
  };

  return {
    account,
    getState: (): CoachState => state,
    subscribe: (listener: (isTap: boolean) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    openRegister,
    /** Marks a child. */
    mark: (
      session: WaitingMark['session'],
      { parent_id, child_id, name }: Pick<RegisterChild, 'parent_id' | 'child_id' | 'name'>,
      attendance: Attendance,
      reason: string | null = null,
    ): Promise<void> => {
      const { class_id, slot_id, date } = session;
      return enqueue({
        session: { class_id, slot_id, date },
        parent_id,
        child_id,
        name,
        reason,
        refused: null,
        mark: { id: newMarkId(), attendance, at: instantOf(serverNowAfterSleep()), tap: nextTap() },
      });
    },
    /** Adds a child who is on no list (REG-08). */
    addUnlisted: (session: WaitingMark['session'], child: UnlistedInput): Promise<void> => {
      const { class_id, slot_id, date } = session;
      return enqueue({
        session: { class_id, slot_id, date },
        ...child,
        refused: null,
        mark: { id: newMarkId(), at: instantOf(serverNowAfterSleep()) },
      });
    },
    /** Notes that what is known of a child's health was opened (EME-04). */
    openNote: async ({ card, ...child }: KeptChild): Promise<void> => {
      const answeredAt = card?.health_answered_at;
      const key = childKey(child);
      if (!answeredAt || state.seen.get(key) === answeredAt) return;
      set({ seen: new Map([...state.seen, [key, answeredAt]]) }, true);
      await inStore((kept) => kept.keepSeen(key, answeredAt));
    },
    /**
     * Deletes a child who is on no list (REG-16).
     * @throws ApiError, ConnectionError where the server has it and does not delete it
     */
    removeUnlisted: async (session: WaitingMark['session'], id: Mark['id']): Promise<void> => {
      // The server may be about to store the child: only its answer tells where to delete it.
      await sending?.catch(() => undefined);
      const waiting = state.marks.filter(({ mark }) => mark.id === id);
      if (waiting.length > 0) return forgetMarks(waiting);
      const { class_id: classId, slot_id: slotId, date } = session;
      const params = { classId, slotId, date, unlistedId: id };
      await callRoute(coachRoutes.removeUnlisted, { params }, { transport });
      const key = sessionKey(session);
      const register = state.copies.registers[key];
      if (!register) return;
      const unlisted = register.unlisted?.filter((child) => child.id !== id) ?? [];
      const registers = { ...state.copies.registers, [key]: { ...register, unlisted } };
      await keepCopies({ registers, lastContact: instantOf(serverNowAfterSleep()) });
    },
    /** Removes refused marks from the screen and this browser, once they were read. */
    dismiss: (marks: readonly WaitingMark[]): Promise<void> => forgetMarks(marks),
    /** Starts the work; returns a function that stops it. */
    start: (): (() => void) => {
      isStopped = false;
      channel = new BroadcastChannel(`coach-${account.userId}`);
      channel.onmessage = () => void readAgain();
      void open();
      const stop = (): void => {
        isStopped = true;
        channel?.close();
        channel = undefined;
        store?.close();
        store = undefined;
      };
      // Without the role there is nothing to ask for.
      if (account.role === 'parent') return stop;
      const again = (): void => void refresh();
      const seen = (): void => {
        if (document.visibilityState !== 'visible') return;
        void storeAgain();
        void refresh();
      };
      window.addEventListener('online', again);
      document.addEventListener('visibilitychange', seen);
      const timers = [
        setInterval(retry, retryMs),
        setInterval(again, refreshMs),
        setInterval(dropOld, minuteMs),
      ];
      return () => {
        window.removeEventListener('online', again);
        document.removeEventListener('visibilitychange', seen);
        for (const timer of timers) clearInterval(timer);
        stop();
      };
    },
  };
};

export type CoachWork = ReturnType<typeof createCoachWork>;
