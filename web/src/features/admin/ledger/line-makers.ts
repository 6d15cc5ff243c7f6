import { endingLineId } from '#shared/domain/ledger/ledger-lines';
import type { ManagedStatement } from '#shared/schemas/statement';

/** The administrators who made the lines of an account, by the line's id (PAY-01). */
export const lineMakers = ({
  charges,
  entries,
}: Pick<ManagedStatement, 'charges' | 'entries'>): ReadonlyMap<string, string> => {
  const makers: readonly (readonly [string, string | null])[] = [
    ...charges.map(({ booking_id, ended_by_name }) => [endingLineId(booking_id), ended_by_name] as const),
    ...entries.map(({ key, made_by_name }) => [key, made_by_name] as const),
  ];
  return new Map(makers.flatMap(([id, name]) => (name === null ? [] : [[id, name]])));
};
