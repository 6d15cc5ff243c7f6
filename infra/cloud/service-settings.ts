import { createHash } from 'node:crypto';
import { familyEntity } from '#functions/accounts/stored-families';
import { bookingEntity } from '#functions/booking/bookings';
import { endedBookingEntity } from '#functions/booking/ended-bookings';
import { failedDebitEntity, settledPaymentEntity } from '#functions/cards/card-mails';
import { slotEntity } from '#functions/classes/classes';
import { childEntity } from '#functions/families/children';
import { ledgerEntryEntity } from '#functions/ledger/entries';
import { heartbeatEntity } from '#functions/lib/heartbeat';
import { asideAgainEntity } from '#functions/lib/mail/aside-mails';
import { mailRequestEntity } from '#functions/lib/mail/mail-requests';
import { messageEntity, wakeEntity } from '#functions/messages/messages';
import { applicationEntity } from '#functions/waiting/applications';
import { offerEntity } from '#functions/waiting/offers';
import { waitingMailEntity } from '#functions/waiting/waiting-mails';
import { documentScript, earlyReadsScript } from '#shared/document-script';
import { limits } from '#shared/limits';

/** HSTS for two years; only HTTPS answers make a browser remember it. */
export const strictTransportSecurity = { maxAgeSeconds: 63_072_000, includeSubdomains: true } as const;

/**
 * The hash of the empty text. Emotion (Chakra's engine) adds an empty `<style>` element and fills it through
 * CSSOM, which needs no permission; the empty element itself does. So `'unsafe-inline'` is not needed.
 */
const emptyStyleElement = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

const hashSource = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export interface AllowedOrigins {
  /** Origins the site may call besides its own, such as the user pool's endpoint. */
  readonly connectSrc: readonly string[];
  /** Hosts whose pictures classes may show. */
  readonly pictureHosts: readonly string[];
}

const contentSecurityPolicy = ({ connectSrc, pictureHosts }: AllowedOrigins): string =>
  Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'", ...[documentScript, earlyReadsScript].map(hashSource)],
    'style-src': ["'self'", emptyStyleElement],
    'font-src': ["'self'"],
    // A picture's address can carry a token away, so only hosts of the settings are allowed (DAT-06).
    'img-src': ["'self'", ...pictureHosts.map((host) => `https://${host}`)],
    'connect-src': ["'self'", ...connectSrc],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    // A text becomes markup or the address of a script by the site's own policy only (web/src/lib/browser/trusted-types.ts).
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['site'],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');

const deniedFeatures = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb'];

/** The headers of every answer, page and API alike, of the cloud's distribution and of the local server. */
export const securityHeaders = (origins: AllowedOrigins) => ({
  'content-security-policy': contentSecurityPolicy(origins),
  'strict-transport-security': `max-age=${strictTransportSecurity.maxAgeSeconds}; includeSubDomains`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Links in emails carry a token in the query, which a referrer would pass on.
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
});

/** Folder of files whose names contain a hash of their content, as the web build names it. */
export const hashedFilesFolder = 'assets/';

/**
 * Cache headers of the site's files, in the cloud and in the local stack. A browser keeps documents for five minutes, so that a
 * page of one who comes again waits for the API alone (NET-04). CloudFront asks the bucket each time.
 */
export const cacheControl = {
  hashedFiles: 'public, max-age=31536000, immutable',
  others: 'public, max-age=300, s-maxage=0',
} as const;

/** How long a sign-in lasts, in the cloud and in the local stack alike. */
export const sessionSettings = {
  /** The API does not learn of a revoked token: a reset or a removal from the group takes effect within this time. */
  accessTokenSeconds: limits.accessTokenMinutes * 60,
  refreshTokenDays: 30,
  /** Rotation: a refresh token is good once. Two tabs may refresh at the same moment, hence the grace. */
  refreshTokenRotationGraceSeconds: 60,
} as const;

export interface StreamSettings {
  /** Records that the function receives: items of these entities, put for the first time. */
  readonly filter: { readonly eventName: 'INSERT'; readonly entities: readonly string[] };
  /** Records that it receives as well: items of these entities that were changed and are due. */
  readonly dueEntities?: readonly string[];
  readonly batchSize: number;
  /** After these a record is parked, so that it does not block the ones behind it. */
  readonly retryAttempts: number;
  /**
   * Records older than this are parked at once: DynamoDB drops them from the stream after 24 hours. So this is the longest pause
   * after which every email still leaves by itself (REL-05).
   */
  readonly maxRecordAgeSeconds: number;
}

/** Four hours before DynamoDB drops them, so that they can be parked. */
const maxRecordAgeSeconds = 20 * 60 * 60;

/** The mailer's part of the stream. */
export const mailerStreamSettings = {
  filter: {
    eventName: 'INSERT',
    entities: [
      bookingEntity,
      endedBookingEntity,
      ledgerEntryEntity,
      settledPaymentEntity,
      failedDebitEntity,
      mailRequestEntity,
      applicationEntity,
      offerEntity,
      waitingMailEntity,
      asideAgainEntity,
      heartbeatEntity,
    ],
  },
  /** Small, so that one slow message delays few others. Sending ten takes about a second. */
  batchSize: 10,
  retryAttempts: 8,
  maxRecordAgeSeconds,
} as const satisfies StreamSettings;

/** The messenger's part. */
export const messengerStreamSettings = {
  filter: {
    eventName: 'INSERT',
    entities: [messageEntity, wakeEntity, familyEntity, childEntity, heartbeatEntity],
  },
  /** A slot with a kept place: its waiting list is asked at once. */
  dueEntities: [slotEntity],
  batchSize: 10,
  /** Few: a message that fails is resumed by the timer, which asks waiting lists as well. */
  retryAttempts: 2,
  maxRecordAgeSeconds,
} as const satisfies StreamSettings;

export const timerSettings = { everyMinutes: 5 } as const;
