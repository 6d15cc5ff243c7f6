import {
  type LedgerEntryCause,
  type LedgerEntryKey,
  ledgerEntryKeySchema,
} from '#shared/schemas/ledger-entry';

/** What the keys of all credits of a booking for one of its sessions begin with. */
export const sessionKeyPrefix = ({
  booking_id,
  date,
}: Pick<Extract<LedgerEntryCause, { type: 'session' }>, 'booking_id' | 'date'>): string =>
  `SESSION#${booking_id}#${date}#`;

/** What the keys of all counter-entries begin with that take back entries whose keys begin with a prefix. */
export const counterKeyPrefix = (prefix: string): string => `COUNTER#${prefix}`;

const write = (cause: LedgerEntryCause): string => {
  switch (cause.type) {
    case 'attempt':
      return `ATTEMPT#${cause.attempt}`;
    case 'row':
      return `ROW#${cause.row}#${cause.time}`;
    case 'session':
      return `${sessionKeyPrefix(cause)}${cause.slot_id}#${cause.calendar_version}`;
    case 'ending':
      return `ENDING#${cause.booking_id}`;
    case 'counter':
      return counterKeyPrefix(cause.entry);
  }
};

/** The key of the entry that a cause has in its family's ledger: the same cause cannot make a second one (PAY-02). */
export const ledgerEntryKey = (cause: LedgerEntryCause): LedgerEntryKey =>
  ledgerEntryKeySchema.parse(write(cause));
