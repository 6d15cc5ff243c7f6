import { brand } from '#shared/brand';

/** IANA zone of the business, in every stage and in the local system. */
export const defaultTimeZone = 'Europe/London';

/** The sender of every email, as mailboxes show it. */
export const senderOf = (address: string): string => `${brand.name} <${address}>`;
