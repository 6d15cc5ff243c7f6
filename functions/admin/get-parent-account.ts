import { readProfileNames } from '../data/families/profile-names.ts';
import { readStatement } from '../data/families/read-statement.ts';
import type { Operation } from '../http/create-handler.ts';
import { problem } from '../http/problem-error.ts';
import type { AdminDeps } from './deps.ts';

/** A family's account, with who recorded what (PAY-05). */
export const getParentAccount: Operation<'getParentAccount', AdminDeps> = async (
  { params },
  { table, timeZone },
) => {
  const found = await readStatement(table, params.parentId, timeZone);
  if (!found) throw problem('parentNotFound');
  const { account, statement } = found;
  const nameOf = await readProfileNames(
    table,
    statement.entries.map(({ made_by }) => made_by),
  );
  return {
    ...statement,
    entries: statement.entries.map((entry) => ({ ...entry, made_by_name: nameOf(entry.made_by) })),
    reminded_at: account?.reminded_at ?? null,
    do_not_remind: account?.do_not_remind ?? false,
  };
};
