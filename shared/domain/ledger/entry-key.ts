import {
  type LedgerEntryCause,
  type LedgerEntryKey,
  ledgerEntryKeySchema,
} from '#shared/schemas/ledger-entry';

const write = (cause: LedgerEntryCause): string => {
  switch (cause.type) {
    case 'attempt':
      return `ATTEMPT#${cause.attempt}`;
    case 'session':
      return `SESSION#${cause.booking_id}#${cause.date}#${cause.calendar_version}`;
    case 'ending':
      return `ENDING#${cause.booking_id}`;
    case 'counter':
      return `COUNTER#${cause.entry}`;
  }
};

/** The key of the entry that a cause has in its family's ledger: the same cause cannot make a second one (PAY-02). */
export const ledgerEntryKey = (cause: LedgerEntryCause): LedgerEntryKey =>
  ledgerEntryKeySchema.parse(write(cause));
