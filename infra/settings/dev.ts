import { brand } from '#shared/brand';
import {
  defaultTimeZone,
  devMailRate,
  noAccount,
  requiredSecondFactor,
  type StageSettings,
} from './settings-schema.ts';

export const dev: StageSettings = {
  account: noAccount,
  region: 'eu-west-2',
  // SES has one identity per domain and account: a subdomain lets both stages share an account.
  mailFrom: brand.mailbox.replace('@', '@dev.'),
  existingIdentity: false,
  alarmEmail: brand.mailbox,
  businessTimeZone: defaultTimeZone,
  mailRate: devMailRate,
  throttle: { perSecond: 200, burst: 400 },
  accountThrottle: { perSecond: 50, burst: 100 },
  firewall: false,
  accountRequestsPerAddress: 100,
  concurrentExecutions: 1_000,
  originKeyVersion: 1,
  secondFactor: requiredSecondFactor,
};
