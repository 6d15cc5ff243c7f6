import type { StoredBooking } from '#functions/data/bookings/bookings';
import { placeMark } from '#functions/data/ledger/places';
import { ledgerEntryKey } from '#shared/domain/ledger/entry-key';
import { sum } from '#shared/domain/lists/sum';
import type { LedgerEntry } from '#shared/schemas/ledger-entry';
import { type EntryEffect, effectOf, type ShownLedger } from './family-state.ts';
import type { FinalLedger, StoredSlot } from './final-state.ts';
import type { NumberOf } from './made-bookings.ts';
import type { KnownHistory } from './slot-model.ts';
import type { Violation } from './violation.ts';

const liveOf = (slots: readonly StoredSlot[], parent: string): StoredBooking[] =>
  slots.flatMap(({ bookings }) => bookings).filter(({ parent_id }) => parent_id === parent);

/** The key of an entry in the model, which names bookings by their numbers. */
const keyOf = ({ cause }: LedgerEntry, numberOf: NumberOf): string => {
  if (cause.type === 'ending') return `ENDING#${numberOf(cause.booking_id)}`;
  return cause.type === 'counter' ? cause.entry.replace('ATTEMPT', 'COUNTER') : ledgerEntryKey(cause);
};

const effectOfEntry = (entry: LedgerEntry): EntryEffect =>
  entry.kind === 'counter' ? effectOf(entry.countered, -entry.amount) : effectOf(entry.kind, entry.amount);

/** What the table has of a family's ledger, as the model has it. */
export const ledgerOf = (
  { parent, ledger, ended, entries }: FinalLedger,
  slots: readonly StoredSlot[],
  numberOf: NumberOf,
): ShownLedger => ({
  charges: new Map([...liveOf(slots, parent), ...ended].map(({ id, amount }) => [numberOf(id), { amount }])),
  endings: new Map(ended.map((record) => [numberOf(record.id), record.ended])),
  entries: new Map(entries.map((entry) => [keyOf(entry, numberOf), effectOfEntry(entry)])),
  trials: ledger?.trials ?? new Set(),
});

/** The sums of a ledger: what the counters of its ledger are to be. */
const recount = ({ charges, endings, entries }: ShownLedger) => {
  const effects = [...entries.values()];
  const entered = (name: EntryEffect['sum']) =>
    sum(effects.filter((effect) => effect.sum === name).map(({ amount }) => amount));
  return {
    charged: sum([...charges.values()].map(({ amount }) => amount)),
    credited: sum([...endings.values()].map(({ credit }) => credit)) + entered('credited'),
    waived: entered('waived'),
    received: entered('received'),
  };
};

/**
 * Checks that each booking is live once or in the history once, that a deleted family has no live one, and that the
 * counters of each ledger equal a recount of bookings, history and entries.
 */
export const checkLedgers = (
  ledgers: readonly FinalLedger[],
  slots: readonly StoredSlot[],
  { entries: requests, numberOf }: KnownHistory,
): Violation[] => {
  const booked = new Set(
    requests.filter(({ request }) => request.kind === 'book').map(({ number }) => number),
  );
  return ledgers.flatMap((final) => {
    const { parent, isDeleted, ledger, ended } = final;
    const live = liveOf(slots, parent);
    const ids = [...live, ...ended].map(({ id }) => id);
    const doubled = ids.filter((id, index) => ids.indexOf(id) !== index);
    const {
      charged = 0,
      credited = 0,
      waived = 0,
      received = 0,
      live_bookings_at_most: counted = 0,
    } = ledger ?? {};
    const stored = JSON.stringify({ charged, credited, waived, received });
    const recounted = JSON.stringify(recount(ledgerOf(final, slots, numberOf)));
    const marks = JSON.stringify([...(ledger?.places ?? [])].toSorted());
    const bookings = ids.filter((id) => booked.has(numberOf(id))).length;
    const invariants: readonly { rule: string; holds: boolean; text: string }[] = [
      {
        rule: 'no booking of a deleted family',
        holds: !isDeleted || live.length === 0,
        text: live.map(({ id }) => id).join(', '),
      },
      {
        rule: 'each booking is live once, or in the history once',
        holds: doubled.length === 0,
        text: doubled.join(', '),
      },
      {
        rule: 'the ledger equals a recount',
        holds: stored === recounted,
        text: `${stored} counted, ${recounted} by bookings, history and entries`,
      },
      {
        rule: 'the ledger marks the places of the live bookings',
        holds: marks === JSON.stringify(live.map(placeMark).toSorted()),
        text: marks,
      },
      {
        rule: 'the ledger counts the bookings made',
        holds: counted === bookings,
        text: `${counted} counted, ${bookings} made`,
      },
    ];
    return invariants
      .filter(({ holds }) => !holds)
      .map(({ rule, text }) => ({ rule, text: `${text} (family ${parent})`, entries: [] }));
  });
};
