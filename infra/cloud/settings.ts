import type { Node } from 'constructs';
import * as z from 'zod/mini';
import { brand } from '#shared/brand';

const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** Where the business is, unless told otherwise. */
export const defaultTimeZone = 'Europe/London';

/** The sender of every email, as mailboxes show it. */
export const senderOf = (address: string): string => `${brand.name} <${address}>`;

/** Two stages in one account cannot share a domain that mail is signed for: `dev` has a part of the brand's. */
const defaultSender = {
  dev: brand.contact.email.replace('@', '@dev.'),
  prod: brand.contact.email,
} as const;

/** What a deployment may choose, each as `-c name=value` of the cdk command. */
const settingsSchema = z
  .object({
    /** Two stages share nothing: each is a stack of its own. */
    stage: z._default(z.enum(['dev', 'prod']), 'dev'),
    /** Address every email comes from, by default the brand's. Its domain is set up for signing (DKIM) in SES. */
    mailFrom: z.optional(z.email()),
    /** IANA zone in which "today" is judged (PRC-23). */
    businessTimeZone: z._default(
      z.string().check(z.refine((zone) => timeZones.has(zone), 'not an IANA time zone')),
      defaultTimeZone,
    ),
    /** The site's own address; without it the site lives at a cloudfront.net address. */
    domainName: z.optional(z.string()),
    /** Certificate of `domainName`: in ACM, in us-east-1, where CloudFront looks for it. */
    certificateArn: z.optional(z.string().check(z.startsWith('arn:aws:acm:us-east-1:'))),
    /** A firewall in front of the site, as infra/firewall-app.ts makes it. */
    webAclArn: z.optional(z.string().check(z.regex(/^arn:aws:wafv2:us-east-1:\d+:global\/webacl\//))),
  })
  .check(
    z.refine(
      ({ domainName, certificateArn }) => (domainName === undefined) === (certificateArn === undefined),
      'domainName and certificateArn come together',
    ),
  );
type Given = z.infer<typeof settingsSchema>;
export type Settings = Given & { readonly mailFrom: string };

/**
 * Reads the settings from the app's context.
 * @throws Error saying which setting is wrong
 */
export const readSettings = (node: Node): Settings => {
  const context = Object.fromEntries(
    Object.keys(settingsSchema.shape).map((name) => [name, node.tryGetContext(name)]),
  );
  const settings = settingsSchema.safeParse(context);
  if (!settings.success) throw new Error(z.prettifyError(settings.error));
  return { ...settings.data, mailFrom: settings.data.mailFrom ?? defaultSender[settings.data.stage] };
};
