import type { Node } from 'constructs';
import * as z from 'zod/mini';
import { brand } from '#shared/brand';

const timeZones: ReadonlySet<string> = new Set(Intl.supportedValuesOf('timeZone'));

/** What a deployment may choose, each as `-c name=value` of the cdk command. */
const settingsSchema = z
  .object({
    /** Two stages share nothing: each is a stack of its own. */
    stage: z._default(z.enum(['dev', 'prod']), 'dev'),
    /** Address every email comes from. Its domain is set up for signing (DKIM) in SES. */
    mailFrom: z._default(z.email(), brand.contact.email),
    /** IANA zone in which "today" is judged (PRC-23). */
    businessTimeZone: z._default(
      z.string().check(z.refine((zone) => timeZones.has(zone), 'not an IANA time zone')),
      'Europe/London',
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
export type Settings = z.infer<typeof settingsSchema>;

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
  return settings.data;
};
