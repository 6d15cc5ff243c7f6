import * as z from 'zod/mini';

export const siteConfigPath = '/config.json';

/** The site reads this at its start, so that one build serves any AWS account. */
export const siteConfigSchema = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Set only in the local stack, which emulates Cognito. */
  userPoolEndpoint: z.optional(z.url()),
  /** The IANA time zone that decides what "today" is (PRC-23). */
  timeZone: z.string(),
  /** Hosts whose pictures a class may show. */
  pictureHosts: z.array(z.string()),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
