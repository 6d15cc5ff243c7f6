/** Whether an email whose sending failed may have been sent. */
export type FailedOutcome =
  /** Certainly not sent: it can be retried. */
  | 'not-sent'
  /** Perhaps sent: a retry might send it twice. */
  | 'unknown';

const emailAddress = /[^\s<>"']+@[^\s<>"']+/g;

/** The sending of an email failed. The text holds no address, although SES quotes the recipient in its errors. */
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
