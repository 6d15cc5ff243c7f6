/** Whether a message that failed may have been sent all the same. */
export type FailedOutcome =
  /** Certainly not sent: it can be tried again. */
  | 'not-sent'
  /** Perhaps sent: trying again might send it twice. */
  | 'unknown';

const emailAddress = /[^\s<>"']+@[^\s<>"']+/g;

/** A message that was not, or not surely, sent. Its text names no address: SES quotes the recipient in its errors. */
export class EmailError extends Error {
  override readonly name = 'EmailError';
  readonly outcome: FailedOutcome;

  constructor(outcome: FailedOutcome, reason: string) {
    super(`${outcome}: ${reason.replace(emailAddress, '<address>')}`);
    this.outcome = outcome;
  }
}
