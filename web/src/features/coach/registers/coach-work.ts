import { minuteMs, secondMs } from '#shared/lib/durations';
import { instantOf } from '#shared/lib/values';
import { isOpenForCoaches } from '#shared/registers/marks';
import {
  type Attendance,
  type CoachSession,
  type Mark,
  markIdSchema,
  type RegisterChild,
  type UnlistedInput,
} from '#shared/registers/register';
import { coachRoutes } from '#shared/registers/routes';
import { type ApiTransport, browserTransport, callRoute } from '../../../lib/api/api-client.ts';
import { isNotFound } from '../../../lib/api/api-error.ts';
import { siteConfig } from '../../../lib/api/config.ts';
import { type CoachAccount, copiesShown } from '../../../lib/offline/coach-account.ts';
import { accessTokenOf } from '../../../lib/sign-in/auth.ts';
import { serverNowAfterSleep } from '../../../lib/time/server-clock.ts';
import { nextTap, type UnsentMark } from './coach-store.ts';
import { type ChildInCopy, type Copies, childKey, mergeRegister, sessionKey } from './copies.ts';
import { createLocalWork } from './local-work.ts';
import { createMarkSender } from './send-marks.ts';

/** The interval for sending waiting marks, and for loading copies and checking their age. */
export const retryMs = 15 * secondMs;
const refreshMs = 5 * minuteMs;

type SessionName = Pick<CoachSession, 'class_id' | 'slot_id' | 'date'>;

const nameOf = ({ class_id, slot_id, date }: SessionName): SessionName => ({ class_id, slot_id, date });
const paramsOf = ({ class_id: classId, slot_id: slotId, date }: SessionName) => ({ classId, slotId, date });

const newMarkId = (): Mark['id'] => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  return markIdSchema.parse(`mrk_${text}`);
};

const isOpen = (session: CoachSession): boolean =>
  isOpenForCoaches(session, instantOf(serverNowAfterSleep()));

