import * as z from 'zod/mini';
import { type GrantedRole, grantedRoles } from '#shared/roles';

export const stageSchema = z.enum(['dev', 'prod']);
export type Stage = z.infer<typeof stageSchema>;

const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

const hostName = z.string().check(z.regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/, 'not a host name'));

const positiveInteger = z.int().check(z.positive());

/** A token bucket of API Gateway: sustained requests per second, and the size of the bucket. */
const throttleSchema = z.strictObject({ perSecond: positiveInteger, burst: positiveInteger });

const obligationSchema = z.enum(['required', 'offered']);

/** Whether an account has a granted role only with a second factor. */
export const secondFactorSettingSchema = z.strictObject({ admin: obligationSchema, coach: obligationSchema });
export type SecondFactorSetting = z.infer<typeof secondFactorSettingSchema>;

/** What a stage may choose. Every key is written in the stage's file; only optional features may be left out. */
export const stageSettingsSchema = z.strictObject({
  /** Id of the AWS account. A deployment with credentials of another one is refused. */
  account: z.string().check(z.regex(/^\d{12}$/, 'not the 12 digits of an AWS account')),
  /** AWS region of everything that CloudFront does not require in us-east-1. */
  region: z.string().check(z.regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'not an AWS region')),
  /** Address every email comes from. Its domain is an SES identity, which signs the mail (DKIM). */
  mailFrom: z.email(),
  /** True if SES already has the identity of that domain: the stack then uses it and does not create it. */
  existingIdentity: z.boolean(),
  /** IANA zone in which "today" is judged (PRC-23). */
  businessTimeZone: z.string().check(z.refine((zone) => timeZones.has(zone), 'not an IANA time zone')),
  /** Emails per second: SES's quota in this region, this stage's share, and how much of it no mass message uses. */
  mailRate: z
    .strictObject({ quota: positiveInteger, perSecond: positiveInteger, reserved: positiveInteger })
    .check(
      z.refine(({ perSecond, reserved }) => reserved < perSecond, 'nothing is left for messages'),
      z.refine(({ quota, perSecond }) => perSecond <= quota, 'the share is more than the quota'),
    ),
  /** Limit of each route that has no lower one, for all callers together. Requests beyond it are answered with 429. */
  throttle: throttleSchema,
  /** The same of each limited route of the account service. Routes that set a password have a lower one of their own. */
  accountThrottle: throttleSchema,
  firewall: z.boolean(),
  /** Firewall: requests of one address to `/api/account/` in five minutes. AWS accepts 10 or more. */
  accountRequestsPerAddress: z.int().check(z.minimum(10)),
  /** The account's Lambda quota of concurrent executions in this region; an alarm goes off at 80 %. */
  concurrentExecutions: positiveInteger,
  /** Raised by one to rotate the key by which functions know the distribution. */
  originKeyVersion: positiveInteger,
  /** For each granted role, whether an account has it only with a second factor. */
  secondFactor: secondFactorSettingSchema,
  /** Subscribed to all alarms, for which AWS asks it to confirm. The budget writes to it without a confirmation. */
  alarmEmail: z.email(),
  /** US dollars a month for the whole AWS account, so one stage of an account has it. */
  monthlyBudget: z.optional(positiveInteger),
  /** Hosts whose pictures classes may show, over HTTPS. Name only hosts whose logs you trust. Without it there are none. */
  pictureHosts: z.optional(z.array(hostName).check(z.minLength(1))),
  /** Whether families can pay by card, once an account at Stripe is connected (`npm run admin -- cards connect`). */
  cards: z.optional(z.literal(true)),
  /** The site's own address. Without it the site has a cloudfront.net address. */
  domain: z.optional(
    z.strictObject({
      name: hostName,
      /** In ACM in us-east-1, where CloudFront requires it. */
      certificateArn: z.string().check(z.startsWith('arn:aws:acm:us-east-1:')),
    }),
  ),
});

export type StageSettings = z.infer<typeof stageSettingsSchema>;
export type Settings = StageSettings & { readonly stage: Stage };

export const defaultTimeZone = 'Europe/London';

/** Stands for an account that nobody has named yet: a deployment refuses it. */
export const noAccount = '000000000000';

/** Which roles an account has only with a second factor, and which also without (MFA-01). */
export const requiredSecondFactor = {
  admin: 'required',
  coach: 'offered',
} as const satisfies SecondFactorSetting;

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
