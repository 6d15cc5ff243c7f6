/** The tag of every email with the recipient's account id; SES includes it in its reports of bounces and complaints. */
export const accountTag = 'account';
