import type { RecipientId } from '#shared/schemas/ids';
import type { HoldReason, MessageKind, MessageOf } from '#shared/schemas/message';
import type { Mail } from '../../lib/email/sending/send.ts';
import type { MessengerDeps } from '../deps.ts';

/** The email to one recipient, rendered when it is sent; or why there is none. */
export type PreparedMail = { readonly compose: () => Mail } | { readonly held: HoldReason };

/** The recipients of a message at the moment. */
export type PreparedMails = ReadonlyMap<RecipientId, PreparedMail>;

/**
 * Reads the recipients of a message, and the content of each email. It is called when the recipients are stored and again
 * in every run that sends, so that emails follow what is stored then: a recipient who is not among them any more gets none.
 */
export type Prepare<Kind extends MessageKind> = (
  message: MessageOf<Kind>,
  deps: MessengerDeps,
) => Promise<PreparedMails>;
