import { brand } from '#shared/brand';
import { type GrantedRole, grantedRoles } from '#shared/roles';
import type { SecondFactorSetting } from './settings-schema.ts';

/** IANA zone of the business, in every stage and in the local system. */
export const defaultTimeZone = 'Europe/London';

/** Stands for an account that nobody has named yet: a deployment refuses it. */
export const noAccount = '000000000000';

/** The sender of every email, as mailboxes show it. */
export const senderOf = (address: string): string => `${brand.name} <${address}>`;

/** Which roles an account has only with a second factor, and which also without (MFA-01). */
export const requiredSecondFactor = {
  admin: 'required',
  coach: 'offered',
} as const satisfies SecondFactorSetting;

/** The roles that need a second factor. */
export const rolesWithSecondFactor = (setting: SecondFactorSetting): readonly GrantedRole[] =>
  grantedRoles.filter((role) => setting[role] === 'required');

/** Emails per second that SES accepts from the account once the quotas of docs/operations.md are granted. */
const mailQuota = 14;

/** The share of prod, and how much of it is kept for single emails: links and confirmations never wait for messages. */
export const prodMailRate = { quota: mailQuota, perSecond: 12, reserved: 3 };

/** What prod leaves. */
export const devMailRate = { quota: mailQuota, perSecond: 2, reserved: 1 };

/** Emails per second of all messages to several recipients together (MSG-03). */
export const bulkMailRate = ({
  perSecond,
  reserved,
}: Pick<typeof prodMailRate, 'perSecond' | 'reserved'>): number => perSecond - reserved;
