import * as z from 'zod/mini';
import type { ApiService } from '#shared/contract/route';

export type FunctionName = ApiService | 'mailer' | 'bounces';

const variables = {
  TABLE_NAME: z.string().check(z.minLength(1)),
  /**
   * IANA zone in which "today" is judged (PRC-23). That it exists is checked when the stack is made: asking the
   * runtime here would load its zone data (8 ms) on every cold start.
   */
  BUSINESS_TIME_ZONE: z.string().check(z.regex(/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/)),
  /** Origin of the site, for links in emails: `https://host`, no path. */
  SITE_URL: z.url(),
  /** Sender of every email: an address, or `Name <address>`. */
  MAIL_FROM: z.string().check(z.includes('@')),
  USER_POOL_ID: z.string().check(z.minLength(1)),
  USER_POOL_CLIENT_ID: z.string().check(z.minLength(1)),
  /** What the distribution sends along, to tell its requests from others. */
  ORIGIN_KEY: z.string().check(z.minLength(16)),
};

export type Variable = keyof typeof variables;

/** Which variables each function reads; infrastructure must set exactly these. */
export const environmentOf = {
  catalogue: ['TABLE_NAME'],
  account: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID', 'ORIGIN_KEY'],
  family: ['TABLE_NAME', 'BUSINESS_TIME_ZONE'],
  admin: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'USER_POOL_ID'],
  mailer: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'SITE_URL', 'MAIL_FROM'],
  bounces: ['TABLE_NAME'],
} as const satisfies Record<FunctionName, readonly Variable[]>;

/**
 * The environment of one function, checked.
 * @throws Error naming every variable that is missing or wrong, before the function serves anything.
 */
export const readEnv = <Name extends FunctionName>(
  name: Name,
  source: Record<string, string | undefined> = process.env,
): Record<(typeof environmentOf)[Name][number], string> => {
  const values: Partial<Record<Variable, string>> = {};
  const wrong: string[] = [];
  for (const variable of environmentOf[name]) {
    const parsed = variables[variable].safeParse(source[variable]);
    if (parsed.success) values[variable] = parsed.data;
    else wrong.push(`${variable} (${source[variable] === undefined ? 'missing' : 'not valid'})`);
  }
  if (wrong.length > 0) throw new Error(`The environment of ${name} is not complete: ${wrong.join(', ')}`);
  // Every listed variable was set above, or this line is not reached.
  return values as Record<(typeof environmentOf)[Name][number], string>;
};
