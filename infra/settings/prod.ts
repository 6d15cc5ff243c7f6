import { brand } from '#shared/brand';
import { defaultTimeZone } from './defaults.ts';
import type { StageSettings } from './settings-schema.ts';

export const prod: StageSettings = {
  mailFrom: brand.contact.email,
  existingIdentity: false,
  businessTimeZone: defaultTimeZone,
  throttle: { perSecond: 200, burst: 400 },
  accountThrottle: { perSecond: 50, burst: 100 },
  accountRequestsPerAddress: 100,
  concurrentExecutions: 1_000,
};
