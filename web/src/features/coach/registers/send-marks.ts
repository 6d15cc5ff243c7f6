import { instantOf } from '#shared/lib/values';
import { limits } from '#shared/limits';
import type { SendMarks } from '#shared/registers/register';
import { coachRoutes } from '#shared/registers/routes';
import { type ApiTransport, callRoute } from '../../../lib/api/api-client.ts';
import { ApiError, ConnectionError, isNotAuthenticated } from '../../../lib/api/api-error.ts';
import { dropSignIn } from '../../../lib/sign-in/auth.ts';
import { serverNowAfterSleep } from '../../../lib/time/server-clock.ts';
import { isTap, type UnsentMark } from './coach-store.ts';
import { grouped, noCopies, sessionKey } from './copies.ts';
import { type LocalWork, unlistedOf } from './local-work.ts';

const requestOf = (marks: readonly UnsentMark[]): SendMarks => {
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

// Undefined where they may be stored later. Only the API decides: no firewall, guest network or other version.
const refusalBy = (failure: unknown): UnsentMark['refused'] | undefined => {
  if (!(failure instanceof ApiError) || !failure.isOfApi) return undefined;
  if (failure.code === 'coachOnly') return 'role';
  if (failure.code === 'notFound') return 'not-yours';
  return failure.code === 'invalidRequest' || failure.code === 'payloadTooLarge' ? 'unknown' : undefined;
};

export const createMarkSender = (local: LocalWork, transport: ApiTransport) => {
  let sending: Promise<void> | undefined;

  const noteContact = (): Promise<void> =>
    local.storeCopies({ lastContact: instantOf(serverNowAfterSleep()) });

  const endRole = async (): Promise<void> => {
    local.set({ isEnded: true });
    await local.storeCopies(noCopies);
  };

  const handleFailure = async (failure: unknown): Promise<void> => {
    if (isNotAuthenticated(failure)) dropSignIn();
    else if (refusalBy(failure) === 'role') await endRole();
    else if (!(failure instanceof ConnectionError || failure instanceof ApiError)) console.error(failure);
  };

  /** @returns whether the server decided about the marks */
  const sendFirst = async (marks: readonly UnsentMark[]): Promise<boolean> => {
    try {
      const answer = await callRoute(coachRoutes.sendMarks, { body: requestOf(marks) }, { transport });
      const refusedOf = new Map(answer.marks.map(({ id, refused }) => [id, refused]));
      await local.moveToCopies(marks.filter(({ mark }) => refusedOf.get(mark.id) === null));
      for (const waiting of marks) {
        const refused = refusedOf.get(waiting.mark.id);
        if (refused) await local.refuse([waiting], refused);
      }
      await noteContact();
      return true;
    } catch (failure) {
      const refused = refusalBy(failure);
      // An unreadable mark must not hold up the others.
      if (refused === 'unknown' && marks.length > 1) {
        const half = Math.ceil(marks.length / 2);
        return (await sendFirst(marks.slice(0, half))) && sendFirst(marks.slice(half));
      }
      await handleFailure(failure);
      if (!refused) return false;
      await local.refuse(marks, refused);
      return true;
    }
  };

  const waiting = (): readonly UnsentMark[] =>
    local.getState().marks.filter(({ refused }) => refused === null);

  const sendWaiting = async (): Promise<void> => {
    for (;;) {
      const marks = waiting();
      if (marks.length === 0 || local.isStopped()) return;
      if (!(await sendFirst(marks.slice(0, limits.marksAtOnce)))) return;
    }
  };

  return {
    waiting,
    /** In order, one request at a time, until nothing waits or the connection fails. */
    sendAll: async (): Promise<void> => {
      if (sending) return;
      sending = sendWaiting();
      try {
        await sending;
      } finally {
        sending = undefined;
      }
    },
    /** Waits for the running request, whose answer says what the server has. */
    settled: async (): Promise<void> => {
      await sending?.catch(() => undefined);
    },
    noteContact,
    endRole,
    /** Ends what a failed request says has ended: the sign-in, or the role. */
    handleFailure,
  };
};
