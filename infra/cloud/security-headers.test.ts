import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { documentScript, earlyReadsScript } from '#shared/document-script';
import { securityHeaders } from './service-settings.ts';

const userPool = 'https://cognito-idp.eu-west-2.amazonaws.com';

it('allows the site’s own scripts, styles and pictures, the inline scripts of documents, and nothing else that frames or calls', () => {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = securityHeaders({ connectSrc: [userPool], pictureHosts: ['img.example'] })[
    'content-security-policy'
  ];
  const directives = policy.split('; ').map((directive) => {
    const [name = '', ...sources] = directive.split(' ');
    return [name, sources] as const;
  });
  expect(policy).not.toContain('unsafe');
  expect(Object.fromEntries(directives)).toMatchObject({
    'default-src': ["'none'"],
    'script-src': ["'self'", hashOf(documentScript), hashOf(earlyReadsScript)],
    'font-src': ["'self'"],
    // The empty style element that the style engine fills.
    'style-src': ["'self'", hashOf('')],
    'connect-src': ["'self'", userPool],
    'img-src': ["'self'", 'https://img.example'],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['site'],
    'frame-ancestors': ["'none'"],
  });
});

it('sets all other security headers', () => {
  const { 'content-security-policy': _, ...others } = securityHeaders({ connectSrc: [], pictureHosts: [] });
  expect(others).toEqual({
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  });
});
