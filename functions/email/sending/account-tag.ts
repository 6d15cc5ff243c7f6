/** Every message carries the id of its reader's account under this name; SES hands it back when it reports on it. */
export const accountTag = 'account';
