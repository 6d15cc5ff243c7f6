import { brand } from '#shared/brand';
import {
  defaultTimeZone,
  noAccount,
  prodMailRate,
  requiredSecondFactor,
  type StageSettings,
} from './settings-schema.ts';

export const prod: StageSettings = {
  account: noAccount,
  region: 'eu-west-2',
  mailFrom: brand.mailbox,
  existingIdentity: false,
  alarmEmail: brand.mailbox,
  monthlyBudget: 30,
  businessTimeZone: defaultTimeZone,
  mailRate: prodMailRate,
  throttle: { perSecond: 200, burst: 400 },
  accountThrottle: { perSecond: 50, burst: 100 },
  firewall: false,
  accountRequestsPerAddress: 100,
  concurrentExecutions: 1_000,
  originKeyVersion: 1,
  secondFactor: requiredSecondFactor,
};
