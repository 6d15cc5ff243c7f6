/** HSTS for two years; only HTTPS answers make a browser remember it. */
export const strictTransportSecurity = { maxAgeSeconds: 63_072_000, includeSubdomains: true } as const;

/**
 * The hash of the empty text. Emotion (Chakra's engine) adds an empty `<style>` element and fills it through
 * CSSOM, which needs no permission; the empty element itself does. So `'unsafe-inline'` is not needed.
 */
const emptyStyleElement = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export interface AllowedOrigins {
  /** Origins the site may call besides its own, such as the user pool's endpoint. */
  readonly connectSrc: readonly string[];
  /** Hosts whose pictures classes may show. */
  readonly pictureHosts: readonly string[];
}

const contentSecurityPolicy = ({ connectSrc, pictureHosts }: AllowedOrigins): string =>
  Object.entries({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
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

/**
 * The headers of every answer, page and API alike: the cloud's distribution and the local server send these.
 */
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