export const createCoachWork = (account: CoachAccount) => {
  /** Another tab may have signed in another account, whose name must not be used (REG-05). */
  const transport: ApiTransport = { ...browserTransport, accessToken: () => accessTokenOf(account.userId) };
  const local = createLocalWork(account);
  const sender = createMarkSender(local, transport);
  const copies = (): Copies => local.getState().copies;

  const readRegister = (session: SessionName): Promise<Copies['registers']> =>
    local.readWithTaken(async (taken) => {
      const key = sessionKey(session);
      const read = await callRoute(coachRoutes.getRegister, { params: paramsOf(session) }, { transport });
      const options = { taken, timeZone: siteConfig().timeZone, now: serverNowAfterSleep() };
      return { ...copies().registers, [key]: mergeRegister(read, copies().registers[key], options) };
    });

  const storeRegisters = (registers: Copies['registers']): Promise<void> =>
    local.storeCopies({ registers, lastContact: instantOf(serverNowAfterSleep()) });

  /** Also loads open registers, so that they work without a network. */
  const refresh = async (): Promise<void> => {
    local.set({ phase: 'asking' });
    await copiesShown;
    try {
      await sender.sendAll();
      const { sessions } = await callRoute(coachRoutes.listMySessions, {}, { transport });
      const open = sessions.filter(isOpen);
      const keys = new Set(open.map(sessionKey));
      // An administrator may have opened a register of another day, which is on the screen.
      const known = Object.entries(copies().registers).filter(
        ([key]) => account.role === 'admin' || keys.has(key),
      );
      local.set({
        isEnded: false,
        copies: { ...copies(), sessions, registers: Object.fromEntries(known) },
      });
      // Each is shown as soon as it is loaded, because at the edge of reception the next may fail.
      for (const session of open) {
        try {
          const registers = await readRegister(session);
          local.set({ copies: { ...copies(), registers } });
        } catch (failure) {
          if (!isNotFound(failure)) throw failure;
          // The session was removed since the list was loaded.
          const { [sessionKey(session)]: _, ...registers } = copies().registers;
          local.set({ copies: { ...copies(), registers } });
        }
      }
      local.set({ phase: 'asked' });
      await sender.noteContact();
    } catch (failure) {
      local.set({ phase: 'failed' });
      await sender.handleFailure(failure);
    }
  };

  const open = async (): Promise<void> => {
    await local.open();
    if (account.role !== 'parent') return refresh();
    // The role was taken away, and the sign-in already has this.
    await sender.endRole();
    await local.refuse(sender.waiting(), 'role');
  };

  /** Shows and stores the input at once, and sends it when there is a connection. */
  const enqueue = async (waiting: UnsentMark): Promise<void> => {
    await local.addMark(waiting);
    void sender.sendAll();
  };

  return {
    account,
    getState: local.getState,
    subscribe: local.subscribe,
    refresh,
    /** For an administrator, who opens a register of another day. */
    openRegister: async (session: SessionName): Promise<void> => {
      try {
        await storeRegisters(await readRegister(session));
      } catch (failure) {
        await sender.handleFailure(failure);
        throw failure;
      }
    },
    mark: (
      session: SessionName,
      { parent_id, child_id, name }: Pick<RegisterChild, 'parent_id' | 'child_id' | 'name'>,
      attendance: Attendance,
      reason: string | null = null,
    ): Promise<void> =>
      enqueue({
        session: nameOf(session),
        parent_id,
        child_id,
        name,
        reason,
        refused: null,
        mark: { id: newMarkId(), attendance, at: instantOf(serverNowAfterSleep()), tap: nextTap() },
      }),
    addUnlisted: (session: SessionName, child: UnlistedInput): Promise<void> =>
      enqueue({
        session: nameOf(session),
        ...child,
        refused: null,
        mark: { id: newMarkId(), at: instantOf(serverNowAfterSleep()) },
      }),
    openNote: async ({ card, ...child }: ChildInCopy): Promise<void> => {
      const answeredAt = card?.health_answered_at;
      const key = childKey(child);
      const { seen } = local.getState();
      if (!answeredAt || seen.get(key) === answeredAt) return;
      local.set({ seen: new Map([...seen, [key, answeredAt]]) }, true);
      await local.inStore((store) => store.storeSeen(key, answeredAt));
    },
    /** For REG-16. @throws ApiError, ConnectionError where the server has the child and does not delete it */
    removeUnlisted: async (session: SessionName, id: Mark['id']): Promise<void> => {
      // The server may be storing the child: only its answer says where to delete it.
      await sender.settled();
      const waiting = local.getState().marks.filter(({ mark }) => mark.id === id);
      if (waiting.length > 0) return local.forgetMarks(waiting);
      const params = { ...paramsOf(session), unlistedId: id };
      await callRoute(coachRoutes.removeUnlisted, { params }, { transport });
      const key = sessionKey(session);
      const register = copies().registers[key];
      if (!register) return;
      const unlisted = register.unlisted?.filter((child) => child.id !== id) ?? [];
      await storeRegisters({ ...copies().registers, [key]: { ...register, unlisted } });
    },
    dismiss: (marks: readonly UnsentMark[]): Promise<void> => local.forgetMarks(marks),
    start: (): (() => void) => {
      void open();
      // Without the role there is nothing to ask for.
      if (account.role === 'parent') return local.close;
      const again = (): void => void refresh();
      const retry = (): void => {
        void local.storeAgain();
        if (sender.waiting().length > 0) void sender.sendAll();
      };
      const seen = (): void => {
        if (document.visibilityState !== 'visible') return;
        void local.storeAgain();
        void refresh();
      };
      window.addEventListener('online', again);
      document.addEventListener('visibilitychange', seen);
      const timers = [
        setInterval(retry, retryMs),
        setInterval(again, refreshMs),
        setInterval(local.dropOld, minuteMs),
      ];
      return () => {
        window.removeEventListener('online', again);
        document.removeEventListener('visibilitychange', seen);
        for (const timer of timers) clearInterval(timer);
        local.close();
      };
    },
  };
};

export type CoachWork = ReturnType<typeof createCoachWork>;
