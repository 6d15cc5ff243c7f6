import { Names, Stack } from 'aws-cdk-lib';
import { CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { type AllowedOrigins, securityHeaders, strictTransportSecurity } from './security-headers.ts';

const override = true;

/** The security headers as CloudFront takes them: five have a place of their own and are refused elsewhere. */
export const siteHeadersPolicy = (
  scope: Construct,
  id: string,
  props: AllowedOrigins & { readonly more?: Readonly<Record<string, string>> },
): CfnResponseHeadersPolicy => {
  const {
    'content-security-policy': contentSecurityPolicy,
    'strict-transport-security': _strictTransportSecurity,
    'x-content-type-options': _nosniff,
    'x-frame-options': frameOption,
    'referrer-policy': referrerPolicy,
    ...others
  } = { ...securityHeaders(props), ...props.more };
  return new CfnResponseHeadersPolicy(scope, id, {
    responseHeadersPolicyConfig: {
      // One namespace for the account, whatever the region.
      name: `${Names.uniqueResourceName(scope, { maxLength: 90 })}${id}-${Stack.of(scope).region}`,
      securityHeadersConfig: {
        contentSecurityPolicy: { contentSecurityPolicy, override },
        contentTypeOptions: { override },
        frameOptions: { frameOption, override },
        referrerPolicy: { referrerPolicy, override },
        strictTransportSecurity: {
          accessControlMaxAgeSec: strictTransportSecurity.maxAgeSeconds,
          includeSubdomains: strictTransportSecurity.includeSubdomains,
          override,
        },
      },
      customHeadersConfig: {
        items: Object.entries(others).map(([header, value]) => ({ header, value, override })),
      },
    },
  });
};
