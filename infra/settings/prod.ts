import { brand } from '#shared/brand';
import { defaultMailRate, defaultTimeZone } from './defaults.ts';
import type { StageSettings } from './settings-schema.ts';

export const prod: StageSettings = {
  mailFrom: brand.contact.email,
  existingIdentity: false,
  businessTimeZone: defaultTimeZone,
  mailRate: defaultMailRate,
  throttle: { perSecond: 200, burst: 400 },
  accountThrottle: { perSecond: 50, burst: 100 },
  accountRequestsPerAddress: 100,
  concurrentExecutions: 1_000,
};
