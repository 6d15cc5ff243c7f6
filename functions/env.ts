import { type FunctionName, functions } from './functions.ts';

const isText = (value: string): boolean => value.length > 0;

/** What each variable must look like. No schemas: every cold start would build those of all functions. */
const isValid = {
  TABLE_NAME: isText,
  /**
   * IANA time zone of "today" (PRC-23). Synthesis of the stack checks that it exists: the runtime would load its zone
   * data for that (8 ms) on every cold start.
   */
  BUSINESS_TIME_ZONE: (value: string) => /^[A-Z][\w+-]*(?:\/[\w+-]+)*$/.test(value),
  /** Origin of the site, for links in emails: `https://host`, no path. */
  SITE_URL: (value: string) => URL.canParse(value),
  /** Sender of every email: an address, or `Name <address>`. */
  MAIL_FROM: (value: string) => value.includes('@'),
  /** Emails per second of all messages to several recipients together. */
  MAILS_PER_SECOND: (value: string) => Number(value) > 0,
  USER_POOL_ID: isText,
  /** The client of the site. */
  USER_POOL_CLIENT_ID: isText,
  /** Hosts whose pictures a class may show: a JSON array. */
  PICTURE_HOSTS: (value: string) => value.startsWith('['),
  /** Roles that an account has only with a second factor: a JSON array. */
  SECOND_FACTOR_ROLES: (value: string) => value.startsWith('['),
  /** The key that the distribution adds to its requests. */
  ORIGIN_KEY: (value: string) => value.length >= 16,
};

export type Variable = keyof typeof isValid;

type VariableOf<Name extends FunctionName> = (typeof functions)[Name]['variables'][number];

/**
 * The environment of one function, checked.
 * @throws Error naming every variable that is missing or wrong
 */
export const readEnv = <Name extends FunctionName>(
  name: Name,
  source: Record<string, string | undefined> = process.env,
): Record<VariableOf<Name>, string> => {
  const values: Partial<Record<Variable, string>> = {};
  const wrong: string[] = [];
  for (const variable of functions[name].variables) {
    const value = source[variable];
    if (value === undefined) wrong.push(`${variable} (missing)`);
    else if (isValid[variable](value)) values[variable] = value;
    else wrong.push(`${variable} (not valid)`);
  }
  if (wrong.length > 0) throw new Error(`The environment of ${name} is not complete: ${wrong.join(', ')}`);
  // Every listed variable was set above.
  return values as Record<VariableOf<Name>, string>;
};
