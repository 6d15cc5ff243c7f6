import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { documentScript, earlyReadsScript } from '#shared/document-script';
import { securityHeaders } from './service-settings.ts';

const userPool = 'https://cognito-idp.eu-west-2.amazonaws.com';

describe('the content security policy', () => {
  const directives = new Map(
    securityHeaders({ connectSrc: [userPool], pictureHosts: ['img.example'] })
      ['content-security-policy'].split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );

  it('allows scripts, styles and fonts of the site alone, and of inline code the scripts of documents', () => {
    const hashes = [documentScript, earlyReadsScript].map(
      (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    expect(directives.get('default-src')).toEqual(["'none'"]);
    expect(directives.get('script-src')).toEqual(["'self'", ...hashes]);
    expect(directives.get('font-src')).toEqual(["'self'"]);
    expect([...directives.values()].flat().filter((source) => source.includes('unsafe'))).toEqual([]);
  });

  it('allows the empty style element that the style engine fills, by its hash', async () => {
    const empty = Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array())).toString('base64');
    expect(directives.get('style-src')).toEqual(["'self'", `'sha256-${empty}'`]);
  });

  it('allows calls to the site and the given origins', () => {
    expect(directives.get('connect-src')).toEqual(["'self'", userPool]);
  });

  it('allows pictures of the site and of the given hosts, and no other scheme', () => {
    expect(directives.get('img-src')).toEqual(["'self'", 'https://img.example']);
  });

  it('lets no text become markup or a script but by the policy of the site', () => {
    expect(directives.get('require-trusted-types-for')).toEqual(["'script'"]);
    expect(directives.get('trusted-types')).toEqual(['site']);
  });

  it('forbids every frame around the site', () => {
    expect(directives.get('frame-ancestors')).toEqual(["'none'"]);
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
