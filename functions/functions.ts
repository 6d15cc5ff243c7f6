import type { ApiService } from '#shared/contract/route';

interface DeployedFunction {
  /** What invokes it: the gateway, the table's stream, the schedule, reports of SES, or the user pool. */
  readonly trigger: 'api' | 'stream' | 'schedule' | 'reports' | 'user-pool';
  readonly variables: readonly Variable[];
}

/** Each Lambda function by its entry in functions/entries/. Local system, permissions, alarms, releases and tests follow. */
export const functions = {
  catalogue: { trigger: 'api', variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'ORIGIN_KEY'] },
  account: {
    trigger: 'api',
    variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'USER_POOL_ID', 'USER_POOL_CLIENT_ID', 'ORIGIN_KEY'],
  },
  family: { trigger: 'api', variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE'] },
  admin: {
    trigger: 'api',
    variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'USER_POOL_ID', 'PICTURE_HOSTS', 'SITE_URL'],
  },
  links: {
    trigger: 'api',
    variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'SITE_URL', 'MAIL_FROM', 'ORIGIN_KEY'],
  },
  coach: { trigger: 'api', variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE'] },
  cards: {
    trigger: 'api',
    variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'SITE_URL', 'STRIPE_API', 'CARD_KEY_SECRET'],
  },
  'card-events': { trigger: 'api', variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'CARD_EVENTS_SECRET'] },
  mailer: { trigger: 'stream', variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'SITE_URL', 'MAIL_FROM'] },
  messenger: {
    trigger: 'stream',
    variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE', 'SITE_URL', 'MAIL_FROM', 'MAILS_PER_SECOND'],
  },
  timer: { trigger: 'schedule', variables: ['TABLE_NAME', 'BUSINESS_TIME_ZONE'] },
  bounces: { trigger: 'reports', variables: ['TABLE_NAME'] },
  pretoken: { trigger: 'user-pool', variables: ['TABLE_NAME', 'SECOND_FACTOR_ROLES'] },
} as const satisfies Record<ApiService, DeployedFunction & { trigger: 'api' }> &
  Record<string, DeployedFunction>;

export type FunctionName = keyof typeof functions;

export type FunctionOf<Trigger extends DeployedFunction['trigger']> = {
  [Name in FunctionName]: (typeof functions)[Name]['trigger'] extends Trigger ? Name : never;
}[FunctionName];

// Object.keys gives strings; the list's names are these.
export const functionNames = Object.keys(functions) as readonly FunctionName[];

const isText = (value: string): boolean => value.length > 0;

const isSecretName = (value: string): boolean => value.length > 0 && !/^(?:sk|rk|whsec)_/.test(value);

/** What each variable must look like. No schemas: every cold start would build those of all functions. */
const isValid = {
  TABLE_NAME: isText,
  /** IANA time zone of "today" (PRC-23). Synthesis checks that it exists: loading zone data takes a cold start 8 ms. */
  BUSINESS_TIME_ZONE: (value: string) => /^[A-Z][\w+-]*(?:\/[\w+-]+)*$/.test(value),
  SITE_URL: (value: string) => URL.canParse(value),
  MAIL_FROM: (value: string) => value.includes('@'),
  MAILS_PER_SECOND: (value: string) => Number(value) > 0,
  USER_POOL_ID: isText,
  USER_POOL_CLIENT_ID: isText,
  PICTURE_HOSTS: (value: string) => value.startsWith('['),
  SECOND_FACTOR_ROLES: (value: string) => value.startsWith('['),
  /** Origin of Stripe's API. */
  STRIPE_API: (value: string) => URL.canParse(value),
  /** The secret in Secrets Manager with the key of Stripe's API, by its name or ARN: never the key itself. */
  CARD_KEY_SECRET: isSecretName,
  /** The secret with what signs Stripe's events, likewise. */
  CARD_EVENTS_SECRET: isSecretName,
  ORIGIN_KEY: (value: string) => value.length >= 16,
};

export type Variable = keyof typeof isValid;

type VariableOf<Name extends FunctionName> = (typeof functions)[Name]['variables'][number];

/** The environment of one function, checked. @throws Error naming every variable that is missing or wrong */
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
  return values as Record<VariableOf<Name>, string>;
};
