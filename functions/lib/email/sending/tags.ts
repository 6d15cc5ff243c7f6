/** Tags of emails; SES includes them in its reports about an email. */

/** The recipient's account id. */
export const accountTag = 'account';

/** The message that an email belongs to, and which of its recipients it is for. */
export const messageTag = 'message';
export const recipientTag = 'recipient';
