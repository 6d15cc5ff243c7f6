import type { ApiService } from '#shared/contract/route';
import type { Variable } from './env.ts';

interface DeployedFunction {
  /** What invokes it: the gateway, the table's stream, the schedule, reports of SES, or the user pool. */
  readonly trigger: 'api' | 'stream' | 'schedule' | 'reports' | 'user-pool';
  /** The variables of its environment; infrastructure must set exactly these. */
  readonly variables: readonly Variable[];
}

/**
 * Every Lambda function by the name of its folder in functions/. The local system, permissions, alarms, releases and their
 * tests follow from this list.
 */
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

/** The functions that a trigger invokes. */
export type FunctionOf<Trigger extends DeployedFunction['trigger']> = {
  [Name in FunctionName]: (typeof functions)[Name]['trigger'] extends Trigger ? Name : never;
}[FunctionName];

// Object.keys gives strings; the list's names are these.
export const functionNames = Object.keys(functions) as readonly FunctionName[];
