import * as z from 'zod/mini';

/** `/config.json`: all that the site must know of where it runs, so that one build serves any account. */
export const siteConfigSchema = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Set only where the user pool is not the cloud's own (the local stack). */
  userPoolEndpoint: z.optional(z.url()),
  /** IANA zone in which "today" is judged (PRC-23). */
  timeZone: z.string(),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
