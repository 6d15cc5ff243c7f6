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
  /** SES accepts no more per second at the moment: the same message may be accepted a little later. */
  readonly isThrottled: boolean;

  constructor(outcome: FailedOutcome, reason: string, { isThrottled = false } = {}) {
    super(`${outcome}: ${reason.replace(emailAddress, '<address>')}`);
    this.outcome = outcome;
    this.isThrottled = isThrottled;
  }
}
