import { countingMark } from '#shared/domain/registers/marks';
import type { Mark } from '#shared/schemas/register';
import { isTap, type WaitingMark } from './coach-store.ts';
import { type KeptChild, type KeptRegister, sessionKey } from './copies.ts';

interface RegisterRow {
  readonly child: KeptChild;
  /** The mark that counts, those that wait in this browser included; null without one. */
  readonly mark: Mark | null;
}

/** The children of a register with their marks, and those among them that have a place in the session. */
export const registerRows = (
  { session, children }: KeptRegister,
  marks: readonly WaitingMark[],
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
