import type { RecipientId } from '#shared/schemas/ids';
import type { HoldReason, MessageKind, MessageOf } from '#shared/schemas/message';
import type { Mail } from '../../lib/email/sending/send.ts';
import type { MessengerDeps } from '../deps.ts';

/** The email to one recipient, or why there is none. */
export type PreparedMail = { readonly compose: () => Mail } | { readonly held: HoldReason };

type PreparedMails = ReadonlyMap<RecipientId, PreparedMail>;

/** A message at the moment. */
export interface PreparedMessage {
  readonly recipients: readonly RecipientId[];
  /**
   * Reads what the emails to some recipients say. It is called for a few of them immediately before they are sent, so that
   * a run begins to send whatever the number of recipients. One who is not among the recipients any more has no email.
   */
  readonly mailsFor: (ids: readonly RecipientId[]) => Promise<PreparedMails>;
}

/** A message that goes to nobody. */
export const toNobody: PreparedMessage = { recipients: [], mailsFor: async () => new Map() };

/**
 * Reads whom a message goes to, and does the work that its emails tell of. It is called in every run that sends, so that
 * emails follow what is stored then.
 */
export type Prepare<Kind extends MessageKind> = (
  message: MessageOf<Kind>,
  deps: MessengerDeps,
) => Promise<PreparedMessage>;
