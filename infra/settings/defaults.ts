import { brand } from '#shared/brand';

/** IANA zone of the business, in every stage and in the local system. */
export const defaultTimeZone = 'Europe/London';

/** The sender of every email, as mailboxes show it. */
export const senderOf = (address: string): string => `${brand.name} <${address}>`;

/** What SES accepts, and how much of it is kept for single emails: links and confirmations never wait for messages. */
export const defaultMailRate = { perSecond: 14, reserved: 3 };

/** Emails per second of all messages to several recipients together (MSG-03). */
export const bulkMailRate = ({ perSecond, reserved }: typeof defaultMailRate): number => perSecond - reserved;
